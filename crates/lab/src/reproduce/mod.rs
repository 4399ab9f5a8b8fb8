//! `cargo lab reproduce`: plays the games of a paper's tables and compares its figures with ours.
//! One file per paper gives its [`Claim`]s; [`Comparison`] shows which figures agree within chance.

/// Adds a line to a text.
macro_rules! say {
    ($text:ident, $($words:tt)*) => { $text += &format!("{}\n", format_args!($($words)*)) };
}

/// Figures that give the percentage of games with each of these tiles: half a unit of the last printed
/// digit, then the rank of each tile and the figure's name.
macro_rules! tile_shares {
    ($rounding:literal: $($rank:literal $name:literal),*) => {
        [$(Figure {
            name: $name,
            number: Number::Percent(|game| game.largest_rank >= $rank),
            rounding: $rounding,
            decimals: 0,
        }),*]
    };
}

mod background;
mod claim;
mod comparison;
mod cook;
mod derived;
mod exact;
mod examples;
mod frolov;
mod kumar;
pub mod merge;
mod moskvil;
mod pages;
mod tables;
mod wrong;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args, ValueEnum};

use afterstate::search::clock::Clock;
use afterstate_papers::experiment::{GameRecord, Plan};
use afterstate_papers::players::Chosen;
use afterstate_runs::files::open_folder;
use afterstate_runs::games::header::GamesHeader;
use afterstate_runs::games::saved::{self, Entrant, Playing, SavedGames};
use afterstate_runs::games::{Key, Scheduling};
use afterstate_runs::histogram;
use afterstate_runs::numbers::{threads, whole};
use afterstate_runs::output::{CommandError, Report};
pub use claim::{Claim, Figure, Number, Printed};
pub use comparison::Comparison;
use tables::Content;

/// The options of `cargo lab reproduce`.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("played").args(["paper", "quick"]).multiple(true))]
pub struct ReproduceOptions {
    /// The paper [default: lists all tables, or with --quick plays all papers]
    #[arg(value_enum, value_name = "PAPER")]
    paper: Option<Paper>,
    /// One table of the paper [default: all]
    #[arg(value_name = "TABLE", requires = "paper")]
    table: Option<String>,
    /// Play only a few games, and only of rows that take seconds
    #[arg(long)]
    quick: bool,
    /// Games for each strategy [default: at least as many as in the paper]
    #[arg(long, requires = "played", value_parser = whole(1))]
    games: Option<u64>,
    /// Seed of the first game; each later game adds 1
    #[arg(long, default_value_t = 0, requires = "played", value_parser = whole(0))]
    seed: u64,
    /// Games in parallel, each on one thread, up to 256; 0 for all cores
    #[arg(long, default_value_t = 0, requires = "played", value_parser = threads())]
    threads: usize,
    /// Play only rows whose strategy, or the paper's name for it, contains this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Save every game to this CSV file; its folder is made if needed. Games that the file already
    /// has are not played again
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Play nothing: print the tables of the games that the file has
    #[arg(long, requires = "csv", conflicts_with_all = ["quick", "games", "shard"])]
    stored: bool,
    /// Play nothing: fill in what the pages on the papers quote, from the stored games in data/papers
    #[arg(long, exclusive = true)]
    write: bool,
    /// Draw the paper's figures of distributions from our games, as SVG files in this folder
    #[arg(long, value_name = "FOLDER", requires = "played")]
    figures: Option<PathBuf>,
    #[command(flatten)]
    scheduling: Scheduling,
}

/// The papers whose tables can be reproduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Paper {
    /// S. Frolov, "Solution strategies for a game 2048", 2016: Tables 1 to 3, Figure 11
    Frolov,
    /// N. A. Kumar, "Algorithms and Artificial Intelligence for 2048", 2018: Tables 2.1, 5.1 to 7.4
    Kumar,
    /// J. Moskvil, "2048 Report", 2015: its worked example, and games of its player
    Moskvil,
    /// D. Cook, "Solving 2048 with Expectimax", 2023: Tables 1 to 5, Figure 10
    Cook,
    /// The programs of ovolve, Vryniotis, Lee and Xiao, as the papers quote them
    Background,
}

