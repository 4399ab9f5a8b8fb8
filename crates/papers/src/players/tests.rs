//! The catalog as a whole: it is well formed, and every strategy keeps the contract of a player.

use super::*;
use crate::kumar::weights;
use crate::strategy::{ParameterKind, TIE_ORDER, Thought, Unit, packed};
use afterstate::rules::{Direction, Grid, MAX_RANK, best_move};

/// The judgment of a strategy in text form.
pub fn choose(strategy: &str, board: &str) -> Thought {
    let grid: Grid = board.parse().unwrap();
    let chosen: Chosen = strategy.parse().unwrap();
    chosen.build((grid.rows(), grid.cols()), 3).unwrap().choose(&grid)
}

#[test]
fn ids_are_unique_and_plain() {
    let mut seen = std::collections::HashSet::new();
    for strategy in all() {
        let plain =
            |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '.');
        assert!(strategy.id.chars().all(plain), "{} is not plain", strategy.id);
        assert!(seen.insert(strategy.id), "{} appears twice", strategy.id);
        assert!(
            strategy.sentence.ends_with('.'),
            "{}: its sentence needs a full stop",
            strategy.id
        );
        let mut parameters = std::collections::HashSet::new();
        for parameter in strategy.parameters {
            assert!(parameters.insert(parameter.id), "{}: {}", strategy.id, parameter.id);
            assert!(parameter.id.chars().all(plain), "{}: {}", strategy.id, parameter.id);
            let begins_as_a_sentence =
                |text: &str| text.starts_with(|c: char| !c.is_ascii_lowercase());
            assert!(begins_as_a_sentence(parameter.label), "{}: {}", strategy.id, parameter.label);
            assert!(parameter.sentence.ends_with(['.', ')']), "{}", parameter.sentence);
        }
    }
}

#[test]
fn defaults_are_among_what_is_accepted() {
    for strategy in all() {
        let mut settings = strategy.defaults();
        for (parameter, value) in strategy.defaults().iter() {
            let set = settings.set(parameter.id, &value.to_string());
            assert!(set.is_ok(), "{}: {set:?}", strategy.id);
        }
        assert_eq!(settings, strategy.defaults());
    }
}

#[test]
fn every_word_of_a_choice_builds_a_player_that_says_whether_it_has_rules_of_its_own() {
    // Merges cascade on it in Kumar's listing, in every direction.
    let grid: Grid = "2 2 4 8 / 2 . . . / 4 . . . / 8 . . .".parse().unwrap();
    let mut own = 0;
    for strategy in all() {
        let board = [(4, 4), (2, 2)];
        let board = board.into_iter().find(|&(rows, cols)| strategy.boards.include(rows, cols));
        for parameter in strategy.parameters {
            let ParameterKind::Choice { words, .. } = parameter.kind else { continue };
            for word in words {
                let mut settings = strategy.defaults();
                settings.set(parameter.id, word).unwrap();
                let player = strategy.build(&settings, board.unwrap(), 1);
                let player = player.unwrap_or_else(|error| panic!("{}: {error}", strategy.id));
                if board != Some((4, 4)) {
                    continue;
                }
                let slides = |direction| player.slide(&grid, direction) == grid.slide(direction);
                let differs = !Direction::ALL.into_iter().all(slides);
                assert_eq!(player.has_own_rules(), differs, "{}: {word}", strategy.id);
                own += usize::from(differs);
            }
        }
    }
    assert!(own > 10, "{own}");
}

#[test]
fn every_strategy_plays_the_boards_it_names() {
    for strategy in all() {
        let mut played = 0;
        for (rows, cols) in [(4, 4), (2, 2), (3, 3), (2, 5), (5, 4)] {
            let built = strategy.build(&strategy.defaults(), (rows, cols), 1);
            assert_eq!(built.is_ok(), strategy.boards.include(rows, cols), "{}", strategy.id);
            let Ok(mut player) = built else { continue };
            let mut ranks = vec![0; rows * cols];
            // A position in which every direction is possible, and a dead one.
            ranks[0] = 1;
            ranks[rows * cols - 1] = 2;
            let open = Grid::from_ranks(rows, cols, &ranks).unwrap();
            let thought = player.choose(&open);
            let best = thought.best.unwrap_or_else(|| panic!("{} has no move", strategy.id));
            assert!(open.slide(best).is_some(), "{} chose an impossible move", strategy.id);
            for (cell, rank) in ranks.iter_mut().enumerate() {
                *rank = 1 + ((cell / cols + cell % cols) % 2) as u8;
            }
            let dead = Grid::from_ranks(rows, cols, &ranks).unwrap();
            let thought = player.choose(&dead);
            assert_eq!((thought.best, thought.values), (None, [None; 4]), "{}", strategy.id);
            played += 1;
        }
        assert!(played > 0, "{} played none of the sizes of this test", strategy.id);
    }
}

#[test]
fn of_equal_values_the_tie_order_decides() {
    use Direction::{Down, Left, Right, Up};
    let values = [Some(1.0), Some(2.0), None, Some(2.0)];
    assert_eq!(best_move(&values, TIE_ORDER), Some(Left));
    assert_eq!(best_move(&values, [Right, Up, Down, Left]), Some(Right));
    assert_eq!(best_move(&[Some(1.0); 4], TIE_ORDER), Some(Up));
}

