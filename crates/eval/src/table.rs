//! The result tables, as Markdown.

mod absence;
mod calibration;
pub(crate) mod effort;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use firsthand::registry::escape;

use crate::document::Document;
use crate::metrics::{FileMetrics, LineMetrics, MatchLevel, Ndcg, Percentiles};
use crate::split::Split;
use crate::summary::{ArmSummary, GroupBy, Macro, Summary};

const FIGURES: [&str; 16] = [
    "arm",
    "tasks",
    "hit@1",
    "R@5",
    "R@10",
    "MRR",
    "NDCG",
    "NDCG chunks",
    "line R",
    "line P",
    "line F1",
    "touched",
    "ms",
    "ms p95",
    "MiB",
    "MiB max",
];

/// Formats all tables: the arms for each group, then over groups, repositories and tasks; the notes; calibration, absence
/// and explorations, if there are any; the metrics with their intervals; and each arm compared with the first.
#[must_use]
pub fn table(document: &Document) -> String {
    let first = match document.by {
        GroupBy::Set => "set",
        GroupBy::Repo => "repository",
        GroupBy::Extension => "ending",
        GroupBy::Language => "language",
        GroupBy::Split => "half",
    };
    let mut rows = vec![vec![first.to_owned()]];
    rows[0].extend(FIGURES.map(str::to_owned));
    for name in group_names(document) {
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
        let over = |arm| mean_row("mean of repositories", arm, &arm.over_repositories);
        rows.extend(document.arms.iter().map(over));
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
        effort::explorations_table(document),
        effort::measures_table(document),
        effort::difference_tables(document),
    ];
    let tables: Vec<String> = tables
        .into_iter()
        .filter(|table| !table.is_empty())
        .collect();
    tables.join("\n")
}

/// The groups of all arms, in the order of the first that has them.
fn group_names(document: &Document) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for group in document.arms.iter().flat_map(|arm| &arm.groups) {
        if !names.contains(&group.name.as_str()) {
            names.push(&group.name);
        }
    }
    names
}

fn row(name: &str, arm: &ArmSummary, summary: &Summary) -> Vec<String> {
    let mut row = vec![name.to_owned(), arm.arm.clone(), summary.tasks.to_string()];
    row.extend(files(summary.files));
    row.extend(ndcg(summary.ndcg));
    row.extend(lines(summary.lines));
    row.extend(percentile_cells(summary.ms, |ms| [ms.median, ms.p95]));
    row.extend(percentile_cells(summary.peak_kib, |kib| {
        [kib.median, kib.max].map(|kib| kib / 1024.0)
    }));
    row
}

fn mean_row(name: &str, arm: &ArmSummary, over: &Macro) -> Vec<String> {
    let mut row = vec![name.to_owned(), arm.arm.clone(), String::new()];
    row.extend(files(over.files));
    row.extend(ndcg(over.ndcg));
    row.extend(lines(over.lines));
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
    row.extend([const { String::new() }; 6]);
    row.extend(lines(Some(strict)));
    Some(row)
}

fn files(of: Option<FileMetrics>) -> [String; 4] {
    of.map_or([const { String::new() }; 4], |m| {
        [m.hit_at_1, m.recall_at_5, m.recall_at_10, m.mrr].map(format_proportion)
    })
}

fn ndcg(of: Option<Ndcg>) -> [String; 2] {
    of.map_or([const { String::new() }; 2], |m| {
        [m.files, m.chunks].map(format_proportion)
    })
}

fn lines(of: Option<LineMetrics>) -> [String; 4] {
    of.map_or([const { String::new() }; 4], |m| {
        [m.recall, m.precision, m.f1, m.touched].map(format_proportion)
    })
}

/// Formats a proportion with three decimals.
pub(crate) fn format_proportion(figure: f64) -> String {
    format!("{figure:.3}")
}

fn percentile_cells(of: Option<Percentiles>, figures: fn(Percentiles) -> [f64; 2]) -> [String; 2] {
    of.map_or([const { String::new() }; 2], |spread| {
        figures(spread).map(|figure| format!("{figure:.0}"))
    })
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
    for (format_number, row) in rows.iter().enumerate() {
        for (at, width) in widths.iter().copied().enumerate() {
            let text = cell(row, at);
            let _ = match at < 2 {
                true => write!(out, "| {text:<width$} "),
                false => write!(out, "| {text:>width$} "),
            };
        }
        out.push_str("|\n");
        if format_number == 0 {
            for (at, width) in widths.iter().enumerate() {
                let right = if at < 2 { "-" } else { ":" };
                let _ = write!(out, "|{}{right}", "-".repeat(width + 1));
            }
            out.push_str("|\n");
        }
    }
    out
}

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
    out += &document.arms.iter().map(reach_note).collect::<String>();
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
    let failed = document.tasks.iter().filter_map(|record| {
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

/// A note on how many answers of an arm reached each match level.
fn reach_note(arm: &ArmSummary) -> String {
    let count = |reach| arm.over_tasks.reach.get(&reach).copied().unwrap_or(0);
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

/// A note with the total number of reasons and the count of each.
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
