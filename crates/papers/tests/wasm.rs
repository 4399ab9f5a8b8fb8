//! The players and experiments in WebAssembly, run by wasm-bindgen-test in a headless Chromium.
#![cfg(target_arch = "wasm32")]

use afterstate_papers::wasm::{self, Experiment, Player};
use js_sys::{Array, JSON, Object, Reflect, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

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
fn strategy_rates_moves_and_plays_seeded_games() {
    let catalog: Array = JSON::parse(&wasm::catalog()).unwrap().into();
    assert!(catalog.length() > 30);
    let mut player = Player::new(&"greedy".into(), 4.0, 4.0, 0_u64.into()).unwrap();
    let thought = player.choose(&as_js(&[1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3])).unwrap();
    assert!(matches!(get(&thought, "best").as_f64(), Some(1.0 | 3.0)), "right or left merges");
    assert!(message(player.choose(&as_js(&[1, 2]))).contains("16"));
    assert!(message(Player::new(&"no-such".into(), 4.0, 4.0, 0_u64.into())).contains("greedy"));

    // See also tests/browser/lab.test.js, which compares with native games.
    let mut experiment = Experiment::new(&"sequential".into(), 3.0, 3.0, None).unwrap();
    let games = Array::of2(&experiment.play(7.0).unwrap(), &experiment.play(8.0).unwrap());
    let again = Experiment::new(&"sequential".into(), 3.0, 3.0, None).unwrap().play(7.0).unwrap();
    assert_eq!(get(&again, "score"), get(&games.get(0), "score"));
    assert!(message(experiment.play(0.5)).contains("whole number"));
    let from = [1, 2, 1, 2, 1, 2, 1, 2, 1]; // no move is possible
    assert_eq!(get(&experiment.play_on(&as_js(&from), 7.0).unwrap(), "moves"), JsValue::from(0));
    assert!(message(experiment.play_on(&as_js(&from[..8]), 7.0)).contains('9'));

    let set = Object::new();
    for (key, value) in [
        ("strategy", JsValue::from(experiment.strategy())),
        ("rows", JsValue::from(3)),
        ("cols", JsValue::from(3)),
        ("games", games.into()),
    ] {
        Reflect::set(&set, &key.into(), &value).unwrap();
    }
    let sets = JsValue::from(Array::of1(&set));
    assert!(wasm::tabulate(sets.clone(), &"markdown".into()).unwrap().starts_with("| strategy"));
    assert_eq!(wasm::tabulate(sets.clone(), &"raw".into()).unwrap().lines().count(), 3);
    assert!(message(wasm::tabulate(sets.clone(), &"pdf".into())).contains("markdown"));
    let text = wasm::tabulate(sets, &"raw".into()).unwrap();
    let read = wasm::read_games(&text.as_str().into()).unwrap();
    assert_eq!(wasm::tabulate(read, &"raw".into()).unwrap(), text);
    let bars = wasm::histogram(set.into(), 5.0).unwrap();
    let counts: Array = get(&bars, "counts").into();
    assert_eq!(counts.iter().filter_map(|count| count.as_f64()).sum::<f64>(), 2.0);
}

#[wasm_bindgen_test]
fn invalid_numbers_are_refused() {
    for wrong in [4.9, 4_294_967_300.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(
            message(Player::new(&"greedy".into(), wrong, 4.0, 0_u64.into()))
                .contains("whole numbers")
        );
        assert!(
            message(Experiment::new(&"greedy".into(), 4.0, wrong, None)).contains("whole numbers")
        );
        let grown = wasm::grow_tree(&"cook-sum:depth=1".into(), &"2 2 / . .".into(), wrong);
        assert!(message(grown).contains("most must be a whole number"));
    }
    assert!(message(wasm::read_tree(&"".into(), -1.0)).contains("most must be a whole number"));
    let ends = message(Experiment::new(&"greedy".into(), 4.0, 4.0, Some(267.0)));
    assert!(ends.contains("whole number from 0 to 40"), "{ends}");

    let sets = |record: &str| {
        let set = r#"[{"strategy":"greedy","rows":4,"cols":4,"games":[RECORD]}]"#;
        object(&set.replace("RECORD", record))
    };
    let good = r#"{"seed":1,"score":4,"largestRank":2,"moves":1,"seconds":0}"#;
    assert!(wasm::tabulate(sets(good), &"raw".into()).is_ok());
    for (given, wrong) in [
        (r#""seed":1"#, r#""seed":-5"#),
        (r#""score":4"#, r#""score":0.5"#),
        (r#""largestRank":2"#, r#""largestRank":64"#),
        (r#""moves":1"#, r#""moves":1e300"#),
        (r#""seconds":0"#, r#""seconds":-1"#),
        (r#""seconds":0"#, r#""seconds":1e300"#),
    ] {
        assert!(
            wasm::tabulate(sets(&good.replace(given, wrong)), &"raw".into()).is_err(),
            "{wrong}"
        );
    }
    let line = |strategy: &str, size: &str, seed: &str| {
        format!("\"{strategy}\",{size},{seed},4,4,1,0.5\n")
    };
    assert!(wasm::read_games(&line("greedy", "4,4", "1").into()).is_ok());
    let even = wasm::read_games(&line("greedy (even spawns)", "4,4", "1").into()).unwrap();
    let table = wasm::tabulate(even, &"json".into()).unwrap();
    assert!(table.contains(r#""strategy": "greedy (even spawns)", "rows": 4"#), "{table}");
    for (strategy, size, seed, problem) in [
        ("gredy", "4,4", "1", "greedy"),
        ("greedy", "4,99", "1", "9"),
        ("greedy", "4,4", "9007199254740993", "seed"),
        ("greedy", "4,4", "", "not a game"),
        ("gredy (even spawns)", "4,4", "1", "Did you mean \"greedy\""),
        ("greedy", "4,4,1,4,0,1,0.5\n\"greedy\",4,4", "2", "line 1 is not a game"),
    ] {
        let error = message(wasm::read_games(&line(strategy, size, seed).into()));
        assert!(error.contains(problem), "{error}");
    }
    let set = Array::from(&sets(good)).get(0);
    assert!(message(wasm::histogram(set, 0.0)).contains("from 1 to 200"));
}

#[wasm_bindgen_test]
fn ranks_seeds_and_texts_are_checked() {
    let mut player = Player::new(&"greedy".into(), 2.0, 2.0, 0_u64.into()).unwrap();
    let mut experiment = Experiment::new(&"greedy".into(), 2.0, 2.0, None).unwrap();
    for wrong in ["[257,0,0,0]", "[2,4,1.5,0]", "[null,1,1,1]"] {
        assert!(message(player.choose(&object(wrong))).contains("not tiles"));
        assert!(message(experiment.play_on(&object(wrong), 1.0)).contains("not tiles"));
    }
    assert!(message(Player::new(&"greedy".into(), 2.0, 2.0, 5.into())).contains("BigInt"));
    assert!(message(player.new_game(JsValue::UNDEFINED)).contains("BigInt"));
    let five = JsValue::from(5);
    assert!(message(Player::new(&five, 2.0, 2.0, 0_u64.into())).contains("must be a string"));
    assert!(message(Experiment::new(&five, 2.0, 2.0, None)).contains("must be a string"));
    assert!(message(wasm::read_games(&five)).contains("must be a string"));
    assert!(message(wasm::read_tree(&five, 5.0)).contains("must be a string"));
    assert!(message(wasm::grow_tree(&five, &five, 5.0)).contains("must be a string"));
}

#[wasm_bindgen_test]
fn oversized_tables_are_refused() {
    assert!(
        message(Player::new(&"expectimax:table-mb=1024".into(), 4.0, 4.0, 0_u64.into()))
            .contains("256")
    );
}
