//! The precision of the answers at each level of confidence.

use firsthand::Confidence;

use super::chart::Chart;
use crate::document::Document;

const LEVELS: [Confidence; 3] = [Confidence::Low, Confidence::Medium, Confidence::High];

/// `None` where no arm states a confidence.
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
    for (format_number, (name, calibration)) in arms.iter().enumerate() {
        let colour = chart.add_legend_entry(name);
        for (at, level) in LEVELS.iter().enumerate() {
            let mut levels = calibration.levels.iter();
            if let Some(known) = levels.find(|known| known.confidence == *level) {
                let x = at as f64 + 0.1 + width * format_number as f64;
                chart.bar(x, width * 0.9, 0.0, known.at.precision, colour);
                chart.label(
                    x + width * 0.45,
                    known.at.precision,
                    &known.at.answers.to_string(),
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
