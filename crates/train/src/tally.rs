//! Statistics of the games of a round: counts, scores, largest tiles.

/// Numbers that a tally is sent as.
const NUMBERS: usize = 22;

/// Statistics of games.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Moves learned from.
    pub moves: u64,
    /// Games from any start.
    pub episodes: u64,
    /// Games from an empty board. The fields from `score` to `ranks` are for these games only.
    pub games: u64,
    /// Sum of their scores.
    pub score: f64,
    /// Sum of the squares of their scores.
    pub squares: f64,
    /// Their best score.
    pub best: f64,
    /// The number of games that ended with each largest rank.
    pub ranks: [u64; 16],
}

impl Tally {
    /// Adds another tally's games.
    pub fn add(&mut self, other: &Tally) {
        self.moves += other.moves;
        self.episodes += other.episodes;
        self.games += other.games;
        self.score += other.score;
        self.squares += other.squares;
        self.best = self.best.max(other.best);
        for (mine, theirs) in self.ranks.iter_mut().zip(other.ranks) {
            *mine += theirs;
        }
    }

    /// The numbers of [`Self::from_numbers`], for other processes.
    pub fn to_numbers(&self) -> [f64; NUMBERS] {
        let Tally { moves, episodes, games, score, squares, best, ranks } = self;
        let mut numbers = [0.0; NUMBERS];
        numbers[..6].copy_from_slice(&[
            *moves as f64,
            *episodes as f64,
            *games as f64,
            *score,
            *squares,
            *best,
        ]);
        for (number, count) in numbers[6..].iter_mut().zip(ranks) {
            *number = *count as f64;
        }
        numbers
    }

    /// The tally that gave these numbers.
    pub fn from_numbers(numbers: &[f64; NUMBERS]) -> Self {
        let &[moves, episodes, games, score, squares, best, ref counts @ ..] = numbers;
        Tally {
            moves: moves as u64,
            episodes: episodes as u64,
            games: games as u64,
            score,
            squares,
            best,
            ranks: std::array::from_fn(|rank| counts[rank] as u64),
        }
    }

    /// The mean score; 0 without games.
    pub fn mean(&self) -> f64 {
        self.score / self.games.max(1) as f64
    }

    /// The share of games whose largest rank is at least `rank`.
    pub fn share(&self, rank: usize) -> f64 {
        let reached: u64 = self.ranks[rank..].iter().sum();
        reached as f64 / self.games.max(1) as f64
    }

    /// Counts a game from an empty board in which `top` was the largest rank.
    pub fn finish(&mut self, score: f64, top: u8) {
        self.games += 1;
        self.score += score;
        self.squares += score * score;
        self.best = self.best.max(score);
        self.ranks[usize::from(top)] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_of_games_match_a_hand_count() {
        let (mut one, mut other) = (Tally::default(), Tally::default());
        one.finish(100.0, 9);
        one.finish(300.0, 11);
        other.finish(200.0, 10);
        other.finish(200.0, 10);
        assert_eq!(one.mean(), 200.0);
        one.add(&other);
        assert_eq!((one.games, one.best), (4, 300.0));
        assert_eq!((one.score, one.squares, one.mean()), (800.0, 180_000.0, 200.0));
        assert_eq!([9, 10, 11, 12].map(|rank| one.share(rank)), [1.0, 0.75, 0.25, 0.0]);
        assert_eq!(Tally::default().mean(), 0.0);
        one.moves = 17;
        let sent = Tally::from_numbers(&one.to_numbers());
        assert_eq!(format!("{sent:?}"), format!("{one:?}"));
    }
}
