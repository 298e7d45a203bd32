//! The main agent's mean calls after its last report, by arm.

use super::chart::Chart;
use crate::document::Document;
use crate::effort::AfterReport;
use crate::metrics::mean;
use crate::record::Record;
use crate::summary::by_arm;

/// A segment of a bar: its label, and the function that returns its number of calls.
type Segment = (&'static str, fn(&AfterReport) -> u32);

/// The segments of a bar, from bottom to top.
const SEGMENTS: [Segment; 4] = [
    ("broad calls", |after| after.broad),
    ("reads outside the targets", |after| after.outside),
    ("targeted searches", |after| after.targeted),
    ("reads of the targets", |after| after.inside),
];

/// The chart as SVG: for each arm, the means over the answers with a report; `None` if no main agent had a report.
pub(super) fn plot(document: &Document) -> Option<String> {
    let arms = by_arm(&document.records);
    let bars: Vec<(String, [f64; 4])> = arms.iter().filter_map(|records| bar(records)).collect();
    let top = bars
        .iter()
        .map(|(_, heights)| heights.iter().sum())
        .fold(0.0, f64::max);
    if bars.is_empty() {
        return None;
    }
    let mut chart = Chart::new(
        "Mean calls after the last report",
        ("", [0.0, bars.len() as f64]),
        ("calls", [0.0, top * 1.1]),
    );
    let colours = SEGMENTS.map(|(name, _)| chart.add_legend_entry(name));
    for (index, (name, heights)) in bars.iter().enumerate() {
        let (x, mut from) = (index as f64 + 0.2, 0.0);
        for (height, colour) in heights.iter().zip(colours) {
            chart.bar(x, 0.6, from, from + height, colour);
            from += height;
        }
        chart.label(x + 0.3, from, &format!("{from:.1}"));
        chart.ticks(&[(x + 0.3, name.clone())]);
    }
    Some(chart.finish())
}

/// The label of an arm and the mean number of calls of each segment; `None` without a report.
fn bar(records: &[&Record]) -> Option<(String, [f64; 4])> {
    let after_reports = || {
        records
            .iter()
            .filter_map(|it| it.agent_effort.as_ref()?.after_last.as_ref())
    };
    let mut heights = [0.0; 4];
    for (height, (_, count_calls)) in heights.iter_mut().zip(SEGMENTS) {
        *height = mean(after_reports().map(|after| f64::from(count_calls(after))))?;
    }
    Some((records[0].key.label(), heights))
}
