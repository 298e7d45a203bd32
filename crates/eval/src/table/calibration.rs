//! The calibration tables: the levels, and precision against coverage.

use super::{format_proportion, header, markdown_table};
use crate::calibration::{AnswerStats, Calibration, CurvePoint};
use crate::document::Document;

/// The number of equal coverage steps at which the curve is shown.
const CURVE_STEPS: u32 = 10;

const LEVEL_COLUMNS: &str = "arm | confidence | answers | touched | precision | coverage | or surer: answers | precision \
                             | coverage";
const CURVE_COLUMNS: &str = "arm | accepted down to | probability | answers | precision | coverage";

/// Formats both tables; empty if no arm states a confidence.
pub(super) fn tables(document: &Document) -> String {
    let arms = || {
        let arms = document.arms.iter();
        arms.filter_map(|arm| Some((arm.arm.as_str(), arm.calibration.as_ref()?)))
    };
    let mut level_rows = vec![header(LEVEL_COLUMNS)];
    level_rows.extend(arms().flat_map(|(arm, calibration)| levels(arm, calibration)));
    if level_rows.len() == 1 {
        return String::new();
    }
    let mut curve_rows = vec![header(CURVE_COLUMNS)];
    curve_rows.extend(arms().flat_map(|(arm, calibration)| curve(arm, calibration)));
    markdown_table(&level_rows) + "\n" + &markdown_table(&curve_rows)
}

fn levels(arm: &str, calibration: &Calibration) -> Vec<Vec<String>> {
    let row = |level: &crate::calibration::ConfidenceLevel| {
        let AnswerStats {
            answers,
            touched,
            precision,
            coverage,
        } = level.at;
        let at_least = level.at_least;
        vec![
            arm.to_owned(),
            level.confidence.to_string(),
            answers.to_string(),
            touched.to_string(),
            format_proportion(precision),
            format_proportion(coverage),
            at_least.answers.to_string(),
            format_proportion(at_least.precision),
            format_proportion(at_least.coverage),
        ]
    };
    let mut rows: Vec<_> = calibration.levels.iter().map(row).collect();
    let stated: usize = calibration
        .levels
        .iter()
        .map(|level| level.at.answers)
        .sum();
    if stated < calibration.answers {
        let unstated = calibration.answers - stated;
        rows.push(vec![
            arm.to_owned(),
            "none stated".to_owned(),
            unstated.to_string(),
        ]);
    }
    rows
}

/// A row for each tenth of the coverage, with the first point of the curve that reaches it, and one for the last point.
fn curve(arm: &str, calibration: &Calibration) -> Vec<Vec<String>> {
    let reached = |point: &CurvePoint, step: u32| {
        point.accepted.coverage + 1e-9 >= f64::from(step) / f64::from(CURVE_STEPS)
    };
    let mut indices: Vec<usize> = (1..=CURVE_STEPS)
        .filter_map(|step| {
            calibration
                .curve
                .iter()
                .position(|point| reached(point, step))
        })
        .chain(calibration.curve.len().checked_sub(1))
        .collect();
    indices.dedup();
    let row = |index: usize| {
        let CurvePoint {
            confidence,
            probability,
            accepted,
        } = calibration.curve[index];
        vec![
            arm.to_owned(),
            confidence.to_string(),
            probability.map_or_else(String::new, format_proportion),
            accepted.answers.to_string(),
            format_proportion(accepted.precision),
            format_proportion(accepted.coverage),
        ]
    };
    indices.into_iter().map(row).collect()
}
