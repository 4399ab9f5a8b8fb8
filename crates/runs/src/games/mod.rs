//! What the commands that play many games share: shards, the format of the progress, and the files
//! of their games.

pub mod header;
pub mod saved;

use clap::Args;

use crate::progress::{ProgressFormat, ProgressStyle};
use afterstate_papers::experiment::Shard;
use header::{GamesHeader, Part, Series};

/// The games of one player on one board: its name, which has a mark if tiles do not spawn by the rules,
/// the rows and the columns.
pub type Key = (String, usize, usize);

/// The options for a scheduler that spreads games over machines.
#[derive(Args, Clone, Debug)]
pub struct Scheduling {
    /// Play shard I of N: every N-th seed, starting with the I-th. Each shard needs its own file;
    /// combine the files with `afterstate merge`
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// How to show progress on standard error
    #[arg(long, value_enum, default_value_t = ProgressFormat::Bar)]
    progress: ProgressFormat,
}

impl Scheduling {
    /// The shard to play, which is everything without `--shard`.
    pub fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    /// Whether only a shard is played.
    pub fn is_sharded(&self) -> bool {
        self.shard.is_some()
    }

    /// How to show the progress.
    pub fn style(&self) -> ProgressStyle {
        ProgressStyle { format: self.progress, shard: self.shard }
    }

    /// Adds the shard to the header of its file.
    ///
    /// # Errors
    /// If there is a shard and no file, without which it would be lost.
    pub fn complete(
        &self,
        header: GamesHeader,
        series: Vec<Series>,
        has_file: bool,
    ) -> Result<GamesHeader, String> {
        if self.shard.is_some() && !has_file {
            return Err(
                "--shard needs --csv FILE: `afterstate merge` combines the files of all shards."
                    .to_owned(),
            );
        }
        Ok(GamesHeader { part: self.shard.map(|shard| Part { shard, series }), ..header })
    }
}
