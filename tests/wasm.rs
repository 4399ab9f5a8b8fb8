//! The crate in WebAssembly, run by tests/browser/wasm.test.js in Chromium, compared with what it
//! does natively. What the interface passes and refuses: tests/package/bindings.test.js. Threads are
//! tested in tests/browser.
#![cfg(target_arch = "wasm32")]

mod network;

use afterstate::eval::ntuple::file;
use afterstate::eval::rows::{RowHeuristic, RowWeights};
use afterstate::search::{self, signature};
use afterstate::wasm::{Network, Solver};
use js_sys::{Array, Function, JSON, Reflect, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

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

#[wasm_bindgen_test]
fn search_has_the_known_signature() {
    let solver = search::Searcher::new(RowHeuristic::new(&RowWeights::NNEONNEO), 0);
    assert_eq!(signature::signature(solver), signature::KNOWN);
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
        let grade = get(&found, "grade").as_string();
        assert_eq!(grade.is_some(), expected.loss.is_some());
        if expected.loss == Some(0.0) {
            assert_eq!(grade.as_deref(), Some("best"));
        }
    }
    assert!(get(&found, "outlook").is_null(), "this network has not been calibrated");
}
