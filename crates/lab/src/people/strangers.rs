//! Players that no level was made from: those by whose games it was chosen how much moves count
//! beside scores, and others that nothing was chosen by.

use afterstate::eval::ntuple::Model;
use afterstate::rules::{Board, Cell, Direction, Rank};

use super::players::{Kind, Move, Random, SimulatedPlayer, catalog, largest};

/// The players by whose games it was chosen how much moves count.
pub fn known_strangers() -> Vec<SimulatedPlayer<'static>> {
    let mut all: Vec<SimulatedPlayer> = [
        "always-up",
        "max-in-corner-unique",
        "max-in-corner-all",
        "greedy",
        "greedy-max-in-corner",
        "greedier-max-in-corner",
        "greedy-for-empty",
    ]
    .map(|id| SimulatedPlayer::new(id, catalog(id)))
    .into();
    all.push(SimulatedPlayer::new("masher", Kind::Masher(&[0, 1, 2, 3], 0)));
    all.push(SimulatedPlayer::new("two keys", Kind::Masher(&[3, 2, 3, 2, 1, 0], 0)));
    let three = Kind::Erring(Box::new(catalog("expectimax:ply=3")), 0.3);
    all.push(SimulatedPlayer::new("3-ply, errors 0.3", three));
    all
}

/// Players that nothing was fitted to or chosen by.
pub fn held_out(strong: &Model) -> Vec<SimulatedPlayer<'_>> {
    let erring = |kind, errors| Kind::Erring(Box::new(kind), errors);
    let tiring = Kind::Tiring(Box::new(Kind::Greedy(strong)), 0.001, 0);
    [
        ("most merges", Kind::Rule(most_merges)),
        ("left, down, right, up", Kind::Rule(in_order)),
        ("three keys at random", Kind::Rule(three_keys)),
        ("largest stays, three keys", Kind::Rule(largest_stays)),
        ("most empty, errors 0.2", erring(catalog("greedy-for-empty"), 0.2)),
        ("snake, errors 0.15", erring(Kind::Rule(snake), 0.15)),
        ("bottom row, errors 0.1", erring(Kind::Rule(bottom_row), 0.1)),
        ("Monte Carlo, 5 games", catalog("monte-carlo:playouts=5")),
        ("2-ply, errors 0.4", erring(catalog("expectimax:ply=2"), 0.4)),
        ("lite, slips of 5%", Kind::Slips(strong, 0.5, 5.0)),
        ("lite, tiring", tiring),
    ]
    .map(|(name, kind)| SimulatedPlayer::new(name, kind))
    .into()
}

/// One of the moves with the largest number, each as likely.
fn any_largest(numbers: &[f64], random: &mut Random) -> usize {
    let most = numbers[largest(numbers)];
    let places: Vec<usize> = (0..numbers.len()).filter(|&place| numbers[place] == most).collect();
    places[random.below(places.len())]
}

fn place_of(moves: &[Move], direction: Direction) -> Option<usize> {
    moves.iter().position(|found| found.0 == direction)
}

fn most_merges(board: Board, moves: &[Move], random: &mut Random) -> usize {
    let merges = |(_, after): &Move| f64::from(after.board.empty_count() - board.empty_count());
    any_largest(&moves.iter().map(merges).collect::<Vec<_>>(), random)
}

fn in_order(_: Board, moves: &[Move], _: &mut Random) -> usize {
    let order = [Direction::Left, Direction::Down, Direction::Right, Direction::Up];
    order.into_iter().find_map(|direction| place_of(moves, direction)).expect("a move is possible")
}

/// Any possible move but up.
fn three_keys(_: Board, moves: &[Move], random: &mut Random) -> usize {
    let up = |&(direction, _): &Move| if direction == Direction::Up { 0.0 } else { 1.0 };
    any_largest(&moves.iter().map(up).collect::<Vec<_>>(), random)
}

