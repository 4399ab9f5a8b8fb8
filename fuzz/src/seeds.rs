//! Valid inputs of each target, from which fuzzing starts.

use afterstate::eval::ntuple::blocks::Blocks;
use afterstate::eval::ntuple::{PackedNetwork, Stages, TuplePatterns, file};
use afterstate::rules::{Direction, Game, Grid};
use afterstate::search::exact::{Goal, Problem, Solution};
use afterstate_train::checkpoint::{self, RunProgress, State};
use afterstate_train::episode::Actor;
use afterstate_train::learner::Learner;
use afterstate_train::recipe::Recipe;

/// Words that the parsers accept, for insertion at random positions.
pub const WORDS: [&str; 40] = [
    "afterstate/1",
    ";",
    "seed=",
    "start=",
    "score=",
    "moves=",
    "at=",
    "keep=1",
    "now=",
    "4x4",
    "9x9",
    "18446744073709551615",
    "4503599627370496",
    "-1",
    "0",
    "1e308",
    "nan",
    "inf",
    ":",
    ",",
    "/",
    ".",
    "\n",
    "\r\n",
    " ",
    "#",
    "\"",
    "131072",
    "2",
    "\u{e9}",
    "# shard 1/2\n",
    "# games of ",
    " from seed ",
    "GET /",
    "..",
    "%2e%2e%2f",
    " HTTP/1.1\r\n",
    "\r\n\r\n",
    "Host: x\r\n",
    "Content-Length: ",
];

/// The inputs for the target with this name.
pub fn of(target: &str) -> Vec<Vec<u8>> {
    let texts = |texts: &[&str]| texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    match target {
        "board" => texts(&[
            "2 . 4 / . . 8 / . . .",
            "32768 16384 . . / 2 2 2 2 / . . . . / 4 . . 8",
            ". . / . .",
        ]),
        "game" => games(),
        "settings" => texts(&[
            "expectimax:ms=2,table-mb=1",
            "monte-carlo:playouts=50",
            "cook-dynamic-snake:fail-value=0.6,depth=4",
            "frolov-3:depth=1",
            "4x6",
            "8x6 0123 0145",
            "4x6/12",
            "01 23 456",
            "td:0.1@45e9,tc:1@5e9",
            LONG,
            "3/7",
            include_str!("../../models/lite.outlook"),
        ]),
        "tree" => texts(&[TREE, "#2#4#8#2#0#0#0#0#4# 12.5\n"]),
        "model" => models(),
        "checkpoint" => checkpoints(),
        "solution" => {
            let problem = Problem::new(2, 2, Goal::Score);
            vec![Solution::of(problem, None).expect("a small board").to_bytes()]
        }
        "games_file" => texts(&[MATCH, EXPERIMENT, UNUSUAL, LARGE, IMPOSSIBLE]),
        "http" => texts(&[
            "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET /lab HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
            "GET /lab/../../secret HTTP/1.1\r\nHost: x\r\nRange: bytes=0-1\r\n\r\n",
            "HEAD /index.html HTTP/1.1\r\nHost: x\r\nIf-None-Match: \"1\"\r\n\r\nGET /%2e%2e/secret HTTP/1.1\r\nHost: x\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n",
        ]),
        _ => Vec::new(),
    }
}

const TREE: &str = include_str!("../../crates/papers/tests/data/cook-c5-tree.txt");

const MATCH: &str = "\
# afterstate match 0.1.0, search 19743-0271d2a424d673de
# player random: random with no settings
# shard 1/2
# games of \"random\": 4 from seed 0
player,seed,score,largest_tile,moves,seconds,nodes
\"random\",0,1234,128,120,0.001000,
\"random\",2,900,64,99,0.000900,77
";

const EXPERIMENT: &str = "\
# afterstate experiment 0.1.0, search 19743-0271d2a424d673de
# games end at 256
strategy,rows,cols,seed,score,largest_tile,moves,seconds
\"greedy\",4,4,0,2344,256,210,0.000214
\"cook-largest-lower:depth=4,x=1\",2,9,18446744073709551615,72,16,13,0.000099
";

/// A name with a quote and a backslash, and a time with too many digits.
const UNUSUAL: &str = "\
strategy,rows,cols,seed,score,largest_tile,moves,seconds
\"gre\\e\"dy\",4,4,0,2344,256,210,0.00021449
";

/// A schedule whose moves add up to more than 2^64.
const LONG: &str = "td:1@1e18,td:1@1e18,td:1@1e18,td:1@1e18,td:1@1e18,td:1@1e18,td:1@1e18,td:1@1e18,\
    td:1@1e18,td:1@1e18,td:1@1e18,td:1@1e18,td:1@1e18,td:1@1e18,td:1@1e18,td:1@1e18,td:1@1e18,\
    td:1@1e18,td:1@1e18";

/// Numbers that add up to more than 2^64.
const LARGE: &str = "\
player,rows,cols,seed,score,largest_tile,moves,seconds,nodes
\"random\",4,4,0,1234,128,120,0.001000,9007199254740991
\"random\",4,4,1,1234,128,120,0.001000,18446744073709551615
";

/// Games that cannot be.
const IMPOSSIBLE: &str = "\
strategy,rows,cols,seed,score,largest_tile,moves,seconds
\"greedy\",77,4,0,18446744073709551615,100,3,nan
";

fn games() -> Vec<Vec<u8>> {
    let play = |mut game: Game| {
        for turn in 0..60 {
            let _ = Direction::ALL
                .iter()
                .cycle()
                .skip(turn % 3)
                .take(4)
                .find(|&&way| game.play(way).is_ok());
        }
        game
    };
    let square = play(Game::new(4, 4, 42).expect("a size"));
    let oblong = play(Game::new(2, 9, u64::MAX).expect("a size"));
    let grid: Grid = "2 4 8 16 / . . . . / 2 . . 2 / 4 4 4 4".parse().expect("a board");
    let set = play(Game::from_position(grid, 1000, 7));
    [square.to_text(), square.replay(), oblong.to_text(), set.replay()]
        .map(String::into_bytes)
        .to_vec()
}

fn models() -> Vec<Vec<u8>> {
    let model = |tuples: &str, stages: &[u32]| {
        let patterns: TuplePatterns = tuples.parse().expect("tuples");
        let stages = Stages::new(stages).expect("stages");
        let numbers: Vec<i16> = (0..patterns.entries() * stages.len())
            .map(|at| if at % 48 < 16 { at as i16 >> 4 } else { 0 })
            .collect();
        let weights = Blocks::from_slice(&numbers).expect("memory");
        file::write(
            &PackedNetwork::new(patterns, stages, 0.3, weights, "a seed".into())
                .expect("a network"),
        )
    };
    vec![model("01 23", &[]), model("01 2", &[8192])]
}

fn checkpoints() -> Vec<Vec<u8>> {
    let patterns: TuplePatterns = "01".parse().expect("tuples");
    let stages = Stages::new(&[2048]).expect("stages");
    let state = State {
        learner: Learner::new(patterns, stages.clone()),
        recipe: Recipe { carousel: 0.3, milestones: stages, ..Recipe::default() },
        actors: vec![Actor::new(1, 0)],
        archive: vec![0x21],
        policy: None,
        done: RunProgress::default(),
    };
    let mut bytes = Vec::new();
    checkpoint::write(&state, &mut bytes).expect("written");
    vec![bytes]
}
