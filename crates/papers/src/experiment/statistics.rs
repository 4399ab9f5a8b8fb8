//! Statistics of games: means with intervals, spread, and largest tiles.

use std::collections::BTreeMap;

use super::GameRecord;
use afterstate::rules::tile;

/// The two-sided 95% point of the normal distribution.
pub const Z95: f64 = 1.959_963_985;

/// The statistics of one strategy's games.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// The number of games.
    pub games: usize,
    /// Mean of the final scores.
    pub mean_score: f64,
    /// Half the width of the mean's 95% interval by Student's t; 0 for a single game.
    pub interval: f64,
    /// Sample standard deviation (n - 1) of the scores.
    pub deviation: f64,
    /// Median of the scores.
    pub median_score: f64,
    /// Minimum score.
    pub min_score: u64,
    /// Maximum score.
    pub max_score: u64,
    /// Mean of each game's largest tile.
    pub mean_largest_tile: f64,
    /// Minimum of the games' largest ranks.
    pub min_rank: u8,
    /// Maximum of the games' largest ranks.
    pub max_rank: u8,
    /// The number of games by the rank of their largest tile.
    pub by_rank: Vec<usize>,
    /// Mean moves per game.
    pub mean_moves: f64,
    /// Mean seconds per game.
    pub seconds_per_game: f64,
    /// Minimum seconds of a game.
    pub min_seconds: f64,
    /// Maximum seconds of a game.
    pub max_seconds: f64,
    /// Seconds of all games divided by moves of all games.
    pub seconds_per_move: f64,
}

impl Statistics {
    /// The statistics of some games; `None` without games.
    pub fn of(games: &[GameRecord]) -> Option<Statistics> {
        if games.is_empty() {
            return None;
        }
        let count = games.len() as f64;
        let mean = |value: fn(&GameRecord) -> f64| games.iter().map(value).sum::<f64>() / count;
        let points: Vec<f64> = games.iter().map(|game| game.score as f64).collect();
        let Mean { mean: mean_score, deviation, interval } = Mean::of(&points)?;
        let scores = || games.iter().map(|game| game.score);
        let ranks = || games.iter().map(|game| game.largest_rank);
        let max_rank = ranks().max()?;
        let mut by_rank = vec![0; usize::from(max_rank) + 1];
        ranks().for_each(|rank| by_rank[usize::from(rank)] += 1);
        let seconds = || games.iter().map(|game| game.seconds);
        let moves: u64 = games.iter().map(|game| game.moves).sum();
        Some(Statistics {
            games: games.len(),
            mean_score,
            interval,
            deviation,
            median_score: median(points.into_iter())?,
            min_score: scores().min()?,
            max_score: scores().max()?,
            mean_largest_tile: mean(|game| tile(game.largest_rank)),
            min_rank: ranks().min()?,
            max_rank,
            by_rank,
            mean_moves: moves as f64 / count,
            seconds_per_game: seconds().sum::<f64>() / count,
            min_seconds: seconds().fold(f64::INFINITY, f64::min),
            max_seconds: seconds().fold(0.0, f64::max),
            seconds_per_move: seconds().sum::<f64>() / moves.max(1) as f64,
        })
    }

    /// The share of games that reached a tile of this rank or larger, 0 to 1.
    pub fn share_reached(&self, rank: u8) -> f64 {
        let games: usize = self.by_rank.iter().skip(usize::from(rank)).sum();
        games as f64 / self.games as f64
    }
}

/// The comparison of two players on the same seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paired {
    /// The number of seeds that both played.
    pub games: usize,
    /// The mean difference of the scores.
    pub difference: f64,
    /// Half the width of its 95% interval by Student's t; 0 for a single pair.
    pub interval: f64,
    /// The share of seeds on which the first player had the higher score; ties count half.
    pub wins: f64,
}

impl Paired {
    /// Compares two players on the seeds that both played; `None` if there are none.
    pub fn of(first: &[GameRecord], second: &[GameRecord]) -> Option<Paired> {
        let scores: BTreeMap<u64, u64> = second.iter().map(|g| (g.seed, g.score)).collect();
        let differences: Vec<f64> = first
            .iter()
            .filter_map(|game| Some(game.score as f64 - *scores.get(&game.seed)? as f64))
            .collect();
        let Mean { mean: difference, interval, .. } = Mean::of(&differences)?;
        let won = |d: f64| {
            if d > 0.0 {
                1.0
            } else if d < 0.0 {
                0.0
            } else {
                0.5
            }
        };
        Some(Paired {
            games: differences.len(),
            difference,
            interval,
            wins: differences.iter().copied().map(won).sum::<f64>() / differences.len() as f64,
        })
    }
}

/// The mean of a sample with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Sample standard deviation (n - 1); 0 for a single number.
    pub deviation: f64,
    /// Half the width of the mean's 95% interval by Student's t; 0 for a single number.
    pub interval: f64,
}