/// Any possible move but up that leaves the largest tile in a lower corner, if there is one.
fn largest_stays(_: Board, moves: &[Move], random: &mut Random) -> usize {
    let number = |(direction, after): &Move| {
        let corner = [12, 15]
            .into_iter()
            .any(|cell| after.board.rank(Cell::new(cell)) == after.board.max_rank());
        f64::from(u8::from(*direction != Direction::Up)) + if corner { 2.0 } else { 0.0 }
    };
    any_largest(&moves.iter().map(number).collect::<Vec<_>>(), random)
}

/// The move after which the tiles, each times a weight of its cell that falls along a snake, are
/// worth most.
fn snake(_: Board, moves: &[Move], random: &mut Random) -> usize {
    const CELLS: [usize; 16] = [12, 13, 14, 15, 11, 10, 9, 8, 4, 5, 6, 7, 3, 2, 1, 0];
    let worth = |(_, after): &Move| {
        let tile = |cell: usize| match after.board.rank(Cell::new(cell)).get() {
            0 => 0.0,
            rank => f64::from(1_u32 << rank),
        };
        CELLS.iter().zip(0_i32..).map(|(&cell, place)| tile(cell) * 0.5_f64.powi(place)).sum()
    };
    any_largest(&moves.iter().map(worth).collect::<Vec<_>>(), random)
}

/// What guides for people advise: not up; not left or right while the bottom row has a gap, or down
/// first; and among these moves the one that earns most.
fn bottom_row(board: Board, moves: &[Move], random: &mut Random) -> usize {
    let is_full = Cell::ALL[12..].iter().all(|&cell| board.rank(cell) != Rank::EMPTY);
    let number = |(direction, after): &Move| {
        let allowed = match direction {
            Direction::Up => 0.0,
            Direction::Down => 2.0,
            Direction::Left | Direction::Right => {
                if is_full {
                    2.0
                } else {
                    1.0
                }
            }
        };
        allowed * 1e6 + after.reward as f64
    };
    any_largest(&moves.iter().map(number).collect::<Vec<_>>(), random)
}

#[cfg(test)]
mod tests {
    use super::*;
    use afterstate::rules::{Grid, pack};

    type Rule = fn(Board, &[Move], &mut Random) -> usize;

    /// The directions that a rule chooses on a board in fifty tries.
    fn chosen(rule: Rule, board: &str) -> Vec<Direction> {
        let grid: Grid = board.parse().unwrap();
        let board = pack(&grid, 15).unwrap();
        let slid = |direction: Direction| Some((direction, board.slide(direction)?));
        let moves: Vec<Move> = Direction::ALL.into_iter().filter_map(slid).collect();
        let mut random = Random::new(1);
        let mut all: Vec<Direction> =
            (0..50).map(|_| moves[rule(board, &moves, &mut random)].0).collect();
        all.sort_by_key(|direction| direction.index());
        all.dedup();
        all
    }

    #[test]
    fn players_follow_their_rules() {
        use Direction::{Down, Left, Right, Up};
        let open = ". . . . / . 2 4 . / . 2 8 . / . . . .";
        assert_eq!(chosen(three_keys, open), [Right, Down, Left]);
        assert_eq!(chosen(in_order, open), [Left]);
        let vertical = chosen(most_merges, open);
        assert!(vertical.contains(&Up) && vertical.contains(&Down) && vertical.len() == 2);
        // The bottom row has gaps, so he goes down; where it is full, he takes the most points.
        assert_eq!(chosen(bottom_row, open), [Down]);
        let full = ". . . . / 8 . . 8 / . . . . / 2 4 2 4";
        let across = chosen(bottom_row, full);
        assert!(across.contains(&Left) && across.contains(&Right) && !across.contains(&Down));
        let cornered = ". . . . / . . . . / . 2 . . / 64 4 . .";
        assert!(!chosen(largest_stays, cornered).contains(&Right));
        assert!(!chosen(largest_stays, cornered).contains(&Up));
        assert_eq!(chosen(snake, ". . . . / . . . . / . 2 . . / 2 64 . ."), [Left]);
    }
}
