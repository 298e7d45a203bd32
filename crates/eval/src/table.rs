//! The result tables, as Markdown.

mod absence;
mod calibration;
pub(crate) mod metric_tables;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use firsthand::registry::escape;
use firsthand::source::distinct;

use crate::document::Document;
use crate::metrics::{FileMetrics, LineMetrics, MatchLevel, Ndcg, Percentiles};
use crate::split::Split;
use crate::summary::{ArmSummary, GroupBy, MacroAverages, Summary};

/// The columns of the first table, after the group's.
const COLUMNS: &str = "arm | tasks | hit@1 | R@5 | R@10 | MRR | NDCG | NDCG chunks | line R | line P | line F1 | touched \
                       | ms | ms p95 | MiB | MiB max";

/// Formats all tables: the arms for each group, then over groups, repositories and tasks; the notes; calibration,
/// absence and explorations, if there are any; the metrics with their intervals; and each arm compared with the first.
#[must_use]
pub fn table(document: &Document) -> String {
    let group_column = match document.by {
        GroupBy::Set => "set",
        GroupBy::Repo => "repository",
        GroupBy::Extension => "ending",
        GroupBy::Language => "language",
        GroupBy::Split => "half",
    };
    let mut rows = vec![header(&format!("{group_column} | {COLUMNS}"))];
    // Groups in the order of the first arm that has them.
    let groups = document.arms.iter().flat_map(|arm| &arm.groups);
    for name in distinct(groups.map(|group| group.name.as_str())) {
        for arm in &document.arms {
            let mut groups = arm.groups.iter();
            if let Some(group) = groups.find(|group| group.name == name) {
                rows.push(row(&escape(name), arm, &group.summary));
            }
        }
    }
    let over_groups = |arm| mean_row("mean of the above", arm, &arm.over_groups);
    rows.extend(document.arms.iter().map(over_groups));
    if document.by != GroupBy::Repo {
        let over_repositories = |arm| mean_row("mean of repositories", arm, &arm.over_repositories);
        rows.extend(document.arms.iter().map(over_repositories));
    }
    rows.extend(
        document
            .arms
            .iter()
            .map(|arm| row("all tasks", arm, &arm.over_tasks)),
    );
    rows.extend(document.arms.iter().filter_map(row_without_insert_only));
    let tables = [
        markdown_table(&rows),
        notes(document),
        calibration::tables(document),
        absence::table(document),
        metric_tables::explorations_table(document),
        metric_tables::metric_means_table(document),
        metric_tables::difference_tables(document),
    ];
    let tables: Vec<String> = tables
        .into_iter()
        .filter(|table| !table.is_empty())
        .collect();
    tables.join("\n")
}

fn row(name: &str, arm: &ArmSummary, summary: &Summary) -> Vec<String> {
    let mut row = vec![name.to_owned(), arm.arm.clone(), summary.tasks.to_string()];
    row.extend(quality_cells(summary.files, summary.ndcg, summary.lines));
    let integer = |number: f64| format!("{number:.0}");
    row.extend(cells(summary.ms, |ms| [ms.median, ms.p95], integer));
    let mib = |kib: Percentiles| [kib.median / 1024.0, kib.max / 1024.0];
    row.extend(cells(summary.peak_kib, mib, integer));
    row
}

fn mean_row(name: &str, arm: &ArmSummary, averages: &MacroAverages) -> Vec<String> {
    let mut row = vec![name.to_owned(), arm.arm.clone(), String::new()];
    row.extend(quality_cells(averages.files, averages.ndcg, averages.lines));
    row
}

fn row_without_insert_only(arm: &ArmSummary) -> Option<Vec<String>> {
    let all = &arm.over_tasks;
    let count = all.tasks - all.insert_only;
    let strict = all
        .lines_without_insert_only
        .filter(|_| all.insert_only > 0)?;
    let name = "all, without insert-only".to_owned();
    let mut row = vec![name, arm.arm.clone(), count.to_string()];
    row.extend(quality_cells(None, None, Some(strict)));
    Some(row)
}

fn quality_cells(
    files: Option<FileMetrics>,
    ndcg: Option<Ndcg>,
    lines: Option<LineMetrics>,
) -> Vec<String> {
    let of_files = |m: FileMetrics| [m.hit_at_1, m.recall_at_5, m.recall_at_10, m.mrr];
    let of_lines = |m: LineMetrics| [m.recall, m.precision, m.f1, m.touched];
    [
        &cells(files, of_files, format_proportion)[..],
        &cells(ndcg, |m| [m.files, m.chunks], format_proportion),
        &cells(lines, of_lines, format_proportion),
    ]
    .concat()
}

