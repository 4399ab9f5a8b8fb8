//! The learning curve of a run, drawn from its log.

use std::error::Error;

use plotters::prelude::*;

/// Width and height of the drawing in pixels.
const SIZE: (u32, u32) = (900, 500);

/// The mean score of greedy training games against training moves, as SVG, with the 95% interval
/// as a band; `None` if the log has fewer than two rounds with games.
pub fn curve(log: &str) -> Option<String> {
    // Billions of moves, mean and interval in thousands of points.
    let points: Vec<(f64, f64, f64)> = log.lines().filter_map(point).collect();
    let (first, last) = (points.first()?, points.last()?);
    if last.0 <= first.0 {
        return None;
    }
    let top = points.iter().map(|point| point.1 + point.2).fold(0.0, f64::max);
    let mut svg = String::new();
    draw(&mut svg, &points, last.0, top * 1.05).ok()?;
    Some(svg)
}

/// One line of the log: moves / 10^9, mean / 1000, interval / 1000.
fn point(line: &str) -> Option<(f64, f64, f64)> {
    let fields: Vec<&str> = line.split(',').collect();
    let number = |column: usize| fields.get(column)?.parse::<f64>().ok();
    // Columns of `run::COLUMNS`; the header is no number and drops out.
    let (moves, games, mean, interval) = (number(1)?, number(5)?, number(6)?, number(7)?);
    (games > 0.0).then_some((moves / 1e9, mean / 1e3, interval / 1e3))
}

fn draw(
    svg: &mut String,
    points: &[(f64, f64, f64)],
    right: f64,
    top: f64,
) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(56)
        .caption("Mean score of greedy training games", ("sans-serif", 18))
        .build_cartesian_2d(0.0..right, 0.0..top)?;
    chart
        .configure_mesh()
        .x_desc("training moves (10^9)")
        .y_desc("score (thousands)")
        .light_line_style(WHITE)
        .draw()?;
    let upper = points.iter().map(|point| (point.0, point.1 + point.2));
    let lower = points.iter().rev().map(|point| (point.0, point.1 - point.2));
    let band: Vec<(f64, f64)> = upper.chain(lower).collect();
    chart.draw_series([Polygon::new(band, BLUE.mix(0.2))])?;
    let line = points.iter().map(|point| (point.0, point.1));
    chart.draw_series(LineSeries::new(line, BLUE.stroke_width(2)))?;
    Ok(area.present()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::run::COLUMNS;

    #[test]
    fn a_log_gives_a_drawing_and_too_short_a_log_none() {
        let log = format!(
            "{COLUMNS}\n1,1000000,9,9,1,30,1000,10,9,0,0,0,0,0\n2,2000000,9,9,1,30,5000,10,9,0,0,0,0,0\n"
        );
        let svg = curve(&log).expect("two rounds");
        assert!(svg.starts_with("<svg") && svg.contains("<polyline"));
        assert!(curve(COLUMNS).is_none() && curve("nonsense\n1,2").is_none());
    }
}
