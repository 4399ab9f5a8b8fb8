//! The four players that keep the greatest tile in a corner.
//!
//! Source: Kumar 2018, 6.1.1, 6.1.2, 6.1.4 and 6.1.5. Weights as in the pseudo-code: an edge tile 4 towards its
//! closest corner, 1 towards the second closest, 1 towards its wall; a centre tile 4 (unique) or 2 (all) in the
//! two directions of its closest corner and 1 in those of the opposite one.
//!
//! What the text leaves open, and how it is closed here: a move that is impossible has no weight (the listing of
//! AI9 drops it too); when no weight remains the move is uniform among the possible ones (said of greedy
//! max-in-corner only); on boards other than 4x4, where a tile can be as near to one corner as to another, both
//! share the two weights equally. AI9 is called "a greedy version of AI6" in the listing and is the greedier one.

use super::greedy::rewards;
use super::weights::{Weights, certain, possible, restricted, uniform};
use crate::rules::{Direction, Grid};
use crate::strategy::{TIE_ORDER, best_move};

/// The cells that hold the greatest rank.
fn maxima(grid: &Grid) -> Vec<usize> {
    let max = grid.max_rank();
    (0..grid.cells()).filter(|&cell| grid.rank(cell) == max).collect()
}

/// The direction towards the near end of an axis and the one towards the far end; `None` when both ends are as
/// near. `at` counts from 0 to `len` - 1, `low` leads to 0.
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

fn wall(at: usize, len: usize, low: Direction, high: Direction) -> Option<Direction> {
    if at == 0 {
        Some(low)
    } else if at + 1 == len {
        Some(high)
    } else {
        None
    }
}

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

/// What one greatest tile asks for.
enum Wish {
    /// It is in a corner: these two directions keep it there.
    Stay([Direction; 2]),
    /// It is elsewhere: these weights would bring it to a corner.
    Go(Weights),
}

fn wish(grid: &Grid, cell: usize, centre: f64) -> Wish {
    let (row, col) = (cell / grid.cols(), cell % grid.cols());
    let (up_down, left_right) =
        ([Direction::Up, Direction::Down], [Direction::Left, Direction::Right]);
    let vertical = wall(row, grid.rows(), up_down[0], up_down[1]);
    let horizontal = wall(col, grid.cols(), left_right[0], left_right[1]);
    let along_rows = nearer(row, grid.rows(), up_down[0], up_down[1]);
    let along_cols = nearer(col, grid.cols(), left_right[0], left_right[1]);
    let mut weights = [0.0; 4];
    match (vertical, horizontal) {
        (Some(vertical), Some(horizontal)) => return Wish::Stay([vertical, horizontal]),
        (Some(vertical), None) => {
            weights[vertical.index()] += 1.0;
            add_pair(&mut weights, along_cols, left_right, 4.0, 1.0);
        }
        (None, Some(horizontal)) => {
            weights[horizontal.index()] += 1.0;
            add_pair(&mut weights, along_rows, up_down, 4.0, 1.0);
        }
        (None, None) => {
            add_pair(&mut weights, along_rows, up_down, centre, 1.0);
            add_pair(&mut weights, along_cols, left_right, centre, 1.0);
        }
    }
    Wish::Go(weights)
}

