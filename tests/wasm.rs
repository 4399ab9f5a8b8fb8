//! The crate in WebAssembly, run by wasm-bindgen-test in a headless Chromium.
//!
//! Threads are tested in tests/browser, because a pool of workers hangs inside this test runner
//! (RReverser/wasm-bindgen-rayon#6).
#![cfg(target_arch = "wasm32")]

mod network;

use afterstate::eval::ntuple::file;
use afterstate::eval::rows::{RowHeuristic, RowWeights};
use afterstate::search::clock::Stopwatch;
use afterstate::search::{self, signature};
use afterstate::wasm::{self, Game, Network, Solver};
use js_sys::{Array, Function, JSON, Object, Reflect, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// Left, else Up, else Right, else Down.
const ORDER: [f64; 4] = [3.0, 0.0, 1.0, 2.0];

fn object(json: &str) -> JsValue {
    JSON::parse(json).unwrap()
}

/// Ranks as the page passes them.
fn as_js(ranks: &[u8]) -> JsValue {
    Uint8Array::from(ranks).into()
}

fn get(object: &JsValue, key: &str) -> JsValue {
    Reflect::get(object, &key.into()).unwrap()
}

fn message<T>(result: Result<T, wasm_bindgen::JsError>) -> String {
    let Err(error) = result else { panic!("no error") };
    get(&JsValue::from(error), "message").as_string().unwrap()
}

#[wasm_bindgen_test]
fn version_is_that_of_the_package() {
    assert_eq!(wasm::version(), env!("CARGO_PKG_VERSION"));
}

#[wasm_bindgen_test]
fn known_replay_is_the_same_game_as_natively() {
    let mut game = Game::new(4.0, 4.0, 42_u64.into()).unwrap();
    while ORDER.iter().any(|&direction| !game.play(direction).unwrap().is_undefined()) {}
    let known = include_str!("data/replay-4x4-seed42.txt").lines().nth(1).unwrap();
    assert_eq!(game.replay(), known);
    assert_eq!(Game::from_text(&known.into()).unwrap().to_text(), game.to_text());
    assert_eq!((game.status().as_str(), game.is_over()), ("over", true));
}

#[wasm_bindgen_test]
fn search_has_the_known_signature() {
    let solver = search::Searcher::new(RowHeuristic::new(&RowWeights::NNEONNEO), 0);
    assert_eq!(signature::signature(solver), signature::KNOWN);
}

#[wasm_bindgen_test]
fn step_lists_every_tile_and_undo_reverts_it() {
    let ranks = [1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16];
    let mut game = Game::from_position(&as_js(&ranks), 4.0, 4.0, 100.0, 5_u64.into()).unwrap();
    let step = game.play(3.0).unwrap();
    assert_eq!(get(&step, "reward").as_f64(), Some(4.0));
    assert_eq!(get(&step, "score").as_f64(), Some(104.0));
    let moves: Array = get(&step, "moves").into();
    assert_eq!(moves.length(), 4);
    let second = JSON::stringify(&moves.get(1)).unwrap();
    assert_eq!(String::from(second), r#"{"from":1,"to":0,"rank":1,"merged":true}"#);
    assert_eq!(game.ranks()[12], 16);
    assert!(game.can_undo() && game.undo() && !game.can_undo());
    assert_eq!(game.ranks(), ranks);
    let again = game.redo().unwrap();
    assert_eq!(JSON::stringify(&again).unwrap(), JSON::stringify(&step).unwrap());
    assert!(game.redo().unwrap().is_undefined());
}

#[wasm_bindgen_test]
fn report_has_four_values_and_expected_moves() {
    let mut solver = Solver::new(object(r#"{"tableBytes":1048576}"#)).unwrap();
    let ranks = [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let report = solver
        .search(&as_js(&ranks), 4.0, 4.0, object(r#"{"ply":3}"#), JsValue::UNDEFINED)
        .unwrap();
    let values: Array = get(&report, "values").into();
    assert_eq!(values.length(), 4);
    assert!(values.get(0).is_null(), "up changes nothing");
    assert!(values.get(2).as_f64().is_some());
    assert_eq!(get(&report, "ply").as_f64(), Some(3.0));
    assert_eq!(Array::from(&get(&report, "line")).length(), 3);
    assert_eq!(Array::from(&get(&report, "history")).length(), 3);
    let down =
        solver.search(&as_js(&ranks), 4.0, 4.0, object(r#"{"ply":3}"#), object("[2]")).unwrap();
    assert_eq!(get(&down, "best").as_f64(), Some(2.0));
    assert_eq!(Array::from(&get(&down, "values")).get(2), values.get(2));
}

#[wasm_bindgen_test]
fn largest_tiles_are_passed_exactly() {
    let mut solver = Solver::new(JsValue::UNDEFINED).unwrap();
    let ranks = [17, 16, 15, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let report = solver
        .search(&as_js(&ranks), 4.0, 4.0, object(r#"{"ply":2}"#), JsValue::UNDEFINED)
        .unwrap();
    assert!(get(&report, "best").as_f64().is_some());
    let game = Game::from_position(&as_js(&ranks), 4.0, 4.0, 3_000_000.0, 1_u64.into()).unwrap();
    assert_eq!(Game::from_text(&game.to_text().into()).unwrap().ranks(), ranks);
    assert_eq!(game.max_rank(), 17);
}

#[wasm_bindgen_test]
fn network_has_the_same_values_as_natively() {
    assert_eq!(network::fingerprints(), network::KNOWN);
}

#[wasm_bindgen_test]
fn solver_plays_with_a_network() {
    let bytes = network::network_file();
    let model = file::read(&bytes, |_| ()).unwrap();
    let progress = Function::new_with_args("share", "(globalThis.shares ??= []).push(share)");
    let network = Network::read(&bytes, Some(progress)).unwrap();
    let shares: Array = get(&js_sys::global(), "shares").into();
    assert!(shares.length() > 5 && shares.iter().all(|share| share.as_f64().unwrap() <= 1.0));
    assert_eq!(network.provenance(), "a test");
    assert_eq!(network.bytes(), model.bytes());
    let mut solver = Solver::with_network(network, object(r#"{"tableBytes":1048576}"#)).unwrap();
    let ranks = [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let mut native = search::Searcher::new(model, 1 << 20);
    let grid = afterstate::rules::Grid::from_ranks(4, 4, &ranks).unwrap();
    for ply in 1..=3 {
        let limits = object(&format!(r#"{{"ply":{ply}}}"#));
        let report = solver.search(&as_js(&ranks), 4.0, 4.0, limits, JsValue::UNDEFINED).unwrap();
        let values: Array = get(&report, "values").into();
        let expected = native.search(&grid, &search::Limits::ply(ply)).unwrap().values;
        for (found, expected) in values.iter().zip(expected) {
            assert_eq!(found.as_f64().map(|value| value as f32), expected);
        }
    }
}

#[wasm_bindgen_test]
fn evaluation_is_that_of_the_crate() {
    let bytes = network::network_file();
    let mut native = search::Searcher::new(file::read(&bytes, |_| ()).unwrap(), 0);
    let network = Network::read(&bytes, None).unwrap();
    let mut solver = Solver::with_network(network, object(r#"{"tableBytes":0}"#)).unwrap();
    let ranks = [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let grid = afterstate::rules::Grid::from_ranks(4, 4, &ranks).unwrap();
    let expected = native.evaluate(&grid, &search::Limits::ply(3), None).unwrap();
    let found = solver.evaluate(&as_js(&ranks), 4.0, 4.0, object(r#"{"ply":3}"#)).unwrap();
    let best = expected.best.map(|best| best.index() as f64);
    assert_eq!(get(&found, "best").as_f64(), best);
    assert_eq!(get(&found, "ply").as_f64(), Some(3.0));
    for (found, expected) in Array::from(&get(&found, "moves")).iter().zip(expected.moves) {
        let Some(expected) = expected else {
            assert!(found.is_null());
            continue;
        };
        assert_eq!(get(&found, "value").as_f64(), Some(expected.value.into()));
        assert_eq!(get(&found, "loss").as_f64(), expected.loss.map(f64::from));
        let grade = expected.grade.map(|grade| grade.name().to_owned());
        assert_eq!(get(&found, "grade").as_string(), grade);
    }
    assert!(get(&found, "outlook").is_null(), "this network has not been calibrated");
    let error = message(solver.evaluate(&as_js(&ranks), 4.0, 4.0, object("{}")));
    assert!(error.contains("nodes"), "{error}");
    let error = message(solver.evaluate(&as_js(&ranks), 4.0, 4.0, object(r#"{"managed":true}"#)));
    assert!(error.contains("managed"), "{error}");
}

#[wasm_bindgen_test]
fn damaged_networks_are_refused() {
    let good = network::network_file();
    let both = |bytes: &[u8]| {
        let error = message(Network::check(bytes));
        assert_eq!(message(Network::read(bytes, None)), error);
        error
    };
    assert!(Network::check(&good).is_ok());
    assert!(both(&[]).contains("not a network file"));
    assert!(both(b"<!doctype html><title>404</title>").contains("not a network file"));
    assert!(both(&good[..good.len() - 1]).contains("cut short or altered"));
    let mut altered = good.clone();
    altered[good.len() / 2] ^= 1;
    assert!(both(&altered).contains("cut short or altered"));
    let mut future = good;
    future[8] = 9;
    assert!(both(&future).contains("version 9; this program reads 2"));
}

#[wasm_bindgen_test]
fn shipped_networks_are_read_in_time() {
    let bytes: [&[u8]; 2] =
        [include_bytes!("../models/lite.bin"), include_bytes!("../models/full.bin")];
    for bytes in bytes {
        let watch = Stopwatch::start();
        let network = Network::read(bytes, None).unwrap();
        let ms = watch.ms();
        web_sys::console::log_1(
            &format!("{} bytes read in {ms:.0} ms, {} in memory", bytes.len(), network.bytes())
                .into(),
        );
        // The limit on an idle machine is two seconds; this one may be busy.
        assert!(ms < 60_000.0, "{ms} ms");
    }
}

#[wasm_bindgen_test]
fn errors_state_what_is_wrong() {
    let mut game = Game::new(4.0, 4.0, 1_u64.into()).unwrap();
    let before = game.to_text();
    for wrong in [4.0, -1.0, 0.5, f64::NAN] {
        assert!(message(game.play(wrong)).contains("0 (up)"));
    }
    assert_eq!(game.to_text(), before);
    assert!(message(Game::new(1.0, 4.0, 1_u64.into())).contains("board sides must be 2 to 9"));
    assert!(message(Game::from_text(&"hello".into())).contains("begins with afterstate/1"));
    assert!(
        message(Game::from_position(&as_js(&[99; 16]), 4.0, 4.0, 0.0, 1_u64.into()))
            .contains("1099511627776 (rank 40)")
    );
    assert!(
        message(Game::from_position(&as_js(&[0; 16]), 4.0, 4.0, -1.0, 1_u64.into()))
            .contains("a score must be")
    );

    assert!(message(Solver::new(object(r#"{"evaluator":"none"}"#))).contains("the evaluators are"));
    assert!(message(Solver::new(object(r#"{"tableBytes":1e12}"#))).contains("tableBytes"));
    assert!(message(Solver::new(object(r#"{"colour":1}"#))).contains("colour"));
    let mut solver = Solver::new(object(r#"{"tableBytes":0}"#)).unwrap();
    let mut search = |ranks: &[u8], rows: f64, limits: &str, root: &str| {
        solver.search(&as_js(ranks), rows, 4.0, object(limits), object(root))
    };
    assert!(message(search(&[1; 16], 4.0, "{}", "[0]")).contains("ply, nodes or timeMs"));
    assert!(message(search(&[1; 16], 4.0, r#"{"ply":0}"#, "[0]")).contains("from 1 to 30"));
    assert!(message(search(&[1; 16], 4.0, r#"{"ply":"x"}"#, "[0]")).contains("limits must be"));
    assert!(message(search(&[1; 16], 4.0, r#"{"timeMs":-1}"#, "[0]")).contains("0 ms or more"));
    assert!(message(search(&[1; 16], 4.0, r#"{"ply":1}"#, "[7]")).contains("a direction must"));
    assert!(message(search(&[1; 15], 4.0, r#"{"ply":1}"#, "[0]")).contains("16 cells"));
    assert!(message(search(&[1; 20], 5.0, r#"{"ply":1}"#, "[0]")).contains("4x4"));
    let empty = search(&[0; 16], 4.0, r#"{"nodes":0}"#, "[0,1,2,3]").unwrap();
    assert!(get(&empty, "best").is_null());
    assert!(Object::from(empty).is_object());
}

#[wasm_bindgen_test]
fn invalid_numbers_are_refused() {
    for wrong in [4.9, 4_294_967_300.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(message(Game::new(wrong, 4.0, 1_u64.into())).contains("whole numbers from 2 to 9"));
        assert!(message(Game::fresh(4.0, wrong)).contains("whole numbers from 2 to 9"));
    }
    assert!(
        message(Game::from_position(&as_js(&[0; 16]), 4.0, 4.0, 1e16, 1_u64.into()))
            .contains("a score must be")
    );
    let mut game = Game::from_position(&as_js(&[1, 1, 0, 0]), 2.0, 2.0, 0.0, 1_u64.into()).unwrap();
    assert!(message(game.play_with(3.0, 4.0, 1.0)).contains("from 0 to 3"));
    for rank in [0.0, 3.0] {
        assert!(message(game.play_with(3.0, 1.0, rank)).contains("from 1 to 2"));
    }
    assert!(message(game.play_with(3.0, 0.0, 1.0)).contains("must be empty"));
    assert!(game.play_with(1.0, 0.0, 1.0).unwrap().is_object());
}

#[wasm_bindgen_test]
fn ranks_may_be_numbers_but_not_wrap_around() {
    let zeros = "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0";
    let mut solver = Solver::new(JsValue::UNDEFINED).unwrap();
    for rank in ["0", "1", "40"] {
        let ranks = object(&format!("[{rank},{zeros}]"));
        assert!(Game::from_position(&ranks, 4.0, 4.0, 0.0, 1_u64.into()).is_ok(), "{rank}");
    }
    for rank in ["257", "-255", "1.9", "\"1\"", "null", "true", "41"] {
        let ranks = object(&format!("[{rank},{zeros}]"));
        let game = Game::from_position(&ranks, 4.0, 4.0, 0.0, 1_u64.into());
        assert!(message(game).contains("from 0 (empty) to 40, not tiles"), "{rank}");
        let ply = || object(r#"{"ply":1}"#);
        let found = solver.search(&ranks, 4.0, 4.0, ply(), JsValue::UNDEFINED);
        assert!(message(found).contains("not tiles"));
        assert!(message(solver.evaluate(&ranks, 4.0, 4.0, ply())).contains("not tiles"));
    }
    for none in [JsValue::NULL, JsValue::UNDEFINED, 5.into(), "0000".into()] {
        let game = Game::from_position(&none, 2.0, 2.0, 0.0, 1_u64.into());
        assert!(message(game).contains("not tiles"));
    }
}

#[wasm_bindgen_test]
fn seeds_do_not_wrap_around_and_a_text_must_be_one() {
    let seed = |text: &str| Game::new(4.0, 4.0, js_sys::BigInt::new(&text.into()).unwrap().into());
    assert_eq!(seed("18446744073709551615").unwrap().seed(), u64::MAX);
    for wrong in ["-1", "18446744073709551616"] {
        assert!(message(seed(wrong)).contains("BigInt from 0n to 18446744073709551615n"));
    }
    for wrong in [JsValue::UNDEFINED, 42.into(), "42".into(), true.into()] {
        assert!(message(Game::new(4.0, 4.0, wrong.clone())).contains("BigInt"));
        let game = Game::from_position(&as_js(&[1, 1, 0, 0]), 2.0, 2.0, 0.0, wrong);
        assert!(message(game).contains("BigInt"));
    }
    for wrong in [JsValue::UNDEFINED, 5.into(), Object::new().into(), Array::new().into()] {
        assert!(message(Game::from_text(&wrong)).contains("the text of a game must be a string"));
    }
}

#[wasm_bindgen_test]
fn table_size_may_be_left_out_and_has_a_range() {
    let undefined = Object::new();
    Reflect::set(&undefined, &"tableBytes".into(), &JsValue::UNDEFINED).unwrap();
    assert!(Solver::new(undefined.into()).is_ok());
    for wrong in ["-1", "0.5", "536870912"] {
        let options = object(&format!(r#"{{"tableBytes":{wrong}}}"#));
        assert!(message(Solver::new(options)).contains("a whole number from 0 to 268435456"));
    }
}
