//! A small network and its file, bit-identical on every machine, for tests that run natively and in
//! a browser.

use afterstate::eval::Evaluator;
use afterstate::eval::ntuple::blocks::Blocks;
use afterstate::eval::ntuple::{Model, PackedNetwork, Stages, TuplePatterns, file};
use afterstate::rules::Board;

/// FNV-1a of the file from [`network_file`] and of the values from [`values`].
pub const KNOWN: (u64, u64) = (0x7855_7c7f_c8e4_9fdf, 0x576b_8f85_2333_122b);

/// A step of Knuth's MMIX generator.
fn next(word: &mut u64) -> u64 {
    *word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *word >> 33
}

/// The file of a network of two stages with a third of its blocks filled.
pub fn network_file() -> Vec<u8> {
    file_of("01245 45689 0123")
}

/// A file that is read and written in no time.
#[allow(dead_code)] // for tests of programs
pub fn tiny_file() -> Vec<u8> {
    file_of("0123 4567")
}

fn file_of(tuples: &str) -> Vec<u8> {
    let patterns: TuplePatterns = tuples.parse().unwrap();
    let stages = Stages::new(&[8192]).unwrap();
    let mut word = 1;
    let mut numbers = vec![0_i16; patterns.entries() * stages.len()];
    for block in numbers.chunks_mut(16) {
        if next(&mut word).is_multiple_of(3) {
            block.fill_with(|| (next(&mut word) as i16) >> (next(&mut word) % 16));
        }
    }
    let weights = Blocks::from_slice(&numbers).unwrap();
    file::write(&PackedNetwork::new(patterns, stages, 0.3, weights, "a test".into()).unwrap())
}

/// The bits of the values of some boards, with tiles up to 16384.
pub fn values(network: &Model) -> Vec<u32> {
    let mut word = 7;
    let mut board = || (0..16).fold(0, |bits, cell| bits | (next(&mut word) % 15) << (4 * cell));
    (0..2000).map(|_| network.value(Board::from_bits(board())).to_bits()).collect()
}

/// FNV-1a over bytes.
pub fn fingerprint(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The fingerprints to compare with [`KNOWN`].
pub fn fingerprints() -> (u64, u64) {
    let file = network_file();
    let network = file::read(&file, |_| ()).unwrap();
    let values = values(&network);
    (fingerprint(file), fingerprint(values.into_iter().flat_map(u32::to_le_bytes)))
}
