//! The precision of the answers at each level of confidence.

use firsthand::Confidence;

use super::chart::Chart;
use crate::document::Document;

const LEVELS: [Confidence; 3] = [Confidence::Low, Confidence::Medium, Confidence::High];

/// The chart as SVG; `None` if no arm states a confidence.
pub(super) fn plot(document: &Document) -> Option<String> {
    let arms = document.arms.iter();
    let arms: Vec<_> = arms
        .filter_map(|arm| Some((&arm.arm, arm.calibration.as_ref()?)))
        .collect();
    if arms.is_empty() {
        return None;
    }
    let mut chart = Chart::new(
        "How often answers of a level touch the known places",
        (
            "stated confidence (with the number of answers)",
            [0.0, LEVELS.len() as f64],
        ),
        ("share that is right", [0.0, 1.0]),
    );
    let width = 0.8 / arms.len() as f64;
    for (arm_index, (name, calibration)) in arms.iter().enumerate() {
        let colour = chart.add_legend_entry(name);
        for (level_index, level) in LEVELS.iter().enumerate() {
            let mut levels = calibration.levels.iter();
            if let Some(stats) = levels.find(|stats| stats.confidence == *level) {
                let x = level_index as f64 + 0.1 + width * arm_index as f64;
                chart.bar(x, width * 0.9, 0.0, stats.at.precision, colour);
                chart.label(
                    x + width * 0.45,
                    stats.at.precision,
                    &stats.at.answers.to_string(),
                );
            }
        }
    }
    let ticks = LEVELS.iter().enumerate();
    let ticks: Vec<_> = ticks
        .map(|(at, level)| (at as f64 + 0.5, level.to_string()))
        .collect();
    chart.ticks(&ticks);
    Some(chart.finish())
}
