//! What a network has learned, for pictures: the arrangement of some tiles in a tuple that it values
//! most, and the one that it values least.
//!
//! Weights of different tiles cannot be compared, because small tiles have more points still to
//! come. Between arrangements of the same tiles, the difference is what was learned about places.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::learner::Learner;

/// An arrangement of tiles in the cells of a tuple.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrangement {
    /// The rank in each cell.
    pub ranks: Vec<u8>,
    /// Its weight less the mean of all known arrangements, in points.
    pub points: f32,
}

/// The best and the worst known arrangement of the same tiles.
#[derive(Clone, Debug, PartialEq)]
pub struct Contrast {
    /// The cells of the tuple.
    pub cells: Vec<u8>,
    /// The arrangement with the largest weight.
    pub best: Arrangement,
    /// The arrangement with the smallest weight.
    pub worst: Arrangement,
}

/// An entry of a table, from its start, and its weight.
type Known = (usize, f32);

/// A set of tiles is known if one in three of its arrangements has been learned.
const KNOWN: usize = 3;

/// A contrast for each tuple of the first stage that has one, largest difference first. Its tiles are
/// all different, and the largest has the rank `largest`. If several such sets of tiles are known, it
/// takes the one with the largest tiles.
pub fn contrasts(learner: &Learner, largest: u8) -> Vec<Contrast> {
    let tuples = learner.patterns.tuples().iter().zip(learner.patterns.tables());
    let best_known = tuples.filter_map(|(cells, table)| {
        let mut sets: HashMap<u32, Vec<Known>> = HashMap::new();
        for (entry, index) in table.enumerate() {
            let weight = learner.weights.get(index);
            if weight != 0.0
                && let Some(set) = different(entry, cells.len(), largest)
            {
                sets.entry(set).or_default().push((entry, weight));
            }
        }
        let all: usize = (1..=cells.len()).product();
        let is_known = |known: &[Known]| known.len() > 1 && known.len() * KNOWN >= all;
        let known = sets.into_iter().filter(|(_, known)| is_known(known));
        contrast(cells, &known.max_by_key(|(set, _)| *set)?.1)
    });
    let mut all: Vec<Contrast> = best_known.collect();
    all.sort_by_key(|found| Reverse((found.best.points - found.worst.points) as i64));
    all
}

/// The ranks of an entry, one for each cell.
fn ranks(entry: usize, cells: usize) -> impl Iterator<Item = u8> {
    (0..cells).map(move |cell| (entry >> (4 * cell) & 15) as u8)
}

/// The ranks of an entry as bits, if they are all different and `largest` is the largest.
fn different(entry: usize, cells: usize, largest: u8) -> Option<u32> {
    let mut set = 0;
    for rank in ranks(entry, cells) {
        if rank > largest || set >> rank & 1 != 0 {
            return None;
        }
        set |= 1 << rank;
    }
    (set >> largest & 1 != 0).then_some(set)
}

fn contrast(cells: &[u8], known: &[Known]) -> Option<Contrast> {
    let weight = |known: &&Known| known.1;
    let best = known.iter().max_by(|one, other| weight(one).total_cmp(&weight(other)))?;
    let worst = known.iter().min_by(|one, other| weight(one).total_cmp(&weight(other)))?;
    let mean = known.iter().map(|known| known.1).sum::<f32>() / known.len() as f32;
    let arrangement = |&(entry, weight): &Known| Arrangement {
        ranks: ranks(entry, cells.len()).collect(),
        points: weight - mean,
    };
    (best.0 != worst.0).then(|| Contrast {
        cells: cells.to_vec(),
        best: arrangement(best),
        worst: arrangement(worst),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use afterstate::eval::ntuple::Stages;

    #[test]
    fn contrast_has_the_best_and_the_worst_place_of_the_best_known_tiles() {
        let learner = Learner::new("01 4".parse().unwrap(), Stages::single());
        // In the cells 0 and 1, the first in the lowest four bits: 8 and 4, both ways; 8 and 2,
        // one way; tiles that are equal or too large.
        for (entry, weight) in
            [(0x23, 40.0), (0x32, -20.0), (0x31, 900.0), (0x33, 900.0), (0x43, 900.0)]
        {
            learner.weights.set(entry, weight);
        }
        let found = contrasts(&learner, 3);
        let arrangement = |ranks: [u8; 2], points| Arrangement { ranks: ranks.to_vec(), points };
        let expected = Contrast {
            cells: vec![0, 1],
            best: arrangement([3, 2], 30.0),
            worst: arrangement([2, 3], -30.0),
        };
        assert_eq!(found, [expected]);
        assert!(contrasts(&learner, 7).is_empty());
    }
}
