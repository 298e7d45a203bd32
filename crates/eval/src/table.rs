//! The table of a measurement: the means of the answers' metrics for each arm, as Markdown.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use firsthand::registry::escape;
use firsthand::source::distinct;

use crate::metrics::METRICS;
use crate::record::Record;
use crate::run::Measured;

/// Formats the means of each metric, a column for each arm, and below them what was measured, failed and was skipped.
#[must_use]
pub fn table(measured: &Measured) -> String {
    let arms = by_arm(&measured.records);
    let row = |name: &str, cells: Vec<String>| [vec![name.to_owned()], cells].concat();
    let asked = arms.iter().map(|arm| arm.iter().filter(|it| it.key.repeat == 1).count());
    let mut rows = vec![
        row("mean", arms.iter().map(|arm| arm[0].label.clone()).collect()),
        row("tasks", asked.map(|count| count.to_string()).collect()),
    ];
    for name in METRICS {
        let means: Vec<Option<f64>> = arms.iter().map(|arm| mean(arm, name)).collect();
        if means.iter().any(Option::is_some) {
            rows.push(row(name, means.into_iter().map(cell).collect()));
        }
    }
    format!("{}\n{}", markdown_table(&rows), notes(measured, &arms))
}

/// Groups the answers by their label, in the order of each group's first answer.
fn by_arm(records: &[Record]) -> Vec<Vec<&Record>> {
    let labels = distinct(records.iter().map(|record| &record.label));
    let arm = |label: &String| records.iter().filter(|record| record.label == *label).collect();
    labels.into_iter().map(arm).collect()
}

/// The mean of a metric over the answers that have it.
fn mean(records: &[&Record], name: &str) -> Option<f64> {
    let values: Vec<f64> = records.iter().filter_map(|it| it.metrics.get(name)).collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn cell(mean: Option<f64>) -> String {
    match mean {
        None => String::new(),
        Some(large) if large.abs() >= 100.0 => format!("{large:.0}"),
        Some(mean) => format!("{mean:.3}"),
    }
}

/// Formats a Markdown table. The first row is the header, and the first column is text.
fn markdown_table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cell =
        |row: &'_ [String], at: usize| row.get(at).map_or("", String::as_str).replace('|', "\\|");
    let width = |at| {
        let widths = rows.iter().map(|row| cell(row, at).chars().count());
        widths.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for (index, row) in rows.iter().enumerate() {
        for (at, width) in widths.iter().copied().enumerate() {
            let text = cell(row, at);
            let _ = if at == 0 {
                write!(out, "| {text:<width$} ")
            } else {
                write!(out, "| {text:>width$} ")
            };
        }
        out.push_str("|\n");
        if index == 0 {
            for (at, width) in widths.iter().enumerate() {
                let right = if at == 0 { "-" } else { ":" };
                let _ = write!(out, "|{}{right}", "-".repeat(width + 1));
            }
            out.push_str("|\n");
        }
    }
    out
}

/// The list below the table: what was measured, and what failed or was skipped.
fn notes(measured: &Measured, arms: &[Vec<&Record>]) -> String {
    let mut out = String::new();
    for arm in arms {
        let versions = distinct(arm.iter().map(|record| record.key.version.as_str()));
        let _ = writeln!(out, "- {}: {}", escape(&arm[0].label), versions.join(", "));
    }
    let failed = measured.records.iter().filter_map(|record| {
        let error = record.error.as_ref()?;
        Some(format!("{}: {error}", record.key.arm))
    });
    out += &counts_by_reason("answer(s) failed and count as nothing found", failed);
    let skipped = measured.skipped.iter().map(|task| task.why.clone());
    out += &counts_by_reason("task(s) skipped", skipped);
    if measured.resumed > 0 {
        let _ = writeln!(out, "- {} answer(s) were known from before", measured.resumed);
    }
    out
}

/// A note with the total number of reasons and the count of each; empty without reasons.
fn counts_by_reason(what: &str, reasons: impl Iterator<Item = String>) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for reason in reasons {
        *counts.entry(reason).or_default() += 1;
    }
    let all: usize = counts.values().sum();
    if all == 0 {
        return String::new();
    }
    let mut out = format!("- {all} {what}:\n");
    for (reason, count) in counts {
        let _ = writeln!(out, "  - {count} {}", escape(&reason));
    }
    out
}
