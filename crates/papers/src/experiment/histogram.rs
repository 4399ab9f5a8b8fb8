//! A histogram of final scores as SVG.

use std::fmt::Write;

use super::GameRecord;

/// Width and height in pixels.
const SIZE: (f64, f64) = (640.0, 320.0);
/// Margins: left, bottom, and both top and right.
const MARGIN: (f64, f64, f64) = (52.0, 40.0, 28.0);

/// The number of games in each of `bins` equal steps of the score from 0, and the width of a step.
pub fn counts(games: &[GameRecord], bins: usize) -> (Vec<usize>, f64) {
    let scores: Vec<f64> = games.iter().map(|game| game.score as f64).collect();
    let width = step(&scores, bins);
    (counts_by_step(&scores, bins, width), width)
}

/// The width of each of `bins` steps from 0 to the largest number.
fn step(numbers: &[f64], bins: usize) -> f64 {
    round_up(numbers.iter().copied().fold(0.0, f64::max) / bins.max(1) as f64)
}

/// How many numbers are in each of `bins` steps; the last has all larger ones too.
fn counts_by_step(numbers: &[f64], bins: usize, step: f64) -> Vec<usize> {
    let mut counts = vec![0; bins.max(1)];
    let last = counts.len() - 1;
    for number in numbers {
        counts[((number / step) as usize).min(last)] += 1;
    }
    counts
}

/// Histograms of a number of each game, such as its score, of several players one below the other
/// with the same numbers from left to right, as an SVG document.
pub fn panels(
    title: &str,
    players: &[(&str, &[GameRecord])],
    number: fn(&GameRecord) -> f64,
    bins: usize,
) -> String {
    const PANEL: f64 = 84.0;
    let (left, below, right) = MARGIN;
    let (width, height) = (SIZE.0, 30.0 + PANEL * players.len() as f64 + below);
    let all: Vec<f64> = players.iter().flat_map(|(_, games)| games.iter().map(number)).collect();
    let step = step(&all, bins);
    let bar = (width - left - right) / bins as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<title>{}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
        escaped(title),
    );
    let mut base = 30.0;
    for (name, games) in players {
        base += PANEL;
        let numbers: Vec<f64> = games.iter().map(number).collect();
        let counts = counts_by_step(&numbers, bins, step);
        let highest = counts.iter().copied().max().unwrap_or(0).max(1);
        let mut bars = String::new();
        for (index, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
            let tall = (PANEL - 26.0) * count as f64 / highest as f64;
            let x = left + bar * index as f64;
            // Writing to a String cannot fail.
            let _ = write!(bars, "M{x:.1} {base}v-{tall:.1}h{:.1}v{tall:.1}z", bar - 1.0);
        }
        let _ = write!(
            svg,
            "<text x=\"{left}\" y=\"{}\">{} ({} games)</text>\n\
             <path d=\"{bars}\" fill=\"#2b6a99\"/>\n\
             <path d=\"M{left} {base}H{}\" stroke=\"#333\"/>\n\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{highest}</text>\n",
            base - PANEL + 18.0,
            escaped(name),
            games.len(),
            width - right,
            left - 6.0,
            base - PANEL + 34.0,
        );
    }
    for label in 0..=4 {
        let share = f64::from(label) / 4.0;
        let (x, score) = (left + (width - left - right) * share, step * bins as f64 * share);
        let y = base + 16.0;
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{score}</text>");
    }
    svg + "</svg>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
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

/// The histogram as a complete SVG document.
pub fn svg(title: &str, games: &[GameRecord], bins: usize) -> String {
    let (counts, step) = counts(games, bins);
    let highest = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let (width, height) = SIZE;
    let (left, below, above) = MARGIN;
    let (plot_width, plot_height) = (width - left - above, height - below - above);
    let bar = plot_width / counts.len() as f64;
    let title = escaped(title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"{left}\" y=\"18\" font-size=\"14\">{title} ({} games)</text>\n",
        games.len()
    );
    let base = above + plot_height;
    for (index, &count) in counts.iter().enumerate() {
        let tall = plot_height * count as f64 / highest;
        let (x, y) = (left + bar * index as f64, base - tall);
        // Writing to a String cannot fail.
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{tall:.1}\" fill=\"#2b6a99\">\
             <title>{} to {}: {count}</title></rect>",
            (bar - 1.0).max(0.5),
            step * index as f64,
            step * (index + 1) as f64,
        );
    }
    let _ = write!(
        svg,
        "<path d=\"M{left} {above}V{base}H{}\" fill=\"none\" stroke=\"#333\"/>\n\
         <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{highest}</text>\n\
         <text x=\"{}\" y=\"{base}\" text-anchor=\"end\">0</text>\n",
        width - above,
        left - 6.0,
        above + 10.0,
        left - 6.0,
    );
    let labels = 4;
    for label in 0..=labels {
        let x = left + plot_width * f64::from(label) / f64::from(labels);
        let score = step * counts.len() as f64 * f64::from(label) / f64::from(labels);
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{score}</text>",
            base + 16.0
        );
    }
    let _ = write!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">score</text>\n</svg>\n",
        left + plot_width / 2.0,
        base + 32.0
    );
    svg
}