/// The formatted numbers of a metric; empty cells without it.
fn cells<T, const N: usize>(
    metric: Option<T>,
    numbers: impl Fn(T) -> [f64; N],
    format: fn(f64) -> String,
) -> [String; N] {
    metric.map_or([const { String::new() }; N], |metric| {
        numbers(metric).map(format)
    })
}

/// Formats a proportion with three decimals.
pub(crate) fn format_proportion(proportion: f64) -> String {
    format!("{proportion:.3}")
}

/// Formats Markdown tables for a terminal, without their markup.
#[must_use]
pub fn terminal_tables(markdown: &str) -> String {
    let line = |line: &str| match line.strip_prefix('|').and_then(|it| it.strip_suffix('|')) {
        Some(rule) if rule.starts_with("--") => {
            rule.replace('|', " ").replace([':', '-'], "─") + "\n"
        }
        Some(row) => {
            row.replace("\\|", "\u{0}")
                .replace('|', " ")
                .replace('\u{0}', "|")
                + "\n"
        }
        None => line.to_owned() + "\n",
    };
    markdown.lines().map(line).collect()
}

/// The header row of a table, from the text of its cells with ` | ` between them.
pub(crate) fn header(cells: &str) -> Vec<String> {
    cells.split(" | ").map(str::to_owned).collect()
}

/// Formats a Markdown table. The first row is the header; the first two columns are text.
pub(crate) fn markdown_table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cell =
        |row: &'_ [String], at: usize| row.get(at).map_or("", String::as_str).replace('|', "\\|");
    let width = |at| {
        rows.iter()
            .map(|row| cell(row, at).chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for (index, row) in rows.iter().enumerate() {
        for (at, width) in widths.iter().copied().enumerate() {
            let text = cell(row, at);
            let _ = match at < 2 {
                true => write!(out, "| {text:<width$} "),
                false => write!(out, "| {text:>width$} "),
            };
        }
        out.push_str("|\n");
        if index == 0 {
            for (at, width) in widths.iter().enumerate() {
                let right = if at < 2 { "-" } else { ":" };
                let _ = write!(out, "|{}{right}", "-".repeat(width + 1));
            }
            out.push_str("|\n");
        }
    }
    out
}

/// The list below the first table: how the arms ran, what was measured, and what failed or was skipped.
fn notes(document: &Document) -> String {
    let mut out = String::new();
    for arm in &document.arms {
        let manner = match (arm.in_process, arm.arm.starts_with("command:")) {
            (true, _) => "in the measuring process",
            (false, false) => "a process a question",
            (false, true) => "an external program, version unknown; of the build that measured",
        };
        let _ = writeln!(out, "- {}: {}, {manner}", escape(&arm.arm), arm.version);
    }
    out += &document
        .arms
        .iter()
        .map(match_level_note)
        .collect::<String>();
    if let Some(split) = document.split {
        let half = match split {
            Split::Known => "the known half, on which weights are fitted",
            Split::HeldOut => "the held-out half",
        };
        let _ = writeln!(out, "- repositories: {half}");
    }
    let budget = document.budget;
    let _ = writeln!(
        out,
        "- lines: at most {} regions and {} lines of an answer; times and memory: of {} answer(s) a task, {} at a time",
        budget.regions, budget.lines, document.repeat, document.jobs
    );
    let failed = document.records.iter().filter_map(|record| {
        let error = record.error.as_ref()?;
        Some(format!("{}: {error}", record.key.arm))
    });
    out += &counts_by_reason("answer(s) failed and count as nothing found", failed);
    let skipped = document.skipped.iter().map(|task| task.why.clone());
    out += &counts_by_reason("task(s) skipped", skipped);
    if document.resumed > 0 {
        let _ = writeln!(
            out,
            "- {} answer(s) were known from before",
            document.resumed
        );
    }
    out
}

/// A note on how many answers of an arm are at each match level.
fn match_level_note(arm: &ArmSummary) -> String {
    let count = |level| arm.over_tasks.reach.get(&level).copied().unwrap_or(0);
    let all: usize = arm.over_tasks.reach.values().sum();
    format!(
        "- {}: of {all} answers {} touch the known lines, {} show a right file at other lines, \
         {} only list one among their first 5, {} have none\n",
        escape(&arm.arm),
        count(MatchLevel::Touched),
        count(MatchLevel::OtherLines),
        count(MatchLevel::Listed),
        count(MatchLevel::Missed),
    )
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
