//! The rules: against a slow reference implementation, by properties, and with invalid text.

use afterstate::rules::*;
use proptest::prelude::*;

/// The reference implementation of a slide: a list of the tiles without gaps.
fn slow_slide(line: &[u8]) -> (Vec<u8>, u64) {
    let mut tiles: Vec<u8> = line.iter().copied().filter(|&rank| rank > 0).collect();
    let (mut slid, mut reward) = (Vec::new(), 0);
    while !tiles.is_empty() {
        let tile = tiles.remove(0);
        if tiles.first() == Some(&tile) {
            tiles.remove(0);
            slid.push(tile + 1);
            reward += 1u64 << (tile + 1);
        } else {
            slid.push(tile);
        }
    }
    slid.resize(line.len(), 0);
    (slid, reward)
}

/// The reference implementation of a move: reads each line from the wall, slides it, writes it
/// back.
fn slow_move(grid: &Grid, direction: Direction) -> (Vec<u8>, u64) {
    let (rows, cols) = (grid.rows(), grid.cols());
    let mut after = vec![0; rows * cols];
    let mut reward = 0;
    let lines: Vec<Vec<usize>> = match direction {
        Direction::Left => (0..rows).map(|r| (0..cols).map(|c| r * cols + c).collect()).collect(),
        Direction::Right => {
            (0..rows).map(|r| (0..cols).rev().map(|c| r * cols + c).collect()).collect()
        }
        Direction::Up => (0..cols).map(|c| (0..rows).map(|r| r * cols + c).collect()).collect(),
        Direction::Down => {
            (0..cols).map(|c| (0..rows).rev().map(|r| r * cols + c).collect()).collect()
        }
    };
    for cells in lines {
        let line: Vec<u8> = cells.iter().map(|&cell| grid.rank(cell)).collect();
        let (slid, points) = slow_slide(&line);
        reward += points;
        for (cell, rank) in cells.into_iter().zip(slid) {
            after[cell] = rank;
        }
    }
    (after, reward)
}

/// The only difference of the packed board: its ranks stop at 15.
fn saturated(ranks: &[u8]) -> Vec<u8> {
    ranks.iter().map(|&rank| rank.min(15)).collect()
}

fn check_board(board: Board) {
    let grid = Grid::from(board);
    for direction in Direction::ALL {
        let (ranks, reward) = slow_move(&grid, direction);
        let expected = (saturated(&ranks) != grid.ranks()).then_some((saturated(&ranks), reward));
        let fast = board.slide(direction).map(|a| (Grid::from(a.board).ranks().to_vec(), a.reward));
        assert_eq!(fast, expected, "{board:?} {direction}");
        let exact = grid.slide(direction).map(|a| (a.board.ranks().to_vec(), a.reward));
        assert_eq!(exact, (ranks != grid.ranks()).then_some((ranks, reward)), "{grid} {direction}");
    }
}

#[test]
fn every_row_slides_as_the_reference() {
    for row in 0..=u16::MAX {
        // Each row at one of the four positions, as a row and as a column.
        let board = Board::from_bits(u64::from(row) << (16 * (row % 4)));
        check_board(board);
        check_board(board.transpose());
    }
}

