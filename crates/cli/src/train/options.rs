//! The options of `afterstate train`.

use std::path::PathBuf;

use clap::Args;

use afterstate::eval::ntuple::{StageError, Stages, TuplePatterns};
use afterstate_runs::numbers::{
    MOST_THREADS, above_zero, at_least, between, not_negative, share, whole,
};
use afterstate_train::recipe::{Recipe, Schedule, moves};

/// Train an n-tuple network, or continue a run from its checkpoint.
#[derive(Args, Debug)]
#[command(after_help = "\
If the checkpoint exists, the run continues with the settings stored in it, and options on the
command line replace them.

Stages: a network can have separate weights for each stage of the game. A stage starts when the
large tiles add up to a threshold. Carousel: games can start from boards that just reached such a
sum, so that late stages get as many games as early ones.

Errors: with --errors the network learns the scores of a player that makes this share of its moves
at random; with --policy, the scores that the moves of another network make. Add --restart 0, so that
no game begins in its middle.

  afterstate train --checkpoint small.ckpt --network 4x6 --minutes 30
  afterstate train --checkpoint large.ckpt --network 8x6 --threads 8 --schedule td:0.1@45e9,tc:1@5e9

Which methods helped: docs/evidence/training.md.")]
pub struct TrainOptions {
    /// Checkpoint of the run: read if it exists, written every --save minutes and at the end.
    #[arg(long, value_name = "FILE")]
    pub(super) checkpoint: PathBuf,
    /// Log, as CSV [default: the name of the checkpoint with .csv, instead of .ckpt or after it].
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,
    /// Tuples of a new network: 4x6, 8x6, 5x6, 4x5 or 5x4, lists of cells in hexadecimal, or
    /// several of these as in "8x6 0123 0145" [default: 4x6]. With /N the tuples distinguish only N
    /// ranks, as in 4x6/12. A run that continues, or a file given with --from, can get more tuples
    /// if it keeps all that it has.
    #[arg(long, value_name = "TUPLES")]
    pub(super) network: Option<TuplePatterns>,
    /// Start a new run from the weights of this network, a file of `afterstate model pack`.
    #[arg(long, value_name = "FILE")]
    pub(super) from: Option<PathBuf>,
    /// Learn only the weights that the file of --from has; those dropped by packing stay 0.
    #[arg(long, requires = "from")]
    pub(super) kept_only: bool,
    /// Take the last stage of the new run from this checkpoint, of a run that plays late boards
    /// better. It must have the same tuples once those of --network are added.
    #[arg(long, value_name = "FILE", requires = "from")]
    pub(super) last_stage_from: Option<PathBuf>,
    /// Sums of the large tiles at which a new stage starts, such as 16384,24576; 0 for one stage
    /// [default: 0]. A weight of a later stage starts as a copy of the stage before.
    #[arg(long, value_name = "SUMS", value_delimiter = ',', value_parser = at_least(0_u32))]
    pub(super) stages: Option<Vec<u32>>,
    /// Learning rate, above 0 and at most 2 [default: 1]. It is shared by all weights that a board
    /// looks up.
    #[arg(long, value_name = "RATE", value_parser = rate)]
    pub(super) alpha: Option<f32>,
    /// Temporal coherence: each weight adapts a learning rate of its own [default: true].
    #[arg(long)]
    pub(super) coherent: Option<bool>,
    /// Methods (td or tc for temporal coherence), rates and moves from here on, instead of --alpha
    /// and --coherent. With td:0.1@45e9,tc:1@5e9 the run ends after 50e9 more moves; the same
    /// schedule again continues it.
    #[arg(long, conflicts_with_all = ["alpha", "coherent"])]
    pub(super) schedule: Option<Schedule>,
    /// Lambda of TD(lambda), 0 to 1 [default: 0.5].
    #[arg(long, value_parser = share::<f32>)]
    pub(super) lambda: Option<f32>,
    /// Play a finished game again from its middle, then from the middle of the rest, while this
    /// many moves remain; 0 for never [default: 10].
    #[arg(long, value_name = "MOVES", value_parser = at_least(0_u32))]
    pub(super) restart: Option<u32>,
    /// Share of the games that start from boards that just reached one of the --milestones, 0 to 1
    /// [default: 0].
    #[arg(long, value_name = "SHARE", value_parser = share::<f64>)]
    pub(super) carousel: Option<f64>,
    /// Positions to start games from, one per line, as written by
    /// `afterstate match --boards`. The checkpoint keeps them.
    #[arg(long, value_name = "FILE")]
    pub(super) archive: Option<PathBuf>,
    /// Share of the games that start from the archive, 0 to 1 [default: 0]. --carousel is a share
    /// of the other games.
    #[arg(long, value_name = "SHARE", value_parser = share::<f64>)]
    pub(super) archive_share: Option<f64>,
    /// Sums of the large tiles at which boards are kept for --carousel, such as 16384,24576; 0 for
    /// none [default: 0].
    #[arg(long, value_name = "SUMS", value_delimiter = ',', value_parser = at_least(0_u32))]
    pub(super) milestones: Option<Vec<u32>>,
    /// Play the first N stages without learning in them; fewer than the network has [default: 0].
    #[arg(long, value_name = "N", value_parser = at_least(0_u32))]
    pub(super) frozen: Option<u32>,
    /// Share of the moves that are errors, 0 to 1: any possible move, each as likely [default: 0].
    #[arg(long, value_name = "SHARE", value_parser = share::<f64>)]
    pub(super) errors: Option<f64>,
    /// Share of the moves, in half of the games, that explore boards of other players, 0 to 1: any
    /// move, or moves by habit. The values stay those of the moves without them [default: 0].
    #[arg(long, value_name = "SHARE", value_parser = share::<f64>)]
    pub(super) explore: Option<f64>,
    /// Play the moves of this network, a file of `afterstate model pack`, and learn their value. To
    /// continue the run, name the file again.
    #[arg(long, value_name = "FILE", conflicts_with = "combine")]
    pub(super) policy: Option<PathBuf>,
    /// Training threads [default: 1, or as many as the run had before].
    #[arg(long, value_parser = between(1, MOST_THREADS))]
    pub(super) threads: Option<usize>,
    /// Seed of a new run, or of the threads that --threads adds to a run [default: 1].
    #[arg(long, value_parser = whole(0))]
    pub(super) seed: Option<u64>,
    /// Minutes to train. Required unless --moves or --schedule is given, which then end the run.
    #[arg(long, value_parser = not_negative::<f64>, required_unless_present_any = ["moves", "schedule"])]
    pub(super) minutes: Option<f64>,
    /// Training moves of the whole run, such as 5e9, including those made before.
    #[arg(long, value_parser = moves)]
    pub(super) moves: Option<u64>,
    /// Train together with the other processes that `mpirun` started. They combine their networks
    /// whenever every process has made this many more moves, such as 5e6. Needs a build with MPI
    /// (docs/develop/clusters.md).
    #[arg(long, value_name = "MOVES", value_parser = moves)]
    pub(super) combine: Option<u64>,
    /// Seconds between two lines of the log.
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = above_zero::<f64>)]
    pub(super) every: f64,
    /// Minutes between two checkpoints.
    #[arg(long, value_name = "MINUTES", default_value_t = 20.0, value_parser = not_negative::<f64>)]
    pub(super) save: f64,
    /// Minutes between two measurements, which play games on fixed seeds.
    #[arg(long, value_name = "MINUTES", default_value_t = 30.0, value_parser = not_negative::<f64>)]
    pub(super) measure: f64,
    /// Games of a measurement at 1-ply and at 3-ply, such as 1000,100; 0,0 for no measurements.
    #[arg(long, value_name = "GAMES,GAMES", value_delimiter = ',', default_value = "0,0", value_parser = whole(0))]
    pub(super) measure_games: Vec<u64>,
}

