//! Training by several processes. Each has a copy of the network and plays its own games; at fixed
//! numbers of moves they combine their networks.
//!
//! A weight becomes the mean of the processes that changed it since they last combined, and so do
//! its coherence sums. So a weight that only one process has changed stays as that process left it.
//! Only blocks that some process changed are sent.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use afterstate_train::checkpoint::State;
use afterstate_train::episode::Actor;
use afterstate_train::learner::{Learner, used};
use afterstate_train::memory::Floats;
use afterstate_train::round::{Round, on_threads, train};
use afterstate_train::tally::Tally;

/// Neighboring weights that are sent together: a line of the cache.
const BLOCK: usize = 16;

/// Blocks that one word marks.
const WORD: usize = u64::BITS as usize;

/// Numbers sent for a weight: the sums of weights, of E and of A over the processes that changed
/// it, and the number of those processes.
const PARTS: usize = 4;

/// Blocks sent at a time; the buffer for them has four megabytes.
const AT_A_TIME: usize = 1 << 14;

/// Communication between processes. Each call returns when every process has made it.
pub trait Processes {
    /// The number of this process, from 0.
    fn number(&self) -> usize;
    /// The number of processes.
    fn size(&self) -> usize;
    /// The numbers of all processes, in their order. Each process passes equally many.
    fn gather(&self, mine: &[f64]) -> Vec<f64>;
    /// Replaces each word by the bitwise OR of all processes' words.
    fn or(&self, words: &mut [u64]);
    /// Replaces each number by the sum of all processes' numbers, the same one on all processes.
    fn add(&self, numbers: &mut [f32]);
}

/// The cost of combining so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct CombineCost {
    /// How often the processes combined.
    pub times: u64,
    /// Bytes that this process sent.
    pub bytes: u64,
    /// Seconds spent waiting for slower processes.
    pub waited: f64,
    /// Seconds spent exchanging and combining after the wait.
    pub seconds: f64,
}

/// This process among those of a run.
pub struct DistributedTraining<'a, R> {
    processes: &'a R,
    /// The network when the processes last combined.
    base: Snapshot,
    /// Moves of each process between two combinations.
    every: u64,
    /// The cost of combining so far.
    pub cost: CombineCost,
}

impl<'a, R: Processes> DistributedTraining<'a, R> {
    /// Joins the processes with a state that all of them have read; those after the first play games
    /// of their own. They will combine every `every` moves of each process.
    ///
    /// # Errors
    /// If the processes have not read the same state.
    pub fn join(
        processes: &'a R,
        state: &mut State,
        every: u64,
        seed: u64,
    ) -> Result<Self, String> {
        let (moves, numbers) = (state.done.moves, state.learner.weights.len());
        let all = processes.gather(&[moves as f64, numbers as f64, every as f64]);
        if all.chunks_exact(3).any(|one| one != &all[..3]) {
            return Err("the processes have different checkpoints or options: start all with one \
                        command, and keep the checkpoint in a folder that their machines share"
                .into());
        }
        if processes.number() > 0 {
            let threads = state.actors.len();
            let first = processes.number() * threads;
            let seed = seed.wrapping_add(moves);
            state.actors =
                (first..first + threads).map(|thread| Actor::new(seed, thread as u64)).collect();
        }
        let base = Snapshot::of(&state.learner);
        Ok(DistributedTraining { processes, base, every, cost: CombineCost::default() })
    }

    /// Trains with all processes until the round is over; process 0 calls this. The moves of a round
    /// are those of all processes together.
    pub fn lead(&mut self, state: &mut State, round: Round) -> Tally {
        let mut total = Tally::default();
        loop {
            let left = round.moves.saturating_sub(total.moves);
            if left == 0 || (round.stop)() {
                return total;
            }
            if let Some(tally) = self.step(state, left) {
                total.add(&tally);
            }
        }
    }

    /// Trains as process 0 directs, until process 0 ends; the other processes call this.
    pub fn follow(&mut self, state: &mut State) {
        while self.step(state, 0).is_some() {}
    }

    /// Lets the other processes end; process 0 calls this at the end.
    pub fn end(self) {
        self.processes.gather(&[0.0]);
    }

    /// Trains for at most `left` moves of all processes and combines. Process 0 decides; if it calls
    /// [`Self::end`] instead, this returns `None` in the others.
    fn step(&mut self, state: &mut State, left: u64) -> Option<Tally> {
        let left = self.processes.gather(&[left as f64])[0] as u64;
        if left == 0 {
            return None;
        }
        let recipe = &state.recipe;
        let scheduled = recipe.schedule.at(state.done.moves - state.done.schedule_start);
        let left = scheduled.map_or(left, |(_, phase)| left.min(phase));
        let each = self.every.min(left.div_ceil(self.processes.size() as u64));
        let mine = train(state, Round::moves(each), on_threads);

        let trained = Instant::now();
        let tallies = self.processes.gather(&mine.to_numbers());
        let gathered = Instant::now();
        self.cost.bytes += combine(&state.learner, &self.base, self.processes, state.actors.len());
        self.cost.times += 1;
        self.cost.waited += (gathered - trained).as_secs_f64();
        self.cost.seconds += gathered.elapsed().as_secs_f64();

        let mut total = Tally::default();
        for numbers in tallies.as_chunks().0 {
            total.add(&Tally::from_numbers(numbers));
        }
        state.done.moves += total.moves - mine.moves;
        state.done.episodes += total.episodes - mine.episodes;
        state.done.games += total.games - mine.games;
        Some(total)
    }
}