proptest! {
    #[test]
    fn random_boards_slide_as_the_reference(bits: u64, thin: u64) {
        check_board(Board::from_bits(bits));
        check_board(Board::from_bits(bits & 0x3333_3333_3333_3333));
        check_board(Board::from_bits(bits & thin & bits.rotate_left(7)));
    }

    #[test]
    fn grids_of_every_size_slide_as_the_reference(
        rows in 2..=MAX_SIDE, cols in 2..=MAX_SIDE,
        ranks in prop::collection::vec(0u8..4, MAX_SIDE * MAX_SIDE)
    ) {
        let grid = Grid::from_ranks(rows, cols, &ranks[..rows * cols]).unwrap();
        for direction in Direction::ALL {
            let (after, reward) = slow_move(&grid, direction);
            let fast = grid.slide(direction).map(|a| (a.board.ranks().to_vec(), a.reward));
            prop_assert_eq!(fast, (after != grid.ranks()).then_some((after, reward)));
        }
    }

    #[test]
    fn symmetries_of_a_board_have_the_same_moves(bits: u64) {
        let board = Board::from_bits(bits);
        let rewards = |board: Board| {
            let mut all: Vec<_> = Direction::ALL
                .iter()
                .map(|&d| board.slide(d).map(|a| (a.board.canonical(), a.reward)))
                .collect();
            all.sort();
            all
        };
        for turned in board.symmetries() {
            prop_assert_eq!(turned.canonical(), board.canonical());
            prop_assert_eq!(turned.tile_sum(), board.tile_sum());
            prop_assert_eq!(turned.empty_count(), board.empty_count());
            prop_assert_eq!(rewards(turned), rewards(board));
        }
        prop_assert_eq!(board.transpose().transpose(), board);
        prop_assert_eq!(board.mirror().mirror(), board);
        prop_assert_eq!(board.flip().flip(), board);
    }

    #[test]
    fn empty_cells_have_rank_0(bits: u64, thin: u64) {
        let board = Board::from_bits(bits & thin);
        let is_empty = |cell: &Cell| board.rank(*cell) == Rank::EMPTY;
        let plain: Vec<Cell> = Cell::ALL.into_iter().filter(is_empty).collect();
        prop_assert_eq!(board.empty_cells().collect::<Vec<_>>(), plain.clone());
        prop_assert_eq!(board.empty_count() as usize, plain.len());
    }

    #[test]
    fn game_invariants_hold(
        rows in 2usize..=6,
        cols in 2usize..=6,
        seed: u64,
        attempts in prop::collection::vec(0usize..4, 0..200),
    ) {
        let sum = |grid: &Grid| -> u64 {
            grid.ranks().iter().filter(|&&rank| rank > 0).map(|&rank| 1u64 << rank).sum()
        };
        let mut game = Game::new(rows, cols, seed).unwrap();
        prop_assert_eq!(game.grid().empty_count(), rows * cols - 2);
        let mut rewards = 0;
        for attempt in attempts {
            let before = game.clone();
            let Ok(step) = game.play(Direction::ALL[attempt]) else {
                prop_assert_eq!(&game, &before);
                continue;
            };
            rewards += step.reward;
            prop_assert_eq!(sum(game.grid()), sum(before.grid()) + (1 << step.spawn.rank));
            prop_assert_eq!(game.score(), rewards);
            prop_assert_eq!(step.moves.len(), rows * cols - before.grid().empty_count());
            let mut undone = game.clone();
            prop_assert!(undone.undo());
            prop_assert_eq!(undone.grid(), before.grid());
            prop_assert_eq!(undone.redo(), Some(step));
            prop_assert_eq!(&undone, &game);
        }
        prop_assert_eq!(&Game::from_text(&game.to_text()).unwrap(), &game);
        prop_assert_eq!(&Game::from_text(&game.replay()).unwrap(), &game);
        for _ in 0..game.moves() / 2 {
            game.undo();
        }
        prop_assert_eq!(&Game::from_text(&game.to_text()).unwrap(), &game);
        prop_assert!(!Game::from_text(&game.replay()).unwrap().can_redo());
    }

    #[test]
    fn games_from_elsewhere_keep_their_spawns(
        rows in 2usize..=9,
        cols in 2usize..=9,
        attempts in prop::collection::vec((0usize..4, any::<prop::sample::Index>(), 1u8..=2), 0..100),
    ) {
        let mut game = Game::new(rows, cols, 7).unwrap();
        for (direction, which, rank) in attempts {
            let direction = Direction::ALL[direction];
            let Some(after) = game.grid().slide(direction) else { continue };
            let empty: Vec<usize> = after.board.empty_cells().collect();
            let spawn = Spawn { cell: empty[which.index(empty.len())], rank };
            let step = game.play_with(direction, spawn).unwrap();
            prop_assert_eq!(step.spawn, spawn);
            let mut expected = after.board;
            expected.set(spawn.cell, rank);
            prop_assert_eq!(game.grid(), &expected);
        }
        for _ in 0..game.moves() / 2 {
            game.undo();
        }
        let back = Game::from_text(&game.to_text()).unwrap();
        prop_assert_eq!(&back, &game);
        // Redo brings the given tiles again.
        let (mut again, mut boards) = (back, Vec::new());
        while again.redo().is_some() {
            boards.push(*again.grid());
        }
        while let Some(board) = boards.pop() {
            prop_assert_eq!(again.grid(), &board);
            again.undo();
        }
        prop_assert_eq!(&again, &game);
    }

    #[test]
    fn damaged_spawns_never_panic(text in "[A-Za-z0-9_-]{0,9}", cols in 4usize..=9) {
        let _ = Game::from_text(&format!(
            "afterstate/1;9x{cols};seed=1;moves=3:5;spawns={text};now=0"
        ));
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC{0,80}") {
        let _ = Game::from_text(&text);
        let _ = Game::from_text(&format!("afterstate/1;{text}"));
        let _ = Game::from_text(&format!("afterstate/1;4x4;seed=1;moves={text}"));
        let _ = text.parse::<Grid>();
    }

    #[test]
    fn damaged_text_never_panics_and_cut_text_is_refused(
        seed: u64,
        attempts in prop::collection::vec(0usize..4, 0..60),
        place: prop::sample::Index,
        byte in 0x20u8..0x7f,
    ) {
        let mut game = Game::new(4, 4, seed).unwrap();
        for attempt in attempts {
            let _ = game.play(Direction::ALL[attempt]);
        }
        let text = game.to_text();
        let mut damaged = text.clone().into_bytes();
        let place = place.index(damaged.len());
        damaged[place] = byte;
        let _ = Game::from_text(&String::from_utf8(damaged).unwrap());
        prop_assert!(Game::from_text(&text[..place]).is_err());
    }

    #[test]
    fn grid_text_round_trips(
        rows in 2usize..=8, cols in 2usize..=8, ranks in prop::collection::vec(0u8..6, 64)
    ) {
        let grid = Grid::from_ranks(rows, cols, &ranks[..rows * cols]).unwrap();
        prop_assert_eq!(grid.to_string().parse::<Grid>(), Ok(grid));
    }

    /// Also where it has a tile or a score that no game from an empty board reaches.
    #[test]
    fn every_board_of_a_game_from_a_position_can_be_read_and_played_on(
        rows in 2usize..=5,
        cols in 2usize..=5,
        largest in 1u8..=MAX_RANK,
        seed: u64,
        score in MAX_SCORE - 1000..=MAX_SCORE,
        moves in prop::collection::vec(0usize..4, 30),
    ) {
        let rank = |cell: usize| largest - spawn_for(seed, cell as u64, 3).0.min(1) as u8;
        let ranks: Vec<u8> = (0..rows * cols).map(rank).collect();
        let mut game = Game::from_position(Grid::from_ranks(rows, cols, &ranks).unwrap(), score, seed);
        game.keep_going();
        for index in moves {
            let _ = game.play(Direction::ALL[index]);
            let grid = game.grid();
            prop_assert_eq!(grid.to_string().parse::<Grid>(), Ok(*grid));
            prop_assert_eq!(Grid::from_ranks(rows, cols, grid.ranks()), Ok(*grid));
            // As a record without its moves has it.
            let game = Game::from_position(*grid, game.score(), seed);
            prop_assert_eq!(Game::from_text(&game.to_text()), Ok(game));
        }
    }
}

