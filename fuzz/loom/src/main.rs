//! Every interleaving of two threads that write an entry of the lock-free tables while a third
//! reads it, by loom.

use loom::sync::Arc;
use loom::thread;

mod checked_entry {
    include!(concat!(env!("OUT_DIR"), "/checked_entry.rs"));
}
use checked_entry::CheckedEntry;

fn check<const N: usize>(writes: [([u64; N], u64); 2]) {
    let mut model = loom::model::Builder::new();
    // Without a bound, two key words take hours.
    model.preemption_bound = (N > 1).then_some(3);
    model.check(move || {
        let entry = Arc::new(CheckedEntry::<N>::default());
        let writers: Vec<_> = writes
            .into_iter()
            .map(|(key, data)| {
                let entry = entry.clone();
                thread::spawn(move || entry.store(key, data))
            })
            .collect();
        let (key, data) = entry.load();
        // A known key comes with its own data; everything else is a miss.
        for (written, with) in writes {
            assert!(key != written || data == with, "key {key:?} has the data {data}");
        }
        writers.into_iter().for_each(|writer| writer.join().expect("a writer"));
    });
    println!("{N} key words: no reader got a key with other data");
}

fn main() {
    check::<1>([([0x5555_1234], 0x77_0001), ([0x6666_4321], 0x99_0002)]);
    check::<2>([([0x5555_1234, 8], 0x77_0001), ([0x6666_4321, 9], 0x99_0002)]);
    // The same board with two values: both are right for it.
    let same = std::panic::catch_unwind(|| check::<1>([([7], 1), ([7], 2)]));
    assert!(
        same.is_err(),
        "a mix of two values for one key must be seen, or this check sees nothing"
    );
}
