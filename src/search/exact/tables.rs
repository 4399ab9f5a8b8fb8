//! Small boards packed in one word, with line tables for slides and symmetries. The slides come
//! from `rules::line`.
//!
//! A position has four bits per cell, cell 0 lowest. Ranks stay below 16: a game from an empty
//! board of at most 9 cells reaches rank 10, and [`BoardTables::pack`] refuses other positions from
//! which 65536 can arise.

use crate::rules::{Direction, Grid, line, tile};

/// The maximum number of cells: solving the 48.7 million positions of 3x3 takes minutes.
pub const MAX_CELLS: usize = 9;

/// The tables for all lines of one length.
struct LineTables {
    bits: u32,
    to_start: Vec<u32>,
    to_end: Vec<u32>,
    reward: Vec<u32>,
    reversed: Vec<u32>,
    /// The cells of the line, spread out as a line of the transposed board.
    spread: Vec<u64>,
}

impl LineTables {
    fn new(length: usize, others: usize) -> Self {
        let count = 1usize << (4 * length);
        let mut lines = Self {
            bits: 4 * length as u32,
            to_start: Vec::with_capacity(count),
            to_end: Vec::with_capacity(count),
            reward: Vec::with_capacity(count),
            reversed: Vec::with_capacity(count),
            spread: Vec::with_capacity(count),
        };
        let pack = |ranks: &[u8]| {
            // No packed position has two tiles of rank 15; the limit keeps them in a nibble.
            ranks.iter().rev().fold(0u32, |word, &rank| word << 4 | u32::from(rank.min(15)))
        };
        for word in 0..count {
            let mut ranks: Vec<u8> =
                (0..length).map(|cell| (word >> (4 * cell)) as u8 & 15).collect();
            let spread = ranks.iter().enumerate();
            lines.spread.push(
                spread.fold(0, |sum, (cell, &rank)| sum | u64::from(rank) << (4 * cell * others)),
            );
            let mut back: Vec<u8> = ranks.iter().rev().copied().collect();
            lines.reversed.push(pack(&back));
            lines.reward.push(line::slide(&mut ranks, |_, _, _| ()) as u32);
            lines.to_start.push(pack(&ranks));
            line::slide(&mut back, |_, _, _| ());
            back.reverse();
            lines.to_end.push(pack(&back));
        }
        lines
    }

    #[inline]
    fn line(&self, word: u64, index: usize) -> usize {
        (word >> (self.bits as usize * index)) as usize & ((1 << self.bits) - 1)
    }
}

/// The tables for one board size.
pub struct BoardTables {
    rows: usize,
    cols: usize,
    of_rows: LineTables,
    of_cols: LineTables,
}

