//! A figure that a paper prints of a player's games, beside our games of that player: how rarely
//! chance alone puts them so far apart, and how likely a difference would show.

use std::ops::RangeInclusive;

use super::probability::{
    Fisher, normal, normal_of_t, normal_quantile, skewed, t_of_normal, two_sided, unskewed,
};

/// The mean and the standard deviation of some numbers, one for each game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
}

impl Moments {
    /// Those of these numbers, divided by how many they are, as the papers do.
    pub fn of(numbers: &[f64]) -> Moments {
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        Moments { mean, deviation: (squares / count).sqrt() }
    }

    /// The mean third power of the differences of these numbers from the mean, in third powers of the
    /// deviation; 0 for numbers that are all alike.
    pub fn skewness(self, numbers: &[f64]) -> f64 {
        if self.deviation <= 0.0 {
            return 0.0;
        }
        let cube = |number: &f64| ((number - self.mean) / self.deviation).powi(3);
        numbers.iter().map(cube).sum::<f64>() / numbers.len() as f64
    }
}

/// Which extreme of some games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// The smallest value.
    Minimum,
    /// The largest value.
    Maximum,
}

impl Extreme {
    /// That of these numbers.
    pub fn of(self, numbers: &[f64]) -> f64 {
        match self {
            Extreme::Minimum => numbers.iter().copied().fold(f64::INFINITY, f64::min),
            Extreme::Maximum => numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        }
    }
}

/// A figure of a paper, and what our games give.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// A mean, with the standard deviation of the paper's games if it prints one.
    Mean {
        /// The paper's mean.
        printed: f64,
        /// Its standard deviation.
        deviation: Option<f64>,
        /// How far the printed mean may be from the computed one.
        rounding: f64,
        /// Ours.
        ours: Moments,
        /// The mean third power of our differences from the mean, in third powers of the deviation.
        skewness: f64,
    },
    /// A number of games that reach something.
    Share {
        /// The numbers of the paper's games that it can mean.
        printed: RangeInclusive<usize>,
        /// The number of ours.
        ours: usize,
    },
    /// The smallest or largest value of all games.
    Extreme {
        /// The numbers of our games below the printed value, equal to it, and above it.
        ours: [usize; 3],
        /// Which.
        extreme: Extreme,
    },
    /// That two players do not differ significantly (p of 0.05), each with as many games as the row.
    NoDifference {
        /// Ours of the two players.
        ours: [Moments; 2],
    },
}

impl Figure {
    /// Whether a difference of a given size in this figure can be seen with enough games. An extreme
    /// depends on few of the games: it can only contradict.
    pub fn can_agree(&self) -> bool {
        !matches!(self, Figure::Extreme { .. })
    }

    /// The probability that chance alone puts the paper's figure and ours so far apart, for so many
    /// games of the paper and of ours.
    pub fn p(&self, theirs: usize, ours: usize) -> f64 {
        match *self {
            Figure::Mean { printed, deviation, rounding, ours: moments, skewness } => {
                let sizes = [theirs, ours];
                let (deviation, freedom) = pooled(deviation, moments.deviation, sizes);
                let error = deviation * error(sizes);
                let apart = printed - moments.mean;
                let apart = apart.signum() * (apart.abs() - rounding).max(0.0);
                // Games that are all alike do not show how much a mean scatters.
                if apart == 0.0 || ours < 2 || deviation == 0.0 {
                    return 1.0;
                }
                let skewness = skewness_of_difference(skewness, sizes);
                two_sided(unskewed(normal_of_t(apart / error, freedom), skewness))
            }
            Figure::Share { ref printed, ours: held } => {
                let nearest = (theirs as f64 * held as f64 / ours as f64).round() as usize;
                let counted = nearest.clamp(*printed.start(), *printed.end());
                Fisher::new([theirs, ours]).p([counted, held])
            }
            Figure::Extreme { ours: [below, equal, above], extreme } => {
                // Seen from the end that the extreme is at: ours further out, and not further in.
                let (outer, within) = match extreme {
                    Extreme::Minimum => (below, below + equal),
                    Extreme::Maximum => (above, above + equal),
                };
                let further_in = all_beyond(outer, theirs, ours);
                let further_out = 1.0 - all_beyond(within + 1, theirs, ours);
                (2.0 * further_in.min(further_out)).min(1.0)
            }
            Figure::NoDifference { ours: [a, b] } => {
                let his = difference_error(a, b, theirs);
                let both = his.hypot(difference_error(a, b, ours));
                let (found, limit) = ((a.mean - b.mean).abs(), Z95 * his);
                normal((limit - found) / both) - normal((-limit - found) / both)
            }
        }
    }

