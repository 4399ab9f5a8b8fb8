//! Statistics of games: means with intervals, spread, and largest tiles. Every interval of the program
//! and of the laboratory is made here.

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
    /// Nodes of all games divided by seconds of all games, if the player counts nodes
    /// and the time was measured.
    pub nodes_per_second: Option<f64>,
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
        // The numbers of a file may add up to more than an integer holds.
        let moves: f64 = games.iter().map(|game| game.moves as f64).sum();
        let nodes: Option<f64> =
            games.iter().map(|game| game.nodes.map(|nodes| nodes as f64)).sum();
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
            mean_moves: moves / count,
            seconds_per_game: seconds().sum::<f64>() / count,
            min_seconds: seconds().fold(f64::INFINITY, f64::min),
            max_seconds: seconds().fold(0.0, f64::max),
            seconds_per_move: seconds().sum::<f64>() / moves.max(1.0),
            nodes_per_second: nodes
                .map(|nodes| nodes / seconds().sum::<f64>())
                .filter(|nodes| nodes.is_finite()),
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

    /// The same from the sum of some numbers and the sum of their squares.
    pub fn of_sums(count: u64, sum: f64, squares: f64) -> Option<Mean> {
        if count == 0 {
            return None;
        }
        let mean = sum / count as f64;
        let variance = (squares - sum * mean) / (count as f64 - 1.0).max(1.0);
        let deviation = variance.max(0.0).sqrt();
        Some(Mean { mean, deviation, interval: half_width(deviation, count as usize) })
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

/// A ratio of two sums over games, such as the loss in all positions by their number. The positions of
/// one game are alike, so the games are what varies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The ratio of the sums.
    pub ratio: f64,
    /// Half the width of its 95% interval by Student's t; `None` for fewer than two games.
    pub interval: Option<f64>,
    /// The number of games that count.
    games: usize,
}

impl Ratio {
    /// The ratio of the sums over games of the first and the second number; `None` if the second ones
    /// add up to 0. Games without a second number do not count.
    pub fn of(games: impl IntoIterator<Item = (f64, f64)>) -> Option<Ratio> {
        let games: Vec<(f64, f64)> = games.into_iter().filter(|game| game.1 != 0.0).collect();
        let sum = |of: fn(&(f64, f64)) -> f64| games.iter().map(of).sum::<f64>();
        let (first, second) = (sum(|game| game.0), sum(|game| game.1));
        if second == 0.0 {
            return None;
        }
        let (ratio, count) = (first / second, games.len());
        let squares: f64 = games.iter().map(|game| (game.0 - ratio * game.1).powi(2)).sum();
        let interval = count.checked_sub(1).filter(|&freedom| freedom > 0).map(|freedom| {
            let variance = squares * count as f64 / freedom as f64;
            student_t95(freedom) * variance.sqrt() / second.abs()
        });
        Some(Ratio { ratio, interval, games: count })
    }
}

/// A share of positions, with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share, from 0 to 1.
    pub share: f64,
    /// The lower end of the interval.
    pub min: f64,
    /// The upper end.
    pub max: f64,
}

impl Share {
    /// The share of `held` out of `count` that are independent of each other (Wilson 1927).
    pub fn independent(held: f64, count: f64) -> Share {
        let (share, z2) = (held / count, Z95 * Z95);
        let center = (share + z2 / (2.0 * count)) / (1.0 + z2 / count);
        let spread = share * (1.0 - share) / count + z2 / (4.0 * count * count);
        let half = Z95 * spread.sqrt() / (1.0 + z2 / count);
        Share { share, min: (center - half).max(0.0), max: (center + half).min(1.0) }
    }

    /// The share of positions that count, from how many do and how many there are in each game; `None`
    /// without positions. They count as so many independent ones as scatter as much between games; if all
    /// or none count, nothing shows how alike a game's are, and each game counts as one.
    pub fn of(games: impl IntoIterator<Item = (f64, f64)>) -> Option<Share> {
        let games: Vec<(f64, f64)> = games.into_iter().collect();
        let positions: f64 = games.iter().map(|game| game.1).sum();
        let Ratio { ratio, interval, games } = Ratio::of(games)?;
        let alone = ratio * (1.0 - ratio);
        let deviation = interval.map(|interval| interval / student_t95(games - 1));
        let effective = match deviation {
            Some(deviation) if alone > 0.0 => alone / deviation.powi(2),
            _ => games as f64,
        };
        let effective = effective.clamp(1.0, positions);
        Some(Share { share: ratio, ..Share::independent(ratio * effective, effective) })
    }
}

