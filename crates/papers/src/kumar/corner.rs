//! The four players that keep the largest tile in a corner.
//! Source: Kumar 2018, 6.1.1, 6.1.2, 6.1.4 and 6.1.5. What the text does not say is decided in
//! docs/evidence/papers/kumar.md.

use super::greedy::rewards;
use super::weights::{Weights, certain, possible, restricted, uniform};
use crate::strategy::TIE_ORDER;
use afterstate::rules::{Direction, Grid, best_move};

/// The cells that hold the largest rank.
fn maxima(grid: &Grid) -> Vec<usize> {
    let max = grid.max_rank();
    (0..grid.cells()).filter(|&cell| grid.rank(cell) == max).collect()
}

/// The directions toward the near and the far end of an axis; `None` when both are equally near.
/// `at` counts from 0 to `len` - 1, and `low` leads to 0.
fn nearer(
    at: usize,
    len: usize,
    low: Direction,
    high: Direction,
) -> Option<(Direction, Direction)> {
    match (2 * at + 1).cmp(&len) {
        std::cmp::Ordering::Less => Some((low, high)),
        std::cmp::Ordering::Greater => Some((high, low)),
        std::cmp::Ordering::Equal => None,
    }
}

/// The direction of the wall that the place touches.
fn wall(at: usize, len: usize, low: Direction, high: Direction) -> Option<Direction> {
    if at == 0 {
        Some(low)
    } else if at + 1 == len {
        Some(high)
    } else {
        None
    }
}

/// Adds the weights of the near and the far corner along an axis, or half of both to each direction
/// of `both` in a tie.
fn add_pair(
    weights: &mut Weights,
    axis: Option<(Direction, Direction)>,
    both: [Direction; 2],
    near: f64,
    far: f64,
) {
    match axis {
        Some((closest, opposite)) => {
            weights[closest.index()] += near;
            weights[opposite.index()] += far;
        }
        None => {
            for direction in both {
                weights[direction.index()] += (near + far) / 2.0;
            }
        }
    }
}

/// How one largest tile reaches a corner or stays there.
enum Preference {
    /// It is in a corner, and these two directions keep it there.
    Stay([Direction; 2]),
    /// It is elsewhere, and these weights move it to a corner.
    Go(Weights),
}

/// `center` is the weight of the near directions for a tile that touches no wall.
fn preference(grid: &Grid, cell: usize, center: f64) -> Preference {
    let (row, col) = (cell / grid.cols(), cell % grid.cols());
    let (up_down, left_right) =
        ([Direction::Up, Direction::Down], [Direction::Left, Direction::Right]);
    let vertical = wall(row, grid.rows(), up_down[0], up_down[1]);
    let horizontal = wall(col, grid.cols(), left_right[0], left_right[1]);
    let along_rows = nearer(row, grid.rows(), up_down[0], up_down[1]);
    let along_cols = nearer(col, grid.cols(), left_right[0], left_right[1]);
    let mut weights = [0.0; 4];
    match (vertical, horizontal) {
        (Some(vertical), Some(horizontal)) => return Preference::Stay([vertical, horizontal]),
        (Some(vertical), None) => {
            weights[vertical.index()] += 1.0;
            add_pair(&mut weights, along_cols, left_right, 4.0, 1.0);
        }
        (None, Some(horizontal)) => {
            weights[horizontal.index()] += 1.0;
            add_pair(&mut weights, along_rows, up_down, 4.0, 1.0);
        }
        (None, None) => {
            add_pair(&mut weights, along_rows, up_down, center, 1.0);
            add_pair(&mut weights, along_cols, left_right, center, 1.0);
        }
    }
    Preference::Go(weights)
}

/// The moves that corner tiles prefer, with how many do, and the weights of the other tiles for
/// when there are none.
fn preferences(grid: &Grid, center: f64) -> (Weights, Weights) {
    let (mut preferred, mut weighted) = ([0.0; 4], [0.0; 4]);
    for cell in maxima(grid) {
        match preference(grid, cell, center) {
            Preference::Stay(directions) => {
                directions.iter().for_each(|d| preferred[d.index()] += 1.0)
            }
            Preference::Go(weights) => {
                weights.iter().zip(&mut weighted).for_each(|(w, sum)| *sum += w)
            }
        }
    }
    (preferred, weighted)
}

fn only_possible(mut weights: Weights, possible: [bool; 4]) -> Option<Weights> {
    for (weight, yes) in weights.iter_mut().zip(possible) {
        if !yes {
            *weight = 0.0;
        }
    }
    (weights != [0.0; 4]).then_some(weights)
}

/// 6.1.1 Max-in-corner (unique): uniform unless exactly one tile is the largest.
pub fn unique(grid: &Grid) -> Weights {
    let possible = possible(grid);
    match maxima(grid)[..] {
        [cell] => match preference(grid, cell, 4.0) {
            Preference::Stay([a, b]) => {
                let mut weights = certain(a);
                weights[b.index()] = 1.0;
                restricted(weights, possible)
            }
            Preference::Go(weights) => restricted(weights, possible),
        },
        _ => uniform(possible),
    }
}