/// The preferred moves with how often each was added, and the weighted moves used when there is none.
fn wishes(grid: &Grid, centre: f64) -> (Weights, Weights) {
    let (mut preferred, mut weighted) = ([0.0; 4], [0.0; 4]);
    for cell in maxima(grid) {
        match wish(grid, cell, centre) {
            Wish::Stay(directions) => directions.iter().for_each(|d| preferred[d.index()] += 1.0),
            Wish::Go(weights) => weights.iter().zip(&mut weighted).for_each(|(w, sum)| *sum += w),
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

/// 6.1.1 Max-in-corner (unique): a uniform move unless exactly one tile is the greatest.
pub fn unique(grid: &Grid) -> Weights {
    let possible = possible(grid);
    match maxima(grid)[..] {
        [cell] => match wish(grid, cell, 4.0) {
            Wish::Stay([a, b]) => {
                let mut weights = certain(a);
                weights[b.index()] = 1.0;
                restricted(weights, possible)
            }
            Wish::Go(weights) => restricted(weights, possible),
        },
        _ => uniform(possible),
    }
}

/// 6.1.2 Max-in-corner (all): every greatest tile has its say; a move that several corner tiles prefer is drawn
/// as many times more often.
pub fn all(grid: &Grid) -> Weights {
    let possible = possible(grid);
    let (preferred, weighted) = wishes(grid, 2.0);
    only_possible(preferred, possible).unwrap_or_else(|| restricted(weighted, possible))
}

/// The preferred move of the greatest reward, if any move is preferred and possible.
fn greediest_preferred(grid: &Grid, preferred: Weights) -> Option<Direction> {
    let mut values = rewards(grid);
    for (value, weight) in values.iter_mut().zip(preferred) {
        if weight == 0.0 {
            *value = None;
        }
    }
    best_move(values, TIE_ORDER)
}

/// 6.1.4 Greedy max-in-corner: the preferred move of the greatest reward, else drawn from the weighted moves,
/// else any.
pub fn greedy(grid: &Grid) -> Weights {
    let (preferred, weighted) = wishes(grid, 2.0);
    match greediest_preferred(grid, preferred) {
        Some(direction) => certain(direction),
        None => restricted(weighted, possible(grid)),
    }
}

/// 6.1.5 Greedier max-in-corner: the preferred move of the greatest reward, else the move of the greatest reward.
pub fn greedier(grid: &Grid) -> Option<Direction> {
    let (preferred, _) = wishes(grid, 2.0);
    greediest_preferred(grid, preferred).or_else(|| best_move(rewards(grid), TIE_ORDER))
}

/// The possible moves that keep the greatest tiles in their corners, duplicates removed; all possible moves when
/// there is none. This is how AI13 of the appendix narrows the moves before it runs Monte Carlo.
pub fn preferred_or_all(grid: &Grid) -> [bool; 4] {
    let possible = possible(grid);
    let (preferred, _) = wishes(grid, 2.0);
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
        // Figure 6.2: top right 64, up or right keep it. Up moves the 2, right moves the 2.
        let position = grid(". . . 64 / . . . . / . . . . / . 2 . .");
        assert_eq!(unique(&position), [1.0, 1.0, 0.0, 0.0]);
        assert_eq!(all(&position), [1.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn an_edge_tile_goes_to_its_closest_corner() {
        // Figure 6.3: the 64 on the right wall, third row: down 4, up 1, right 1; right is possible for the 2.
        let position = grid(". . . . / . . . . / . . . 64 / 2 . . .");
        assert_eq!(unique(&position), [1.0, 1.0, 4.0, 0.0]);
        // Without another tile, right is impossible and loses its weight.
        let alone = grid(". . . . / . . . . / . . . 64 / . . . .");
        assert_eq!(unique(&alone), [1.0, 0.0, 4.0, 0.0]);
    }

    #[test]
    fn a_centre_tile_weighs_4_or_2_against_1() {
        let position = grid(". . . . / . 64 . . / . . . . / . . . .");
        assert_eq!(unique(&position), [4.0, 1.0, 1.0, 4.0]);
        assert_eq!(all(&position), [2.0, 1.0, 1.0, 2.0]);
    }

    #[test]
    fn several_maxima_add_up() {
        // Corners top left and top right: up twice, left once, right once; up and the sides possible.
        let position = grid("64 . . 64 / . . . . / . 2 . . / . . . .");
        assert_eq!(unique(&position), [1.0; 4]);
        assert_eq!(all(&position), [2.0, 1.0, 0.0, 1.0]);
        // A corner outweighs an edge altogether.
        let mixed = grid("64 . . . / . . . 64 / . 2 . . / . . . .");
        assert_eq!(all(&mixed), [1.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn greedy_forms_choose_by_reward() {
        // The 64 keeps its corner by up (reward 4) and left (reward 16).
        let position = grid("64 8 8 . / . 2 . . / . 2 . . / . . . .");
        assert_eq!(greedy(&position), certain(Direction::Left));
        assert_eq!(greedier(&position), Some(Direction::Left));
        // No tile in a corner: greedy draws by weight, greedier takes the reward.
        let centre = grid(". . . . / . 64 . . / . 2 . . / . 2 . .");
        assert_eq!(greedy(&centre), [2.0, 1.0, 1.0, 2.0]);
        assert_eq!(greedier(&centre), Some(Direction::Up));
    }

    #[test]
    fn ties_of_distance_are_shared_on_odd_boards() {
        let position = grid(". . . / 64 . . / . . 2");
        // On the left wall, middle row: (4 + 1) / 2 up and down, 1 left.
        assert_eq!(unique(&position), [2.5, 0.0, 2.5, 1.0]);
    }

    #[test]
    fn the_monte_carlo_variant_narrows_moves() {
        let position = grid(". . . 64 / . . . . / . . . . / . 2 . .");
        assert_eq!(preferred_or_all(&position), [true, true, false, false]);
        let centre = grid(". . . . / . 64 . . / . . . . / . . . .");
        assert_eq!(preferred_or_all(&centre), [true; 4]);
    }
}
