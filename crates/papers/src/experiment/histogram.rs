//! Histograms of numbers of games: steps of equal width from 0.

/// The width of each of `bins` steps from 0 to the largest number, rounded up.
pub fn step(numbers: &[f64], bins: usize) -> f64 {
    round_up(numbers.iter().copied().fold(0.0, f64::max) / bins.max(1) as f64)
}

/// How many numbers are in each of `bins` steps; the last has all larger ones too.
pub fn counts(numbers: &[f64], bins: usize, step: f64) -> Vec<usize> {
    let mut counts = vec![0; bins.max(1)];
    let last = counts.len() - 1;
    for number in numbers {
        counts[((number / step) as usize).min(last)] += 1;
    }
    counts
}

/// Rounds up to 1, 2 or 5 times a power of ten, at least 0.1 for numbers of a few units such as
/// logarithms, and otherwise at least 1.
fn round_up(value: f64) -> f64 {
    let mut step = if value < 0.5 { 0.1 } else { 1.0 };
    loop {
        for factor in [1.0, 2.0, 5.0] {
            if step * factor >= value {
                return step * factor;
            }
        }
        step *= 10.0;
    }
}
