//! Tables with the slides of all lines of a formation.

use super::formation::FIXED;
use crate::rules::line;

/// The slides of every line of one length toward either end.
#[derive(Clone, Debug)]
pub struct LineTable {
    toward_first: Vec<u32>,
    toward_last: Vec<u32>,
}

/// The result of a slide of four lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The lines after the slide.
    pub bits: u64,
    /// Whether a fixed tile moves.
    pub moves_fixed: bool,
    /// Whether the target is built.
    pub reaches: bool,
}

// an entry: line after the slide (16 bits) | a fixed tile moves (1) | the target is built (1)
const MOVES_FIXED: u32 = 1 << 16;
const REACHES: u32 = 1 << 17;

impl LineTable {
    /// The slides of lines whose first `length` cells are on the board.
    pub fn new(length: usize, target: u8) -> Self {
        let slides = |backward: bool| {
            (0..=u16::MAX).map(|line| slide(line, length, target, backward)).collect()
        };
        Self { toward_first: slides(false), toward_last: slides(true) }
    }

    /// Slides four lines, each a quarter of the bits, toward their first or their last cells.
    #[inline(always)]
    pub fn slide(&self, bits: u64, toward_first: bool) -> Slide {
        let table = if toward_first { &self.toward_first } else { &self.toward_last };
        let (mut slid, mut flags) = (0, 0);
        for shift in [0, 16, 32, 48] {
            let entry = table[usize::from((bits >> shift) as u16)];
            slid |= u64::from(entry & 0xFFFF) << shift;
            flags |= entry;
        }
        Slide { bits: slid, moves_fixed: flags & MOVES_FIXED != 0, reaches: flags & REACHES != 0 }
    }
}

fn slide(line: u16, length: usize, target: u8, backward: bool) -> u32 {
    let mut cells = [0, 4, 8, 12].map(|shift| (line >> shift) as u8 & 0xF);
    let part = &mut cells[..length];
    if backward {
        part.reverse();
    }
    // Each fixed tile gets a rank of its own, so that none of them merges.
    for (index, rank) in part.iter_mut().enumerate() {
        if *rank == FIXED {
            *rank = FIXED + 1 + index as u8;
        }
    }
    let before = part.to_vec();
    let (mut moves_fixed, mut reaches) = (false, false);
    line::slide(part, |from, to, merges| {
        moves_fixed |= before[from] > FIXED && from != to;
        reaches |= merges && before[from] + 1 == target;
    });
    if backward {
        part.reverse();
    }
    let after = cells.iter().rev().fold(0, |line, &rank| line << 4 | u32::from(rank.min(FIXED)));
    after | if moves_fixed { MOVES_FIXED } else { 0 } | if reaches { REACHES } else { 0 }
}
