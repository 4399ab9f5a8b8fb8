//! Processes as threads of one process, against a plain reference.

use std::sync::{Arc, Barrier, Mutex};

use super::*;
use afterstate::eval::ntuple::{Stages, TuplePatterns};
use afterstate_train::checkpoint::RunProgress;
use afterstate_train::recipe::Recipe;
use afterstate_train::round::in_turn;

/// A process that is a thread.
struct Thread {
    number: usize,
    places: Arc<Places>,
}

struct Places {
    words: Vec<Mutex<Vec<u64>>>,
    everyone: Barrier,
}

impl Thread {
    fn exchange(&self, mine: Vec<u64>) -> Vec<Vec<u64>> {
        *self.places.words[self.number].lock().unwrap() = mine;
        self.places.everyone.wait();
        let all = self.places.words.iter().map(|words| words.lock().unwrap().clone()).collect();
        self.places.everyone.wait();
        all
    }
}

impl Processes for Thread {
    fn number(&self) -> usize {
        self.number
    }

    fn size(&self) -> usize {
        self.places.words.len()
    }

    fn gather(&self, mine: &[f64]) -> Vec<f64> {
        let all = self.exchange(mine.iter().map(|number| number.to_bits()).collect());
        all.into_iter().flatten().map(f64::from_bits).collect()
    }

    fn or(&self, words: &mut [u64]) {
        let all = self.exchange(words.to_vec());
        for (index, word) in words.iter_mut().enumerate() {
            *word = all.iter().fold(0, |sum, words| sum | words[index]);
        }
    }

    fn add(&self, numbers: &mut [f32]) {
        let all = self.exchange(numbers.iter().map(|number| number.to_bits().into()).collect());
        for (index, number) in numbers.iter_mut().enumerate() {
            *number = all.iter().map(|numbers| f32::from_bits(numbers[index] as u32)).sum();
        }
    }
}

/// What each of `size` processes returns.
fn processes<T: Send>(size: usize, work: impl Fn(Thread) -> T + Sync) -> Vec<T> {
    let words = (0..size).map(|_| Mutex::default()).collect();
    let places = Arc::new(Places { words, everyone: Barrier::new(size) });
    std::thread::scope(|scope| {
        let (work, places) = (&work, &places);
        let started: Vec<_> = (0..size)
            .map(|number| scope.spawn(move || work(Thread { number, places: Arc::clone(places) })))
            .collect();
        started.into_iter().map(|thread| thread.join().expect("a process panicked")).collect()
    })
}

const FIRST_WEIGHT: f32 = 62.5;

/// A new run with two stages. The weights of the first are [`FIRST_WEIGHT`], and those of the
/// second are promoted from them.
fn state(threads: u64) -> State {
    let patterns: TuplePatterns = "0123 4567".parse().unwrap();
    let learner = Learner::new(patterns, Stages::new(&[512]).unwrap());
    (0..learner.entries()).for_each(|index| learner.weights.set(index, FIRST_WEIGHT));
    State {
        actors: (0..threads).map(|thread| Actor::new(1, thread)).collect(),
        archive: Vec::new(),
        policy: None,
        learner,
        recipe: Recipe::default(),
        done: RunProgress::default(),
    }
}

/// Weight, E and A of every entry, as bits.
fn entries(learner: &Learner) -> Vec<[u32; 3]> {
    let sums = learner.coherence.bits().chunks_exact(2);
    let load = |number: &std::sync::atomic::AtomicU32| number.load(Relaxed);
    learner.weights.bits().iter().zip(sums).map(|(w, s)| [w, &s[0], &s[1]].map(load)).collect()
}

/// The plain reference: the mean over the processes whose entry changed; the old entry if none did.
fn reference(before: &[[u32; 3]], processes: &[Vec<[u32; 3]>]) -> Vec<[u32; 3]> {
    let mean = |entry: usize| {
        let changed: Vec<[u32; 3]> = processes
            .iter()
            .map(|process| process[entry])
            .filter(|now| *now != before[entry])
            .collect();
        if changed.is_empty() {
            return before[entry];
        }
        [0, 1, 2].map(|part| {
            let sum: f32 = changed.iter().map(|now| f32::from_bits(now[part])).sum();
            (sum / changed.len() as f32).to_bits()
        })
    };
    (0..before.len()).map(mean).collect()
}

