//! The signature: a fingerprint of the search that shows whether a change affects its results.
//!
//! It consists of the nodes and a hash of all values of fixed-ply searches of fixed boards, without
//! a table and with published weights. It is the same in every build and with any number of
//! threads. A change that keeps it needs only a timing; a change that moves it needs games.

use super::{Limits, Searcher};
use crate::eval::Evaluator;
use crate::rules::{Board, Direction};
use std::fmt;

/// The nodes and values of the fixed searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Afterstates that were evaluated or searched.
    pub nodes: u64,
    /// 64-bit FNV-1a over the bits of all move values, board by board.
    pub values: u64,
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:016x}", self.nodes, self.values)
    }
}

/// The expected signature. A change that moves it changes how the program plays.
pub const KNOWN: Signature = Signature { nodes: 19_743, values: 0x0271_D2A4_24D6_73DE };

/// The depth of the searches.
pub const PLY: u8 = 3;

/// Every 150th board of a game that a 2-ply search with nneonneo's weights played (seed 1), an
/// opening, and three handmade boards with the largest tiles.
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

/// The signature of a searcher. It is [`KNOWN`] for the built-in heuristic with nneonneo's weights
/// and no table. The caller supplies the evaluator because this module may not use one.
#[must_use]
pub fn signature<E: Evaluator>(mut searcher: Searcher<E>) -> Signature {
    at_ply(&mut searcher, PLY)
}

/// The same at any ply from 1 on. The values do not depend on a table or on threads. The nodes do:
/// a table reduces them, with several threads by a varying number, and threads search a node once that
/// one thread without a table searches twice.
pub fn at_ply<E: Evaluator>(searcher: &mut Searcher<E>, ply: u8) -> Signature {
    let mut signature = Signature { nodes: 0, values: 0xCBF2_9CE4_8422_2325 };
    for board in BOARDS {
        let board = Board::from_bits(board);
        // Fails only for a ply out of range.
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
    fn signature_is_the_pinned_one_with_one_thread_and_many() {
        let searcher = || Searcher::new(RowHeuristic::new(&RowWeights::NNEONNEO), 0);
        assert_eq!(signature(searcher()), KNOWN);
        assert_eq!(signature(searcher().parallel()), KNOWN);
    }
}
