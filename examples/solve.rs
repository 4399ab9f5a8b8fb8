//! Searches one position and shows the value of each move, ply by ply:
//! `cargo run --release --example solve -- "512 64 2 2 / 32 2 2 32 / . . . . / . . . ." [PLY]`.

use std::error::Error;

use afterstate::eval::rows::{RowHeuristic, RowWeights};
use afterstate::rules::{Direction, Grid};
use afterstate::search::{Limits, Searcher};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let position =
        arguments.next().unwrap_or("512 64 2 2 / 32 2 2 32 / . . . . / . . . .".to_owned());
    let ply = arguments.next().map_or(Ok(5), |text| text.parse())?;
    let grid: Grid = position.parse()?;

    let mut searcher = Searcher::new(RowHeuristic::new(&RowWeights::NAMED[0].weights), 16 << 20);
    let limits = Limits::ply(ply);
    let report = searcher.search(&grid, &limits)?;
    for (index, values) in report.history.iter().enumerate() {
        let values = Direction::ALL
            .iter()
            .zip(values)
            .filter_map(|(direction, value)| value.map(|value| format!("{direction:?} {value:.0}")))
            .collect::<Vec<_>>();
        println!("{}-ply: {}", index + 1, values.join(", "));
    }
    match report.best {
        Some(best) => println!("Best: {best:?} ({} nodes)", report.nodes),
        None => println!("No move is possible."),
    }
    println!("Expected moves: {:?}", searcher.principal_line(&report, &limits));
    Ok(())
}
