//! The command line of `afterstate train`: starts a run, or resumes one from its checkpoint.

use std::error::Error;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use crate::eval::ntuple::model::DOWNGRADE_FROM;
use crate::eval::ntuple::{StageError, Stages, TuplePatterns};
use crate::rules::Grid;
use crate::search::pack;

use super::super::numbers::{above_zero, finite, not_negative};
use super::super::output::note;
use super::run::{self, Plan};
use crate::files::hold;
use crate::train::checkpoint::{self, Done, State};
use crate::train::episode::Actor;
use crate::train::learner::Learner;
use crate::train::mpi::Mpi;
use crate::train::recipe::{Recipe, Schedule, moves};
use crate::train::together::{Ranks, Together};

/// More threads than a machine has cores. The limit catches typos, which would cost the memory of
/// each thread's games.
const MOST_THREADS: u64 = 256;

/// Train an n-tuple network, or continue a run from its checkpoint.
///
/// If the checkpoint exists, the run continues with the settings stored in it; options on the
/// command line replace them.
#[derive(Args, Debug)]
#[command(after_help = "\
If the checkpoint exists, the run continues with the settings stored in it, and options on the
command line replace them.

Stages: a network can have separate weights for each stage of the game. A stage starts when the
large tiles add up to a threshold. Carousel: games can start from boards that just reached such a
sum, so that late stages get as many games as early ones.

  afterstate train --checkpoint small.ckpt --network 4x6 --minutes 30
  afterstate train --checkpoint large.ckpt --network 8x6 --threads 8 --schedule td:0.1@45e9,tc:1@5e9

Which methods helped: docs/results/training.md.")]
pub struct TrainOptions {
    /// Checkpoint of the run: read if it exists, written every --save minutes and at the end.
    #[arg(long, value_name = "FILE")]
    checkpoint: PathBuf,
    /// Log, as CSV [default: the name of the checkpoint with .csv].
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Tuples of a new network: 4x6, 8x6, 5x6, 4x5 or 5x4, lists of cells in hexadecimal, or
    /// several of these as in "8x6 0123 0145" [default: 4x6]. With /N the tuples distinguish only N
    /// ranks, as in 4x6/12. A run that continues, or a file given with --from, can get more tuples
    /// if it keeps all that it has.
    #[arg(long, value_name = "TUPLES")]
    network: Option<TuplePatterns>,
    /// Start a new run from the weights of this network, a file of `afterstate model pack`.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Learn only the weights that the file of --from has; those dropped by packing stay 0.
    #[arg(long, requires = "from")]
    kept_only: bool,
    /// Sums of the large tiles at which a new stage starts, such as 16384,24576; 0 for one stage
    /// [default: 0]. A weight of a later stage starts as a copy of the stage before.
    #[arg(long, value_name = "SUMS", value_delimiter = ',')]
    stages: Option<Vec<u32>>,
    /// Points to add to the value of every board that a new run or a new stage has not seen, so
    /// that it is tried.
    #[arg(long, value_name = "POINTS", default_value_t = 0.0, value_parser = finite)]
    optimism: f32,
    /// Learning rate, above 0 and at most 2 [default: 1]. It is shared by all weights that a board
    /// looks up.
    #[arg(long, value_name = "RATE")]
    alpha: Option<f32>,
    /// Temporal coherence: each weight adapts a learning rate of its own [default: true].
    #[arg(long)]
    coherent: Option<bool>,
    /// Methods (td or tc for temporal coherence), rates and moves of the whole run, instead of
    /// --alpha and --coherent. The run ends after td:0.1@45e9,tc:1@5e9 has made 50e9 moves.
    #[arg(long, conflicts_with_all = ["alpha", "coherent"])]
    schedule: Option<Schedule>,
    /// Lambda of TD(lambda), 0 to 1 [default: 0.5].
    #[arg(long)]
    lambda: Option<f32>,
    /// Play a finished game again from its middle, then from the middle of the rest, while this
    /// many moves remain; 0 for never [default: 10].
    #[arg(long, value_name = "MOVES")]
    restart: Option<u32>,
    /// Share of the games that start from boards that just reached one of the --milestones, 0 to 1
    /// [default: 0].
    #[arg(long, value_name = "SHARE")]
    carousel: Option<f64>,
    /// Positions to start games from, one per line, as written by
    /// `afterstate model measure --boards`. The checkpoint keeps them.
    #[arg(long, value_name = "FILE")]
    archive: Option<PathBuf>,
    /// Share of the games that start from the archive, 0 to 1 [default: 0]. --carousel is a share
    /// of the other games.
    #[arg(long, alias = "archived", value_name = "SHARE")]
    archive_share: Option<f64>,
    /// Sums of the large tiles at which boards are kept for --carousel, such as 16384,24576; 0 for
    /// none [default: 0].
    #[arg(long, value_name = "SUMS", value_delimiter = ',')]
    milestones: Option<Vec<u32>>,
    /// Play the first N stages without learning in them [default: 0].
    #[arg(long, value_name = "N")]
    frozen: Option<u32>,
    /// Training threads [default: 1, or as many as the run had before].
    #[arg(long, value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_THREADS))]
    threads: Option<usize>,
    /// Seed of a new run.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Minutes to train. Required unless --moves or --schedule is given, which then end the run.
    #[arg(long, value_parser = not_negative, required_unless_present_any = ["moves", "schedule"])]
    minutes: Option<f64>,
    /// Training moves of the whole run, such as 5e9, including those made before.
    #[arg(long, value_parser = moves)]
    moves: Option<u64>,
    /// Train together with the other processes that `mpirun` started. They combine their networks
    /// each time each of them has made this many moves, such as 5e6. Needs a build with MPI
    /// (docs/cluster-training.md).
    #[arg(long, value_name = "MOVES", value_parser = moves)]
    combine: Option<u64>,
    /// Seconds between two lines of the log.
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = above_zero)]
    every: f64,
    /// Minutes between two checkpoints.
    #[arg(long, value_name = "MINUTES", default_value_t = 20.0, value_parser = not_negative)]
    save: f64,
    /// Minutes between two measurements, which play games on fixed seeds.
    #[arg(long, value_name = "MINUTES", default_value_t = 30.0, value_parser = not_negative)]
    measure: f64,
    /// Games of a measurement at 1-ply and at 3-ply, such as 1000,100; 0,0 for no measurements.
    #[arg(long, value_name = "GAMES,GAMES", value_delimiter = ',', default_value = "0,0")]
    measure_games: Vec<u64>,
}