#[test]
fn every_strategy_plays_the_last_cells_of_the_largest_board() {
    // Nearly full and without merges, so that trees are small. The empty cells are the 79th and the
    // last.
    let mut ranks: Vec<u8> = (0..81).map(|cell| 1 + cell % 7).collect();
    (ranks[78], ranks[80]) = (0, 0);
    let grid = Grid::from_ranks(9, 9, &ranks).unwrap();
    for strategy in all().filter(|strategy| strategy.boards.include(9, 9)) {
        if strategy.id == "monte-carlo" {
            continue; // A random game on a board of this size takes too long.
        }
        let mut settings = strategy.defaults();
        if strategy.parameters.iter().any(|parameter| parameter.id == "depth") {
            settings.set("depth", "3").unwrap();
        }
        let thought = strategy.build(&settings, (9, 9), 1).unwrap().choose(&grid);
        let best = thought.best.unwrap_or_else(|| panic!("{} has no move", strategy.id));
        assert!(grid.possible(best), "{} chose an impossible move", strategy.id);
        let possible = weights::possible(&grid);
        assert!(
            thought
                .values
                .iter()
                .zip(possible)
                .all(|(value, possible)| value.is_none() || possible)
        );
    }
}

/// A game from a position can reach larger tiles than one from an empty board.
#[test]
fn every_strategy_plays_on_with_the_largest_tiles() {
    for strategy in all() {
        for (rows, cols) in [(4, 4), (2, 2), (2, 3)] {
            let Ok(mut player) = strategy.build(&strategy.defaults(), (rows, cols), 1) else {
                continue;
            };
            for largest in [rows * cols + 2, MAX_RANK.into()] {
                let mut ranks = vec![0; rows * cols];
                (ranks[0], ranks[1], ranks[cols]) = (largest as u8, largest as u8, 1);
                let grid = Grid::from_ranks(rows, cols, &ranks).unwrap();
                let best = player.choose(&grid).best;
                let best = best.unwrap_or_else(|| panic!("{} has no move", strategy.id));
                assert!(grid.possible(best), "{} on {grid}: {best}", strategy.id);
            }
        }
    }
}

#[test]
fn board_is_packed_only_if_no_65536_can_arise() {
    let grid = |text: &str| text.parse::<Grid>().unwrap();
    let high = grid("32768 16384 8192 4096 / 2048 1024 512 256 / 2 4 8 16 / . . . .");
    // The tiles add up to 65310, so 226 are missing.
    assert!(packed(&high, 56).is_some());
    assert!(packed(&high, 57).is_none());
    let four = grid("16384 16384 16384 16384 / 2 . . . / . . . . / . . . .");
    assert!(packed(&four, 0).is_none());
    assert!(packed(&grid("2 2 / 2 2"), 0).is_none());
}

#[test]
fn new_game_with_the_same_seed_repeats_the_moves() {
    let grid = Grid::from_ranks(4, 4, &[1, 0, 0, 2, 0, 3, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]).unwrap();
    for strategy in all().filter(|strategy| strategy.boards.include(4, 4)) {
        let mut one = strategy.build(&strategy.defaults(), (4, 4), 7).unwrap();
        let first: Vec<_> = (0..4).map(|_| one.choose(&grid)).collect();
        one.new_game(7);
        let again: Vec<_> = (0..4).map(|_| one.choose(&grid)).collect();
        assert_eq!(first, again, "{}: new_game does not reset the player", strategy.id);
    }
}

#[test]
fn text_form_reads_what_it_writes() {
    for strategy in all() {
        let chosen = Chosen::with_defaults(strategy.id).unwrap();
        assert_eq!(chosen.to_string(), strategy.id);
        assert_eq!(chosen.to_string().parse::<Chosen>(), Ok(chosen));
    }
}

#[test]
fn unknown_strategy_lists_all_or_suggests_the_nearest() {
    let message = find("no-such-player").unwrap_err().to_string();
    for strategy in all() {
        assert!(message.contains(strategy.id), "{message}");
    }
    let message = find("gredy").unwrap_err().to_string();
    assert_eq!(message, "Unknown strategy \"gredy\". Did you mean \"greedy\"?");
}

#[test]
fn values_fit_their_unit() {
    let grid: Grid = "2 4 / . 2".parse().unwrap();
    for strategy in all().filter(|strategy| strategy.boards.include(2, 2)) {
        let mut player = strategy.build(&strategy.defaults(), (2, 2), 1).unwrap();
        let values = player.choose(&grid).values;
        let hold = |fits: fn(f64) -> bool| values.into_iter().flatten().all(fits);
        let kept = match strategy.unit {
            Unit::Probability => hold(|value| (0.0..=1.0).contains(&value)),
            // One cell is empty, and a merge frees another.
            Unit::EmptyCells => hold(|value| value == 1.0 || value == 2.0),
            Unit::Points => hold(|value| value >= 0.0),
            Unit::Heuristic => true,
        };
        assert!(kept, "{}: {values:?} in {}", strategy.id, strategy.unit.name());
    }
}
