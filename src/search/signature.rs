//! A number that says "the search finds what it found before".
//!
//! Fixed boards are searched to a fixed ply without a table and with published weights; the
//! signature is the nodes visited and a hash of all values, bit for bit. It is the same in every
//! build, natively and in WebAssembly, and with any number of threads. A change that keeps it
//! needs a timing to be judged; a change that moves it needs games.

use super::{Limits, Searcher};
use crate::eval::Evaluator;
use crate::rules::{Board, Direction};
use std::fmt;

/// Nodes and values of the fixed searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Afterstates valued or looked beyond.
    pub nodes: u64,
    /// FNV-1a (64 bits) over the bits of the values of all moves, board after board.
    pub values: u64,
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:016x}", self.nodes, self.values)
    }
}

/// What the searches give: a change that moves this changes how the engine plays.
pub const KNOWN: Signature = Signature { nodes: 19_743, values: 0x0271_D2A4_24D6_73DE };

/// How deep the boards are searched.
pub const PLY: u8 = 3;

/// Every 150th board of a game that 2-ply search with nneonneo's weights played (seed 1); an
/// opening; three boards made by hand with the largest tiles.
pub const BOARDS: [u64; 16] = [
    0x8320_5320_3220_3201,
    0x9100_6300_5310_4152,
    0x9721_8542_5431_1201,
    0xa000_7710_5201_3142,
    0xa522_9411_6120_3010,
    0xa811_9610_6520_5310,
    0xb653_6531_5430_4210,
    0xb211_9121_5410_1540,
    0xb410_9531_8200_7100,
    0xb610_a510_7421_4110,
    0xb542_a420_9310_3100,
    0xb863_a152_9422_4331,
    0x0000_0000_0001_0010,
    0xedcb_a987_1234_0000,
    0xfedc_89ab_7654_2130,
    0xeedc_1abc_0421_0131,
];

/// Searches the boards with a searcher. It has the [`KNOWN`] signature if its evaluator is the row heuristic with
/// nneonneo's weights and it has no table; this room knows no evaluator, so the caller brings it.
#[must_use]
pub fn signature<E: Evaluator>(mut searcher: Searcher<E>) -> Signature {
    at_ply(&mut searcher, PLY)
}

/// The same of a search to any ply, from 1 on. With a table, the nodes are fewer and with several threads not always
/// as many; the values are the same.
pub fn at_ply<E: Evaluator>(searcher: &mut Searcher<E>, ply: u8) -> Signature {
    let mut signature = Signature { nodes: 0, values: 0xCBF2_9CE4_8422_2325 };
    for board in BOARDS {
        let board = Board::from_bits(board);
        // Only limits that make no sense give no report.
        let Ok(report) = searcher.search_board(board, &Direction::ALL, &Limits::ply(ply)) else {
            continue;
        };
        signature.nodes += report.nodes;
        for value in report.values {
            for byte in value.map_or(u32::MAX, f32::to_bits).to_le_bytes() {
                signature.values =
                    (signature.values ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
            }
        }
    }
    signature
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::rows::{RowHeuristic, RowWeights};

    #[test]
    fn one_thread_and_many_have_the_known_signature() {
        let searcher = || Searcher::new(RowHeuristic::new(&RowWeights::NNEONNEO), 0);
        assert_eq!(signature(searcher()), KNOWN);
        assert_eq!(signature(searcher().parallel()), KNOWN);
    }
}