/// Half the width of the 95% interval of a normally distributed number with this variance.
pub fn normal95(variance: f64) -> f64 {
    Z95 * variance.sqrt()
}

/// Half the width of the 95% interval of a mean of `count` numbers with this sample deviation.
fn half_width(deviation: f64, count: usize) -> f64 {
    if count < 2 { 0.0 } else { student_t95(count - 1) * deviation / (count as f64).sqrt() }
}

/// The two-sided 95% point of Student's t with this many degrees of freedom, at least 1.
///
/// Up to 8 they are the published ones. Above, the distribution is expanded around the normal one (Fisher
/// and Cornish 1960; Abramowitz and Stegun 26.7.5), which is right to the third decimal.
pub fn student_t95(freedom: usize) -> f64 {
    const FEW: [f64; 8] =
        [12.706_205, 4.302_653, 3.182_446, 2.776_445, 2.570_582, 2.446_912, 2.364_624, 2.306_004];
    match FEW.get(freedom.saturating_sub(1)) {
        Some(&published) => published,
        None => {
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
        // Two-sided 95% points of Student's t, as tables print them.
        let published: [(usize, f64); 16] = [
            (1, 12.706),
            (2, 4.303),
            (3, 3.182),
            (4, 2.776),
            (5, 2.571),
            (6, 2.447),
            (7, 2.365),
            (8, 2.306),
            (9, 2.262),
            (10, 2.228),
            (12, 2.179),
            (15, 2.131),
            (20, 2.086),
            (30, 2.042),
            (60, 2.000),
            (120, 1.980),
        ];
        for (freedom, t) in published {
            let found = half_width(1.0, freedom + 1) * (freedom as f64 + 1.0).sqrt();
            assert!((found - t).abs() <= 0.000_51, "{freedom}: {found}, not {t}");
        }
        assert_eq!(half_width(0.0, 1), 0.0);
    }

    #[test]
    fn sums_have_the_interval_of_their_numbers() {
        // Two games of 100 and 300 points: the deviation of the mean is 100.
        let found = Mean::of_sums(2, 400.0, 100_000.0).unwrap();
        assert_eq!((found.mean, found.interval.round()), (200.0, 1271.0));
        assert_eq!(Mean::of(&[100.0, 300.0]), Some(found));
        assert_eq!(Mean::of_sums(0, 0.0, 0.0), None);
    }

    #[test]
    fn intervals_of_shares_are_the_published_ones() {
        // Newcombe 1998, Table I, method 3.
        for (held, count, min, max) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            let found = Share::independent(held, count);
            assert!((found.min - min).abs() < 6e-5 && (found.max - max).abs() < 6e-5, "{found:?}");
        }
    }

    #[test]
    fn positions_of_one_game_are_not_independent() {
        // All ten of ten positions, each of another game, and all of one game.
        let ten = Share::of(vec![(1.0, 1.0); 10]).unwrap();
        assert_eq!((ten.share, ten.max), (1.0, 1.0));
        assert!((ten.min - Share::independent(10.0, 10.0).min).abs() < 1e-12, "{ten:?}");
        let one = Share::of([(10.0, 10.0)]).unwrap();
        assert!(one.min < 0.3, "{one:?}");
        // Games whose positions all count or all do not show as little as one position each.
        let alike = Share::of((0..20).map(|game| (f64::from(game % 2) * 50.0, 50.0))).unwrap();
        let single = Share::independent(10.0, 20.0);
        assert!(
            (alike.min - single.min).abs() < 0.01 && alike.share == 0.5,
            "{alike:?} {single:?}"
        );
        // Games that are as different as chance makes them show as much as all positions.
        let mixed = Share::of((0..20).map(|_| (25.0, 50.0))).unwrap();
        assert!((mixed.min - 0.5).abs() < 0.5 - single.min, "{mixed:?}");
        assert_eq!(Share::of([]), None);
    }

    #[test]
    fn a_ratio_has_the_interval_of_its_games() {
        // Differences from the ratio: -1, 0 and 1 of 10 each, so a deviation of 1 and a mean of 2 / 10.
        let ratio = Ratio::of([(1.0, 10.0), (2.0, 10.0), (3.0, 10.0), (7.0, 0.0)]).unwrap();
        assert!((ratio.ratio - 0.2).abs() < 1e-12);
        let expected = 4.302_653 / 3.0_f64.sqrt() / 10.0;
        assert!((ratio.interval.unwrap() - expected).abs() < 1e-9, "{ratio:?}");
        assert_eq!(Ratio::of([(1.0, 2.0)]).unwrap().interval, None);
        assert_eq!(Ratio::of([(1.0, 0.0)]), None);
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
                nodes: None,
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
