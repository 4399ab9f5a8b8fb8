//! The distributions behind the verdicts: normal, Student's t, and Fisher's exact test.

/// The probability that a normal deviate is at most `z`.
pub fn normal(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

/// The normal deviate that a share of `probability`, between 0 and 1, lies below.
pub fn normal_quantile(probability: f64) -> f64 {
    let (mut low, mut high) = (-40.0, 40.0);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        *if normal(middle) < probability { &mut low } else { &mut high } = middle;
    }
    0.5 * (low + high)
}

/// The probability of a normal deviate at least this far from 0.
pub fn two_sided(z: f64) -> f64 {
    libm::erfc(z.abs() / std::f64::consts::SQRT_2)
}

/// The normal deviate that is as rare as this `t` of Student's with so many degrees of freedom
/// (Wallace 1959): exact but for 1% at 5 degrees of freedom, on the safe side, and 0.01% at 50.
pub fn normal_of_t(t: f64, freedom: f64) -> f64 {
    t.signum() * wallace(freedom) * (freedom * (t * t / freedom).ln_1p()).sqrt()
}

/// The t of Student's that is as rare as this normal deviate: the inverse of [`normal_of_t`].
pub fn t_of_normal(z: f64, freedom: f64) -> f64 {
    z.signum() * (freedom * ((z / wallace(freedom)).powi(2) / freedom).exp_m1()).sqrt()
}

/// The normal deviate that is as rare as this deviate of a distribution with some skewness, taken for a
/// gamma distribution (Wilson and Hilferty 1931). The mean of ten games of a skewed player is skewed.
pub fn unskewed(deviate: f64, skewness: f64) -> f64 {
    if skewness.abs() < 1e-3 {
        return deviate;
    }
    let root = (0.5 * skewness * deviate + 1.0).max(0.0).cbrt();
    6.0 / skewness * (root - 1.0) + skewness / 6.0
}

/// The deviate with this skewness that is as rare as a normal one: the inverse of [`unskewed`].
pub fn skewed(deviate: f64, skewness: f64) -> f64 {
    if skewness.abs() < 1e-3 {
        return deviate;
    }
    let root = skewness / 6.0 * (deviate - skewness / 6.0) + 1.0;
    2.0 / skewness * (root.max(0.0).powi(3) - 1.0)
}

fn wallace(freedom: f64) -> f64 {
    (8.0 * freedom + 1.0) / (8.0 * freedom + 3.0)
}

/// The logarithm of the number of ways to choose `k` of `n`.
fn ln_choose(n: usize, k: usize) -> f64 {
    let ln_factorial = |n: usize| libm::lgamma(n as f64 + 1.0);
    ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k)
}

/// The probabilities of 0, 1, ..., `games` successes.
pub fn binomial(games: usize, share: f64) -> Vec<f64> {
    // 0^0 is 1.
    let power = |base: f64, times: usize| if times == 0 { 0.0 } else { times as f64 * base.ln() };
    let ln = |k: usize| ln_choose(games, k) + power(share, k) + power(1.0 - share, games - k);
    (0..=games).map(|k| ln(k).exp()).collect()
}

/// Fisher's exact test: whether two shares of games, of so many games each, can be the same.
pub struct Fisher {
    sizes: [usize; 2],
}

impl Fisher {
    /// The test for two samples of these sizes.
    pub fn new(sizes: [usize; 2]) -> Fisher {
        Fisher { sizes }
    }

    /// If `held` of all games count: the least number of them that can be in the first sample, and
    /// the probability of this number and each larger one. Each follows from its neighbor, from the
    /// likeliest one on, because exponential functions would take most of the time of a verdict.
    fn split(&self, held: usize) -> (usize, Vec<f64>) {
        let [first, second] = self.sizes;
        let (least, most) = (held.saturating_sub(second), held.min(first));
        let likeliest = (held as f64 * first as f64 / (first + second) as f64) as usize;
        let likeliest = likeliest.clamp(least, most);
        let ln = ln_choose(first, likeliest) + ln_choose(second, held - likeliest)
            - ln_choose(first + second, held);
        // How many times as likely one more in the first sample is.
        let step = |k: usize| {
            (first - k) as f64 / (k + 1) as f64
                * ((held - k) as f64 / (second + k + 1 - held) as f64)
        };
        let mut split = vec![ln.exp(); most - least + 1];
        for k in likeliest..most {
            split[k + 1 - least] = split[k - least] * step(k);
        }
        for k in (least..likeliest).rev() {
            split[k - least] = split[k + 1 - least] / step(k);
        }
        (least, split)
    }

    /// The two-sided p of `held` games in the two samples: the probability of a split that is no more
    /// likely.
    pub fn p(&self, held: [usize; 2]) -> f64 {
        let (least, split) = self.split(held[0] + held[1]);
        let limit = split[held[0] - least] * ALIKE;
        split.iter().filter(|probability| **probability <= limit).sum::<f64>().min(1.0)
    }

