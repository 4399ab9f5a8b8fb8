//! Compares exact values with published ones and with a plain recursion.

use super::*;
use crate::rules::Direction;
use std::collections::HashMap;

fn solve(rows: usize, cols: usize, goal: Goal) -> Solution {
    Solution::of(Problem::new(rows, cols, goal), None).unwrap()
}

#[test]
fn two_by_two_is_as_published() {
    let solution = solve(2, 2, Goal::Score);
    assert_eq!((solution.counts.positions, solution.counts.labeled), (110, 662));
    assert!((solution.value - 66.964_149).abs() < 5e-7, "{}", solution.value);
    assert_eq!(solution.counts.max_rank, 5);
}

#[test]
fn largest_tile_includes_the_goal() {
    assert_eq!(solve(2, 2, Goal::Tile(4)).counts.max_rank, 4);
}

#[test]
fn two_by_three_is_as_published() {
    let solution = solve(2, 3, Goal::Score);
    assert_eq!((solution.counts.positions, solution.counts.labeled), (21_752, 85_844));
    assert_eq!(solution.counts.max_rank, 7);
    assert!((solution.value - 480.258_272).abs() < 5e-7, "{}", solution.value);
    assert!((solution.value - solve(3, 2, Goal::Score).value).abs() < 1e-9);
}

/// `./build.sh test --all` runs it, and the next one.
#[test]
#[ignore = "some seconds"]
fn two_by_four_is_as_published() {
    let solution = solve(2, 4, Goal::Score);
    assert_eq!((solution.counts.positions, solution.counts.labeled), (4_980_767, 19_920_382));
    assert_eq!(solution.counts.max_rank, 9);
    assert!((solution.value - 2_641.873_036).abs() < 5e-7, "{}", solution.value);
}

/// Some minutes and some 150 MiB in memory; `afterstate exact 3x3` does the same with the layers in
/// a file.
#[test]
#[ignore = "some minutes"]
fn three_by_three_is_as_published() {
    let solver = ExactSolver::new(Problem::new(3, 3, Goal::Score)).unwrap();
    let starts = solver.starts();
    let roots: Vec<u64> = starts.iter().map(|&(word, _)| word).collect();
    let mut store = store::InMemory::default();
    let (layers, counts) = solver.enumerate(&roots, &mut store, &mut |_, _| ()).unwrap();
    assert_eq!(
        (counts.positions, counts.labeled, counts.afterstates, counts.terminal),
        (48_713_519, 388_921_077, 31_431_374, 7_388_502)
    );
    let mut value = 0.0;
    solver
        .value(layers, &mut store, &mut |_, [layer, ..]| {
            let worth = |&(word, chance): &(u64, f64)| Some(chance * layer.value(word)?);
            value += starts.iter().filter_map(worth).sum::<f64>();
            Ok(())
        })
        .unwrap();
    assert!((value - 5_468.486_797).abs() < 1e-6, "{value}");
}

/// The definition, with a memo of positions by their text.
fn plain(grid: &Grid, goal: Goal, spawn4: f64, known: &mut HashMap<String, f64>) -> f64 {
    if matches!(goal, Goal::Tile(rank) if grid.max_rank() >= rank) {
        return 1.0;
    }
    let name = grid.to_string();
    if let Some(&value) = known.get(&name) {
        return value;
    }
    let mut best = 0.0f64;
    for direction in Direction::ALL {
        let Some(after) = grid.slide(direction) else { continue };
        let mut value = 0.0;
        for cell in after.board.empty_cells() {
            for (rank, chance) in [(1, 1.0 - spawn4), (2, spawn4)] {
                if chance > 0.0 {
                    let mut spawned = after.board;
                    spawned.set(cell, rank);
                    value += chance * plain(&spawned, goal, spawn4, known);
                }
            }
        }
        value /= after.board.empty_count() as f64;
        best = best.max(value + if goal == Goal::Score { after.reward as f64 } else { 0.0 });
    }
    known.insert(name, best);
    best
}

#[test]
fn values_match_the_plain_recursion() {
    for (goal, spawn4) in
        [(Goal::Score, 0.1), (Goal::Score, 0.0), (Goal::Tile(4), 0.1), (Goal::Tile(5), 0.1)]
    {
        let problem = Problem { spawn4_probability: spawn4, ..Problem::new(2, 2, goal) };
        let mut known = HashMap::new();
        for text in ["2 2 / . .", "2 . / . 2", "2 4 / 2 .", "8 4 / 2 2"] {
            let grid: Grid = text.parse().unwrap();
            let expected = plain(&grid, goal, spawn4, &mut known);
            let solution = Solution::of(problem, Some(&grid)).unwrap();
            assert!(
                (solution.value - expected).abs() < 1e-9,
                "{goal:?} {spawn4} {text}: {} {expected}",
                solution.value
            );
            let best = solution.move_values(&grid).into_iter().flatten().fold(0.0, f64::max);
            assert!((best - expected).abs() < 1e-9, "{goal:?} {spawn4} {text}: {best} {expected}");
        }
    }
}

/// Those of docs/use/board-sizes.md.
#[test]
fn tile_probabilities_are_those_that_we_published() {
    // Cook, 6.3: reaching 32 on 2x2 needs a spawned 4 at the end, which has a probability of 0.1.
    for (rows, cols, rank, published) in [
        (2, 2, 4, 0.962_511_254),
        (2, 2, 5, 0.082_887_289),
        (2, 3, 4, 1.0),
        (2, 3, 5, 0.999_896_763),
        (2, 3, 6, 0.939_263_692),
        (2, 3, 7, 0.056_992_160),
    ] {
        let chance = solve(rows, cols, Goal::Tile(rank)).value;
        assert!((chance - published).abs() < 5e-10, "{rows}x{cols}, rank {rank}: {chance}");
    }
    assert!((solve(2, 2, Goal::Tile(3)).value - 1.0).abs() < 1e-12);
    assert_eq!(solve(2, 2, Goal::Tile(6)).value, 0.0);
}

#[test]
fn solution_contains_reachable_positions_only() {
    let solution = solve(2, 2, Goal::Score);
    assert!(solution.contains(&"2 2 / . .".parse().unwrap()));
    assert!(!solution.contains(&"2 . / . .".parse().unwrap()));
}

#[test]
fn errors_name_the_board_or_the_position() {
    let error = |rows, cols, from: Option<&str>| {
        let grid = from.map(|text| text.parse::<Grid>().unwrap());
        let problem = Problem::new(rows, cols, Goal::Score);
        Solution::of(problem, grid.as_ref()).err().unwrap().to_string()
    };
    assert_eq!(
        error(4, 4, None),
        "4x4 is too large to solve exactly; accepted: 2x2, 2x3, 3x2, 2x4, 4x2 and 3x3"
    );
    assert_eq!(
        error(3, 3, Some("2 4 / . .")),
        "the position must be a 3x3 board whose tiles add up to less than 65536, got 2 4 / . ."
    );
    assert!(error(2, 2, Some("32768 32768 / . .")).contains("less than 65536"));
}
