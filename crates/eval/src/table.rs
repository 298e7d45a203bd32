//! The tables of a measurement: means of the answers' metrics, as Markdown.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use firsthand::registry::escape;
use firsthand::source::distinct;

use crate::metrics::{EFFORT, QUALITY};
use crate::record::Record;
use crate::run::Measured;
use crate::split::Split;

/// The attribute by which answers are grouped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum GroupBy {
    /// The file that the tasks came from.
    #[default]
    Set,
    /// The repository.
    Repo,
    /// The half of the repositories: known or held out.
    Split,
    /// The language that the task names, or else the extension of the first gold file.
    Language,
    /// The intent that was explored with.
    Intent,
    /// The kind that the task names, such as the kind of absence.
    Kind,
    /// The confidence that the answer states.
    Confidence,
}

impl GroupBy {
    fn name(self, record: &Record) -> String {
        match self {
            Self::Set => record.key.set.clone(),
            Self::Repo => record.repo.clone(),
            Self::Split => match record.half {
                Split::Known => "known".to_owned(),
                Split::HeldOut => "held-out".to_owned(),
            },
            Self::Language => record.language.clone(),
            Self::Intent => record.intent.clone(),
            Self::Kind => record.kind.clone(),
            Self::Confidence => record.self_assessment.as_ref().map_or_else(
                || "none stated".to_owned(),
                |assessment| assessment.confidence.to_string(),
            ),
        }
    }
}

/// Formats the tables: what the arms found in each group and over all, the notes, and what they did for it.
#[must_use]
pub fn table(measured: &Measured, by: GroupBy) -> String {
    let arms = by_arm(&measured.records);
    let tables =
        [quality_table(&measured.records, &arms, by), notes(measured, &arms), effort_table(&arms)];
    let tables: Vec<String> = tables.into_iter().filter(|it| !it.is_empty()).collect();
    tables.join("\n")
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

/// The mean over the repositories of their means.
fn mean_of_repositories(records: &[&Record], name: &str) -> Option<f64> {
    let mut repositories: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    for record in records {
        repositories.entry(&record.repo).or_default().push(record);
    }
    let means: Vec<f64> = repositories.values().filter_map(|own| mean(own, name)).collect();
    (!means.is_empty()).then(|| means.iter().sum::<f64>() / means.len() as f64)
}

fn quality_table(records: &[Record], arms: &[Vec<&Record>], by: GroupBy) -> String {
    let is_known = |name: &&&str| records.iter().any(|it| it.metrics.get(name).is_some());
    let columns: Vec<&str> = QUALITY.iter().filter(is_known).copied().collect();
    let mut rows = vec![["group", "arm", "tasks"].map(str::to_owned).to_vec()];
    rows[0].extend(columns.iter().map(|name| (*name).to_owned()));
    let row = |name: &str, own: &[&Record], mean: fn(&[&Record], &str) -> Option<f64>| {
        let tasks = own.iter().filter(|record| record.key.repeat == 1).count();
        let label = own.first().map_or_else(String::new, |first| first.label.clone());
        let mut row = vec![escape(name).into_owned(), label, tasks.to_string()];
        row.extend(columns.iter().map(|name| cell(mean(own, name))));
        row
    };
    let mut groups = distinct(records.iter().map(|record| by.name(record)));
    if by != GroupBy::Set {
        groups.sort_unstable();
    }
    let has_groups = groups.len() > 1;
    for group in groups {
        for arm in arms {
            let own = arm.iter().copied().filter(|record| by.name(record) == group);
            let own: Vec<&Record> = own.collect();
            if !own.is_empty() {
                rows.push(row(&group, &own, mean));
            }
        }
    }
    // No row says again what another one says.
    if records.iter().any(|record| record.repo != records[0].repo) {
        rows.extend(arms.iter().map(|arm| row("mean of repositories", arm, mean_of_repositories)));
    }
    if has_groups {
        rows.extend(arms.iter().map(|arm| row("all tasks", arm, mean)));
    }
    if records.iter().any(|record| record.insert_only != records[0].insert_only) {
        for arm in arms {
            let own = arm.iter().copied().filter(|record| !record.insert_only);
            rows.push(row("all, without insert-only", &own.collect::<Vec<_>>(), mean));
        }
    }
    markdown_table(&rows, 2)
}

/// A row for each metric of what the arms did, with their means; an empty string if no arm did any of it.
fn effort_table(arms: &[Vec<&Record>]) -> String {
    let mut rows = vec![vec!["mean".to_owned()]];
    rows[0].extend(arms.iter().map(|arm| arm[0].label.clone()));
    for name in EFFORT {
        let means: Vec<Option<f64>> = arms.iter().map(|arm| mean(arm, name)).collect();
        if means.iter().any(Option::is_some) {
            let mut row = vec![(*name).to_owned()];
            row.extend(means.into_iter().map(cell));
            rows.push(row);
        }
    }
    if rows.len() == 1 {
        return String::new();
    }
    markdown_table(&rows, 1)
}

fn cell(mean: Option<f64>) -> String {
    match mean {
        None => String::new(),
        Some(large) if large.abs() >= 100.0 => format!("{large:.0}"),
        Some(mean) => format!("{mean:.3}"),
    }
}

/// Formats a Markdown table. The first row is the header; the first columns, `texts` of them, are text.
fn markdown_table(rows: &[Vec<String>], texts: usize) -> String {
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
            let _ = if at < texts {
                write!(out, "| {text:<width$} ")
            } else {
                write!(out, "| {text:>width$} ")
            };
        }
        out.push_str("|\n");
        if index == 0 {
            for (at, width) in widths.iter().enumerate() {
                let right = if at < texts { "-" } else { ":" };
                let _ = write!(out, "|{}{right}", "-".repeat(width + 1));
            }
            out.push_str("|\n");
        }
    }
    out
}

/// The list below the first table: what was measured, and what failed or was skipped.
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
