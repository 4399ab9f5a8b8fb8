//! Perfect players for small boards, and Cook's full tree of the 2x2 game.
//!
//! Source: the project's own dynamic programming (`search::exact`); Cook 2023, section 2.4 and listing B.4 for the full
//! tree: on 2x2, with 2s only, valued by the score at the end.
//!
//! A board is solved at the first move and the solution is shared by all players of this program while one of them lives:
//! an instant for 2x2 and 2x3, some seconds and some 80 MB for 2x4. A position that no play can reach is solved from itself. 3x3 is
//! solved by the command line (`afterstate exact`).

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, Weak};

use crate::rules::Grid;
use crate::search::exact::{Goal, Problem, Solution};
use crate::strategy::{
    Boards, Document, Kind, Parameter, Player, Source, Strategy, TIE_ORDER, Thought, Unit, Words,
    words,
};

/// What a shared solution answers: the board, the goal, and whether fours spawn.
type Name = (usize, usize, Goal, bool);

static SOLVED: LazyLock<Mutex<HashMap<Name, Weak<Solution>>>> = LazyLock::new(Mutex::default);

/// A player of one goal.
struct Exact {
    goal: Goal,
    fours: bool,
    solution: Option<Arc<Solution>>,
}

impl Exact {
    fn problem(&self, grid: &Grid) -> Problem {
        let problem = Problem::new(grid.rows(), grid.cols(), self.goal);
        if self.fours { problem } else { Problem { spawn4_probability: 0.0, ..problem } }
    }

    fn solved(&mut self, grid: &Grid) -> Option<Arc<Solution>> {
        if let Some(solution) = self.solution.as_ref().filter(|solution| solution.knows(grid)) {
            return Some(solution.clone());
        }
        let problem = self.problem(grid);
        let name = (problem.rows, problem.cols, self.goal, self.fours);
        let solution = {
            // Solving under the lock: whoever comes second waits and shares. A panic elsewhere leaves the map whole.
            let mut solved = SOLVED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            match solved.get(&name).and_then(Weak::upgrade) {
                Some(solution) => solution,
                None => {
                    let solution = Arc::new(Solution::of(problem, None).ok()?);
                    solved.insert(name, Arc::downgrade(&solution));
                    solution
                }
            }
        };
        let solution = if solution.knows(grid) {
            solution
        } else {
            Arc::new(Solution::of(problem, Some(grid)).ok()?)
        };
        self.solution = Some(solution.clone());
        Some(solution)
    }
}

impl Player for Exact {
    fn choose(&mut self, grid: &Grid) -> Thought {
        let Some(solution) = self.solved(grid) else { return Thought::default() };
        Thought::best_of(solution.move_values(grid), TIE_ORDER)
    }
}

/// The boards that are solved while a game is played.
const SMALL: Boards = Boards::Only(&[(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)]);

/// The tiles that can be asked for, with their ranks.
const TILES: Words<u8> = words! {
    "4" => 2, "8" => 3, "16" => 4, "32" => 5, "64" => 6, "128" => 7, "256" => 8, "512" => 9,
};

/// The perfect players and the full tree.
pub const STRATEGIES: &[Strategy] = &[
    Strategy {
        id: "exact-score",
        name: "Perfect play for score",
        source: Source { document: Document::Afterstate, section: "search::exact" },
        sentence: "Knows the expected score of every position of a small board and makes the best move.",
        parameters: &[],
        boards: SMALL,
        unit: Unit::Points,
        make: |_, _| Box::new(Exact { goal: Goal::Score, fours: true, solution: None }),
    },
    Strategy {
        id: "exact-tile",
        name: "Perfect play for a tile",
        source: Source { document: Document::Afterstate, section: "search::exact" },
        sentence: "Makes the move with the greatest chance of ever having a given tile on a small board.",
        parameters: &[Parameter {
            id: "tile",
            sentence: "The tile to be made; 2x2 ends at 32, 2x3 at 128 and 2x4 at 512.",
            kind: Kind::Choice { default: "32", among: TILES.words },
        }],
        boards: SMALL,
        unit: Unit::Probability,
        make: |settings, _| {
            let goal = Goal::Tile(settings.choice("tile", &TILES));
            Box::new(Exact { goal, fours: true, solution: None })
        },
    },
    Strategy {
        id: "cook-full-tree",
        name: "Cook, full tree",
        source: Source { document: Document::Cook2023, section: "2.4" },
        sentence: "Searches the whole 2x2 game to its end for the expected score, as if only 2s appeared.",
        parameters: &[Parameter {
            id: "fours",
            sentence: "Whether 4s appear in the tree as they do in the game; the text leaves them out for speed.",
            kind: Kind::Switch { default: false },
        }],
        boards: Boards::Only(&[(2, 2)]),
        unit: Unit::Points,
        make: |settings, _| {
            Box::new(Exact { goal: Goal::Score, fours: settings.switch("fours"), solution: None })
        },
    },
];

#[cfg(test)]
mod tests {
    use crate::players::tests::choose;
    use crate::rules::Direction;

    #[test]
    fn plays_for_its_goal() {
        // One cell is free and only a merge of the 16s is left to do: 32 + what follows.
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
    fn the_full_tree_without_fours_by_hand() {
        // 8 4 / 2 2: left makes 4 below the 8 and a 2 must appear right of it or, after right, left of it.
        // Left: 8 4 / 4 2 is lost: reward 4. Right: 8 4 / 2 4: the 4s merge upwards for 8: 8 8 / 2 2 and so on.
        let thought = choose("cook-full-tree", "8 4 / 2 2");
        let right = thought.values[Direction::Right.index()].unwrap();
        assert_eq!(thought.values[Direction::Left.index()], Some(4.0));
        assert_eq!(thought.best, Some(Direction::Right));
        assert!(right > 12.0, "{right}");
    }

    #[test]
    fn positions_out_of_reach_are_solved_from_themselves() {
        let thought = choose("exact-score", "2 . / . .");
        assert!(thought.best.is_some());
        assert!(thought.values.iter().flatten().all(|&value| value > 60.0), "{thought:?}");
    }
}