/// Runs `afterstate train`.
///
/// # Errors
/// With a message for the user: bad settings, or a checkpoint or log that cannot be used.
pub fn train(options: &TrainOptions) -> Result<(), Box<dyn Error>> {
    let ranks = options.combine.map(|_| Mpi::join()).transpose()?;
    let trained = train_as(options, ranks.as_ref());
    if let (Err(error), Some(ranks)) = (&trained, ranks) {
        note!("rank {}: {error}\n", ranks.rank());
        ranks.abort();
    }
    trained
}

/// Trains alone, or as one of several processes.
fn train_as(options: &TrainOptions, ranks: Option<&Mpi>) -> Result<(), Box<dyn Error>> {
    let leads = ranks.is_none_or(|ranks| ranks.rank() == 0);
    let stages = options.stages.as_deref().map(sums).transpose()?;
    let &[at_one_ply, at_three_ply] = &options.measure_games[..] else {
        return Err(
            "--measure-games: expected two numbers with a comma between them, such as 1000,100."
                .into(),
        );
    };
    // An empty file is a run that was ended before it was saved.
    let before = fs::metadata(&options.checkpoint);
    let continued = before.is_ok();
    let begun = before.is_ok_and(|file| file.len() > 0);
    let held = (begun && leads).then(|| hold(&options.checkpoint)).transpose()?;
    let state = if begun { resume(options)? } else { start(options, stages.clone())? };
    let mut state = options.extend(state, stages)?;
    let milestones = state.recipe.milestones.clone();
    let before = state.recipe.schedule.clone();
    if let Some(path) = &options.archive {
        state.archive = positions(path)?;
        let archived = format!("archive of {} positions:", state.archive.len());
        state.done.history.push(archived);
    }
    options.adjust(&mut state.recipe)?;
    if options.schedule.as_ref().is_some_and(|schedule| *schedule != before) {
        state.done.schedule_start = state.done.moves;
    }
    if state.recipe.archived > 0.0 && state.archive.is_empty() {
        return Err("--archive-share needs positions to start from: add --archive FILE.".into());
    }
    if state.recipe.milestones != milestones {
        state.actors.iter_mut().for_each(Actor::clear_pools);
    }
    state.done.history.push(format!(
        "at {:.0} s and {} moves: --threads {} --stages {} --optimism {} {}{}",
        state.done.seconds,
        state.done.moves,
        state.actors.len(),
        state.learner.stages,
        options.optimism,
        state.recipe,
        ranks.zip(options.combine).map_or_else(String::new, |(ranks, every)| {
            format!(" --combine {every} on {} processes", ranks.size())
        }),
    ));
    let time = match options.minutes {
        Some(minutes) => Duration::try_from_secs_f64(minutes * 60.0)?,
        None => Duration::MAX,
    };
    let scheduled = match state.recipe.schedule.moves() {
        0 => u64::MAX,
        moves => state.done.schedule_start.saturating_add(moves),
    };
    let plan = Plan {
        checkpoint: options.checkpoint.clone(),
        log: options.log.clone().unwrap_or_else(|| options.checkpoint.with_extension("csv")),
        continued,
        time,
        moves: options.moves.unwrap_or(u64::MAX).min(scheduled),
        round: Duration::try_from_secs_f64(options.every)?,
        every: Duration::try_from_secs_f64(options.save * 60.0)?,
        measures: [(1, at_one_ply), (3, at_three_ply)]
            .into_iter()
            .filter(|&(_, games)| games > 0)
            .collect(),
        measure_every: Duration::try_from_secs_f64(options.measure * 60.0)?,
    };
    let mut together = match (ranks, options.combine) {
        (Some(ranks), Some(every)) => Some(Together::join(ranks, &mut state, every, options.seed)?),
        _ => None,
    };
    if let Some(together) = together.as_mut().filter(|_| !leads) {
        together.follow(&mut state);
        return Ok(());
    }
    note!(
        "training {}: --threads {} --stages {} {}\n",
        state.learner.patterns,
        state.actors.len(),
        state.learner.stages,
        state.recipe
    );
    let held = held.map_or_else(|| hold(&plan.checkpoint), Ok)?;
    run::run(&mut state, &plan, held, together.as_mut())?;
    if let Some(together) = together {
        together.end();
    }
    Ok(())
}