#[test]
fn combining_takes_the_mean_of_the_processes_that_changed_an_entry() {
    for size in [1, 2, 3, 5] {
        let before = entries(&state(1).learner);
        let found = processes(size, |process| {
            let mut state = state(1);
            state.actors = vec![Actor::new(7, process.number as u64)];
            let base = Snapshot::of(&state.learner);
            let mut rounds = Vec::new();
            for _ in 0..3 {
                train(&mut state, Round::moves(20_000), in_turn);
                let mine = entries(&state.learner);
                let bytes = combine(&state.learner, &base, &process, 1 + process.number);
                rounds.push((mine, entries(&state.learner), bytes));
            }
            rounds
        });
        let mut before = before;
        for round in 0..3 {
            let mine: Vec<_> = found.iter().map(|rounds| rounds[round].0.clone()).collect();
            let expected = reference(&before, &mine);
            for rounds in &found {
                assert!(rounds[round].1 == expected, "{size} processes, round {round}");
                // Less than half of the network was sent.
                assert!(rounds[round].2 < (before.len() * PARTS * 4 / 2) as u64);
            }
            // Both stages were used.
            let half = before.len() / 2;
            assert!(expected[..half] != before[..half] && expected[half..] != before[half..]);
            before = expected;
        }
    }
}

#[test]
fn change_of_a_single_process_is_kept_whole() {
    let unused = (-0.0_f32).to_bits();
    let found = processes(3, |process| {
        let learner = state(1).learner;
        let base = Snapshot::of(&learner);
        let second = learner.entries();
        let set = |index: usize, numbers: [f32; 3]| {
            learner.weights.set(index, numbers[0]);
            learner.coherence.set(2 * index, numbers[1]);
            learner.coherence.set(2 * index + 1, numbers[2]);
        };
        match process.number {
            0 => set(40, [8.0, 3.0, 4.0]),
            1 => {
                set(41, [1.0, -2.0, 2.0]);
                set(second + 5, [7.0, 0.0, 0.0]);
            }
            _ => {
                set(41, [4.0, 1.0, 8.0]);
                // Only A changed.
                learner.coherence.set(2 * 99 + 1, 6.0);
            }
        }
        combine(&learner, &base, &process, 2);
        let all = entries(&learner);
        [40, 41, 42, 99, second + 5, second + 6].map(|index| all[index].map(f32::from_bits))
    });
    let start = FIRST_WEIGHT;
    for process in found {
        assert_eq!(process[..3], [[8.0, 3.0, 4.0], [2.5, -0.5, 5.0], [start, 0.0, 0.0]]);
        assert_eq!(process[3..5], [[start, 0.0, 6.0], [7.0, 0.0, 0.0]]);
        assert_eq!(process[5][0].to_bits(), unused);
    }
}

#[test]
fn a_mean_never_reads_as_an_unused_weight() {
    let least = f32::from_bits(1);
    assert_eq!(means([-least, 0.0, 0.0, 2.0]).unwrap()[0].to_bits(), 0);
    assert_eq!(means([0.0; 4]), None);
}

#[test]
fn one_process_learns_what_a_run_without_processes_learns() {
    let mut plain = state(1);
    for _ in 0..5 {
        train(&mut plain, Round::moves(10_000), in_turn);
    }
    let alone = processes(1, |process| {
        let mut state = state(1);
        let mut training = DistributedTraining::join(&process, &mut state, 10_000, 1).unwrap();
        let tally = training.lead(&mut state, Round::moves(plain.done.moves));
        assert_eq!((tally.moves, training.cost.times), (plain.done.moves, 5));
        training.end();
        (entries(&state.learner), state.done)
    });
    assert!(alone[0].0 == entries(&plain.learner));
    assert_eq!((alone[0].1.moves, alone[0].1.games), (plain.done.moves, plain.done.games));
}

#[test]
fn processes_play_their_own_games_and_end_with_one_network() {
    let schedule = "tc:1@90000,td:0.1@60000";
    let ended = processes(3, |process| {
        let mut state = state(2);
        state.recipe.schedule = schedule.parse().unwrap();
        let mut training = DistributedTraining::join(&process, &mut state, 8_000, 1).unwrap();
        let mut moves = 0;
        if process.number == 0 {
            moves = training.lead(&mut state, Round::moves(150_000)).moves;
            training.end();
        } else {
            training.follow(&mut state);
        }
        let games = serde_json::to_string(&state.actors).unwrap();
        (entries(&state.learner), state.done.moves, state.recipe.coherent, games, moves)
    });
    let moves = ended[0].4;
    // Each of six threads passes the limit by less than two moves a step.
    assert!((150_000..150_400).contains(&moves), "{moves}");
    for process in &ended {
        assert!(process.0 == ended[0].0 && process.1 == moves && !process.2);
    }
    assert!(ended[0].3 != ended[1].3 && ended[1].3 != ended[2].3);
}

#[test]
fn processes_with_different_states_do_not_start() {
    let errors = processes(2, |process| {
        let mut state = state(1);
        state.done.moves = process.number as u64;
        DistributedTraining::join(&process, &mut state, 1000, 1).err().unwrap()
    });
    assert!(errors.iter().all(|error| error.contains("folder that their machines share")));
}
