//! A histogram of final scores as SVG.

use std::fmt::Write;

use super::GameRecord;

/// Width and height in pixels.
const SIZE: (f64, f64) = (640.0, 320.0);
/// Margins: left, bottom, and both top and right.
const MARGIN: (f64, f64, f64) = (52.0, 40.0, 28.0);

/// The number of games in each of `bins` equal steps of the score from 0, and the width of a step.
pub fn counts(games: &[GameRecord], bins: usize) -> (Vec<usize>, f64) {
    let most = games.iter().map(|game| game.score).max().unwrap_or(0) as f64;
    let bins = bins.max(1);
    let width = round_up(most / bins as f64);
    let mut counts = vec![0; bins];
    for game in games {
        counts[((game.score as f64 / width) as usize).min(bins - 1)] += 1;
    }
    (counts, width)
}

/// Rounds up to 1, 2 or 5 times a power of ten, at least 1.
fn round_up(value: f64) -> f64 {
    let mut step = 1.0;
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
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
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
