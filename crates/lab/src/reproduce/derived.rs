//! Figures about a whole table that the pages quote: how well a reading of Frolov's methods fits his Table
//! 1, and how Kumar's Monte Carlo players rank.

use super::Comparison;
use super::claim::Claim;
use super::kumar;
use afterstate_papers::experiment::GameRecord;
use afterstate_papers::experiment::sample::{Value, values};
use afterstate_papers::experiment::statistics::Mean;

/// How the averages of Frolov's methods by one reading compare with those of his Table 1.
pub struct Fit {
    /// The mean of ours / his.
    pub ratio: f64,
    /// How the ratios of single methods scatter around it.
    pub scatter: f64,
    /// How they would scatter by chance, with his numbers of games.
    pub chance: f64,
    /// The sum of the squared differences, each divided by its variance.
    pub chi_square: f64,
    /// How likely chance alone makes it as large.
    pub p: f64,
}

/// The mean, and the variance of a single game as it is estimated from these; `None` without games.
fn mean_and_variance(games: &[GameRecord], value: Value) -> Option<(f64, f64)> {
    let Mean { mean, deviation, .. } = Mean::of(&values(games, value))?;
    Some((mean, deviation.powi(2)))
}

/// The methods that none of these readings explains ("Methods 1 and 8" on the page).
const WITHOUT: [&str; 2] = ["1", "8"];

/// The fit of a reading; `None` without games of it. Ratios are averaged and scatter as logarithms, so that
/// half and twice count alike.
pub fn fit(comparison: &Comparison, reading: &str) -> Option<Fit> {
    let (mut logarithms, mut chance, mut chi_square) = (Vec::new(), 0.0, 0.0);
    for (claim, games) in comparison.played().filter(|(claim, _)| claim.reading == reading) {
        let method = claim.label.split(',').next().unwrap_or_default();
        let (Some(his), false) = (claim.printed(0), WITHOUT.contains(&method)) else { continue };
        let (mean, variance) = mean_and_variance(games, kumar::largest_tile)?;
        let of_his = variance / claim.games as f64;
        logarithms.push((mean / his).ln());
        chance += of_his / mean.powi(2);
        chi_square += (mean - his).powi(2) / (of_his + variance / games.len() as f64);
    }
    if logarithms.len() < 2 {
        return None;
    }
    let count = logarithms.len() as f64;
    let mean = logarithms.iter().sum::<f64>() / count;
    let squares: f64 = logarithms.iter().map(|one| (one - mean).powi(2)).sum();
    Some(Fit {
        ratio: mean.exp(),
        scatter: (squares / (count - 1.0)).sqrt().exp(),
        chance: (chance / count).sqrt().exp(),
        chi_square,
        p: above(chi_square, logarithms.len()),
    })
}

/// The probability that a chi-square of so many degrees of freedom is greater (Abramowitz and Stegun, 26.4.4
/// and 26.4.5).
fn above(chi_square: f64, freedom: usize) -> f64 {
    let x = 0.5 * chi_square;
    let (mut a, mut p) =
        if freedom.is_multiple_of(2) { (1.0, (-x).exp()) } else { (0.5, libm::erfc(x.sqrt())) };
    while a < 0.5 * freedom as f64 {
        p += (a * x.ln() - x - libm::lgamma(a + 1.0)).exp();
        a += 1.0;
    }
    p
}

/// The order of Kumar's Monte Carlo players by the text.
pub struct Order {
    /// All pairs of them.
    pub pairs: usize,
    /// The pairs in which the other one is better here.
    pub inverted: usize,
    /// How far the difference of such a pair is from his at most, in standard errors.
    pub furthest: f64,
}

/// A player's mean score and the variance of that mean: his and ours.
type Means = [(f64, f64); 2];

/// Ranks the players whose label begins so.
pub fn order(comparison: &Comparison, label: &str) -> Order {
    let is_ranked =
        |claim: &Claim| claim.label.starts_with(label) && claim.reading == kumar::BY_TEXT;
    let played = comparison.played().filter(|(claim, _)| is_ranked(claim));
    let means: Vec<Means> = played
        .filter_map(|(claim, games)| {
            let (mean, variance) = mean_and_variance(games, kumar::listed_score)?;
            let his = (claim.printed(0)?, claim.printed(3)?.powi(2) / claim.games as f64);
            Some([his, (mean, variance / games.len() as f64)])
        })
        .collect();
    let mut order = Order { pairs: 0, inverted: 0, furthest: 0.0 };
    for (at, a) in means.iter().enumerate() {
        for b in &means[at + 1..] {
            let [his, ours] = [0, 1].map(|side: usize| a[side].0 - b[side].0);
            order.pairs += 1;
            if his * ours < 0.0 {
                let variance: f64 = a.iter().chain(b).map(|(_, variance)| variance).sum();
                order.inverted += 1;
                order.furthest = order.furthest.max((his - ours).abs() / variance.sqrt());
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::above;

    /// Critical values of chi-square from the tables.
    #[test]
    fn chi_squares_are_those_of_the_tables() {
        for (chi_square, freedom, p) in
            [(3.841, 1, 0.05), (5.991, 2, 0.05), (24.996, 15, 0.05), (30.578, 15, 0.01)]
        {
            assert!((above(chi_square, freedom) - p).abs() < 1e-4, "{chi_square}, {freedom}");
        }
    }
}
