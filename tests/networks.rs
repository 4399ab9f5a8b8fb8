//! Networks as they are shipped and as every machine reads them. Leaves out how the file is laid out, which
//! `eval::ntuple` tests itself, and the browser (tests/wasm.rs, with the same known values).
#![cfg(not(target_arch = "wasm32"))]

mod network;

use afterstate::eval::cache::EvalCache;
use afterstate::eval::ntuple::file;
use afterstate::rules::{Board, Grid};
use afterstate::search::signature::BOARDS;
use afterstate::search::{Limits, Searcher};

#[test]
fn a_network_has_the_values_it_has_everywhere() {
    assert_eq!(network::fingerprints(), network::KNOWN);
}

#[test]
fn the_shipped_networks_are_read_and_the_smallest_is_written_without_a_difference() {
    let mut smallest = Vec::new();
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/models")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "bin") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        assert!(bytes.len() <= 16_000_000, "{} has {} bytes", path.display(), bytes.len());
        assert!(file::read(&bytes, |_| ()).is_ok(), "{}", path.display());
        if smallest.is_empty() || bytes.len() < smallest.len() {
            smallest = bytes;
        }
    }
    assert!(file::write(&file::read(&smallest, |_| ()).unwrap()) == smallest);
}

#[test]
fn a_search_that_remembers_what_its_network_said_is_the_same() {
    let network = file::read(&network::network_file(), |_| ()).unwrap();
    let mut plain = Searcher::new(&network, 0);
    let mut cached = Searcher::new(EvalCache::new(&network), 0);
    for bits in BOARDS {
        let grid = Grid::from(Board::from_bits(bits));
        let mut search = |ply| {
            let limits = Limits::ply(ply);
            let found = plain.search(&grid, &limits).unwrap();
            let again = cached.search(&grid, &limits).unwrap();
            assert_eq!((found.values, found.nodes), (again.values, again.nodes), "{grid}");
        };
        search(3);
        search(4);
    }
    // Tiles that the network does not know are taken down for it.
    let large: Grid = "65536 32768 4 2 / . . . . / . . . . / . . . .".parse().unwrap();
    assert_eq!(plain.pack(&large).unwrap(), cached.pack(&large).unwrap());
    assert!(cached.pack(&large).unwrap().max_rank() < 15);
}