fn grid(text: &str) -> Grid {
    text.parse().expect(text)
}

#[test]
fn recorded_replay_stays_the_same_game() {
    let mut game = Game::new(4, 4, 42).unwrap();
    let order = [Direction::Left, Direction::Up, Direction::Right, Direction::Down];
    while let Some(&direction) = order.iter().find(|&&d| game.grid().possible(d)) {
        game.play(direction).unwrap();
    }
    let known = include_str!("data/replay-4x4-seed42.txt").lines().nth(1).unwrap();
    assert_eq!(game.replay(), known);
    assert_eq!(Game::from_text(known).unwrap(), game);
}

#[test]
fn pasted_boards_are_read_as_the_page_reads_them() {
    let cases: serde_json::Value = serde_json::from_str(include_str!("data/boards.json")).unwrap();
    for case in cases.as_array().unwrap() {
        let text = case["text"].as_str().unwrap();
        let read = text.parse::<Grid>().ok().map(|board| board.to_string());
        assert_eq!(read.as_deref(), case["board"].as_str(), "{text:?}");
    }
}

#[test]
fn large_tiles_merge_like_small_ones() {
    let start = grid("32768 32768 65536 . / . . . . / . . . . / . . . .");
    let mut game = Game::from_position(start, 1_000_000, 1);
    let mut score = 1_000_000;
    for (reward, rank) in [(65_536, 16), (131_072, 17)] {
        // Left merges the pair at the wall, independent of the spawns to its right.
        let step = game.play(Direction::Left).unwrap();
        score += step.reward;
        assert!(step.reward >= reward, "{step:?}");
        assert_eq!(game.grid().rank(0), rank);
        assert_eq!(game.score(), score);
    }
    assert_eq!(Game::from_text(&game.to_text()).unwrap(), game);
}

#[test]
fn tiles_beyond_those_of_a_game_from_an_empty_board_are_read() {
    for (before, after) in [
        ("32 32 / . .", "64 . / . ."),
        (
            "131072 131072 . . / 2 . . . / . . . . / . . . .",
            "262144 . . . / 2 . . . / . . . . / . . . .",
        ),
    ] {
        let slid = grid(before).slide(Direction::Left).unwrap().board;
        assert_eq!(after.parse(), Ok(slid));
    }
}