/// What the files of the papers say of theirs.
struct Contents {
    /// The rows of its tables.
    claims: fn() -> Vec<Claim>,
    /// The default number of games for a row.
    games: fn(&Claim) -> u64,
    /// The columns of its tables.
    figures: &'static [Figure],
    /// What needs no games: each item, the verdict on it, and the figures.
    exact: fn() -> Result<Vec<[String; 3]>, CommandError>,
    /// What is told above the verdicts, besides the tables.
    print: fn(&Comparison) -> Result<String, CommandError>,
}

impl Paper {
    const fn contents(self) -> &'static Contents {
        match self {
            Paper::Frolov => &frolov::CONTENTS,
            Paper::Kumar => &kumar::CONTENTS,
            Paper::Moskvil => &moskvil::CONTENTS,
            Paper::Cook => &cook::CONTENTS,
            Paper::Background => &background::CONTENTS,
        }
    }

    /// The rows of its tables.
    fn claims(self) -> Vec<Claim> {
        (self.contents().claims)()
    }

    /// The rows that have this text in the strategy or in the paper's name for it.
    pub fn claims_with(self, only: Option<&str>) -> Vec<Claim> {
        let mut claims = self.claims();
        if let Some(part) = only {
            claims.retain(|claim| {
                [&claim.strategy, &claim.label].iter().any(|text| text.contains(part))
            });
        }
        claims
    }

    /// The columns of its tables.
    pub const fn figures(self) -> &'static [Figure] {
        self.contents().figures
    }

    /// What needs no games: each item, the verdict on it, and the figures.
    fn exact(self) -> Result<Vec<[String; 3]>, CommandError> {
        (self.contents().exact)()
    }

    /// The tables as Markdown, and the verdicts on them.
    pub fn print(self, comparison: &Comparison) -> Result<String, CommandError> {
        let mut text = String::new();
        let claims = self.claims();
        let tables = self.tables().iter().filter(|table| matches!(table.content, Content::Games));
        for table in tables {
            let figures = comparison.figures(table, &claims);
            if !figures.is_empty() {
                say!(text, "{}\n\n{figures}", table.heading());
            }
        }
        text += &(self.contents().print)(comparison)?;
        let verdicts = comparison.verdicts(&claims, self.tables());
        if !verdicts.is_empty() {
            say!(text, "{VERDICTS}\n\n{verdicts}");
        }
        Ok(text)
    }
}

/// The explanation above the verdicts.
const VERDICTS: &str = "\
Verdicts. A row differs if chance alone puts its figures so far from ours in less than 5% of cases, divided by
the number of rows (p below that). It agrees if a difference that matters would have made it differ in 80% of
cases. Otherwise the games are too few: ours, or the paper's for any number of ours. Least and greatest
figures can contradict and never agree. All rows of a table count, also those without games.";

/// The prefix of the line in the header with the text of `--only`.
pub const ONLY: &str = "# only ";

/// The header of a shard's file. The file of a whole run begins with its column names, so that files
/// of earlier versions can be continued.
fn header(options: &ReproduceOptions, paper: &str) -> GamesHeader {
    if !options.scheduling.is_sharded() {
        return GamesHeader { comments: String::new(), part: None };
    }
    let mut header = GamesHeader::new(&format!("reproduce {paper}"));
    if let Some(part) = &options.only {
        header.comments += &format!("{ONLY}{part}\n");
    }
    header
}

/// The key of the games of a row.
fn key_of(claim: &Claim) -> Result<Key, CommandError> {
    Ok(saved::key(&plan(claim, 1, 0)?))
}

fn plan(claim: &Claim, games: u64, first_seed: u64) -> Result<Plan, CommandError> {
    let chosen: Chosen = claim.strategy.parse()?;
    let Claim { board: (rows, cols), end_at, spawns, .. } = *claim;
    Ok(Plan { chosen, rows, cols, games, first_seed, end_at, spawns })
}

/// Runs the subcommand: lists the tables, or plays those of one paper, or a little of all.
pub fn run_command(options: &ReproduceOptions) -> Result<Report, CommandError> {
    if options.write {
        return Ok(Report::new(pages::write()?));
    }
    if let Some(paper) = options.paper {
        return reproduce(paper, options);
    }
    if options.csv.is_some() || options.only.is_some() || options.scheduling.is_sharded() {
        return Err(
            "--csv, --only and --shard need a paper: kumar, frolov, moskvil, cook or background."
                .into(),
        );
    }
    if !options.quick {
        return Ok(Report::new(tables::list()?));
    }
    let all = Paper::value_variants().iter().map(|&paper| reproduce(paper, options));
    all.reduce(|one, next| Ok(one?.and(next?))).unwrap_or_else(|| Ok(Report::default()))
}

