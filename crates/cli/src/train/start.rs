//! Starts a run of `afterstate train`, or resumes one from its checkpoint.

use std::error::Error;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::options::{TrainOptions, sums};
use super::run::{self, RunSettings};
use afterstate::eval::ntuple::model::DOWNGRADE_FROM;
use afterstate::eval::ntuple::{Stages, TuplePatterns, file};
use afterstate::rules::{Grid, pack};
use afterstate_mpi::distributed::{DistributedTraining, Processes};
use afterstate_mpi::mpi::Mpi;
use afterstate_runs::checkpoint;
use afterstate_runs::files::{check_outputs, is_same_file, open_locked, read_text};
use afterstate_runs::output::note;
use afterstate_train::checkpoint::{RunProgress, State};
use afterstate_train::episode::Actor;
use afterstate_train::learner::Learner;
use afterstate_train::recipe::Recipe;

/// Runs `afterstate train`.
///
/// # Errors
/// With a message for the user: bad settings, or a checkpoint or log that cannot be used.
pub fn train(options: &TrainOptions) -> Result<(), Box<dyn Error>> {
    let processes = options.combine.map(|_| Mpi::join()).transpose()?;
    let trained = train_as(options, processes.as_ref());
    if let (Err(error), Some(processes)) = (&trained, processes) {
        note!("process {}: {error}\n", processes.number());
        processes.abort();
    }
    trained
}

/// Trains alone, or as one of several processes.
fn train_as(options: &TrainOptions, processes: Option<&Mpi>) -> Result<(), Box<dyn Error>> {
    let leads = processes.is_none_or(|processes| processes.number() == 0);
    let stages = options.stages.as_deref().map(sums).transpose()?;
    let measures = options.measures()?;
    // An empty file is a run that was ended before it was saved.
    let found = fs::metadata(&options.checkpoint);
    let continued = found.is_ok();
    let resumes = found.is_ok_and(|file| file.len() > 0);
    let file = (resumes && leads).then(|| open_locked(&options.checkpoint)).transpose()?;
    let state = if resumes { resume(options)? } else { start(options, stages.clone())? };
    let mut state = options.extend(state, stages)?;
    options.update(&mut state)?;
    options.set_policy(&mut state)?;
    let combine = processes.zip(options.combine).map_or_else(String::new, |(processes, every)| {
        format!(" --combine {every} on {} processes", processes.size())
    });
    state.done.history.push(format!(
        "at {:.0} s and {} moves: --threads {} --stages {} {}{combine}",
        state.done.seconds,
        state.done.moves,
        state.actors.len(),
        state.learner.stages,
        state.recipe,
    ));
    let settings = options.run_settings(&state, continued, measures)?;
    // A process that follows others writes no checkpoint.
    let file = match file {
        None if leads => Some(open_locked(&settings.checkpoint)?),
        file => file,
    };
    let mut distributed = match (processes, options.combine) {
        (Some(processes), Some(every)) => {
            Some(DistributedTraining::join(processes, &mut state, every, options.first_seed())?)
        }
        _ => None,
    };
    let Some(file) = file else {
        if let Some(distributed) = &mut distributed {
            distributed.follow(&mut state);
        }
        return Ok(());
    };
    note!(
        "training {}: --threads {} --stages {} {}\n",
        state.learner.patterns,
        state.actors.len(),
        state.learner.stages,
        state.recipe
    );
    run::run(&mut state, &settings, file, distributed.as_mut())?;
    if let Some(distributed) = distributed {
        distributed.end();
    }
    Ok(())
}

/// The log beside a checkpoint: `run.csv` for `run.ckpt`, and `run-0.5.csv` for `run-0.5`.
fn log_beside(checkpoint: &Path) -> PathBuf {
    if checkpoint.extension().is_some_and(|extension| extension == "ckpt") {
        return checkpoint.with_extension("csv");
    }
    let mut name = checkpoint.as_os_str().to_owned();
    name.push(".csv");
    name.into()
}

