//! Inputs for the loop on the stable toolchain, by number: mutated seeds, the same for the same
//! number.

use super::seeds::WORDS;

/// The longest input.
const LONGEST: usize = 1 << 16;

/// A generator of numbers (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 33) as usize % limit.max(1)
    }
}

/// The input with this number.
pub fn input(seeds: &[Vec<u8>], number: u64) -> Vec<u8> {
    let mut random = Random(number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    random.next();
    let mut data = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(4) {
        mutate(&mut data, seeds, &mut random);
    }
    data.truncate(LONGEST);
    data
}

fn mutate(data: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let at = random.below(data.len() + 1);
    let end = at + random.below(data.len() - at + 1).min(random.below(64));
    match random.below(9) {
        0 if at < data.len() => data[at] ^= 1 << random.below(8),
        1 if at < data.len() => data[at] = [0, 1, 9, 10, 32, 127, 128, 255][random.below(8)],
        2 if at < data.len() => {
            data[at] = data[at].wrapping_add(random.below(5) as u8).wrapping_sub(2)
        }
        3 => drop(data.drain(at..end)),
        4 => data.truncate(at),
        5 => {
            let piece = data[at..end].to_vec();
            let times = 1 + random.below(8);
            data.splice(at..at, piece.repeat(times));
        }
        6 => {
            let other = &seeds[random.below(seeds.len())];
            let from = random.below(other.len() + 1);
            let piece = &other[from..other.len().min(from + random.below(200))];
            data.splice(at..end, piece.iter().copied());
        }
        7 => {
            let word = WORDS[random.below(WORDS.len())].as_bytes();
            data.splice(at..end, word.iter().copied());
        }
        _ => {
            // A number of another size in the place of four or eight bytes.
            let number = [0, 1, 0xFF, 0xFFFF, 1 << 31, u64::MAX, random.next()][random.below(7)];
            let bytes = if random.below(2) == 0 { 4 } else { 8 };
            let end = data.len().min(at + bytes);
            data.splice(at..end, number.to_le_bytes()[..bytes].iter().copied());
        }
    }
}