/// Plays the games, those in several tables once; the tables as Markdown.
fn reproduce(paper: Paper, options: &ReproduceOptions) -> Result<Report, CommandError> {
    let scheduling = &options.scheduling;
    let mut claims = paper.claims_with(options.only.as_deref());
    if let Some(name) = &options.table {
        let table = paper.table(name)?;
        if let Content::Computed(print) = table.content {
            let without_effect = [
                ("--quick", options.quick),
                ("--games", options.games.is_some()),
                ("--seed", options.seed != 0),
                ("--threads", options.threads != 0),
                ("--only", options.only.is_some()),
                ("--csv", options.csv.is_some()),
                ("--figures", options.figures.is_some()),
                ("--shard", scheduling.is_sharded()),
            ];
            if let Some((option, _)) = without_effect.iter().find(|(_, given)| *given) {
                return Err(format!("table {name} has no games: leave out {option}.").into());
            }
            return Ok(Report::new(print()?));
        }
        claims.retain(table.has);
    }
    if options.quick {
        claims.retain(|claim| tables::quick_games(claim) > 0);
    }
    if claims.is_empty() {
        return Err(
            "no row of the paper's tables matches TABLE, --only and --quick together.".into()
        );
    }
    let usual = |claim: &Claim| {
        if options.quick { tables::quick_games(claim) } else { (paper.contents().games)(claim) }
    };
    let games = |claim: &Claim| options.games.unwrap_or_else(|| usual(claim));
    let plans = claims.iter().map(|claim| plan(claim, games(claim), options.seed));
    let plans = plans.collect::<Result<Vec<_>, _>>()?;
    let header = header(options, &paper.name());
    let header = saved::header(header, &plans, scheduling, options.csv.is_some())?;
    let csv = options.csv.as_deref();
    let mut saved = match csv.filter(|_| options.stored) {
        Some(csv) => SavedGames::read(csv, &header, scheduling)?,
        None => SavedGames::open(csv, &header, scheduling)?,
    };
    options.figures.as_deref().map_or(Ok(()), open_folder)?;
    let mut played = HashMap::new();
    for plan in &plans {
        let key = saved::key(plan);
        if !options.stored {
            let playing = Playing {
                name: &key.0,
                threads: options.threads,
                clock: Clock::Wall,
                observer: &|_, _, _, _| (),
            };
            saved.play(&[Entrant::of_plan(plan)?], plan.seeds()?, &playing)?;
        }
        let games = saved.of(&key, plan.first_seed);
        played.insert(key, games);
    }
    if scheduling.is_sharded() {
        let games: usize = played.values().map(Vec::len).sum();
        return Ok(Report::new(format!(
            "Shard {}: {games} games. When all shards are done, `cargo lab merge FILE...` prints the tables.\n",
            scheduling.shard()
        )));
    }
    let comparison = Comparison::of(claims, &played, paper.figures())?;
    let drawings = match &options.figures {
        Some(folder) => draw(paper, options.table.as_deref(), &comparison, folder)?,
        None => Vec::new(),
    };
    Ok(Report::new(paper.print(&comparison)?).with_files(drawings))
}

/// The drawings of the figures of distributions, or the one that was asked for, of the rows that were
/// played.
fn draw(
    paper: Paper,
    only: Option<&str>,
    comparison: &Comparison,
    folder: &Path,
) -> Result<Vec<(PathBuf, String)>, CommandError> {
    /// As many bars as can be told apart at the width of a panel.
    const BARS: usize = 40;
    let mut drawings = Vec::new();
    for table in paper.tables() {
        let Content::Drawing(value) = table.content else { continue };
        if only.is_some_and(|only| only != table.name) {
            continue;
        }
        let Some(part) = comparison.part(table.has) else { continue };
        let numbers = |games: &[GameRecord]| games.iter().map(value).collect();
        let players: Vec<_> =
            part.played().map(|(claim, games)| (claim.label.as_str(), numbers(games))).collect();
        let path = folder.join(format!("{}-{}.svg", paper.name(), table.name));
        let svg = histogram::svg(table.title, &players, BARS).map_err(|error| error.to_string())?;
        drawings.push((path, svg));
    }
    Ok(drawings)
}
