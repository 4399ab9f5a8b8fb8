//! Plays a game with an expectimax search: `cargo run --release --example play -- [SEED] [MS]`.
//!
//! Without a network's file the built-in heuristic values the boards; `play 42 1 models/full.bin`
//! plays with a network.

use std::error::Error;

use afterstate::eval::Evaluator;
use afterstate::eval::cache::EvalCache;
use afterstate::eval::ntuple::file;
use afterstate::eval::rows::{RowHeuristic, RowWeights};
use afterstate::rules::{Game, Status};
use afterstate::search::{Limits, Searcher};

const TABLE_BYTES: usize = 16 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let seed = arguments.next().map_or(Ok(42), |text| text.parse())?;
    let ms = arguments.next().map_or(Ok(1.0), |text| text.parse())?;
    let game = match arguments.next() {
        Some(path) => {
            let network = file::read(&std::fs::read(path)?, |_| ())?;
            play(EvalCache::new(network), seed, ms)?
        }
        None => play(RowHeuristic::new(&RowWeights::NAMED[0].weights), seed, ms)?,
    };
    println!("{}", game.grid());
    println!("{} points in {} moves", game.score(), game.moves());
    Ok(())
}

/// A whole game with `ms` milliseconds a move.
fn play<E: Evaluator>(evaluator: E, seed: u64, ms: f64) -> Result<Game, Box<dyn Error>> {
    let mut searcher = Searcher::new(evaluator, TABLE_BYTES);
    let mut game = Game::new(4, 4, seed)?;
    while let Some(best) = searcher.search(game.grid(), &Limits::time_ms(ms))?.best {
        game.play(best)?;
        // The game waits after the first 2048.
        if game.status() == Status::Won {
            game.keep_going();
        }
    }
    Ok(game)
}
