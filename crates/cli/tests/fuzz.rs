//! The fuzz targets of `fuzz/` in a loop on the stable toolchain. A short run here; by hand, for
//! each target:
//!
//!     AFTERSTATE_FUZZ=2000000 cargo test --release --test fuzz -- --nocapture
//!
//! A failure names the number of the input: `AFTERSTATE_FUZZ_FROM=NUMBER` begins there.

#[path = "../../../fuzz/src/mutate.rs"]
mod mutate;
#[path = "../../../fuzz/src/seeds.rs"]
mod seeds;
#[path = "../../../fuzz/src/targets.rs"]
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use targets::TARGETS;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

fn fuzz(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("a target");
    let seeds = seeds::of(name);
    assert!(!seeds.is_empty());
    seeds.iter().for_each(|seed| (target.run)(seed));
    let (from, count) = (number("AFTERSTATE_FUZZ_FROM", 0), number("AFTERSTATE_FUZZ", 300));
    let began = Instant::now();
    for number in from..from + count {
        let input = mutate::input(&seeds, number);
        if catch_unwind(AssertUnwindSafe(|| (target.run)(&input))).is_err() {
            let text = String::from_utf8_lossy(&input[..input.len().min(2000)]).into_owned();
            panic!("{name}: input {number} failed: {text:?}");
        }
    }
    println!("{name}: {count} inputs in {:.1} s, none failed", began.elapsed().as_secs_f64());
}

macro_rules! fuzz {
    ($($name:ident),*) => {
        $(#[test] fn $name() { fuzz(stringify!($name)); })*

        #[test]
        fn every_target_is_run_and_has_a_file() {
            let run = [$(stringify!($name)),*];
            assert_eq!(run, TARGETS.map(|target| target.name));
            for name in run {
                let file = format!("{}/../../fuzz/fuzz_targets/{name}.rs", env!("CARGO_MANIFEST_DIR"));
                let text = std::fs::read_to_string(&file).expect("a file of cargo-fuzz");
                assert!(text.contains(&format!("targets::{name}(")), "{file}");
            }
        }
    };
}

fuzz!(board, game, settings, tree, model, checkpoint, solution, games_file, http);
