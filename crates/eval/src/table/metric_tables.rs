//! Tables of metrics with their intervals, exploration effort, and paired differences to the first arm.

use super::{format_proportion, header, markdown_table};
use crate::document::Document;
use crate::metrics::Interval;
use crate::named_metrics::{METRICS, MetricMean, PairedDifference};
use crate::summary::ArmSummary;

/// A row for each metric, a column for each arm: the mean, and its interval.
pub(super) fn metric_means_table(document: &Document) -> String {
    let mut rows = vec![vec!["mean [95 % interval]".to_owned()]];
    rows[0].extend(document.arms.iter().map(|arm| arm.arm.clone()));
    for metric in METRICS {
        let means: Vec<Option<&MetricMean>> = (document.arms.iter())
            .map(|arm| {
                arm.metric_means
                    .iter()
                    .find(|mean| mean.name == metric.name)
            })
            .collect();
        if means.iter().any(Option::is_some) {
            let mut row = vec![metric.name.to_owned()];
            row.extend(
                means
                    .into_iter()
                    .map(|mean| mean.map_or_else(String::new, format_mean)),
            );
            rows.push(row);
        }
    }
    match rows.len() {
        1 => String::new(),
        _ => markdown_table(&rows),
    }
}

fn format_mean(mean: &MetricMean) -> String {
    let formatted = |value| format_number(value, mean.is_proportion);
    let repeats = mean.repeats.map_or_else(String::new, |[least, most]| {
        format!(", repeats {} to {}", formatted(least), formatted(most))
    });
    format_interval(&mean.interval, mean.is_proportion) + &repeats
}

/// Formats a mean with the ends of its interval.
pub(crate) fn format_interval(interval: &Interval, is_proportion: bool) -> String {
    let formatted = |value| format_number(value, is_proportion);
    format!(
        "{} [{}, {}]",
        formatted(interval.mean),
        formatted(interval.low),
        formatted(interval.high)
    )
}

/// Formats a proportion with three decimals, and a count with fewer the larger it is.
pub(crate) fn format_number(value: f64, is_proportion: bool) -> String {
    match value.abs() {
        _ if is_proportion => format_proportion(value),
        100.0.. => format!("{value:.0}"),
        1.0.. => format!("{value:.2}"),
        _ => format_proportion(value),
    }
}

const EXPLORATION_COLUMNS: &str = "explorations | arm | fallback | answer_from_report | fact_unverified | repairs | nudges \
                                   | errors | continuations 0/1/2+ | cache hits | density | width median | p90 \
                                   | over 120 lines | places shown again | new places by turn";

/// Exploration effort: one row for each arm that explored.
pub(super) fn explorations_table(document: &Document) -> String {
    let mut rows = vec![header(EXPLORATION_COLUMNS)];
    rows.extend(document.arms.iter().filter_map(exploration_row));
    match rows.len() {
        1 => String::new(),
        _ => markdown_table(&rows),
    }
}

/// `None` if the arm explored nothing.
fn exploration_row(arm: &ArmSummary) -> Option<Vec<String>> {
    let stats = arm.exploration_stats.as_ref()?;
    let rate = |rate: Option<f64>| rate.map_or_else(String::new, format_proportion);
    let lines = |lines: Option<u64>| lines.map_or_else(String::new, |lines| lines.to_string());
    let answers_where = |is_counted: fn(u32) -> bool| -> usize {
        let rounds = stats.continuations.iter();
        rounds
            .filter(|(rounds, _)| is_counted(**rounds))
            .map(|(_, n)| n)
            .sum()
    };
    let by_turn: Vec<String> = stats.new_places.iter().map(|n| format!("{n:.1}")).collect();
    Some(vec![
        stats.explorations.to_string(),
        arm.arm.clone(),
        rate(stats.fallbacks),
        rate(stats.answer_from_report),
        rate(stats.fact_unverified),
        rate(stats.repairs),
        rate(stats.nudges),
        stats.errors.to_string(),
        format!(
            "{}/{}/{}",
            answers_where(|n| n == 0),
            answers_where(|n| n == 1),
            answers_where(|n| n > 1)
        ),
        rate(stats.cache_hits),
        rate(stats.density),
        lines(stats.width_median),
        lines(stats.width_p90),
        rate(stats.wide),
        rate(stats.repeated_places),
        by_turn.join(" "),
    ])
}

/// One table for each further arm: its paired differences to the first arm, on the tasks that both answered.
pub(super) fn difference_tables(document: &Document) -> String {
    let Some(first) = document.arms.first() else {
        return String::new();
    };
    let further = document
        .arms
        .iter()
        .filter(|arm| !arm.against_first.is_empty());
    let tables = further.map(|arm| comparison_table(&first.arm, &arm.arm, &arm.against_first));
    tables.collect::<Vec<_>>().join("\n")
}

/// Paired differences of two arms: one row for each metric.
pub(crate) fn comparison_table(
    first: &str,
    second: &str,
    differences: &[PairedDifference],
) -> String {
    // This is not made by `header`, which splits at ` | `: the name of an arm may contain that.
    let header = [
        "paired",
        "tasks",
        first,
        second,
        "difference [95 % interval]",
        "greater",
        "less",
    ];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    rows.extend(differences.iter().map(|metric| {
        let paired = metric.paired;
        vec![
            metric.name.to_owned(),
            paired.tasks.to_string(),
            format_number(paired.first, metric.is_proportion),
            format_number(paired.second, metric.is_proportion),
            format_interval(&paired.difference, metric.is_proportion),
            paired.greater.to_string(),
            paired.less.to_string(),
        ]
    }));
    markdown_table(&rows)
}