    /// The probability that p is below `alpha` if the true difference has this size: in standard
    /// deviations of a game, and for shares in Cohen's h. 0 if the figure cannot agree.
    pub fn power(&self, theirs: usize, ours: usize, alpha: f64, effect: f64) -> f64 {
        match *self {
            Figure::Mean { deviation, rounding, ours: moments, skewness, .. } => {
                let of_ours = if moments.deviation > 0.0 { moments.deviation } else { 1.0 };
                let sizes = [theirs, ours];
                let (deviation, freedom) = pooled(deviation, of_ours, sizes);
                let skewness = skewness_of_difference(skewness, sizes);
                let shift = (effect - rounding / deviation) / error(sizes);
                let z = normal_quantile(1.0 - 0.5 * alpha);
                // The side on which chance alone reaches further.
                let sides = [-z, z].map(|z| t_of_normal(skewed(z, skewness), freedom).abs());
                normal(shift - sides[0].max(sides[1]))
            }
            Figure::Share { ref printed, .. } => {
                let test = Fisher::new([theirs, ours]);
                let angle = |count: usize| 2.0 * (count as f64 / theirs as f64).sqrt().asin();
                let [least, most] = [*printed.start(), *printed.end()];
                // Of a range, the middle is what the paper says; of "this or more", the least.
                let is_open = most == theirs;
                let middle =
                    if is_open { angle(least) } else { 0.5 * (angle(least) + angle(most)) };
                let from = |count: usize, step: f64| {
                    let angle = middle + step;
                    let other = (0.5 * angle).sin().powi(2);
                    let possible = (0.0..=std::f64::consts::PI).contains(&angle);
                    possible.then(|| test.power([count as f64 / theirs as f64, other], alpha))
                };
                let above = if is_open { None } else { from(most, effect) };
                let sides = [above, from(least, -effect)];
                sides.into_iter().flatten().reduce(f64::min).unwrap_or(0.0)
            }
            Figure::NoDifference { ours: [a, b] } => {
                let (his, ours) = (difference_error(a, b, theirs), difference_error(a, b, ours));
                let typical = (0.5 * (a.deviation.powi(2) + b.deviation.powi(2))).sqrt();
                let limit = Z95 * his + normal_quantile(1.0 - alpha) * his.hypot(ours);
                normal((effect * typical - limit) / ours)
            }
            Figure::Extreme { .. } => 0.0,
        }
    }

    /// How near a share is to one half, where a change of it shows best: 0 at one half. Means come
    /// before all shares.
    pub(super) fn distance_from_half(&self, theirs: usize) -> f64 {
        match self {
            Figure::Share { printed, .. } => {
                let middle = 0.5 * (printed.start() + printed.end()) as f64;
                (middle / theirs as f64 - 0.5).abs()
            }
            _ => -1.0,
        }
    }
}

/// The two-sided 95% point of the normal distribution.
const Z95: f64 = 1.959_963_985;

/// The standard deviation of a game, if both samples are of the same player, and its degrees of freedom:
/// pooled, or ours where the paper prints none. Pooling matters because scores are skewed, so that few
/// games scatter less than the player does when their mean is low.
fn pooled(printed: Option<f64>, ours: f64, sizes: [usize; 2]) -> (f64, f64) {
    let [n, m] = sizes.map(|size| size.saturating_sub(1).max(1) as f64);
    match printed {
        Some(theirs) => (((n * theirs.powi(2) + m * ours.powi(2)) / (n + m)).sqrt(), n + m),
        None => (ours, m),
    }
}

/// The standard error of the difference of two means of so many games, in standard deviations of a game.
fn error(sizes: [usize; 2]) -> f64 {
    sizes.map(|size| 1.0 / size as f64).iter().sum::<f64>().sqrt()
}

/// The skewness of the difference of two means of so many games of a player with this skewness.
fn skewness_of_difference(skewness: f64, sizes: [usize; 2]) -> f64 {
    let [n, m] = sizes.map(|size| size as f64);
    skewness * (n.powi(-2) - m.powi(-2)) / (1.0 / n + 1.0 / m).powf(1.5)
}

fn difference_error(a: Moments, b: Moments, games: usize) -> f64 {
    ((a.deviation.powi(2) + b.deviation.powi(2)) / games as f64).sqrt()
}

/// The probability that all of the paper's games lie beyond the `k`-th of ours from one end, if all
/// games are of the same player and so in random order: C(ours + theirs - k, theirs) divided by
/// C(ours + theirs, theirs), for every distribution.
fn all_beyond(k: usize, theirs: usize, ours: usize) -> f64 {
    if k > ours {
        return 0.0;
    }
    (0..k).map(|place| (ours - place) as f64 / (ours + theirs - place) as f64).product()
}
