//! Plays a game with the small network: `cargo run --release --example play -- [SEED] [PLY]`, in a clone
//! of the repository, which has the network's file.

use afterstate::{Game, Limits, Model, Searcher};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let seed = arguments.next().map_or(Ok(42), |text| text.parse())?;
    let ply = arguments.next().map_or(Ok(2), |text| text.parse())?;

    let lite = Model::read(&std::fs::read("models/lite.bin")?)?;
    let mut searcher = Searcher::with_network(lite, 16 << 20);
    let mut game = Game::endless(seed);
    while let Some(best) = searcher.search(game.grid(), &Limits::ply(ply))?.best {
        game.play(best)?;
    }
    println!("{}", game.grid());
    println!("{} points in {} moves", game.score(), game.moves());
    Ok(())
}
