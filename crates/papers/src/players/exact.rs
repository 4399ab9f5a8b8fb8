//! Perfect players for small boards, and Cook's full tree of the 2x2 game.
//!
//! Source: `search::exact`, and Cook 2023, section 2.4 and listing B.4 for the full tree (2x2, only
//! 2s, final score). The first move solves the board, and all players of the process share the
//! solution: instant for 2x2 and 2x3, some seconds and 80 MB for 2x4. `afterstate exact` solves
//! 3x3.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, Weak};

use crate::cook;
use crate::strategy::{
    Boards, Document, Parameter, ParameterKind, Player, Source, Strategy, TIE_ORDER, Thought, Unit,
    Words, words,
};
use afterstate::rules::{Direction, Grid};
use afterstate::search::exact::{Goal, Problem, Solution};
use afterstate::search::parallel;

/// The key of a shared solution: rows, columns, goal, and whether 4s spawn.
type Name = (usize, usize, Goal, bool);

static SOLVED: LazyLock<Mutex<HashMap<Name, Weak<Solution>>>> = LazyLock::new(Mutex::default);

/// A player with one goal.
struct Exact {
    goal: Goal,
    fours: bool,
    tie_order: [Direction; 4],
    /// Of the whole game.
    solution: Option<Arc<Solution>>,
    /// Of the last position that no game reaches.
    other: Option<Arc<Solution>>,
}

impl Exact {
    fn new(goal: Goal) -> Exact {
        Exact { goal, fours: true, tie_order: TIE_ORDER, solution: None, other: None }
    }

    fn problem(&self, (rows, cols): (usize, usize)) -> Problem {
        let problem = Problem::new(rows, cols, self.goal);
        if self.fours { problem } else { Problem { spawn4_probability: 0.0, ..problem } }
    }

    /// The solution with this position; `None` if the board or its tiles are too
    /// large.
    fn solved(&mut self, grid: &Grid) -> Option<Arc<Solution>> {
        let known = [&self.solution, &self.other].into_iter().flatten();
        if let Some(solution) = known.into_iter().find(|solution| solution.contains(grid)) {
            return Some(solution.clone());
        }
        let problem = self.problem((grid.rows(), grid.cols()));
        let name = self.name(&problem);
        let solution = {
            // Solves while it holds the lock, so that another player waits and shares the solution;
            // and alone, because tasks of other games could want the lock. A panic elsewhere cannot
            // leave the map half written.
            let mut solved = SOLVED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            match solved.get(&name).and_then(Weak::upgrade) {
                Some(solution) => solution,
                None => {
                    let solved_alone = parallel::alone(|| Solution::of(problem, None));
                    let solution = Arc::new(solved_alone.ok()?);
                    solved.insert(name, Arc::downgrade(&solution));
                    solution
                }
            }
        };
        self.solution = Some(solution.clone());
        if solution.contains(grid) {
            return Some(solution);
        }
        // No game reaches this position, so it is solved by itself.
        self.other = Some(Arc::new(Solution::of(problem, Some(grid)).ok()?));
        self.other.clone()
    }

    fn name(&self, problem: &Problem) -> Name {
        (problem.rows, problem.cols, self.goal, self.fours)
    }
}

impl Player for Exact {
    fn prepare(
        &mut self,
        board: (usize, usize),
        stored: Option<&[u8]>,
        progress: &mut dyn FnMut(f64),
    ) -> Option<Vec<u8>> {
        let problem = self.problem(board);
        let read = stored.and_then(|bytes| Solution::from_bytes(problem, bytes));
        let is_new = read.is_none();
        let solution = match read {
            Some(solution) => solution,
            None => Solution::with_progress(problem, None, progress).ok()?,
        };
        let bytes = is_new.then(|| solution.to_bytes());
        let solution = Arc::new(solution);
        let mut solved = SOLVED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        solved.insert(self.name(&problem), Arc::downgrade(&solution));
        self.solution = Some(solution);
        bytes
    }

    fn choose(&mut self, grid: &Grid) -> Thought {
        match self.solved(grid) {
            Some(solution) => Thought::best_of(solution.move_values(grid), self.tie_order),
            // A player must move even so.
            None => Thought::first_possible(
                grid,
                "this position cannot be solved: the board or its tiles are too large",
            ),
        }
    }
}

/// The boards small enough to solve during a game.
const SMALL: Boards = Boards::Only(&[(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)]);

/// The tiles that can be the goal, with their ranks.
const TILES: Words<u8> = words! {
    "4" => 2, "8" => 3, "16" => 4, "32" => 5, "64" => 6, "128" => 7, "256" => 8, "512" => 9,
};

/// The perfect players and the full tree.
pub const STRATEGIES: &[Strategy] = &[
    Strategy {
        id: "exact-score",
        name: "Perfect play for score",
        source: Source { document: Document::Afterstate, section: "search::exact" },
        sentence: "Makes the perfect move for the expected score: solves the whole game on a small board.",
        parameters: &[],
        boards: SMALL,
        unit: Unit::Points,
        make: |_, _| Box::new(Exact::new(Goal::Score)),
    },
    Strategy {
        id: "exact-tile",
        name: "Perfect play for a tile",
        source: Source { document: Document::Afterstate, section: "search::exact" },
        sentence: "Makes the move with the highest probability of reaching a given tile on a small board.",
        parameters: &[Parameter {
            id: "tile",
            label: "Target tile",
            sentence: "The tile to reach. The largest possible is 32 on 2x2, 128 on 2x3 and 512 on 2x4.",
            kind: ParameterKind::Choice { default: "32", words: TILES.words },
        }],
        boards: SMALL,
        unit: Unit::Probability,
        make: |settings, _| Box::new(Exact::new(Goal::Tile(settings.choice("tile", &TILES)))),
    },
    Strategy {
        id: "cook-full-tree",
        name: "Cook, full tree",
        source: Source { document: Document::Cook2023, section: "2.4" },
        sentence: "Searches the whole 2x2 game for the expected score as if only 2s spawned.",
        parameters: &[Parameter {
            id: "fours",
            label: "4s spawn",
            sentence: "Whether 4s spawn in the tree as in the game. The text omits them for speed.",
            kind: ParameterKind::Switch { default: false },
        }],
        boards: Boards::Only(&[(2, 2)]),
        unit: Unit::Points,
        make: |settings, _| {
            let (fours, tie_order) = (settings.switch("fours"), cook::tree::ORDER);
            Box::new(Exact { fours, tie_order, ..Exact::new(Goal::Score) })
        },
    },
];