/// A copy of a network's numbers.
pub struct Snapshot {
    weights: Floats,
    coherence: Floats,
}

impl Snapshot {
    /// The numbers of a network as they are now.
    pub fn of(learner: &Learner) -> Self {
        let copy = |numbers: &Floats| {
            let copy = Floats::zeroed(numbers.len());
            for (to, from) in copy.bits().iter().zip(numbers.bits()) {
                // Pages that were never written are not allocated.
                let bits = from.load(Relaxed);
                if bits != 0 {
                    to.store(bits, Relaxed);
                }
            }
            copy
        };
        Snapshot { weights: copy(&learner.weights), coherence: copy(&learner.coherence) }
    }

    /// Whether a weight or its sums have changed.
    fn differs(&self, learner: &Learner, index: usize) -> bool {
        let differ = |now: &Floats, then: &Floats, index: usize| {
            now.bits()[index].load(Relaxed) != then.bits()[index].load(Relaxed)
        };
        differ(&learner.weights, &self.weights, index)
            || differ(&learner.coherence, &self.coherence, 2 * index)
            || differ(&learner.coherence, &self.coherence, 2 * index + 1)
    }
}

/// Combines the networks of all processes, which were equal to `base` before, and sets `base` to a
/// copy of the result. Returns the bytes that this process sent. Uses `threads` threads.
pub fn combine(
    learner: &Learner,
    base: &Snapshot,
    processes: &impl Processes,
    threads: usize,
) -> u64 {
    let mut marks = changed_blocks(learner, base, threads);
    processes.or(&mut marks);
    let blocks: Vec<usize> = (0..marks.len() * WORD)
        .filter(|block| marks[block / WORD] >> (block % WORD) & 1 == 1)
        .collect();
    let mut numbers = vec![0.0; AT_A_TIME.min(blocks.len()) * BLOCK * PARTS];
    for blocks in blocks.chunks(AT_A_TIME) {
        let numbers = &mut numbers[..blocks.len() * BLOCK * PARTS];
        for_blocks(blocks, numbers, threads, |block, numbers| {
            numbers.fill([0.0; PARTS]);
            for (index, number) in block_range(learner, block).zip(numbers) {
                if base.differs(learner, index) {
                    let [sum, sizes] = [0, 1].map(|part| learner.coherence.get(2 * index + part));
                    *number = [learner.weights.get(index), sum, sizes, 1.0];
                }
            }
        });
        processes.add(numbers);
        for_blocks(blocks, numbers, threads, |block, numbers| {
            for (index, sums) in block_range(learner, block).zip(numbers) {
                let Some([weight, sum, sizes]) = means(*sums) else { continue };
                for (weights, coherence) in
                    [(&learner.weights, &learner.coherence), (&base.weights, &base.coherence)]
                {
                    weights.set(index, weight);
                    coherence.set(2 * index, sum);
                    coherence.set(2 * index + 1, sizes);
                }
            }
        });
    }
    (size_of_val(&marks[..]) + blocks.len() * BLOCK * PARTS * size_of::<f32>()) as u64
}

/// Calls `work` with each block and its numbers, on several threads.
fn for_blocks(
    blocks: &[usize],
    numbers: &mut [f32],
    threads: usize,
    work: impl Fn(usize, &mut [[f32; PARTS]]) + Sync,
) {
    let share = blocks.len().div_ceil(threads);
    let work = &work;
    std::thread::scope(|scope| {
        for (blocks, numbers) in blocks.chunks(share).zip(numbers.chunks_mut(share * BLOCK * PARTS))
        {
            scope.spawn(move || {
                let numbers = numbers.as_chunks_mut::<PARTS>().0;
                for (&block, numbers) in blocks.iter().zip(numbers.chunks_mut(BLOCK)) {
                    work(block, numbers);
                }
            });
        }
    });
}

/// The mean weight, E and A of the processes that changed them; nothing if none did.
fn means([weight, sum, sizes, count]: [f32; PARTS]) -> Option<[f32; 3]> {
    (count > 0.0).then(|| [used(weight / count), sum / count, sizes / count])
}

/// The weights of a block.
fn block_range(learner: &Learner, block: usize) -> std::ops::Range<usize> {
    block * BLOCK..((block + 1) * BLOCK).min(learner.weights.len())
}

/// A bit for each block, set if the block has changed.
fn changed_blocks(learner: &Learner, base: &Snapshot, threads: usize) -> Vec<u64> {
    let blocks = learner.weights.len().div_ceil(BLOCK);
    let mut marks = vec![0; blocks.div_ceil(WORD)];
    let share = marks.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        for (part, marks) in marks.chunks_mut(share).enumerate() {
            scope.spawn(move || {
                for (place, word) in marks.iter_mut().enumerate() {
                    let first = (part * share + place) * WORD;
                    for block in first..(first + WORD).min(blocks) {
                        let changed =
                            block_range(learner, block).any(|index| base.differs(learner, index));
                        *word |= u64::from(changed) << (block % WORD);
                    }
                }
            });
        }
    });
    marks
}

#[cfg(test)]
#[path = "distributed_tests.rs"]
mod tests;