/// The thresholds of `--stages` or `--milestones`.
fn sums(given: &[u32]) -> Result<Stages, StageError> {
    if given == [0] { Ok(Stages::single()) } else { Stages::new(given) }
}

/// The positions of an archive, packed.
fn positions(path: &Path) -> Result<Vec<u64>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let position = |(index, line): (usize, &str)| {
        let wrong = |why: &dyn Display| format!("{}, line {}: {why}", path.display(), index + 1);
        let grid: Grid = line.parse().map_err(|error| wrong(&error))?;
        // Taken down as a search shows them to the network.
        let board = pack(&grid, DOWNGRADE_FROM).map_err(|error| wrong(&error))?;
        Ok(board.bits())
    };
    text.lines().enumerate().map(position).collect()
}

fn start(options: &TrainOptions, stages: Option<Stages>) -> Result<State, Box<dyn Error>> {
    let mut done = Done::default();
    let learner = match &options.from {
        None => {
            let patterns =
                options.network.clone().unwrap_or_else(|| "4x6".parse().expect("a preset"));
            Learner::new(patterns, stages.unwrap_or_else(Stages::single), options.optimism)
        }
        Some(path) => {
            let model = crate::cli::model::load(path)?;
            done.history.extend(model.provenance().lines().map(str::to_owned));
            let name = path.file_name().unwrap_or_default().display();
            let which = if options.kept_only { ", only the weights it contains" } else { "" };
            done.history.push(format!("from {name} on{which}:"));
            Learner::from_model(&model, options.kept_only)
        }
    };
    let threads = options.threads.unwrap_or(1) as u64;
    Ok(State {
        actors: (0..threads).map(|thread| Actor::new(options.seed, thread)).collect(),
        archive: Vec::new(),
        learner,
        recipe: Recipe::default(),
        done,
    })
}

