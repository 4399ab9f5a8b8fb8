//! The settings of a run: what to learn with, and how. Leaves out the network's shape and files.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::eval::ntuple::Stages;

/// How a run learns. Every number is part of a checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recipe {
    /// Learning rate, before the division by the lookups of one evaluation: 1 with coherence
    /// (ziap/2048-tdl), 0.1 without (TDL2048+).
    pub alpha: f32,
    /// Whether each weight has its own rate by temporal coherence.
    pub coherent: bool,
    /// Lambda of TD(lambda), 0 to 1.
    pub lambda: f32,
    /// A finished game is restarted from its middle while the middle is at least this many moves
    /// from both ends; 0 for no restarts.
    pub restart: u32,
    /// The share of starts that are taken from boards that just reached a milestone, 0 to 1.
    pub carousel: f64,
    /// The share of starts that are taken from the run's archive of positions, 0 to 1; of the others the
    /// carousel takes its share.
    #[serde(default)]
    pub archived: f64,
    /// Sums of large tiles that boards are remembered for, as the stages of a network are told.
    #[serde(default = "Stages::single", serialize_with = "sums", deserialize_with = "from_sums")]
    pub milestones: Stages,
    /// Stages before this one are played but not learned from, so that the optimism of a new stage
    /// does not reach back into those that lead to it.
    #[serde(default)]
    pub frozen: u32,
}

impl Default for Recipe {
    /// TC learning with lambda 0.5 and restarts down to ten moves, what reached furthest in the
    /// same time in the first trials (docs/results/training-log.md).
    fn default() -> Self {
        Recipe {
            alpha: 1.0,
            coherent: true,
            lambda: 0.5,
            restart: 10,
            carousel: 0.0,
            archived: 0.0,
            milestones: Stages::single(),
            frozen: 0,
        }
    }
}

impl fmt::Display for Recipe {
    /// The options of `afterstate train` that give this recipe.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Recipe { alpha, coherent, lambda, restart, carousel, archived, milestones, frozen } =
            self;
        write!(f, "--alpha {alpha} --coherent {coherent} --lambda {lambda} --restart {restart} ")?;
        write!(f, "--carousel {carousel} --archived {archived} ")?;
        write!(f, "--milestones {milestones} --frozen {frozen}")
    }
}

fn sums<S: Serializer>(milestones: &Stages, to: S) -> Result<S::Ok, S::Error> {
    milestones.thresholds().serialize(to)
}

fn from_sums<'de, D: Deserializer<'de>>(from: D) -> Result<Stages, D::Error> {
    Stages::new(&Vec::<u32>::deserialize(from)?).map_err(serde::de::Error::custom)
}
