//! Tests of boards and games at their limits: largest tiles, sizes, steps, and texts that are
//! almost right.

use super::*;

fn grid(text: &str) -> Grid {
    text.parse().expect(text)
}

/// Boards of many shapes: pseudo-random ranks from 0 to 3, so that there are merges and full
/// boards.
fn grids() -> impl Iterator<Item = Grid> {
    let mut state = 0x0123_4567_89ab_cdef_u64;
    (0..4000).map(move |round| {
        let (rows, cols) = (2 + round % 3, 2 + round / 3 % 3);
        let ranks: Vec<u8> = (0..rows * cols)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
                (state >> 60) as u8 % 4
            })
            .collect();
        Grid::from_ranks(rows, cols, &ranks).unwrap()
    })
}

#[test]
fn tiles_are_powers_of_two() {
    assert_eq!(tile(0), 0.0);
    for rank in 1..64 {
        assert_eq!(tile(rank), (1u64 << rank) as f64);
    }
}

#[test]
fn game_from_an_empty_board_reaches_the_cells_plus_one_and_a_position_may_have_40() {
    for (rows, cols, largest) in [(2, 2, 5), (4, 4, 17), (6, 6, 37), (6, 7, 40), (9, 9, 40)] {
        let empty = Grid::new(rows, cols).unwrap();
        assert_eq!(empty.largest_rank(), largest, "{rows} x {cols}");
        let mut ranks = vec![0; rows * cols];
        ranks[1] = MAX_RANK;
        assert_eq!(Grid::from_ranks(rows, cols, &ranks).unwrap().max_rank(), MAX_RANK);
        ranks[1] += 1;
        let error = Grid::from_ranks(rows, cols, &ranks).unwrap_err();
        assert_eq!(error, GridError::Rank { cell: 1, rank: MAX_RANK + 1 });
    }
}

#[test]
fn step_lists_the_move_of_every_tile() {
    let mut game = Game::from_position(grid("2 2 . / . . 8 / 4 . 4"), 0, 1);
    let step = game.play(Direction::Right).unwrap();
    let tile = |from, to, rank, merged| TileMove { from, to, rank, merged };
    let mut moves = step.moves.clone();
    moves.sort_unstable_by_key(|tile| tile.from);
    assert_eq!(
        moves,
        [
            tile(0, 2, 1, true),
            tile(1, 2, 1, true),
            tile(5, 5, 3, false),
            tile(6, 8, 2, true),
            tile(8, 8, 2, true)
        ]
    );
    assert_eq!((step.reward, step.score, game.score()), (12, 12, 12));
    assert_eq!(game.grid().rank(step.spawn.cell), step.spawn.rank);
}

#[test]
fn board_is_over_if_no_direction_moves_it() {
    let mut over = 0;
    for grid in grids() {
        let moves = Direction::ALL.into_iter().filter(|&direction| grid.slide(direction).is_some());
        let none = moves.count() == 0;
        assert_eq!(grid.is_over(), none, "{grid}");
        over += usize::from(none);
        if let Ok(board) = Board::try_from(grid) {
            assert_eq!(board.is_over(), none, "{grid}");
        }
    }
    assert!(over > 10, "{over}");
    assert!(grid("2 4 / 8 16").is_over());
    assert!(!grid("2 2 / 8 16").is_over() && !grid("2 4 / 2 16").is_over());
    assert!(Board::EMPTY.is_over());
}

#[test]
fn facts_of_a_packed_board_match_its_ranks() {
    for grid in grids().filter(|grid| grid.cells() == 16) {
        let board = Board::try_from(grid).unwrap();
        let tiles = grid.ranks().iter().filter(|&&rank| rank > 0);
        assert_eq!(board.tile_sum(), tiles.clone().map(|&rank| 1 << rank).sum::<u32>());
        assert_eq!(board.rank_set(), tiles.fold(0, |set, &rank| set | 1 << rank));
        assert!(board.symmetries().into_iter().all(|other| board.canonical() <= other));
        for rank in 1..16 {
            let flags = Cell::ALL
                .map(|cell| u64::from(board.rank(cell).get() >= rank) << (4 * cell.index() + 3));
            assert_eq!(board.at_least(rank.into()), flags.into_iter().sum::<u64>());
        }
    }
}

