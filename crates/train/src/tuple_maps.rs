//! Tuples that are rotated, mirrored or part of larger tuples: where their entries are in another
//! network's tables.
//!
//! An evaluation reads every tuple on the board's eight images, so a rotated or mirrored tuple
//! reads the same tiles in another order: its table has the same entries, permuted.

use afterstate::eval::ntuple::TuplePatterns;
use afterstate::rules::{Board, Cell, Rank};

/// Where the entries of one tuple's table are in another network.
#[derive(Debug, PartialEq, Eq)]
pub struct TableMap {
    /// The start of the table among the entries of a stage.
    base: usize,
    /// For each of the tuple's cells, in ascending order, its place in an index of that table.
    places: Vec<usize>,
}

impl TableMap {
    /// The position of an entry of the tuple's table.
    pub fn entry(&self, entry: usize) -> usize {
        let ranks = self.places.iter().enumerate();
        ranks.fold(self.base, |sum, (from, to)| sum + ((entry >> (4 * from) & 15) << (4 * to)))
    }
}

/// The table in `next` of each tuple of `known`, so that with the same weights both networks give
/// every board the same value. `None` if `next` lacks a tuple or has another alphabet.
pub fn table_maps(known: &TuplePatterns, next: &TuplePatterns) -> Option<Vec<TableMap>> {
    if known.alphabet() != next.alphabet() {
        return None;
    }
    let mut free: Vec<_> = next.tables().zip(next.tuples()).collect();
    let map = |tuple: &Vec<u8>| {
        let (at, places) = free
            .iter()
            .enumerate()
            .filter(|(_, (_, cells))| cells.len() == tuple.len())
            .find_map(|(at, (_, cells))| Some((at, places(tuple, cells)?)))?;
        let (table, _) = free.remove(at);
        Some(TableMap { base: table.start, places })
    };
    known.tuples().iter().map(map).collect()
}

/// A tuple whose cells are among those of a larger one, on one of the board's images.
#[derive(Debug, PartialEq, Eq)]
pub struct ContainedTuple {
    /// The index of this tuple among the network's tuples.
    pub tuple: usize,
    /// The index of the larger one.
    pub within: usize,
    /// For each cell of the small tuple, in ascending order, its place in an index of the larger
    /// one.
    places: Vec<usize>,
}

impl ContainedTuple {
    /// The small tuple's entry for the tiles of an entry of the larger one.
    pub fn entry(&self, large: usize) -> usize {
        let places = self.places.iter().enumerate();
        places.fold(0, |sum, (to, from)| sum + ((large >> (4 * from) & 15) << (4 * to)))
    }
}

/// Every tuple that is part of a larger one, with the first of the largest tuples that contain it.
pub fn contained_tuples(patterns: &TuplePatterns) -> Vec<ContainedTuple> {
    let tuples = patterns.tuples();
    let contained = |(small, tuple): (usize, &Vec<u8>)| {
        let longest = tuples.iter().map(Vec::len).max().filter(|&longest| longest > tuple.len())?;
        let larger = tuples.iter().enumerate().filter(|(_, cells)| cells.len() == longest);
        let mut found = larger.filter_map(|(large, cells)| Some((large, places(tuple, cells)?)));
        found.next().map(|(large, places)| ContainedTuple { tuple: small, within: large, places })
    };
    tuples.iter().enumerate().filter_map(contained).collect()
}

/// For each cell of a tuple its place among `cells`, if one of the board's images has all of them
/// there.
fn places(tuple: &[u8], cells: &[u8]) -> Option<Vec<usize>> {
    let images = |&cell: &u8| {
        let alone = Board::EMPTY.with(Cell::new(cell.into()), Rank::TWO);
        alone.symmetries().map(|image| (image.bits().trailing_zeros() / 4) as u8)
    };
    let images: Vec<[u8; 8]> = tuple.iter().map(images).collect();
    let place = |cell: u8| cells.iter().position(|&other| other == cell);
    (0..8).find_map(|image| images.iter().map(|cell| place(cell[image])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use afterstate::eval::ntuple::Indexer;

    #[test]
    fn turned_tuple_reads_the_same_entries() {
        let known: TuplePatterns = "012345 456789 012456 45689a/13".parse().expect("cell lists");
        // Some as they are, some turned or mirrored, and two others between them.
        let next: TuplePatterns =
            "6789ab 0123 37bf26 9abdef 69abcd 45689a/13".parse().expect("cell lists");
        let table_maps = table_maps(&known, &next).expect("all are there");
        let from = Indexer::<7>::new(&known).expect("enough runs");
        let to = Indexer::<7>::new(&next).expect("enough runs");
        let (mut here, mut there) = (vec![0; known.lookups()], vec![0; next.lookups()]);
        let mut bits = 0x0123_4567_89ab_cdef_u64;
        for _ in 0..100 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            from.fill(Board::from_bits(bits), 0, &mut here);
            to.fill(Board::from_bits(bits), 0, &mut there);
            for (tuple, (map, here)) in table_maps.iter().zip(here.chunks_exact(8)).enumerate() {
                let place = |index: &u32| map.entry(*index as usize - (tuple << 24));
                let mut turned: Vec<usize> = here.iter().map(place).collect();
                let table = map.base..map.base + (1 << 24);
                let indices = there.iter().map(|&index| index as usize);
                let mut read: Vec<usize> = indices.filter(|index| table.contains(index)).collect();
                turned.sort_unstable();
                read.sort_unstable();
                assert_eq!(turned, read, "tuple {tuple}");
            }
        }
    }

    #[test]
    fn a_network_without_a_tuple_or_with_other_ranks_has_no_table_maps() {
        let known: TuplePatterns = "012345 456789 012456/13".parse().expect("cell lists");
        for other in ["012345 456789/13", "012345 456789 012456", "012345 456789 01245/13"] {
            assert_eq!(table_maps(&known, &other.parse().expect("cell lists")), None, "{other}");
        }
    }
}