#[cfg(test)]
mod tests {
    use super::Exact;
    use crate::players::tests::choose;
    use crate::strategy::Player;
    use afterstate::rules::{Direction, Grid};
    use afterstate::search::exact::Goal;

    #[test]
    fn values_are_those_of_the_goal() {
        // Only the merge of the 16s is left: 32 and what follows.
        let thought = choose("exact-score", "16 16 / 8 4");
        assert_eq!(thought.best, Some(Direction::Left));
        assert!(thought.values[Direction::Left.index()].unwrap() > 32.0);
        assert_eq!(thought.values[Direction::Up.index()], None);
        let thought = choose("exact-tile:tile=32", "16 16 / 8 4");
        assert_eq!(thought.values[Direction::Left.index()], Some(1.0));
        let thought = choose("exact-tile:tile=64", "16 16 / 8 4");
        assert_eq!(thought.values[Direction::Left.index()], Some(0.0));
    }

    #[test]
    fn full_tree_without_4s_matches_a_hand_count() {
        // Left makes 8 4 / 4 ., the 2 spawns in the gap, and the game is lost with a reward of 4.
        // Right makes 8 4 / 2 4 after the spawn; the 4s merge upward, which gives 8 8 / 2 2 and
        // more.
        let thought = choose("cook-full-tree", "8 4 / 2 2");
        let right = thought.values[Direction::Right.index()].unwrap();
        assert_eq!(thought.values[Direction::Left.index()], Some(4.0));
        assert_eq!(thought.best, Some(Direction::Right));
        assert!(right > 12.0, "{right}");
        // Left and down are mirror images. Cook's directions are up, down, left, right.
        let tied = choose("cook-full-tree", ". 2 / . .");
        assert_eq!(tied.values[Direction::Left.index()], tied.values[Direction::Down.index()]);
        assert_eq!(tied.best, Some(Direction::Down));
        assert_eq!(choose("exact-score", ". 2 / . .").best, Some(Direction::Left));
    }

    #[test]
    fn prepared_solution_is_stored_read_and_checked() {
        let exact = || Exact::new(Goal::Tile(5));
        let mut shares = Vec::new();
        let mut first = exact();
        let stored = first.prepare((2, 3), None, &mut |share| shares.push(share)).unwrap();
        assert!(shares.is_sorted() && shares.len() > 10, "{shares:?}");
        assert_eq!(shares.last(), Some(&1.0));
        let grid: Grid = "16 8 2 / 8 2 2".parse().unwrap();
        let mut second = exact();
        let unused = &mut |_| panic!("it was solved again");
        assert_eq!(second.prepare((2, 3), Some(&stored), unused), None);
        assert_eq!(second.choose(&grid).values, first.choose(&grid).values);
        // A damaged solution, one of another goal and one of another board are solved again.
        let mut damaged = stored.clone();
        damaged[99] ^= 1;
        let again = |bytes: &[u8]| exact().prepare((2, 3), Some(bytes), &mut |_| ());
        assert_eq!(again(&damaged).as_ref(), Some(&stored));
        assert_eq!(again(&stored[..stored.len() - 9]).as_ref(), Some(&stored));
        assert_eq!(again(&[]).as_ref(), Some(&stored));
        let mut other = Exact { goal: Goal::Tile(6), ..exact() };
        assert!(other.prepare((2, 3), Some(&stored), &mut |_| ()).is_some());
        assert!(exact().prepare((3, 2), Some(&stored), &mut |_| ()).is_some());
    }

    #[test]
    fn position_that_no_game_reaches_leaves_the_solution() {
        let mut exact = Exact::new(Goal::Score);
        for text in ["2 4 / 2 .", "2 . / . .", "4 2 / . 2"] {
            let grid: Grid = text.parse().unwrap();
            assert!(exact.choose(&grid).best.is_some(), "{text}");
            assert!(exact.solution.as_ref().unwrap().contains(&"2 2 / . .".parse().unwrap()));
        }
    }

    #[test]
    fn position_that_cannot_be_solved_gets_a_possible_move() {
        let grid: Grid = "2 4 . . / . . . . / . . . . / . . . .".parse().unwrap();
        let mut player = Exact::new(Goal::Score);
        let thought = player.choose(&grid);
        assert_eq!((thought.best, thought.values), (Some(Direction::Right), [None; 4]));
        assert!(thought.note.unwrap().contains("the board or its tiles are too large"));
        let thought = player.choose(&"32768 32768 / . .".parse().unwrap());
        assert_eq!((thought.best, thought.values), (Some(Direction::Right), [None; 4]));
        assert!(thought.note.unwrap().contains("the board or its tiles are too large"));
    }

    #[test]
    fn position_that_no_game_reaches_is_solved_too() {
        let thought = choose("exact-score", "2 . / . .");
        assert!(thought.best.is_some());
        assert!(thought.values.iter().flatten().all(|&value| value > 60.0), "{thought:?}");
    }
}
