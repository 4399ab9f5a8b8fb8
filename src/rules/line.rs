//! The slide of one line of cells, from which the slides of all boards are built.

use super::MAX_RANK;

/// Slides one line of ranks toward index 0 and returns the points earned.
///
/// Calls `moved(from, to, merges)` for every tile, including tiles that stay; both tiles of a merge
/// have the same `to`. Each tile merges at most once, and the pair nearest the wall merges first.
/// Two tiles of [`MAX_RANK`] become one of the same rank, with the points of the next one.
pub fn slide(line: &mut [u8], mut moved: impl FnMut(usize, usize, bool)) -> u64 {
    let mut reward = 0;
    let mut to = 0; // the next cell to fill
    let mut unmerged = None; // origin of the last tile, while it may still merge
    for from in 0..line.len() {
        let rank = std::mem::take(&mut line[from]);
        if rank == 0 {
            continue;
        }
        match unmerged {
            Some(first) if line[to] == rank => {
                line[to] = (rank + 1).min(MAX_RANK);
                reward += 1 << (rank + 1);
                moved(first, to, true);
                moved(from, to, true);
                unmerged = None;
                to += 1;
            }
            _ => {
                if let Some(first) = unmerged {
                    moved(first, to, false);
                    to += 1;
                }
                line[to] = rank;
                unmerged = Some(from);
            }
        }
    }
    if let Some(first) = unmerged {
        moved(first, to, false);
    }
    reward
}

#[cfg(test)]
mod tests {
    use super::slide;

    #[track_caller]
    fn check(before: &[u8], after: &[u8], reward: u64) {
        let mut line = before.to_vec();
        assert_eq!(slide(&mut line, |_, _, _| ()), reward, "reward of {before:?}");
        assert_eq!(line, after, "line after {before:?}");
    }

    #[test]
    fn slides_match_worked_examples() {
        check(&[0, 0, 0, 0], &[0, 0, 0, 0], 0);
        check(&[0, 1, 0, 1], &[2, 0, 0, 0], 4);
        check(&[1, 1, 1, 1], &[2, 2, 0, 0], 8); // two merges, not one chain
        check(&[1, 1, 1, 0], &[2, 1, 0, 0], 4); // the pair at the wall first
        check(&[2, 1, 1, 0], &[2, 2, 0, 0], 4); // a merged tile does not merge again
        check(&[1, 2, 1, 2], &[1, 2, 1, 2], 0);
        check(&[17, 17], &[18, 0], 1 << 18);
        check(&[0, 40, 40], &[40, 0, 0], 1 << 41); // the largest tiles
        check(&[0, 3, 0, 0, 3, 4, 0, 4], &[4, 5, 0, 0, 0, 0, 0, 0], 16 + 32);
    }

    #[test]
    fn slide_reports_the_move_of_each_tile() {
        let mut moves = Vec::new();
        slide(&mut [0, 1, 1, 3], |from, to, merges| moves.push((from, to, merges)));
        assert_eq!(moves, [(1, 0, true), (2, 0, true), (3, 1, false)]);
    }
}
