//! The main agent's calls after a report, by arm.

use super::chart::Chart;
use crate::document::Document;
use crate::effort::AfterReport;
use crate::metrics::mean;
use crate::record::Record;
use crate::summary::by_arm;

/// A segment of a bar: its label, and its count of calls.
type Segment = (&'static str, fn(&AfterReport) -> u32);

/// The segments of a bar, from bottom to top.
const SEGMENTS: [Segment; 4] = [
    ("broad calls", |after| after.broad),
    ("reads outside the targets", |after| after.outside),
    ("targeted searches", |after| after.targeted),
    ("reads of the targets", |after| after.inside),
];

/// `None` if no main agent had a report.
pub(super) fn plot(document: &Document) -> Option<String> {
    let arms = by_arm(&document.tasks);
    let bars: Vec<(String, [f64; 4])> = arms.iter().filter_map(|records| bar(records)).collect();
    let top = bars
        .iter()
        .map(|(_, parts)| parts.iter().sum())
        .fold(0.0, f64::max);
    if bars.is_empty() {
        return None;
    }
    let mut chart = Chart::new(
        "Calls after a report, a task",
        ("", [0.0, bars.len() as f64]),
        ("calls", [0.0, top * 1.1]),
    );
    let colours = SEGMENTS.map(|(name, _)| chart.add_legend_entry(name));
    for (at, (name, parts)) in bars.iter().enumerate() {
        let (x, mut from) = (at as f64 + 0.2, 0.0);
        for (part, colour) in parts.iter().zip(colours) {
            chart.bar(x, 0.6, from, from + part, colour);
            from += part;
        }
        chart.label(x + 0.3, from, &format!("{from:.1}"));
        chart.ticks(&[(x + 0.3, name.clone())]);
    }
    Some(chart.finish())
}

fn bar(records: &[&Record]) -> Option<(String, [f64; 4])> {
    let after = || {
        records
            .iter()
            .filter_map(|it| it.agent_effort.as_ref()?.after_last.as_ref())
    };
    let mut parts = [0.0; 4];
    for (part, (_, of)) in parts.iter_mut().zip(SEGMENTS) {
        *part = mean(after().map(|after| f64::from(of(after))))?;
    }
    Some((records[0].key.label(), parts))
}