/// The positions of an archive, packed.
fn positions(path: &Path) -> Result<Vec<u64>, String> {
    let text = read_text(path)?;
    let position = |(index, line): (usize, &str)| {
        let wrong = |why: &dyn Display| format!("{}, line {}: {why}", path.display(), index + 1);
        let grid: Grid = line.parse().map_err(|error| wrong(&error))?;
        // A search downgrades the boards that it evaluates, too.
        let board = pack(&grid, DOWNGRADE_FROM).map_err(|error| wrong(&error))?;
        Ok(board.bits())
    };
    text.lines().enumerate().map(position).collect()
}

fn start(options: &TrainOptions, stages: Option<Stages>) -> Result<State, Box<dyn Error>> {
    let mut done = RunProgress::default();
    let learner = match &options.from {
        None => {
            let patterns =
                options.network.clone().unwrap_or_else(|| "4x6".parse().expect("a preset"));
            Learner::new(patterns, stages.unwrap_or_else(Stages::single))
        }
        Some(path) => {
            let network = afterstate_runs::network::load_packed(path)?;
            done.history.extend(network.provenance().lines().map(str::to_owned));
            let name = path.file_name().unwrap_or_default().display();
            let which = if options.kept_only { ", only the weights it contains" } else { "" };
            done.history.push(format!("from {name} on{which}:"));
            let learner = if options.kept_only {
                Learner::from_kept_weights(&network)
            } else {
                Learner::from_packed(&network)
            };
            match &options.last_stage_from {
                None => learner,
                Some(path) => {
                    let name = path.file_name().unwrap_or_default().display();
                    done.history.push(format!("with the last stage of {name}:"));
                    with_last_stage_from(path, learner, options.network.as_ref())?
                }
            }
        }
    };
    let threads = options.threads.unwrap_or(1) as u64;
    Ok(State {
        actors: (0..threads).map(|thread| Actor::new(options.first_seed(), thread)).collect(),
        archive: Vec::new(),
        policy: None,
        learner,
        recipe: Recipe::default(),
        done,
    })
}

/// Replaces the last stage of a network by that of a checkpoint. Both first get the tuples `network`,
/// if given.
fn with_last_stage_from(
    path: &Path,
    learner: Learner,
    network: Option<&TuplePatterns>,
) -> Result<Learner, Box<dyn Error>> {
    let other = checkpoint::load(path)?.learner;
    let network = network.unwrap_or(&learner.patterns).clone();
    let learner = learner.with_tuples(network.clone())?;
    Ok(learner.with_last_stage_of(&other.with_tuples(network)?)?)
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
    let adds_threads = options.threads.is_some_and(|threads| threads > state.actors.len());
    if options.seed.is_some() && !adds_threads && options.combine.is_none() {
        return Err(
            "--seed is for a new run, or for the threads that --threads adds to a run. Leave it out."
                .into(),
        );
    }
    if let Some(threads) = options.threads {
        // Added threads get new seeds, so the games are not those of a run without interruption.
        let (have, seed) =
            (state.actors.len(), options.first_seed().wrapping_add(state.done.moves));
        state.actors.truncate(threads);
        state.actors.extend((have..threads).map(|thread| Actor::new(seed, thread as u64)));
    }
    Ok(state)
}

impl TrainOptions {
    /// The seed of a new run, or of threads that are added to one.
    fn first_seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// The games of each measurement, by the ply of its search; plies without games are left out.
    fn measures(&self) -> Result<Vec<(u8, u64)>, String> {
        let &[at_one_ply, at_three_ply] = &self.measure_games[..] else {
            return Err(
                "--measure-games: expected two numbers with a comma between them, such as 1000,100."
                    .to_owned(),
            );
        };
        let measures = [(1, at_one_ply), (3, at_three_ply)];
        Ok(measures.into_iter().filter(|&(_, games)| games > 0).collect())
    }

