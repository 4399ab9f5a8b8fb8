//! A ply that threads share: its upper nodes are expanded until there are tasks enough, all threads
//! search the tasks, and the values of the upper nodes follow from theirs.
//!
//! Expectimax cuts nothing off, so it is known which nodes will be searched. The threads start and meet
//! once a ply, and a node that is reached in several ways is one task.

use super::expectimax::{Shared, Walker};
use super::nodes::{Node, Values};
use super::team::Team;
use crate::eval::Evaluator;
use std::cmp::Reverse;

/// The minimum depth of a node that is expanded, and of a ply that is shared. For smaller tasks the cost of
/// scheduling exceeds the gain.
pub const SPLIT_DEPTH: u8 = 3;

/// Nodes are expanded until each thread has this number of tasks, so that all finish at about the same
/// time.
const TASKS_PER_THREAD: usize = 8;

/// The values of these nodes and of some below them, searched by all threads; `None` if the search was
/// stopped.
pub fn search<'s, E: Evaluator>(
    shared: &'s Shared<'_, E>,
    team: &Team<'_, 's>,
    nodes: Vec<Node>,
) -> Option<Values> {
    // They wake while the nodes are expanded.
    team.wake();
    let enough = TASKS_PER_THREAD * team.threads();
    let mut walker = Walker::new(shared);
    let (mut upper, mut tasks) = (Vec::new(), nodes);
    loop {
        tasks.sort_unstable();
        tasks.dedup();
        let Some(&(deepest, _)) = tasks.first() else { break };
        if deepest.0 < SPLIT_DEPTH || tasks.len() >= enough {
            break;
        }
        // All nodes of one depth: those below them have fewer plies, so none comes a second time.
        let others = tasks.split_off(tasks.partition_point(|&(depth, _)| depth == deepest));
        for node in std::mem::replace(&mut tasks, others) {
            shared.check_limits()?;
            let expansion = walker.expand(node.1, deepest.0);
            tasks.extend(expansion.nodes());
            upper.push((node, expansion));
        }
    }
    // The longest first, so that no thread ends with one while the others wait.
    let values = team.map(tasks, move |(Reverse(depth), board)| {
        // Most tasks are too short to reach a check of their own.
        shared.check_limits()?;
        Walker::new(shared).chance_value(board, depth)
    });
    let mut known = Values::default();
    for (task, value) in values.into_iter().rev() {
        known.push(task, value?);
    }
    for (node, expansion) in upper.iter().rev() {
        known.push(*node, walker.value_of(node.1, node.0.0, expansion, &known)?);
    }
    Some(known)
}
