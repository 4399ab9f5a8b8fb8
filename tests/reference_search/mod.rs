//! The reference implementation of the search: expectimax by definition on the exact grid, without
//! table or move ordering.

use afterstate::eval::Evaluator;
use afterstate::rules::*;
use afterstate::search::*;

fn reference_move<E: Evaluator>(
    e: &E,
    after: Afterstate<Grid>,
    depth: u8,
    reductions: DepthReductions,
) -> f64 {
    let value = reference_chance(e, &after.board, depth, reductions);
    f64::from(E::REWARD_WEIGHT) * after.reward as f64 + value
}

fn reference_chance<E: Evaluator>(
    e: &E,
    grid: &Grid,
    depth: u8,
    reductions: DepthReductions,
) -> f64 {
    if depth == 0 {
        return e.value(Board::try_from(*grid).unwrap()).into();
    }
    let cells: Vec<usize> = grid.empty_cells().collect();
    let mean = |rank: u8, depth: u8| -> f64 {
        let values = cells.iter().map(|&cell| {
            let mut spawned = *grid;
            spawned.set(cell, rank);
            reference_max(e, &spawned, depth, reductions)
        });
        values.sum::<f64>() / cells.len() as f64
    };
    let depth_after_4 = depth.saturating_sub(reductions.spawn4_plies - 1);
    let fours = match depth_after_4 {
        0 if cells.len() > 1 => mean(1, depth),
        0 => mean(2, 1),
        plies => mean(2, plies),
    };
    0.9 * mean(1, depth) + 0.1 * fours
}

fn reference_max<E: Evaluator>(e: &E, grid: &Grid, depth: u8, reductions: DepthReductions) -> f64 {
    let afters: Vec<Afterstate<Grid>> =
        Direction::ALL.iter().filter_map(|&d| grid.slide(d)).collect();
    let immediate = |after: &Afterstate<Grid>| reference_move(e, *after, 0, reductions);
    let best = afters.iter().map(immediate).fold(f64::NEG_INFINITY, f64::max);
    let is_low = |after: &Afterstate<Grid>| immediate(after) < best - f64::from(e.pruning_margin());
    afters
        .iter()
        .filter_map(|after| {
            let plies = if depth > 1 && is_low(after) { reductions.low_value_plies } else { 1 };
            Some(reference_move(e, *after, depth.checked_sub(plies)?, reductions))
        })
        .fold(None, |best: Option<f64>, value| Some(best.map_or(value, |best| best.max(value))))
        .unwrap_or_else(|| e.terminal_value().into())
}

/// The values of the moves of a search to `ply`, by direction.
pub fn reference_root<E: Evaluator>(
    e: &E,
    grid: &Grid,
    ply: u8,
    reductions: DepthReductions,
) -> [Option<f64>; 4] {
    let before = if ply > 1 { reference_root(e, grid, ply - 1, reductions) } else { [None; 4] };
    let best = before.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
    Direction::ALL.map(|direction| {
        let is_low =
            before[direction.index()].is_some_and(|v| v < best - f64::from(e.pruning_margin()));
        let depth =
            if is_low { (ply - 1).saturating_sub(reductions.low_value_plies - 1) } else { ply - 1 };
        Some(reference_move(e, grid.slide(direction)?, depth, reductions))
    })
}
