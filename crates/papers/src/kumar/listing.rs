//! The program that Kumar lists, where it differs from the game in his text: its slide, and its
//! greedy players.
//! Source: N. A. Kumar, 2018, appendix A (`move`, `swipe`, `transform_board`, AI7, AI9, AI10);
//! docs/evidence/papers/kumar.md.

use std::sync::OnceLock;

use super::corner;
use crate::common::position::Position;
use crate::common::random::Stream;
use crate::strategy::{Player, TIE_ORDER, Thought};
use afterstate::rules::{Afterstate, Board, Direction, Grid, MAX_SIDE, spawn_from_word};

/// `move`: slides a line to its start and returns the reward. A merge asks whether the tile that
/// slides may merge (`mergeable[i]`) and not the one that it meets (`mergeable[i - 1]`), so 2 2 4 8
/// becomes 16.
fn slide_line(line: &mut [u8]) -> u64 {
    let mut mergeable = [true; MAX_SIDE];
    let mut reward = 0;
    for start in 0..line.len() {
        let mut at = start;
        while at > 0 && line[at] != 0 {
            if line[at - 1] == 0 {
                line[at - 1] = line[at];
                line[at] = 0;
            } else if mergeable[at] && line[at] == line[at - 1] {
                line[at] = 0;
                line[at - 1] += 1;
                reward += 1 << line[at - 1];
                mergeable[at - 1] = false;
            } else {
                break;
            }
            at -= 1;
        }
    }
    reward
}

/// `swipe` without its spawn: after a move down the board is turned by 180 degrees, because
/// `transform_board` turns it by 90 degrees before the slide and by another 90 degrees, instead of
/// back, after it. `None` if nothing slides.
fn slide(grid: &Grid, direction: Direction) -> Option<(Grid, u64)> {
    if !grid.possible(direction) {
        return None;
    }
    let (rows, cols) = (grid.rows(), grid.cols());
    let (lines, length) = match direction {
        Direction::Up | Direction::Down => (cols, rows),
        Direction::Left | Direction::Right => (rows, cols),
    };
    let cell = |line: usize, place: usize| match direction {
        Direction::Up => place * cols + line,
        Direction::Down => (rows - 1 - place) * cols + line,
        Direction::Left => line * cols + place,
        Direction::Right => line * cols + cols - 1 - place,
    };
    let turned = |cell: usize| match direction {
        Direction::Down => rows * cols - 1 - cell,
        _ => cell,
    };
    let (mut after, mut reward) = (*grid, 0);
    for number in 0..lines {
        let mut line = [0; MAX_SIDE];
        for (place, rank) in line[..length].iter_mut().enumerate() {
            *rank = grid.rank(cell(number, place));
        }
        reward += slide_line(&mut line[..length]);
        for (place, &rank) in line[..length].iter().enumerate() {
            after.set(turned(cell(number, place)), rank);
        }
    }
    Some((after, reward))
}

/// The slide of every packed line, whose first cell is the lowest nibble: the line and its reward.
fn table() -> &'static [(u16, u32)] {
    static TABLE: OnceLock<Vec<(u16, u32)>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let slid = |bits: u32| {
            let mut line: [u8; 4] = std::array::from_fn(|place| (bits >> (4 * place)) as u8 & 15);
            let reward = slide_line(&mut line);
            // A rank of 16 has no nibble; callers keep away from it (`strategy::packed`).
            let pack =
                |sum, (place, &rank): (usize, &u8)| sum | (u16::from(rank) & 15) << (4 * place);
            (line.iter().enumerate().fold(0, pack), reward as u32)
        };
        (0..=0xFFFF).map(slid).collect()
    })
}

/// The nibbles of a line in reverse order.
fn reversed(line: u16) -> u16 {
    let swapped = line.swap_bytes();
    (swapped >> 4 & 0x0F0F) | (swapped & 0x0F0F) << 4
}

