//! The games of a long run that are still to be played. They are computed when they are needed,
//! because a run can have more games than fit into memory.

/// The indices below a count, without the known ones.
pub struct Missing {
    count: u64,
    /// For each known index, in increasing order, how many indices below it are missing.
    below: Vec<u64>,
}

impl Missing {
    /// The indices below `all` that are not among the known ones.
    pub fn new(all: u64, known: impl IntoIterator<Item = u64>) -> Missing {
        let mut known: Vec<u64> = known.into_iter().filter(|&index| index < all).collect();
        known.sort_unstable();
        known.dedup();
        let count = all - known.len() as u64;
        let below = (0..).zip(known).map(|(before, index)| index - before).collect();
        Missing { count, below }
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The missing index with this place among them, from 0; `place` is below [`Missing::count`].
    pub fn index(&self, place: u64) -> u64 {
        place + self.below.partition_point(|&below| below <= place) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_indices_are_all_but_the_known_ones() {
        for known in 0..1u64 << 8 {
            let is_known = |index: &u64| known >> index & 1 == 1;
            // In any order, more than once, and some that do not exist.
            let given = (0..8).rev().chain(0..3).filter(is_known).chain([8, u64::MAX]);
            let missing = Missing::new(8, given);
            let found: Vec<u64> = (0..missing.count()).map(|place| missing.index(place)).collect();
            let expected: Vec<u64> = (0..8).filter(|index| !is_known(index)).collect();
            assert_eq!(found, expected, "{known:b}");
        }
        let most = Missing::new(u64::MAX, [0, 5]);
        assert_eq!((most.count(), most.index(3), most.index(4)), (u64::MAX - 2, 4, 6));
        assert_eq!(most.index(most.count() - 1), u64::MAX - 1);
    }
}