impl BoardTables {
    /// The tables for `rows` x `cols` boards; `None` if there are more than [`MAX_CELLS`] cells or
    /// a side is not from 2 to 4.
    pub fn new(rows: usize, cols: usize) -> Option<Self> {
        let fits = rows * cols <= MAX_CELLS && rows.max(cols) <= 4 && rows.min(cols) >= 2;
        fits.then(|| Self {
            rows,
            cols,
            of_rows: LineTables::new(cols, rows),
            of_cols: LineTables::new(rows, cols),
        })
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The packed grid; `None` if the grid has another size or its tiles add up to 65536 or more.
    ///
    /// From a smaller sum no game reaches 65536: a spawn would have to follow a sum of at least
    /// 65532, which takes fourteen tiles.
    pub fn pack(&self, grid: &Grid) -> Option<u64> {
        let sum: f64 = grid.ranks().iter().map(|&rank| tile(rank)).sum();
        let fits = (grid.rows(), grid.cols()) == (self.rows, self.cols) && sum < 65536.0;
        fits.then(|| grid.ranks().iter().rev().fold(0, |word, &rank| word << 4 | u64::from(rank)))
    }

    /// The transposed board, which is `cols` x `rows`.
    #[inline]
    fn transposed(&self, word: u64) -> u64 {
        (0..self.rows).fold(0, |sum, row| {
            sum | self.of_rows.spread[self.of_rows.line(word, row)] << (4 * row)
        })
    }

    #[inline]
    fn transposed_back(&self, word: u64) -> u64 {
        (0..self.cols).fold(0, |sum, col| {
            sum | self.of_cols.spread[self.of_cols.line(word, col)] << (4 * col)
        })
    }

    #[inline]
    fn map(lines: &LineTables, table: &[u32], count: usize, word: u64) -> u64 {
        (0..count).fold(0, |sum, place| {
            sum | u64::from(table[lines.line(word, place)]) << (lines.bits as usize * place)
        })
    }

    #[inline]
    fn reward(lines: &LineTables, count: usize, word: u64) -> u64 {
        (0..count).map(|place| u64::from(lines.reward[lines.line(word, place)])).sum()
    }

    /// The afterstate and reward of each move, by direction; `None` where nothing changes.
    #[inline]
    pub fn slides(&self, word: u64) -> [Option<(u64, u64)>; 4] {
        let turned = self.transposed(word);
        let vertical = Self::reward(&self.of_cols, self.cols, turned);
        let horizontal = Self::reward(&self.of_rows, self.rows, word);
        let moved = |after: u64, reward: u64| (after != word).then_some((after, reward));
        let up = Self::map(&self.of_cols, &self.of_cols.to_start, self.cols, turned);
        let down = Self::map(&self.of_cols, &self.of_cols.to_end, self.cols, turned);
        let left = Self::map(&self.of_rows, &self.of_rows.to_start, self.rows, word);
        let right = Self::map(&self.of_rows, &self.of_rows.to_end, self.rows, word);
        let mut slides = [None; 4];
        slides[Direction::Up.index()] = moved(self.transposed_back(up), vertical);
        slides[Direction::Down.index()] = moved(self.transposed_back(down), vertical);
        slides[Direction::Left.index()] = moved(left, horizontal);
        slides[Direction::Right.index()] = moved(right, horizontal);
        slides
    }

    /// The rotations and reflections and their number: eight for a square board, four for another.
    /// A symmetric board has repeated ones.
    #[inline]
    fn images(&self, word: u64) -> ([u64; 8], usize) {
        let mirrored = Self::map(&self.of_rows, &self.of_rows.reversed, self.rows, word);
        let flip = |word: u64| {
            (0..self.rows).fold(0, |sum, row| {
                sum | (self.of_rows.line(word, row) as u64)
                    << (self.of_rows.bits as usize * (self.rows - 1 - row))
            })
        };
        let half = [word, mirrored, flip(word), flip(mirrored)];
        let mut images = [0; 8];
        images[..4].copy_from_slice(&half);
        if self.rows != self.cols {
            return (images, 4);
        }
        for (transposed, image) in images[4..].iter_mut().zip(half) {
            *transposed = self.transposed(image);
        }
        (images, 8)
    }

    /// The smallest of the rotations and reflections.
    #[inline]
    pub fn canonical(&self, word: u64) -> u64 {
        let (images, count) = self.images(word);
        images[..count].iter().copied().min().unwrap_or(word)
    }

    /// The number of different boards among the rotations and reflections.
    pub fn orbit(&self, word: u64) -> usize {
        let (mut images, count) = self.images(word);
        let images = &mut images[..count];
        images.sort_unstable();
        1 + images.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    /// The empty cells.
    #[inline]
    pub fn empties(&self, word: u64) -> impl Iterator<Item = usize> + use<> {
        (0..self.rows * self.cols).filter(move |cell| word >> (4 * cell) & 15 == 0)
    }

    /// The layer of a position: half the sum of its tiles. A move keeps it, a 2 adds 1 and a 4 adds
    /// 2.
    pub fn layer(word: u64) -> usize {
        (0..16)
            .map(|cell| word >> (4 * cell) & 15)
            .filter(|&rank| rank > 0)
            .map(|rank| 1 << (rank - 1))
            .sum()
    }

    /// The largest rank.
    #[inline]
    pub fn max_rank(word: u64) -> u8 {
        (0..MAX_CELLS).map(|cell| (word >> (4 * cell)) as u8 & 15).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slides_and_symmetries_match_the_grid() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
            let tables = BoardTables::new(rows, cols).unwrap();
            let mut word = 0x9E37_79B9_7F4A_7C15u64;
            for _ in 0..300 {
                word = word.wrapping_mul(0xD134_2543_DE82_EF95).rotate_left(21) ^ 0x51;
                let ranks: Vec<u8> =
                    (0..rows * cols).map(|cell| (word >> (5 * cell)) as u8 & 3).collect();
                let grid = Grid::from_ranks(rows, cols, &ranks).unwrap();
                let packed = tables.pack(&grid).unwrap();
                let slides = tables.slides(packed);
                for direction in Direction::ALL {
                    let expected = grid
                        .slide(direction)
                        .map(|after| (tables.pack(&after.board).unwrap(), after.reward));
                    assert_eq!(slides[direction.index()], expected, "{grid} {direction:?}");
                }
                let mirrored: Vec<u8> =
                    ranks.chunks(cols).flat_map(|row| row.iter().rev().copied()).collect();
                let mirrored = Grid::from_ranks(rows, cols, &mirrored).unwrap();
                assert_eq!(
                    tables.canonical(packed),
                    tables.canonical(tables.pack(&mirrored).unwrap())
                );
                assert_eq!(tables.transposed_back(tables.transposed(packed)), packed);
            }
        }
        assert!(
            BoardTables::new(2, 5).is_none()
                && BoardTables::new(3, 4).is_none()
                && BoardTables::new(4, 4).is_none()
        );
    }

    #[test]
    fn orbits_and_layers() {
        let tables = BoardTables::new(2, 2).unwrap();
        let pack = |text: &str| tables.pack(&text.parse().unwrap()).unwrap();
        assert_eq!(tables.orbit(pack("2 2 / 2 2")), 1);
        assert_eq!(tables.orbit(pack("2 . / . .")), 4);
        assert_eq!(tables.orbit(pack("2 4 / 8 .")), 8);
        assert_eq!(BoardTables::layer(pack("2 4 / 8 .")), 7);
        assert_eq!(BoardTables::max_rank(pack("2 4 / 8 .")), 3);
    }
}