#[test]
fn boards_of_ten_rows_or_with_a_bad_tile_are_refused() {
    let square = |side: usize| vec![vec!["2"; side].join(" "); side].join(" / ");
    assert!(square(9).parse::<Grid>().is_ok());
    let ten = GridError::Size { rows: 10, cols: 9 };
    assert_eq!(["2 2 2 2 2 2 2 2 2"; 10].join(" / ").parse::<Grid>(), Err(ten));
    let ten = GridError::Size { rows: 9, cols: 10 };
    assert_eq!(["2 2 2 2 2 2 2 2 2 2"; 9].join(" / ").parse::<Grid>(), Err(ten));
    assert_eq!("1 2 / 4 8".parse::<Grid>(), Err(GridError::Tile("1".into())));
}

#[test]
fn records_with_bad_moves_are_refused() {
    let game = Game::new(2, 2, 3).unwrap();
    let text = game.to_text();
    assert!(text.contains("moves=0:;at=0"), "{text}");
    let error = |moves: &str| {
        let text = text.replace("moves=0:;at=0", moves);
        Game::from_text(&text).expect_err(&text).to_string()
    };
    // Characters that no move needs, and bits that no move uses.
    for moves in ["moves=0:A", "moves=1:AA", "moves=1:E", "moves=2:g"] {
        assert!(error(moves).contains("base64url"), "{moves}");
    }
}

#[test]
fn new_move_replaces_the_undone_ones() {
    let mut game = Game::new(4, 4, 5).unwrap();
    let possible = |game: &Game| {
        Direction::ALL.into_iter().filter(|&d| game.grid().possible(d)).collect::<Vec<_>>()
    };
    for _ in 0..3 {
        let first = possible(&game)[0];
        game.play(first).unwrap();
    }
    let before = game.clone();
    game.undo();
    game.undo();
    let undone = game.clone().redo().unwrap().direction;
    let other = possible(&game).into_iter().find(|&d| d != undone).unwrap();
    game.play(other).unwrap();
    assert!(!game.can_redo() && game.moves() == 2);
    assert_eq!(game.history(), [before.history()[0], other]);
    assert_eq!(Game::from_text(&game.to_text()).unwrap(), game);
}

/// A game with spawns from elsewhere keeps them when it goes on with those of its seed.
#[test]
fn game_from_elsewhere_can_go_on_with_its_seed() {
    let mut game = Game::from_position("2 . / . 2".parse().unwrap(), 0, 1);
    game.play_with(Direction::Down, Spawn { cell: 1, rank: 2 }).unwrap();
    let next = Direction::ALL.into_iter().find(|&d| game.grid().possible(d)).unwrap();
    game.play(next).unwrap();
    let text = game.to_text();
    assert!(text.contains(";spawns=D"), "{text}");
    assert_eq!(Game::from_text(&text).unwrap(), game);
}

#[test]
fn byte_order_mark_and_carriage_returns_of_a_file_are_accepted() {
    assert_eq!("\u{feff}2 4\r\n. 8\r\n".parse(), Ok(grid("2 4 / . 8")));
    let game = Game::new(4, 4, 5).unwrap();
    assert_eq!(Game::from_text(&format!("\u{feff}{}\r\n", game.to_text())), Ok(game));
}

#[test]
fn game_from_a_position_with_2048_is_not_won_yet_and_its_score_may_be_2_to_the_52() {
    assert_eq!(
        Game::from_position(grid("2048 2 . . / . . . . / . . . . / . . . ."), 0, 1).status(),
        Status::Playing
    );
    let text = "afterstate/1;2x2;seed=1;start=1221;score=4503599627370496;moves=0:;now=1221";
    assert_eq!(Game::from_text(text).map(|game| game.score()), Ok(1 << 52));
}

#[test]
fn a_score_above_the_largest_becomes_that() {
    let mut game = Game::from_position(grid("2 2 / . ."), u64::MAX, 1);
    game.play(Direction::Left).unwrap();
    assert_eq!(game.score(), MAX_SCORE);
    assert_eq!(Game::from_text(&game.to_text()), Ok(game));
}

#[test]
fn a_cell_or_rank_that_a_packed_board_cannot_hold_is_refused() {
    let last = Cell::new(15);
    assert_eq!(Board::EMPTY.with(last, Rank::MAX).bits(), 0xF << 60);
    assert_eq!(Board::from_bits(0xF << 60).rank(last), Rank::MAX);
    for cell in [16, usize::MAX] {
        assert!(std::panic::catch_unwind(|| Cell::new(cell)).is_err(), "{cell}");
    }
    for rank in [16, 255] {
        assert!(std::panic::catch_unwind(|| Rank::new(rank)).is_err(), "{rank}");
    }
}
