//! Figure 11 literally, for tiles that the packed board cannot hold; the reference implementation
//! of `packed`.

use super::Rules;
use crate::frolov::heuristic::Formula;
use afterstate::rules::{Direction, Grid};

/// `Calculate_score(direction, depth = 1)` of a 4x4 board, in the formula's unit: the average over
/// everything that can follow. `None` when the direction is not possible.
pub fn direction_value(
    formula: &Formula,
    rules: &Rules,
    grid: &Grid,
    direction: Direction,
) -> Option<f64> {
    grid.slide(direction)?;
    Some(calculate_score(formula, rules, grid, direction, 1))
}

fn calculate_score(
    formula: &Formula,
    rules: &Rules,
    grid: &Grid,
    direction: Direction,
    depth: u32,
) -> f64 {
    if !rules.last_move_made && depth == rules.depth {
        return formula.value(grid);
    }
    let moved = grid.slide(direction).expect("only possible directions are followed").board;
    if rules.won(moved.max_rank()) {
        return super::WIN_VALUE;
    }
    if depth == rules.depth {
        return formula.value(&moved);
    }
    let (mut total_score, mut call_method_number) = (0.0, 0u32);
    let mut follow = |placed: &Grid| {
        let mut board = placed;
        for &next in rules.directions {
            if board.possible(next) {
                total_score += calculate_score(formula, rules, board, next, depth + 1);
                call_method_number += 1;
                if !rules.spawn_stays {
                    board = &moved;
                }
            }
        }
    };
    if rules.spawns {
        for rank in [1, 2] {
            for cell in moved.empty_cells() {
                let mut placed = moved;
                placed.set(cell, rank);
                follow(&placed);
            }
        }
    } else {
        follow(&moved);
    }
    if call_method_number == 0 {
        return -super::WIN_VALUE;
    }
    total_score / f64::from(call_method_number)
}