impl Mean {
    /// The mean of some numbers; `None` without numbers.
    pub fn of(numbers: &[f64]) -> Option<Mean> {
        if numbers.is_empty() {
            return None;
        }
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        let deviation = (squares / (count - 1.0).max(1.0)).sqrt();
        Some(Mean { mean, deviation, interval: half_width(deviation, numbers.len()) })
    }
}

/// How much the means of two samples differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The first mean less the second.
    pub mean: f64,
    /// Half the width of its 95% interval by Welch's t, with the freedom of the smaller sample.
    pub interval: f64,
}

impl Difference {
    /// The difference of the means of two samples; `None` if one has fewer than two numbers.
    pub fn of(first: &[f64], second: &[f64]) -> Option<Difference> {
        Difference::for_sizes(first, second, [first.len(), second.len()])
    }

    /// The same with the interval that samples of these sizes would have.
    pub fn for_sizes(first: &[f64], second: &[f64], sizes: [usize; 2]) -> Option<Difference> {
        let smallest = first.len().min(second.len()).min(sizes[0]).min(sizes[1]);
        let freedom = smallest.checked_sub(1).filter(|freedom| *freedom > 0)?;
        let (a, b) = (Mean::of(first)?, Mean::of(second)?);
        let variance = |mean: Mean, size: usize| mean.deviation.powi(2) / size as f64;
        let deviation = (variance(a, sizes[0]) + variance(b, sizes[1])).sqrt();
        Some(Difference { mean: a.mean - b.mean, interval: student_t95(freedom) * deviation })
    }
}

/// Half the width of the 95% interval of a mean of `count` numbers with this sample deviation.
fn half_width(deviation: f64, count: usize) -> f64 {
    if count < 2 { 0.0 } else { student_t95(count - 1) * deviation / (count as f64).sqrt() }
}

/// The two-sided 95% point of Student's t with this many degrees of freedom, at least 1.
///
/// It is exact for 1 and 2. From 3 on it is expanded around the normal distribution (Fisher and
/// Cornish 1960; Abramowitz and Stegun 26.7.5), which is 1% short at 3 and within 0.1% from 5 on.
pub fn student_t95(freedom: usize) -> f64 {
    match freedom {
        0 | 1 => 12.706_205,
        2 => 4.302_653,
        _ => {
            let (z, n) = (Z95, freedom as f64);
            let g1 = (z.powi(3) + z) / 4.0;
            let g2 = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
            let g3 = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
            z + g1 / n + g2 / n.powi(2) + g3 / n.powi(3)
        }
    }
}

/// The median, for an even count the mean of the middle two; `None` without numbers.
pub fn median(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_by(f64::total_cmp);
    let upper = *sorted.get(sorted.len() / 2)?;
    Some(if sorted.len() % 2 == 1 { upper } else { (sorted[sorted.len() / 2 - 1] + upper) / 2.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_follow_students_t() {
        // Two-sided 95% points of Student's t from a table.
        for (count, t) in
            [(2, 12.706), (3, 4.303), (4, 3.182), (6, 2.571), (11, 2.228), (201, 1.972)]
        {
            let found = half_width(1.0, count) * (count as f64).sqrt();
            assert!((found / t - 1.0).abs() < 0.01, "{count}: {found}, not {t}");
        }
        assert_eq!(half_width(0.0, 1), 0.0);
    }

    #[test]
    fn the_difference_of_two_means_has_the_chance_of_both() {
        // Deviations of 1 and 2: variances of the means of 1 / 3 and 4 / 3.
        let found = Difference::of(&[9.0, 10.0, 11.0], &[4.0, 6.0, 8.0]).unwrap();
        assert_eq!(found.mean, 4.0);
        assert!((found.interval - 4.302_653 * (5.0_f64 / 3.0).sqrt()).abs() < 1e-9, "{found:?}");
        assert_eq!(Difference::of(&[1.0], &[4.0, 6.0]), None);
        // Four times as many games, as far as three of each show their deviation.
        let more = Difference::for_sizes(&[9.0, 10.0, 11.0], &[4.0, 6.0, 8.0], [12, 12]).unwrap();
        assert!((more.interval - found.interval / 2.0).abs() < 1e-9, "{more:?}");
    }

    #[test]
    fn players_are_compared_on_common_seeds() {
        let games = |scores: &[(u64, u64)]| -> Vec<GameRecord> {
            let game = |&(seed, score)| GameRecord {
                seed,
                score,
                largest_rank: 9,
                moves: 1,
                seconds: 1.0,
            };
            scores.iter().map(game).collect()
        };
        let one = games(&[(1, 100), (2, 300), (3, 50), (9, 7)]);
        let other = games(&[(3, 40), (1, 100), (2, 100), (8, 7)]);
        let paired = Paired::of(&one, &other).expect("three pairs");
        assert_eq!((paired.games, paired.difference), (3, 70.0));
        // Differences 0, 200, 10: deviation 112.69, times t at 2 degrees of freedom, divided by the
        // root of 3.
        assert!((paired.interval - 279.9).abs() < 0.1, "{}", paired.interval);
        assert!((paired.wins - 2.5 / 3.0).abs() < 1e-12);
        assert_eq!(Paired::of(&one, &games(&[(4, 1)])), None);
    }
}
