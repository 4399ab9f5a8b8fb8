//! The settings of a training run: the method and its rate, the starting positions, and a schedule
//! of methods.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use afterstate::eval::ntuple::Stages;

/// The settings of a training run. A checkpoint stores all of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recipe {
    /// Learning rate, before the division by the lookups of one evaluation: 1 with coherence
    /// (ziap/2048-tdl), 0.1 without (TDL2048+).
    pub alpha: f32,
    /// Whether each weight has its own rate by temporal coherence.
    pub coherent: bool,
    /// Lambda of TD(lambda), 0 to 1.
    pub lambda: f32,
    /// A finished game is restarted from its middle if the middle is at least this many moves from
    /// both ends; 0 for no restarts.
    pub restart: u32,
    /// The share of starts that are taken from boards that just reached a milestone, 0 to 1.
    pub carousel: f64,
    /// The share of starts that are taken from the run's archive of positions, 0 to 1. The carousel
    /// takes its share of the other starts.
    #[serde(default)]
    pub archived: f64,
    /// Sums of large tiles at which boards are kept for the carousel.
    #[serde(default = "Stages::single", serialize_with = "sums", deserialize_with = "from_sums")]
    pub milestones: Stages,
    /// Stages before this one are played but not learned from.
    #[serde(default)]
    pub frozen: u32,
    /// The share of the moves that are errors, 0 to 1: instead of the best move a possible move is
    /// made at random. The values are then those of a player that keeps making so many errors.
    #[serde(default)]
    pub errors: f64,
    /// The share of the moves that explore, in half of the games: the game goes on with a move that is
    /// not the policy's, and the moves before it learn from the value of the policy's move. So the
    /// network gets to know boards that other players leave, with the values that the policy gives them.
    #[serde(default)]
    pub explore: f64,
    /// The checksum of the network whose moves are played, in a run that learns the value of a given
    /// policy ([`State::policy`](crate::checkpoint::State::policy)).
    #[serde(default)]
    pub policy: Option<u32>,
    /// A sequence of methods and rates that replaces `alpha` and `coherent` until its end.
    #[serde(default)]
    pub schedule: Schedule,
}

impl Default for Recipe {
    /// TC learning with lambda 0.5 and restarts down to ten moves. After the same time of training
    /// 200 games with a 3-ply search scored 202,365 ± 10,625, and 185,545 ± 7,004 without restarts
    /// (docs/log/training.md).
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
            errors: 0.0,
            explore: 0.0,
            policy: None,
            schedule: Schedule::default(),
        }
    }
}

impl fmt::Display for Recipe {
    /// The options of `afterstate train` that give this recipe.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Recipe { alpha, coherent, lambda, restart, carousel, archived, .. } = self;
        let Recipe { milestones, frozen, errors, explore, schedule, .. } = self;
        if *schedule == Schedule::default() {
            write!(f, "--alpha {alpha} --coherent {coherent} ")?;
        } else {
            write!(f, "--schedule {schedule} ")?;
        }
        write!(f, "--lambda {lambda} --restart {restart} --carousel {carousel} ")?;
        write!(f, "--archive-share {archived} --milestones {milestones} --frozen {frozen} ")?;
        write!(f, "--errors {errors} --explore {explore}")
    }
}

/// One part of a schedule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Phase {
    /// Whether each weight has its own rate by temporal coherence.
    pub coherent: bool,
    /// Learning rate, above 0 and at most 2.
    pub alpha: f32,
    /// Its length in training moves.
    pub moves: u64,
}

/// A sequence of phases, as text such as `td:0.1@45e9,tc:1@5e9`; empty by default.
///
/// ```
/// use afterstate_train::recipe::Schedule;
///
/// let schedule: Schedule = "td:0.1@9e6,tc:1@1e6".parse()?;
/// assert_eq!(schedule.moves(), 10_000_000);
/// let (phase, left) = schedule.at(9_500_000).expect("the second phase");
/// assert!(phase.coherent && left == 500_000);
/// # Ok::<(), afterstate_train::recipe::ScheduleError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schedule {
    phases: Vec<Phase>,
}

impl Schedule {
    /// Training moves of all phases.
    pub fn moves(&self) -> u64 {
        self.phases.iter().fold(0, |moves, phase| moves.saturating_add(phase.moves))
    }

    /// The phase after `moves` moves of the schedule, and the number of moves left in it.
    pub fn at(&self, mut moves: u64) -> Option<(Phase, u64)> {
        for &phase in &self.phases {
            if moves < phase.moves {
                return Some((phase, phase.moves - moves));
            }
            moves -= phase.moves;
        }
        None
    }
}

