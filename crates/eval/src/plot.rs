//! Plots of a measurement as SVG, readable in light and in dark mode.

mod calls;
mod chart;
mod cost;
mod lines;
mod reliability;

pub(crate) use chart::escaped;

use crate::document::Document;

/// The plots for which there is data: file names and contents.
#[must_use]
pub fn plots(document: &Document) -> Vec<(&'static str, String)> {
    let all = [
        ("recall-by-lines.svg", lines::plot(document)),
        ("calls-after-report.svg", calls::plot(document)),
        ("reliability.svg", reliability::plot(document)),
        ("cost-and-touched.svg", cost::plot(document)),
    ];
    let drawn = all.into_iter();
    drawn
        .filter_map(|(name, plot)| Some((name, plot?)))
        .collect()
}