/// [`slide`] on the packed board.
fn slide_packed(board: Board, direction: Direction) -> Option<(Board, u64)> {
    Board::slide(board, direction)?;
    let (across, backward) = match direction {
        Direction::Up => (true, false),
        Direction::Down => (true, true),
        Direction::Left => (false, false),
        Direction::Right => (false, true),
    };
    let turned = |board: Board| if across { board.transpose() } else { board };
    let bits = turned(board).bits();
    let (mut after, mut reward) = (0, 0);
    for row in 0..4 {
        let line = (bits >> (16 * row)) as u16;
        let (line, gained) = table()[usize::from(if backward { reversed(line) } else { line })];
        reward += u64::from(gained);
        after |= u64::from(if backward { reversed(line) } else { line }) << (16 * row);
    }
    let after = turned(Board::from_bits(after)).bits();
    let after = if direction == Direction::Down {
        let bytes = after.swap_bytes();
        (bytes >> 4 & 0x0F0F_0F0F_0F0F_0F0F) | (bytes & 0x0F0F_0F0F_0F0F_0F0F) << 4
    } else {
        after
    };
    Some((Board::from_bits(after), reward))
}

/// A position that slides as the listing does, for Monte Carlo.
#[derive(Clone, Copy, PartialEq)]
pub struct Listed<P>(pub P);

macro_rules! listed {
    ($board:ty, $slide:expr) => {
        impl Position for Listed<$board> {
            type Marks = <$board as Position>::Marks;
            const STRIDE: u32 = <$board as Position>::STRIDE;

            fn slide(&self, direction: Direction) -> Option<(Self, u64)> {
                let slide: fn($board, Direction) -> Option<($board, u64)> = $slide;
                slide(self.0, direction).map(|(after, reward)| (Self(after), reward))
            }

            fn empties(&self) -> Self::Marks {
                Position::empties(&self.0)
            }

            fn with(&self, cell: usize, rank: u8) -> Self {
                Self(Position::with(&self.0, cell, rank))
            }

            fn rank(&self, cell: usize) -> u8 {
                Position::rank(&self.0, cell)
            }

            fn rows(&self) -> usize {
                Position::rows(&self.0)
            }

            fn cols(&self) -> usize {
                Position::cols(&self.0)
            }

            fn key(&self) -> [u64; 2] {
                self.0.key()
            }
        }
    };
}

listed!(Board, slide_packed);
listed!(Grid, |grid, direction| slide(&grid, direction));

/// `alwaysup`, and AI7 and AI10, which return in the first round of their loops: the first possible
/// move of up, left, down, right.
pub fn first_possible(grid: &Grid) -> Option<Direction> {
    TIE_ORDER.into_iter().find(|&direction| grid.possible(direction))
}

/// AI9: the largest gain among the moves that keep a largest tile in its corner, else among all.
/// The gains include a spawn, where a 4 counts 4 points. A swipe to the left changes the board in
/// place, so the moves after it in the order up, left, down, right are tried on the board that it
/// left.
fn greedier(grid: &Grid, stream: &mut Stream) -> Option<Direction> {
    let allowed = corner::preferred_or_all(grid);
    let mut board = *grid;
    let mut earned = 0;
    let mut best: Option<(u64, Direction)> = None;
    for direction in TIE_ORDER.into_iter().filter(|direction| allowed[direction.index()]) {
        let (mut after, mut gain) = slide(&board, direction).unwrap_or((board, 0));
        if after.empty_count() > 0 {
            let (which, rank) = spawn_from_word(stream.word(), after.empty_count());
            gain += if rank == 2 { 4 } else { 0 };
            after.add_tile((which, rank));
        }
        // The gain is that of the whole board over the position that the player was asked about.
        gain += earned;
        if direction == Direction::Left {
            (board, earned) = (after, gain);
        }
        if best.is_none_or(|(best_gain, _)| gain > best_gain) {
            best = Some((gain, direction));
        }
    }
    best.map(|(_, direction)| direction)
}

/// A player of the listing's program: it slides as the program does.
pub struct Listing {
    player: Box<dyn Player>,
}

impl Listing {
    /// A player that chooses like `player`.
    pub fn boxed(player: Box<dyn Player>) -> Box<dyn Player> {
        Box::new(Self { player })
    }
}

impl Player for Listing {
    fn choose(&mut self, grid: &Grid) -> Thought {
        self.player.choose(grid)
    }

    fn has_own_rules(&self) -> bool {
        true
    }

    fn slide(&self, grid: &Grid, direction: Direction) -> Option<Afterstate<Grid>> {
        slide(grid, direction).map(|(board, reward)| Afterstate { board, reward })
    }

