//! `afterstate think`: how players value the moves of one position.

use clap::Args;

use afterstate::eval::outlook::TileChance;
use afterstate::rules::{Direction, Grid, tile};
use afterstate::search::Limits;
use afterstate_papers::experiment::table;
use afterstate_runs::contender::{Contender, HELP};
use afterstate_runs::numbers::whole;
use afterstate_runs::output::{CommandError, Report};

/// The options of `afterstate think`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub struct ThinkOptions {
    /// The position, such as "512 64 2 2 / 32 2 2 32 / . . . . / . . . ."; . or 0 is an empty cell.
    /// Also as a spreadsheet, a table or a program writes it, or as 16 digits
    #[arg(value_name = "POSITION")]
    position: String,
    /// Players: strategies or files of networks
    #[arg(value_name = "PLAYER", required = true)]
    players: Vec<String>,
    /// Seed of strategies that use random numbers
    #[arg(long, default_value_t = 0, value_parser = whole(0))]
    seed: u64,
    /// Evaluate the position as the page does, with networks only and this many nodes: the loss of
    /// each move, the chance of each tile and the expected points
    #[arg(long, value_name = "NODES", value_parser = whole(1))]
    evaluate: Option<u64>,
}

/// Runs the subcommand: prints the value of each move and the choice, one line per player.
///
/// # Errors
/// A message for the user.
pub fn run_command(options: &ThinkOptions) -> Result<Report, CommandError> {
    let grid: Grid = options.position.parse()?;
    if let Some(nodes) = options.evaluate {
        return evaluate(&grid, &options.players, &Limits::nodes(nodes));
    }
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
    Ok(Report::new(table::text(&lines)))
}

/// Prints the evaluations of a position by several networks.
fn evaluate(grid: &Grid, players: &[String], limits: &Limits) -> Result<Report, CommandError> {
    let mut moves = vec![table::header(["network", "move", "value", "loss", "ply", "nodes"])];
    let mut outlooks = vec![table::header(["network", "forecast", "of the AI"])];
    for text in players {
        let contender = Contender::read_for(text, (grid.rows(), grid.cols()))?;
        let found = contender.evaluate(grid, limits);
        let found = found.ok_or_else(|| format!("{text} is no network's file (.bin)."))?;
        let found = found.map_err(|error| error.to_string())?;
        for direction in Direction::ALL {
            let Some(evaluated) = found.moves[direction.index()] else { continue };
            moves.push(vec![
                contender.name().to_owned(),
                direction.to_string().to_lowercase(),
                format!("{:.0}", evaluated.value),
                evaluated.loss.map_or("–".to_owned(), |loss| format!("{loss:.2}%")),
                found.ply.to_string(),
                found.nodes.to_string(),
            ]);
        }
        let Some(outlook) = found.outlook else { continue };
        let mut push = |what: String, number: String| {
            outlooks.push(vec![contender.name().to_owned(), what, number]);
        };
        for TileChance { rank, chance } in outlook.tiles {
            push(format!("makes {}", tile(rank)), format!("{:.1}%", 100.0 * chance));
        }
        push("points".to_owned(), format!("{:.0}", outlook.points));
    }
    Ok(Report::new(format!("{}\n{}", table::text(&moves), table::text(&outlooks))))
}
