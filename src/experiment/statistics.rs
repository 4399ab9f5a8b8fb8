//! What the games of an experiment say: means, spread, and how far the tiles came.

use super::GameRecord;

/// The two-sided 95 % point of the normal distribution.
pub const Z95: f64 = 1.959_963_985;

/// The statistics of one strategy's games.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// How many games.
    pub games: usize,
    /// Mean of the final scores.
    pub mean_score: f64,
    /// Half the width of the mean's 95 % interval (normal approximation); 0 for a single game.
    pub interval: f64,
    /// Standard deviation of the scores, of the sample (n - 1).
    pub deviation: f64,
    /// Median of the scores.
    pub median_score: f64,
    /// Least score.
    pub least_score: u64,
    /// Largest score.
    pub most_score: u64,
    /// Mean of each game's largest tile.
    pub mean_largest_tile: f64,
    /// Least of the games' largest ranks.
    pub least_rank: u8,
    /// Largest of the games' largest ranks.
    pub most_rank: u8,
    /// Games by the rank of their largest tile.
    pub by_rank: Vec<usize>,
    /// Mean of the moves of a game.
    pub mean_moves: f64,
    /// Mean of the seconds of a game.
    pub seconds_a_game: f64,
    /// Least seconds of a game.
    pub least_seconds: f64,
    /// Most seconds of a game.
    pub most_seconds: f64,
    /// Seconds of all games over moves of all games.
    pub seconds_a_move: f64,
}

impl Statistics {
    /// The statistics of at least one game; none of no games.
    pub fn of(games: &[GameRecord]) -> Option<Statistics> {
        if games.is_empty() {
            return None;
        }
        let count = games.len() as f64;
        let mean = |value: fn(&GameRecord) -> f64| games.iter().map(value).sum::<f64>() / count;
        let mean_score = mean(|game| game.score as f64);
        let squares: f64 = games.iter().map(|game| (game.score as f64 - mean_score).powi(2)).sum();
        let deviation = if games.len() > 1 { (squares / (count - 1.0)).sqrt() } else { 0.0 };
        let mut scores: Vec<u64> = games.iter().map(|game| game.score).collect();
        scores.sort_unstable();
        let middle = scores.len() / 2;
        let median_score = if scores.len() % 2 == 1 {
            scores[middle] as f64
        } else {
            (scores[middle - 1] as f64 + scores[middle] as f64) / 2.0
        };
        let ranks = || games.iter().map(|game| game.largest_rank);
        let most_rank = ranks().max()?;
        let mut by_rank = vec![0; usize::from(most_rank) + 1];
        ranks().for_each(|rank| by_rank[usize::from(rank)] += 1);
        let seconds = || games.iter().map(|game| game.seconds);
        let moves: u64 = games.iter().map(|game| game.moves).sum();
        Some(Statistics {
            games: games.len(),
            mean_score,
            interval: Z95 * deviation / count.sqrt(),
            deviation,
            median_score,
            least_score: scores[0],
            most_score: scores[scores.len() - 1],
            mean_largest_tile: mean(|game| tile(game.largest_rank)),
            least_rank: ranks().min()?,
            most_rank,
            by_rank,
            mean_moves: moves as f64 / count,
            seconds_a_game: seconds().sum::<f64>() / count,
            least_seconds: seconds().fold(f64::INFINITY, f64::min),
            most_seconds: seconds().fold(0.0, f64::max),
            seconds_a_move: seconds().sum::<f64>() / moves.max(1) as f64,
        })
    }

    /// The share of games whose largest tile has exactly this rank, 0 to 1.
    pub fn share_ended_at(&self, rank: u8) -> f64 {
        let games = self.by_rank.get(usize::from(rank)).copied().unwrap_or(0);
        games as f64 / self.games as f64
    }

    /// The share of games that made a tile of this rank or larger, 0 to 1.
    pub fn share_reached(&self, rank: u8) -> f64 {
        let games: usize = self.by_rank.iter().skip(usize::from(rank)).sum();
        games as f64 / self.games as f64
    }
}

/// The value of the tile of a rank; an empty cell is 0.
pub fn tile(rank: u8) -> f64 {
    if rank == 0 { 0.0 } else { (1u64 << rank) as f64 }
}
