//! A ply that threads share: its upper nodes are expanded until there are tasks enough, all threads
//! search the tasks, and the values of the upper nodes follow from theirs.
//!
//! Expectimax cuts nothing off, so it is known which nodes will be searched. The threads start and meet
//! once a ply, and a node that is reached in several ways is one task.

use super::expectimax::{Shared, Walker};
use super::nodes::{Node, Values};
use super::parallel;
use crate::eval::Evaluator;
use std::cmp::Reverse;

/// The minimum depth of a node that is expanded. For smaller tasks the cost of scheduling exceeds the
/// gain.
const SPLIT_DEPTH: u8 = 3;

/// Nodes are expanded until each thread has this number of tasks, so that all finish at about the same
/// time.
const TASKS_PER_THREAD: usize = 8;

/// The values of the tasks below some nodes, searched by all threads; `None` if the search was stopped.
pub fn search<E: Evaluator>(shared: &Shared<'_, E>, nodes: Vec<Node>) -> Option<Values> {
    let enough = TASKS_PER_THREAD * parallel::threads();
    let mut walker = Walker::new(shared);
    let (mut tasks, mut next) = (Vec::new(), nodes);
    loop {
        next.sort_unstable();
        next.dedup();
        let wide = next.partition_point(|&(Reverse(depth), _)| depth >= SPLIT_DEPTH);
        tasks.extend(next.drain(wide..));
        if next.is_empty() || tasks.len() + next.len() >= enough {
            tasks.append(&mut next);
            break;
        }
        for (Reverse(depth), board) in std::mem::take(&mut next) {
            shared.check_limits()?;
            walker.children(board, depth, &mut next);
        }
    }
    // The longest first, so that no thread ends with one while the others wait.
    tasks.sort_unstable();
    tasks.dedup();
    let values = parallel::map(tasks.len(), &|task: usize| {
        // Most tasks are too short to reach a check of their own.
        shared.check_limits()?;
        let (Reverse(depth), board) = tasks[task];
        Walker::new(shared).chance_value(board, depth)
    });
    let known = tasks.iter().zip(values).map(|(&node, value)| Some((node, value?)));
    known.collect::<Option<Vec<_>>>().map(Values::new)
}
