//! The shipped networks, and known values of a small one. See also tests/wasm.rs, which has the
//! same known values.
#![cfg(not(target_arch = "wasm32"))]

mod network;

use afterstate::eval::cache::EvalCache;
use afterstate::eval::ntuple::file;
use afterstate::rules::{Board, Grid};
use afterstate::search::signature::BOARDS;
use afterstate::search::{Limits, Searcher};

#[test]
fn small_network_has_the_recorded_values() {
    assert_eq!(network::fingerprints(), network::KNOWN);
}

#[test]
fn shipped_networks_are_read_and_the_smallest_round_trips() {
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
    assert!(file::write(&file::decode(&smallest, |_| ()).unwrap()) == smallest);
}

#[test]
fn evaluation_cache_does_not_change_the_search() {
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
    // Both downgrade tiles that the network cannot handle.
    let large: Grid = "65536 32768 4 2 / . . . . / . . . . / . . . .".parse().unwrap();
    assert_eq!(plain.pack(&large).unwrap(), cached.pack(&large).unwrap());
    assert!(cached.pack(&large).unwrap().max_rank() < 15);
}