/// 6.1.2 Max-in-corner (all): every largest tile adds its weights, so a move is drawn in
/// proportion to the corner tiles that prefer it.
pub fn all(grid: &Grid) -> Weights {
    let possible = possible(grid);
    let (preferred, weighted) = preferences(grid, 2.0);
    only_possible(preferred, possible).unwrap_or_else(|| restricted(weighted, possible))
}

/// The preferred move of the largest reward, if any move is preferred and possible.
fn greediest_preferred(grid: &Grid, preferred: Weights) -> Option<Direction> {
    let mut values = rewards(grid);
    for (value, weight) in values.iter_mut().zip(preferred) {
        if weight == 0.0 {
            *value = None;
        }
    }
    best_move(&values, TIE_ORDER)
}

/// 6.1.4 Greedy max-in-corner: the preferred move of the largest reward, else drawn from the
/// weighted moves, else any.
pub fn greedy(grid: &Grid) -> Weights {
    let (preferred, weighted) = preferences(grid, 2.0);
    match greediest_preferred(grid, preferred) {
        Some(direction) => certain(direction),
        None => restricted(weighted, possible(grid)),
    }
}

/// 6.1.5 Greedier max-in-corner: the preferred move of the largest reward, else the move of the
/// largest reward.
pub fn greedier(grid: &Grid) -> Option<Direction> {
    let (preferred, _) = preferences(grid, 2.0);
    greediest_preferred(grid, preferred).or_else(|| best_move(&rewards(grid), TIE_ORDER))
}

/// The possible moves that keep a largest tile in its corner, or all possible moves if there are
/// none: the moves that AI13 of the appendix samples by Monte Carlo.
pub fn preferred_or_all(grid: &Grid) -> [bool; 4] {
    let possible = possible(grid);
    let (preferred, _) = preferences(grid, 2.0);
    only_possible(preferred, possible)
        .map_or(possible, |weights| weights.map(|weight| weight > 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(text: &str) -> Grid {
        text.parse().unwrap()
    }

    // Order of the weights: up, right, down, left.

    #[test]
    fn a_corner_tile_stays() {
        // Figure 6.2: up and right keep the 64 in the top right corner, and both move the 2.
        let position = grid(". . . 64 / . . . . / . . . . / . 2 . .");
        assert_eq!(unique(&position), [1.0, 1.0, 0.0, 0.0]);
        assert_eq!(all(&position), [1.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn an_edge_tile_goes_to_its_closest_corner() {
        // Figure 6.3: the 64 on the right wall has weights 4 down, 1 up and 1 right; the 2 makes
        // right possible.
        let position = grid(". . . . / . . . . / . . . 64 / 2 . . .");
        assert_eq!(unique(&position), [1.0, 1.0, 4.0, 0.0]);
        // Without the 2, right is impossible and loses its weight.
        let alone = grid(". . . . / . . . . / . . . 64 / . . . .");
        assert_eq!(unique(&alone), [1.0, 0.0, 4.0, 0.0]);
        // On the upper wall, closest to the right.
        let upper = grid(". . 64 . / . . . . / . . . . / 2 . . .");
        assert_eq!(unique(&upper), [1.0, 4.0, 0.0, 1.0]);
    }

    #[test]
    fn a_center_tile_weighs_4_or_2_against_1() {
        let position = grid(". . . . / . 64 . . / . . . . / . . . .");
        assert_eq!(unique(&position), [4.0, 1.0, 1.0, 4.0]);
        assert_eq!(all(&position), [2.0, 1.0, 1.0, 2.0]);
    }

    #[test]
    fn several_greatest_tiles_add_up() {
        // The top left and top right corners prefer up twice, left once and right once. All three
        // are possible.
        let position = grid("64 . . 64 / . . . . / . 2 . . / . . . .");
        assert_eq!(unique(&position), [1.0; 4]);
        assert_eq!(all(&position), [2.0, 1.0, 0.0, 1.0]);
        // A tile in a corner overrides one at an edge.
        let mixed = grid("64 . . . / . . . 64 / . 2 . . / . . . .");
        assert_eq!(all(&mixed), [1.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn greedy_forms_choose_by_reward() {
        // The 64 keeps its corner by up (reward 4) and left (reward 16).
        let position = grid("64 8 8 . / . 2 . . / . 2 . . / . . . .");
        assert_eq!(greedy(&position), certain(Direction::Left));
        assert_eq!(greedier(&position), Some(Direction::Left));
        // With no tile in a corner, greedy draws by weight and greedier takes the reward.
        let center = grid(". . . . / . 64 . . / . 2 . . / . 2 . .");
        assert_eq!(greedy(&center), [2.0, 1.0, 1.0, 2.0]);
        assert_eq!(greedier(&center), Some(Direction::Up));
    }

    #[test]
    fn ties_of_distance_are_shared_on_odd_boards() {
        let position = grid(". . . / 64 . . / . . 2");
        // The 64 is on the left wall in the middle row: (4 + 1) / 2 up and down, 1 left.
        assert_eq!(unique(&position), [2.5, 0.0, 2.5, 1.0]);
    }

    #[test]
    fn the_monte_carlo_variant_narrows_moves() {
        let position = grid(". . . 64 / . . . . / . . . . / . 2 . .");
        assert_eq!(preferred_or_all(&position), [true, true, false, false]);
        let center = grid(". . . . / . 64 . . / . . . . / . . . .");
        assert_eq!(preferred_or_all(&center), [true; 4]);
    }
}