fn resume(options: &TrainOptions) -> Result<State, Box<dyn Error>> {
    if options.from.is_some() {
        return Err(format!(
            "{} is a run that has begun, and --from starts a new one. Leave --from out, or name another checkpoint.",
            options.checkpoint.display()
        )
        .into());
    }
    let mut state = checkpoint::load(&options.checkpoint)?;
    if let Some(threads) = options.threads {
        // Further threads get seeds of their own; the run is then no longer the uninterrupted one.
        let (have, seed) = (state.actors.len(), options.seed.wrapping_add(state.done.moves));
        state.actors.truncate(threads);
        state.actors.extend((have..threads).map(|thread| Actor::new(seed, thread as u64)));
    }
    Ok(state)
}

impl TrainOptions {
    /// Gives a network that is known from before the tuples and stages that it is to go on with.
    fn extend(&self, mut state: State, stages: Option<Stages>) -> Result<State, String> {
        if let Some(patterns) = &self.network
            && *patterns != state.learner.patterns
        {
            state.learner = state.learner.with_tuples(patterns.clone())?;
            state.done.history.push(format!("with the tuples {patterns}:"));
        }
        if let Some(stages) = stages
            && stages != state.learner.stages
        {
            state.learner = state.learner.with_stages(stages, self.optimism);
        }
        Ok(state)
    }

    /// Replaces the settings of a recipe by those given.
    fn adjust(&self, recipe: &mut Recipe) -> Result<(), String> {
        if let Some(alpha) = self.alpha {
            recipe.alpha = alpha;
        }
        if let Some(coherent) = self.coherent {
            recipe.coherent = coherent;
        }
        if self.alpha.is_some() || self.coherent.is_some() {
            recipe.schedule = Schedule::default();
        }
        if let Some(schedule) = &self.schedule {
            recipe.schedule = schedule.clone();
        }
        if let Some(lambda) = self.lambda {
            recipe.lambda = lambda;
        }
        if let Some(restart) = self.restart {
            recipe.restart = restart;
        }
        if let Some(carousel) = self.carousel {
            recipe.carousel = carousel;
        }
        if let Some(archived) = self.archive_share {
            recipe.archived = archived;
        }
        if let Some(milestones) = &self.milestones {
            recipe.milestones =
                sums(milestones).map_err(|error| format!("--milestones: {error}"))?;
        }
        if let Some(frozen) = self.frozen {
            recipe.frozen = frozen;
        }
        if !(recipe.alpha > 0.0 && recipe.alpha <= 2.0) {
            return Err("--alpha must be above 0 and at most 2.".into());
        }
        if !(0.0..=1.0).contains(&recipe.lambda) {
            return Err("--lambda must be from 0 to 1.".into());
        }
        if !(0.0..=1.0).contains(&recipe.carousel) {
            return Err("--carousel must be from 0 to 1.".into());
        }
        if !(0.0..=1.0).contains(&recipe.archived) {
            return Err("--archive-share must be from 0 to 1.".into());
        }
        if recipe.carousel > 0.0 && recipe.milestones.thresholds().is_empty() {
            return Err("--carousel needs boards to start from: add --milestones SUMS.".into());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: TrainOptions,
    }

    #[test]
    fn a_recipe_reads_as_the_options_that_give_it() {
        let other = Recipe {
            alpha: 0.1,
            coherent: false,
            lambda: 0.25,
            restart: 0,
            carousel: 0.4,
            archived: 0.3,
            milestones: Stages::new(&[16384, 24576]).unwrap(),
            frozen: 1,
            schedule: Schedule::default(),
        };
        let scheduled =
            Recipe { schedule: "td:0.1@45e9,tc:1@5e9".parse().unwrap(), ..Recipe::default() };
        for (recipe, mut from) in [
            (other.clone(), Recipe::default()),
            (Recipe::default(), other),
            (scheduled, Recipe::default()),
        ] {
            let line = format!("train --checkpoint run.ckpt --minutes 1 {recipe}");
            let line = Line::try_parse_from(line.split(' ')).unwrap();
            line.options.adjust(&mut from).unwrap();
            assert_eq!(from, recipe);
        }
    }
}