#[test]
fn full_board_with_a_new_2048_is_won_and_then_over() {
    let one_merge = grid("1024 1024 4 8 / 4 8 16 32 / 8 16 32 64 / 16 32 64 128");
    let mut game = (0..100)
        .map(|seed| {
            let mut game = Game::from_position(one_merge, 0, seed);
            game.play(Direction::Left).unwrap();
            game
        })
        .find(Game::is_over) // depends on the spawn
        .unwrap();
    assert_eq!(game.status(), Status::Won);
    let before = game.clone();
    assert_eq!(game.play(Direction::Up), Err(PlayError::Won));
    assert_eq!(game, before);
    game.keep_going();
    assert_eq!(game.status(), Status::Over);
}

#[test]
fn impossible_spawn_changes_nothing() {
    let mut game = Game::from_position(grid("2 . / . 4"), 0, 1);
    let before = game.clone();
    // After Left the tiles are in cells 0 and 2.
    for (cell, rank) in [(0, 1), (2, 1), (4, 1), (usize::MAX, 1), (1, 0), (1, 3)] {
        let spawn = Spawn { cell, rank };
        let error = game.play_with(Direction::Left, spawn).unwrap_err();
        assert_eq!((error, &game), (PlayError::Spawn(spawn), &before));
        let subject = if (1..=2).contains(&rank) { "the cell of" } else { "the rank of" };
        assert!(error.to_string().starts_with(subject), "{error}");
    }
    game.play_with(Direction::Left, Spawn { cell: 1, rank: 2 }).unwrap();
    assert_eq!(
        game.to_text(),
        "afterstate/1;2x2;seed=1;start=1002;score=0;moves=1:D;spawns=D;at=1;now=1220"
    );
}

#[test]
fn errors_for_bad_texts_name_what_is_accepted() {
    for (text, message) in [
        ("", "begins with afterstate/1"),
        ("afterstate/9;4x4;seed=1;moves=0:", "version \"9\""),
        ("afterstate/1;4by4;seed=1;moves=0:", "ROWSxCOLUMNS"),
        ("afterstate/1;10x4;seed=1;moves=0:", "must be 2 to 9"),
        ("afterstate/1;4x4;moves=0:", "seed is missing"),
        ("afterstate/1;4x4;seed=-1;moves=0:", "whole number"),
        ("afterstate/1;4x4;seed=1", "moves is missing"),
        ("afterstate/1;4x4;seed=1;moves=1:", "base64url"),
        ("afterstate/1;4x4;seed=1;moves=99999999999:AAAA", "base64url"),
        ("afterstate/1;4x4;seed=1;moves=0:;at=1", "at most the number"),
        ("afterstate/1;4x4;seed=1;moves=0:;keep=2", "1 or left out"),
        ("afterstate/1;4x4;seed=1;moves=0:;seed=2", "occurs twice"),
        ("afterstate/1;4x4;seed=1;moves=0:;colour=2", "is unknown"),
        ("afterstate/1;4x4;seed=1;start=000;moves=0:", "16 cells"),
        ("afterstate/1;4x4;seed=1;start=Z000000000000000;moves=0:", "rank 61"),
        ("afterstate/1;4x4;seed=1;moves=0:;now=1111000000000000", "altered or cut"),
        ("afterstate/1;2x2;seed=1;start=1221;moves=1:A", "must change the board"),
        ("afterstate/1;4x4;seed=1;moves=0:", "now is missing"),
        ("afterstate/1;4x4;seed=1;moves=0:;at=0;n", "is unknown"),
        ("afterstate/1;4x4;seed=+1;moves=0:", "whole number"),
        ("afterstate/1;4x4;seed=01;moves=0:", "whole number"),
        ("afterstate/1;+4x4;seed=1;moves=0:", "ROWSxCOLUMNS"),
        ("afterstate/1;4x4;seed=1;moves=+0:", "base64url"),
        ("afterstate/1;4x4;seed=1;moves=0:;at=+0", "whole number"),
        (
            "afterstate/1;2x2;seed=1;start=1002;moves=1:D;spawns=A",
            "move 1: the cell of a new tile must be",
        ),
        ("afterstate/1;2x2;seed=1;start=1002;moves=1:D;spawns=CC", "a tile for every move"),
        ("afterstate/1;2x2;seed=1;start=1002;moves=1:D;spawns=!", "a tile for every move"),
        ("afterstate/1;2x2;seed=1;start=1002;moves=0:;spawns=", "a tile for every move"),
        ("afterstate/1;4x4;seed=1;score=4;moves=0:", "start is missing"),
        ("afterstate/1;2x2;seed=1;start=1221;score=9007199254740992;moves=0:", "2^53"),
    ] {
        let error = Game::from_text(text).expect_err(text).to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    for (text, message) in [
        ("2 4 / 8", "same number of tiles"),
        ("2 3 / 8 8", "not a tile"),
        ("2", "must be 2 to 9"),
        ("2 4 / 8 2199023255552", "rank 41"),
    ] {
        let error = text.parse::<Grid>().expect_err(text).to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}
