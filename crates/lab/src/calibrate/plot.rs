//! The plot of a reliability table: observed shares over predicted chances.

use std::error::Error;

use plotters::prelude::*;

use super::report::Bin;

/// Width and height of the drawing in pixels.
const SIZE: (u32, u32) = (560, 560);

/// The first five kinds of positions, whose games were played to their end, as SVG. The more
/// forecasts a bin has, the larger is its circle.
pub fn reliability(kinds: &[(&str, [Bin; 10])]) -> Option<String> {
    let mut svg = String::new();
    draw(&mut svg, kinds).ok()?;
    Some(svg)
}

fn draw(svg: &mut String, kinds: &[(&str, [Bin; 10])]) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(48)
        .build_cartesian_2d(0.0..100.0, 0.0..100.0)?;
    chart
        .configure_mesh()
        .x_desc("predicted chance (%)")
        .y_desc("made (%)")
        .light_line_style(WHITE)
        .draw()?;
    chart.draw_series(LineSeries::new([(0.0, 0.0), (100.0, 100.0)], BLACK.mix(0.4)))?;
    let colors = [BLACK, BLUE, RED, GREEN, MAGENTA];
    for ((name, bins), color) in kinds.iter().zip(colors) {
        let shown: Vec<&Bin> = bins.iter().filter(|bin| bin.forecasts > 0).collect();
        let at = |bin: &Bin| (100.0 * bin.predicted(), 100.0 * bin.observed());
        chart
            .draw_series(shown.iter().map(|bin| {
                let radius = 2.0 + 1.5 * (bin.forecasts as f64).ln();
                Circle::new(at(bin), radius as u32, color.mix(0.6).filled())
            }))?
            .label(*name)
            .legend(move |at| Circle::new(at, 5, color.mix(0.6).filled()));
    }
    chart.configure_series_labels().border_style(BLACK.mix(0.4)).draw()?;
    Ok(area.present()?)
}