/// Why a text is not a schedule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0}; a schedule is a list of METHOD:RATE@MOVES such as td:0.1@45e9,tc:1@5e9, with the methods td \
     and tc, rates above 0 and at most 2, and at least one move"
)]
pub struct ScheduleError(String);

/// Reads a number of moves such as `250000` or `5e9`.
///
/// # Errors
/// If the text is not a whole number from 1 to 1e18.
pub fn moves(text: &str) -> Result<u64, String> {
    let number = text.trim().parse().ok();
    let number = number.filter(|n: &f64| (1.0..=1e18).contains(n) && n.fract() == 0.0);
    let error = || format!("moves must be a whole number from 1 to 1e18, got '{text}'");
    Ok(number.ok_or_else(error)? as u64)
}

impl FromStr for Schedule {
    type Err = ScheduleError;

    fn from_str(text: &str) -> Result<Self, ScheduleError> {
        let phase = |part: &str| {
            let wrong = |why: &str| ScheduleError(format!("'{}': {why}", part.trim()));
            let (method, rest) = part.split_once(':').ok_or_else(|| wrong("no ':'"))?;
            let (rate, count) = rest.split_once('@').ok_or_else(|| wrong("no '@'"))?;
            let coherent = match method.trim() {
                "td" => false,
                "tc" => true,
                _ => return Err(wrong("unknown method")),
            };
            let alpha: f32 = rate.trim().parse().map_err(|_| wrong("the rate is not a number"))?;
            if !(alpha > 0.0 && alpha <= 2.0) {
                return Err(wrong("rate out of range"));
            }
            Ok(Phase { coherent, alpha, moves: moves(count).map_err(|why| wrong(&why))? })
        };
        Ok(Schedule { phases: text.split(',').map(phase).collect::<Result<_, _>>()? })
    }
}

impl fmt::Display for Schedule {
    /// The form that [`FromStr`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, Phase { coherent, alpha, moves }) in self.phases.iter().enumerate() {
            let method = if *coherent { "tc" } else { "td" };
            write!(f, "{}{method}:{alpha}@{moves}", if place == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl Serialize for Schedule {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Schedule {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match String::deserialize(from)?.as_str() {
            "" => Ok(Schedule::default()),
            text => text.parse().map_err(serde::de::Error::custom),
        }
    }
}

fn sums<S: Serializer>(milestones: &Stages, to: S) -> Result<S::Ok, S::Error> {
    milestones.thresholds().serialize(to)
}

fn from_sums<'de, D: Deserializer<'de>>(from: D) -> Result<Stages, D::Error> {
    Stages::new(&Vec::<u32>::deserialize(from)?).map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedule_goes_from_phase_to_phase() {
        let schedule: Schedule = "td:0.1@45e9, tc:1.0@5e9".parse().unwrap();
        assert_eq!(schedule.moves(), 50_000_000_000);
        let td = Phase { coherent: false, alpha: 0.1, moves: 45_000_000_000 };
        let tc = Phase { coherent: true, alpha: 1.0, moves: 5_000_000_000 };
        assert_eq!(schedule.at(0), Some((td, 45_000_000_000)));
        assert_eq!(schedule.at(44_999_999_999), Some((td, 1)));
        assert_eq!(schedule.at(45_000_000_000), Some((tc, 5_000_000_000)));
        assert_eq!(schedule.at(50_000_000_000), None);
        assert_eq!(schedule.to_string().parse(), Ok(schedule));
        assert_eq!(Schedule::default().at(0), None);
        // Phases may add up to more than a number of moves holds.
        let long: Schedule = ["td:1@1e18"; 19].join(",").parse().unwrap();
        assert_eq!(long.moves(), u64::MAX);
    }

    #[test]
    fn errors_of_schedules_name_the_accepted_form() {
        for bad in ["", "td", "td:0.1", "td@5e9", "xx:1@5", "td:0@5", "td:3@5", "td:nan@5"] {
            let error = bad.parse::<Schedule>().expect_err(bad).to_string();
            assert!(error.contains("METHOD:RATE@MOVES"), "{error}");
        }
        for bad in ["td:1@0", "td:1@0.5", "td:1@-4", "td:1@x", "td:1@1e30", "td:1@5,"] {
            assert!(bad.parse::<Schedule>().is_err(), "{bad}");
        }
    }
}
