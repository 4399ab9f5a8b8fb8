//! Drawings of histograms.

use std::error::Error;

use plotters::prelude::*;

use afterstate_papers::experiment::histogram::{counts, step};

/// The width of a drawing and the height of each histogram in pixels.
const SIZE: (u32, u32) = (640, 120);

/// Histograms of the numbers of several players, such as their scores, one below the other with the
/// same scale, as SVG.
///
/// # Errors
/// If the drawing fails.
pub fn svg(
    title: &str,
    players: &[(&str, Vec<f64>)],
    bins: usize,
) -> Result<String, Box<dyn Error>> {
    let mut svg = String::new();
    draw(&mut svg, title, players, bins)?;
    Ok(svg)
}

fn draw(
    svg: &mut String,
    title: &str,
    players: &[(&str, Vec<f64>)],
    bins: usize,
) -> Result<(), Box<dyn Error>> {
    let all: Vec<f64> = players.iter().flat_map(|(_, numbers)| numbers).copied().collect();
    let step = step(&all, bins);
    let (width, height) = SIZE;
    let size = (width, 40 + height * players.len() as u32);
    let area = SVGBackend::with_string(svg, size).into_drawing_area();
    area.fill(&WHITE)?;
    let panels = area.titled(title, ("sans-serif", 16))?.split_evenly((players.len(), 1));
    for ((name, numbers), panel) in players.iter().zip(&panels) {
        let counts = counts(numbers, bins, step);
        let highest = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
        let mut chart = ChartBuilder::on(panel)
            .margin(8)
            .x_label_area_size(24)
            .y_label_area_size(48)
            .caption(format!("{name} ({} games)", numbers.len()), ("sans-serif", 13))
            .build_cartesian_2d(0.0..step * bins as f64, 0.0..highest)?;
        let whole = |count: &f64| format!("{count:.0}");
        chart.configure_mesh().disable_mesh().y_labels(3).y_label_formatter(&whole).draw()?;
        let bars = counts.into_iter().enumerate().filter(|&(_, count)| count > 0);
        chart.draw_series(bars.map(|(bin, count)| {
            let (left, right) = (step * bin as f64, step * (bin + 1) as f64);
            Rectangle::new([(left, 0.0), (right, count as f64)], BLUE.mix(0.6).filled())
        }))?;
    }
    Ok(area.present()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_has_a_histogram() {
        let players = [("one <", vec![1.0, 2.0, 9.0]), ("other", vec![5.0])];
        let svg = svg("Scores", &players, 10).expect("a drawing");
        assert!(svg.starts_with("<svg") && svg.contains("Scores"), "{svg}");
        assert!(svg.contains("one &lt; (3 games)") && svg.contains("other (1 games)"), "{svg}");
        assert_eq!(svg.matches("<rect").count(), 1 + 3 + 1, "a background and four bars: {svg}");
    }
}
