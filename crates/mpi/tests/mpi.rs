//! Combining through MPI against a plain reference: `mpirun -n 3 TEST`. Without mpirun it is one
//! process.

use std::sync::atomic::Ordering::Relaxed;

use afterstate::eval::ntuple::Stages;
use afterstate_mpi::distributed::{Processes, Snapshot, combine};
use afterstate_mpi::mpi::Mpi;
use afterstate_train::checkpoint::{RunProgress, State};
use afterstate_train::episode::Actor;
use afterstate_train::learner::Learner;
use afterstate_train::recipe::Recipe;
use afterstate_train::round::{Round, in_turn, train};

fn state(process: usize) -> State {
    let stages = Stages::new(&[512]).expect("a threshold");
    State {
        actors: vec![Actor::new(7, process as u64)],
        archive: Vec::new(),
        policy: None,
        learner: Learner::new("0123 4567".parse().expect("tuples"), stages),
        recipe: Recipe::default(),
        done: RunProgress::default(),
    }
}

/// Weight, E and A of every entry.
fn entries(learner: &Learner) -> Vec<[f32; 3]> {
    let number = |bits: &std::sync::atomic::AtomicU32| f32::from_bits(bits.load(Relaxed));
    let sums = learner.coherence.bits().chunks_exact(2);
    learner.weights.bits().iter().zip(sums).map(|(w, s)| [w, &s[0], &s[1]].map(number)).collect()
}

fn bits(entry: [f32; 3]) -> [u32; 3] {
    entry.map(f32::to_bits)
}

/// Whether two sums of the same numbers, added in some order, are equal.
fn equal(one: [f32; 3], other: [f32; 3]) -> bool {
    one.into_iter().zip(other).all(|(a, b)| (a - b).abs() <= 1e-4 * a.abs().max(1.0))
}

fn main() {
    let processes = Mpi::join().expect("the first call");
    let (process, size) = (processes.number(), processes.size());
    assert_eq!(
        processes.gather(&[process as f64]),
        (0..size).map(|n| n as f64).collect::<Vec<_>>()
    );

    // Every process learns what every process learns, one after the other.
    let before = entries(&state(0).learner);
    let learned: Vec<_> = (0..size)
        .map(|process| {
            let mut state = state(process);
            train(&mut state, Round::moves(30_000), in_turn);
            entries(&state.learner)
        })
        .collect();
    let mut mine = state(process);
    let base = Snapshot::of(&mine.learner);
    train(&mut mine, Round::moves(30_000), in_turn);
    let bytes = combine(&mine.learner, &base, &processes, 1);

    let now = entries(&mine.learner);
    let (mut changed, mut all) = (0, 0);
    for entry in 0..before.len() {
        let others: Vec<_> = learned
            .iter()
            .map(|entries| entries[entry])
            .filter(|other| bits(*other) != bits(before[entry]))
            .collect();
        if others.is_empty() {
            assert_eq!(bits(now[entry]), bits(before[entry]), "nobody changed entry {entry}");
            continue;
        }
        let mean = [0, 1, 2]
            .map(|part| others.iter().map(|other| other[part]).sum::<f32>() / others.len() as f32);
        assert!(equal(now[entry], mean), "entry {entry}: {:?} instead of {mean:?}", now[entry]);
        changed += 1;
        all += usize::from(others.len() == size);
    }
    assert!(changed > 1000 && all > 100, "{changed} changed, {all} by all processes");

    // All processes have the same bits.
    let sum = crc(&now);
    assert!(processes.gather(&[sum]).iter().all(|other| *other == sum), "the processes differ");
    if process == 0 {
        println!(
            "{size} processes: {changed} entries changed, {all} by all processes, {bytes} bytes sent"
        );
    }
}

fn crc(entries: &[[f32; 3]]) -> f64 {
    let mut sum = crc32fast::Hasher::new();
    entries.iter().flatten().for_each(|number| sum.update(&number.to_bits().to_le_bytes()));
    f64::from(sum.finalize())
}
