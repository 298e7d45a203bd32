//! Line recall against the lines that are shown.

use super::chart::{Chart, format_axis_number};
use crate::document::Document;
use crate::metrics::{Budget, line_metrics, mean};
use crate::record::Record;
use crate::summary::by_arm;

/// The line budgets at which recall is plotted.
const LINE_BUDGETS: [u64; 9] = [0, 25, 50, 100, 150, 200, 300, 400, 500];

/// The chart as SVG; `None` if no task has gold lines, or if all records are of an earlier version, which had no
/// regions.
pub(super) fn plot(document: &Document) -> Option<String> {
    let arms = by_arm(&document.records);
    let curves: Vec<(String, Vec<(f64, f64)>)> = arms
        .iter()
        .filter_map(|records| Some((records[0].key.label(), curve(records)?)))
        .collect();
    let last = LINE_BUDGETS[LINE_BUDGETS.len() - 1] as f64;
    let top = curves
        .iter()
        .flat_map(|(_, points)| points)
        .map(|point| point.1)
        .fold(0.0, f64::max);
    let mut chart = Chart::new(
        "Line recall by lines shown",
        ("lines shown, at most", [0.0, last]),
        ("line recall", [0.0, (top * 1.05).clamp(0.1, 1.0)]),
    );
    chart.ticks(&LINE_BUDGETS.map(|lines| (lines as f64, format_axis_number(lines as f64))));
    for (name, points) in &curves {
        let colour = chart.add_legend_entry(name);
        chart.line(points, colour);
    }
    (!curves.is_empty()).then(|| chart.finish())
}

fn curve(records: &[&Record]) -> Option<Vec<(f64, f64)>> {
    let point_at = |lines: u64| {
        let budget = Budget {
            regions: usize::MAX,
            lines,
        };
        let recall =
            |record: &&Record| Some(line_metrics(&record.gold, &record.regions, budget)?.recall);
        let recall = mean(records.iter().filter_map(recall))?;
        Some((lines as f64, recall))
    };
    LINE_BUDGETS.into_iter().map(point_at).collect()
}
