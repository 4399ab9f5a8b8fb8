//! Lee's program: expectimax with a matrix of weights. Source: Frolov 2016, 1.7.

use super::{depth, source};
use crate::common::memo::Memo;
use crate::cook::expectimax::{self, Growth, Leaf};
use crate::cook::heuristic::{Formula, Matrix};
use crate::cook::scorer::{Scored, Scorers};
use crate::cook::wrapper::Fail;
use crate::strategy::{Boards, Player, Strategy, TIE_ORDER, Thought, Unit, packed};
use afterstate::rules::Grid;

/// Frolov 2016, 1.7: Lee's matrix, "the most optimal" of a random search.
const LEE: [f64; 16] = [
    0.135, 0.121, 0.102, 0.0999, 0.0997, 0.088, 0.076, 0.0724, 0.0606, 0.0562, 0.0371, 0.0161,
    0.0125, 0.0099, 0.0057, 0.0033,
];

/// 2^18 values of 24 bytes, 6 MiB.
const MEMO_BITS: u32 = 18;

struct LeeLeaf(Scorers);

impl<P: Scored> Leaf<P> for LeeLeaf {
    #[inline]
    fn value(&self, position: &P) -> f64 {
        P::scorer(&self.0).value(position)
    }

    #[inline]
    fn after_spawns(&self, after: &P) -> impl Fn(usize, u8) -> f64 {
        P::scorer(&self.0).after_spawns(after)
    }

    fn terminal_value(&self, value: f64) -> f64 {
        Fail::Keep.of(value)
    }

    fn has_terminal_value(&self) -> bool {
        false
    }
}

struct Lee {
    leaf: LeeLeaf,
    growth: Growth,
    memo: Memo,
    generation: u64,
}

impl Lee {
    fn new(layers: u32) -> Self {
        let forms = Matrix { weights: LEE.to_vec(), trap: None }.symmetries(4, 4);
        let leaf = LeeLeaf(Scorers::new(Formula::weighted(forms)));
        Self { leaf, growth: Growth::full(layers), memo: Memo::new(MEMO_BITS), generation: 0 }
    }
}

impl Player for Lee {
    fn choose(&mut self, grid: &Grid) -> Thought {
        self.generation += 1;
        let memo = Some(&self.memo);
        let grown = match packed(grid, self.growth.spawns()) {
            Some(board) => {
                expectimax::search(&board, &self.leaf, self.growth, memo, self.generation, true)
            }
            None => expectimax::search(grid, &self.leaf, self.growth, memo, self.generation, true),
        };
        Thought::best_of(grown.values, TIE_ORDER)
    }
}

/// The catalog entry.
pub const STRATEGY: Strategy = Strategy {
    id: "lee",
    name: "Lee's weight matrix",
    source: source("Frolov 2016, 1.7"),
    sentence: "Searches with expectimax and multiplies the tiles by weights that fall with the distance from a corner, in the best of eight orientations.",
    parameters: &[depth("Layers of the tree. The text mentions 6 and 8.", 6, 12)],
    boards: Boards::FOUR_BY_FOUR,
    unit: Unit::Heuristic,
    make: |settings, _| Box::new(Lee::new(settings.whole("depth") as u32)),
};

#[cfg(test)]
mod tests {
    use crate::players::tests::choose;

    #[test]
    fn lee_at_one_layer_is_the_matrix_after_the_move() {
        // Up: a 4 in the corner (0.135) and a 2 beside it (0.121). Down is the same, mirrored.
        let thought = choose("lee:depth=1", "2 . . . / 2 2 . . / . . . . / . . . .");
        let corner = 4.0 * 0.135 + 2.0 * 0.121;
        assert!((thought.values[0].unwrap() - corner).abs() < 1e-12);
        assert!((thought.values[2].unwrap() - corner).abs() < 1e-12);
        // Left: a 2 and a 4 in the first column. The best form has one of them in the corner.
        let aside = f64::max(2.0 * 0.135 + 4.0 * 0.121, 4.0 * 0.121 + 2.0 * 0.135);
        assert!((thought.values[3].unwrap() - aside).abs() < 1e-12);
    }
}