    /// The probability that p is below `alpha`, if games count with these probabilities.
    pub fn power(&self, shares: [f64; 2], alpha: f64) -> f64 {
        let [first, second] = [0, 1].map(|side| binomial(self.sizes[side], shares[side]));
        let (least_first, most_first) = likely(&first);
        let (least_second, most_second) = likely(&second);
        let mut power = 0.0;
        for held in least_first + least_second..=most_first + most_second {
            let (least, split) = self.split(held);
            let mut order = ascending(&split).peekable();
            // From the least likely split on, until those that are no more likely reach alpha.
            let mut below = 0.0;
            while let Some(&next) = order.peek() {
                let limit = split[next] * ALIKE;
                let mut seen = 0.0;
                while let Some(k) = order.next_if(|&k| split[k] <= limit) {
                    below += split[k];
                    seen += first[least + k] * second[held - least - k];
                }
                if below >= alpha {
                    break;
                }
                power += seen;
            }
        }
        power
    }
}

/// The places of probabilities that rise and then fall, the least likely first.
fn ascending(probabilities: &[f64]) -> impl Iterator<Item = usize> {
    let mut rest = 0..probabilities.len();
    std::iter::from_fn(move || match probabilities.get(rest.start..rest.end)? {
        [first, .., last] if first > last => rest.next_back(),
        _ => rest.next(),
    })
}

/// Probabilities that differ by less are the same but for rounding.
const ALIKE: f64 = 1.0 + 1e-7;

/// The first and the last number whose probability matters.
fn likely(probabilities: &[f64]) -> (usize, usize) {
    let matters = |probability: &f64| *probability > 1e-9;
    let first = probabilities.iter().position(matters).unwrap_or(0);
    (first, probabilities.iter().rposition(matters).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_tables() {
        for (probability, z) in [(0.975, 1.959_964), (0.8, 0.841_621), (0.0005, -3.290_527)] {
            assert!((normal_quantile(probability) - z).abs() < 1e-5, "{probability}");
        }
        assert!((two_sided(1.959_964) - 0.05).abs() < 1e-7);
        // Two-sided points of Student's t at 5% and 1%.
        for (freedom, five, one) in [(5.0, 2.5706, 4.0321), (49.0, 2.0096, 2.6800)] {
            assert!((t_of_normal(1.959_964, freedom) / five - 1.0).abs() < 0.01, "{freedom}");
            assert!((t_of_normal(2.575_829, freedom) / one - 1.0).abs() < 0.01, "{freedom}");
            assert!((normal_of_t(t_of_normal(-2.0, freedom), freedom) + 2.0).abs() < 1e-9);
        }
    }

    /// The sum of ten exponential deviates has a skewness of 2 / √10, and a gamma distribution: it is
    /// above 18.783 in 1% of cases, and below 4.130.
    #[test]
    fn skewed_deviates_are_as_rare_as_normal_ones() {
        let z = |sum: f64| unskewed((sum - 10.0) / 10_f64.sqrt(), 2.0 / 10_f64.sqrt());
        assert!((z(18.783) - 2.3263).abs() < 0.02, "{}", z(18.783));
        assert!((z(4.130) + 2.3263).abs() < 0.02, "{}", z(4.130));
        assert_eq!(unskewed(1.5, 0.0), 1.5);
        assert!((unskewed(skewed(-2.0, 0.6), 0.6) + 2.0).abs() < 1e-9);
    }

    /// Checked by counting with whole numbers.
    #[test]
    fn fishers_test_counts_the_splits_that_are_no_more_likely() {
        let p = |held: [usize; 2], sizes| Fisher::new(sizes).p(held);
        // The tea tasting: 3 of 4 cups.
        assert!((p([3, 1], [4, 4]) - 34.0 / 70.0).abs() < 1e-9);
        assert!((p([4, 0], [4, 4]) - 2.0 / 70.0).abs() < 1e-9);
        assert!((p([92, 131], [201, 201]) - 0.000_130_866).abs() < 1e-8);
        assert!((p([1, 18], [201, 201]) - 0.000_053_403).abs() < 1e-8);
        assert_eq!(p([0, 0], [10, 10]), 1.0);
    }

    /// The power is the sum over all outcomes.
    #[test]
    fn power_is_the_probability_of_a_small_p() {
        let (sizes, shares, alpha) = ([12, 17], [0.3, 0.8], 0.04);
        let test = Fisher::new(sizes);
        let [first, second] = [0, 1].map(|side| binomial(sizes[side], shares[side]));
        let mut power = 0.0;
        for (a, first) in first.iter().enumerate() {
            for (b, second) in second.iter().enumerate() {
                power += if test.p([a, b]) < alpha { first * second } else { 0.0 };
            }
        }
        assert!((test.power(shares, alpha) - power).abs() < 1e-6);
        assert!(power > 0.5 && power < 0.9, "{power}");
    }
}