    /// Adds the tuples and stages of the options to the network of the run or of --from.
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
            state.learner = state.learner.with_stages(stages);
        }
        Ok(state)
    }

    /// Puts the archive and the recipe of the options in place of the run's.
    fn update(&self, state: &mut State) -> Result<(), Box<dyn Error>> {
        let before = state.recipe.clone();
        if let Some(path) = &self.archive {
            state.archive = positions(path)?;
            let archived = format!("archive of {} positions:", state.archive.len());
            state.done.history.push(archived);
        }
        self.adjust(&mut state.recipe)?;
        if self.schedule.as_ref().is_some_and(|schedule| *schedule != before.schedule) {
            state.done.schedule_start = state.done.moves;
        }
        if state.recipe.archived > 0.0 && state.archive.is_empty() {
            return Err("--archive-share needs positions to start from: add --archive FILE.".into());
        }
        let stages = state.learner.stages.len();
        if state.recipe.frozen as usize >= stages {
            return Err(format!(
                "--frozen {} would learn nothing: it must be less than the number of stages, {stages} \
                 (see --stages).",
                state.recipe.frozen
            )
            .into());
        }
        if state.recipe.milestones != before.milestones {
            state.actors.iter_mut().for_each(Actor::clear_pools);
        }
        Ok(())
    }

    /// Reads the network of --policy. A run that began with one needs the same file.
    fn set_policy(&self, state: &mut State) -> Result<(), String> {
        let Some(path) = &self.policy else {
            return match state.recipe.policy {
                None => Ok(()),
                Some(_) => {
                    Err("This run learns the value of a given policy: add --policy FILE.".into())
                }
            };
        };
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let checksum = file::checksum(&bytes);
        let is_other = state.recipe.policy.is_some_and(|before| before != checksum);
        if is_other || (state.recipe.policy.is_none() && state.done.moves > 0) {
            return Err(format!(
                "{} is not the policy that this run began with. Name another checkpoint for a new run.",
                path.display()
            ));
        }
        let network = file::read(&bytes, |_| ());
        state.policy = Some(network.map_err(|error| format!("{}: {error}", path.display()))?);
        if state.recipe.policy.replace(checksum).is_none() {
            let name = path.file_name().unwrap_or_default().display();
            state.done.history.push(format!("the value of the moves of {name} ({checksum:08x}):"));
        }
        Ok(())
    }

    /// How to run from this state. `continued`: the checkpoint's file exists.
    fn run_settings(
        &self,
        state: &State,
        continued: bool,
        measures: Vec<(u8, u64)>,
    ) -> Result<RunSettings, Box<dyn Error>> {
        let time = match self.minutes {
            Some(minutes) => Duration::try_from_secs_f64(minutes * 60.0)?,
            None => Duration::MAX,
        };
        let scheduled = match state.recipe.schedule.moves() {
            0 => u64::MAX,
            moves => state.done.schedule_start.saturating_add(moves),
        };
        let log = self.log.clone().unwrap_or_else(|| log_beside(&self.checkpoint));
        let files = [&self.checkpoint, &log, &run::measures_log(&log), &run::curve(&log)];
        let inputs =
            [&self.from, &self.last_stage_from, &self.archive, &self.policy].into_iter().flatten();
        let inputs: Vec<&Path> = inputs.map(PathBuf::as_path).collect();
        files.iter().try_for_each(|file| check_outputs(&[file], &inputs))?;
        if let Some(twice) =
            (1..4).find(|&at| files[..at].iter().any(|file| is_same_file(file, files[at])))
        {
            return Err(format!(
                "{} would be both the checkpoint and a log, or two logs; name another file with --log.",
                files[twice].display()
            )
            .into());
        }
        run::check_logs(&log)?;
        Ok(RunSettings {
            checkpoint: self.checkpoint.clone(),
            log,
            continued,
            time,
            moves: self.moves.unwrap_or(u64::MAX).min(scheduled),
            log_every: Duration::try_from_secs_f64(self.every)?,
            save_every: Duration::try_from_secs_f64(self.save * 60.0)?,
            measures,
            measure_every: Duration::try_from_secs_f64(self.measure * 60.0)?,
        })
    }
}
