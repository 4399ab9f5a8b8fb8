//! The shipped networks, and known values of a small one. See also tests/wasm.rs, which has the
//! same known values.

use afterstate::eval::cache::EvalCache;
use afterstate::eval::ntuple::file;
use afterstate::eval::people::People;
use afterstate::rules::{Board, Direction, Grid, Rank};
use afterstate::search::signature::BOARDS;
use afterstate::search::{Limits, Searcher};

use crate::network;

#[test]
fn small_network_has_the_recorded_values() {
    assert_eq!(network::fingerprints(), network::KNOWN);
}

#[test]
#[ignore = "a second"]
fn smallest_shipped_network_round_trips() {
    let lite = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/models/lite.bin")).unwrap();
    assert!(file::write(&file::decode(&lite, |_| ()).unwrap()) == lite);
}

/// Natively. tests/package/bindings.test.js reads them in WebAssembly.
#[test]
#[ignore = "some seconds"]
fn shipped_networks_are_read() {
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/models")).unwrap() {
        let path = entry.unwrap().path();
        let is_people = path.file_stem().is_some_and(|name| name == "people");
        if is_people || path.extension().is_none_or(|ending| ending != "bin") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        assert!(bytes.len() <= 16_000_000, "{} has {} bytes", path.display(), bytes.len());
        assert!(file::read(&bytes, |_| ()).is_ok(), "{}", path.display());
    }
}

#[test]
fn forecast_for_people_is_read_small_and_knows_good_moves_from_bad() {
    let bytes = include_bytes!("../models/people.bin");
    assert!(bytes.len() <= 2_000_000, "{} bytes", bytes.len());
    let people = People::read(bytes).unwrap();
    assert!(people.network().bytes() <= 16_000_000);
    // Down moves the row of large tiles away from its edge.
    let board: Grid = "256 128 64 32 / 2 4 8 16 / 4 2 4 . / . . . .".parse().unwrap();
    let judgment = people.judge(&board).unwrap();
    let loss = |direction: Direction| judgment.moves[direction.index()].unwrap().loss;
    assert!(judgment.matters());
    assert!(judgment.is_good(loss(Direction::Right)) && !judgment.is_good(loss(Direction::Down)));
    let points = |level: f64| people.forecast(&board, 2500, level).unwrap().points;
    assert!(
        1000.0 < points(1100.0) && points(1100.0) < points(9000.0) && points(9000.0) < 12_000.0
    );
    let level = people.level(&[], &[2000; 10]).unwrap();
    assert!(1700.0 < level.low && level.high < 2800.0, "{level:?}");
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
    assert!(cached.pack(&large).unwrap().max_rank() < Rank::MAX);
}