    fn new_game(&mut self, seed: u64) {
        self.player.new_game(seed);
    }

    fn nodes(&self) -> Option<u64> {
        self.player.nodes()
    }
}

/// AI9 as a player.
pub struct Greedier(Stream);

impl Greedier {
    /// With the random numbers of a seed.
    pub fn new(seed: u64) -> Self {
        Self(Stream::new(seed))
    }
}

impl Player for Greedier {
    fn choose(&mut self, grid: &Grid) -> Thought {
        Thought { best: greedier(grid, &mut self.0), ..Thought::default() }
    }

    fn new_game(&mut self, seed: u64) {
        self.0 = Stream::new(seed);
    }
}

/// `alwaysup`, AI7 and AI10 as a player.
pub struct FirstPossible;

impl Player for FirstPossible {
    fn choose(&mut self, grid: &Grid) -> Thought {
        Thought { best: first_possible(grid), ..Thought::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(ranks: [u8; 4]) -> ([u8; 4], u64) {
        let mut line = ranks;
        let reward = slide_line(&mut line);
        (line, reward)
    }

    #[test]
    fn merges_cascade() {
        // 2 2 4 8: 4, 8 and 16 in one slide, where the rules stop after the first.
        assert_eq!(line([1, 1, 2, 3]), ([4, 0, 0, 0], 4 + 8 + 16));
        assert_eq!(line([1, 1, 1, 1]), ([2, 2, 0, 0], 8));
        // Only from the wall outward: the pair in the middle stays what it is.
        assert_eq!(line([2, 1, 1, 2]), ([2, 3, 0, 0], 4 + 8));
        assert_eq!(line([1, 0, 2, 1]), ([1, 2, 1, 0], 0));
    }

    #[test]
    fn a_move_down_turns_the_board() {
        let grid: Grid = "2 . . 4 / 2 . . . / 8 . . . / . . . .".parse().unwrap();
        // By the rules the last rows become 4 . . . and 8 . . 4.
        let (after, reward) = slide(&grid, Direction::Down).unwrap();
        let turned: Grid = "4 . . 8 / . . . 4 / . . . . / . . . .".parse().unwrap();
        assert_eq!((after, reward), (turned, 4));
        let (after, _) = slide(&grid, Direction::Up).unwrap();
        assert_eq!(after, "4 . . 4 / 8 . . . / . . . . / . . . .".parse().unwrap());
        let full: Grid = "2 4 / 4 2".parse().unwrap();
        assert_eq!(slide(&full, Direction::Down), None);
    }

    #[test]
    fn packed_and_plain_slides_agree() {
        let mut stream = Stream::new(9);
        for _ in 0..2000 {
            let bits = stream.word() & stream.word() & 0x7777_7777_7777_7777;
            let (board, grid) = (Board::from_bits(bits), Grid::from(Board::from_bits(bits)));
            for direction in Direction::ALL {
                let plain = slide(&grid, direction);
                let packed = slide_packed(board, direction);
                let packed = packed.map(|(after, reward)| (Grid::from(after), reward));
                assert_eq!(packed, plain, "{grid} {direction:?}");
            }
        }
    }

    #[test]
    fn ai7_and_ai10_play_the_first_possible_move() {
        let grid: Grid = "32 4 / 32 8".parse().unwrap();
        assert_eq!(first_possible(&grid), Some(Direction::Up));
        let grid: Grid = ". 2 / . 4".parse().unwrap();
        assert_eq!(first_possible(&grid), Some(Direction::Left));
    }

    #[test]
    fn ai9_tries_later_moves_on_the_board_that_the_left_swipe_changed() {
        // No largest tile is in a corner. Up earns 8 and left 32. Then down is tried on the board
        // after left, where it earns 8 more, and right, where it earns nothing more. The text's
        // player moves left.
        let grid: Grid = ". . . . / 4 16 16 . / 4 . . . / . . 2 .".parse().unwrap();
        for seed in 0..20 {
            assert_eq!(greedier(&grid, &mut Stream::new(seed)), Some(Direction::Down));
        }
        assert_eq!(corner::greedier(&grid), Some(Direction::Left));
    }
}