/// Reads a learning rate.
fn rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().ok().filter(|rate: &f32| *rate > 0.0 && *rate <= 2.0);
    rate.ok_or_else(|| "expected a number above 0 and at most 2".to_owned())
}

/// The thresholds of `--stages` or `--milestones`.
pub(super) fn sums(given: &[u32]) -> Result<Stages, StageError> {
    if given == [0] { Ok(Stages::single()) } else { Stages::new(given) }
}

impl TrainOptions {
    /// Replaces the settings of a recipe by those given.
    pub(super) fn adjust(&self, recipe: &mut Recipe) -> Result<(), String> {
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
        if let Some(errors) = self.errors {
            recipe.errors = errors;
        }
        if let Some(explore) = self.explore {
            recipe.explore = explore;
        }
        // A checkpoint may have any numbers.
        if !(recipe.alpha > 0.0 && recipe.alpha <= 2.0) {
            return Err("--alpha must be above 0 and at most 2.".into());
        }
        let shares = [
            ("--lambda", f64::from(recipe.lambda)),
            ("--carousel", recipe.carousel),
            ("--archive-share", recipe.archived),
            ("--errors", recipe.errors),
            ("--explore", recipe.explore),
        ];
        if let Some((option, _)) = shares.iter().find(|(_, share)| !(0.0..=1.0).contains(share)) {
            return Err(format!("{option} must be from 0 to 1."));
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
            errors: 0.05,
            explore: 0.3,
            policy: None,
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
