//! `afterstate think`: how players value the moves of one position.

use clap::Args;

use super::contender::{Contender, HELP};
use super::output::{CommandError, put};
use crate::experiment::table;
use crate::rules::Grid;

/// The options of `afterstate think`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub struct ThinkOptions {
    /// The position, such as "512 64 2 2 / 32 2 2 32 / . . . . / . . . ."; . or 0 is an empty cell
    #[arg(value_name = "POSITION")]
    position: String,
    /// Players: strategies or files of networks
    #[arg(value_name = "PLAYER", required = true)]
    players: Vec<String>,
    /// Seed of strategies that use random numbers
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// Runs the subcommand: prints the value of each move and the choice, one line per player.
pub fn run_command(options: &ThinkOptions) -> Result<(), CommandError> {
    let grid: Grid = options.position.parse()?;
    let header = ["player", "up", "right", "down", "left", "unit", "best", "why"];
    let mut lines = vec![table::header(header)];
    for text in &options.players {
        let contender = Contender::read_for(text, (grid.rows(), grid.cols()))?;
        let thought = contender.seeded(options.seed).choose(&grid);
        let mut line = vec![contender.name().to_owned()];
        line.extend(thought.values.map(|value| match value {
            Some(value) => format!("{value:.6}"),
            None => "–".to_owned(),
        }));
        line.push(contender.unit().name().to_owned());
        let best = thought.best.map(|direction| direction.to_string().to_lowercase());
        line.push(best.unwrap_or_else(|| "none".to_owned()));
        line.push(thought.note.unwrap_or_default().to_owned());
        lines.push(line);
    }
    put!("{}", table::text(&lines))?;
    Ok(())
}
