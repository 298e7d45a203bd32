//! Tables of metrics with their intervals, exploration effort, and paired differences to the first arm.

use super::{format_proportion, markdown_table};
use crate::document::Document;
use crate::figure::{Measure, PairedDifference};
use crate::summary::{ArmSummary, Effort};

/// A row for each figure, a column for each arm: the mean, and its interval.
pub(super) fn measures_table(document: &Document) -> String {
    let mut rows = vec![vec!["mean [95 % interval]".to_owned()]];
    rows[0].extend(document.arms.iter().map(|arm| arm.arm.clone()));
    for name in measured_names(document) {
        let mut row = vec![name.to_owned()];
        row.extend(document.arms.iter().map(|arm| {
            let measure = arm.measures.iter().find(|measure| measure.name == name);
            measure.map_or_else(String::new, format_measure)
        }));
        rows.push(row);
    }
    if rows.len() == 1 {
        String::new()
    } else {
        markdown_table(&rows)
    }
}

fn measured_names(document: &Document) -> Vec<&'static str> {
    let measured = |name: &&str| {
        let mut arms = document.arms.iter();
        arms.any(|arm| arm.measures.iter().any(|measure| measure.name == *name))
    };
    let all = crate::figure::FIGURES.iter().map(|figure| figure.name);
    all.filter(measured).collect()
}

fn format_measure(measure: &Measure) -> String {
    let interval = measure.interval;
    let [mean, low, high] = [interval.mean, interval.low, interval.high]
        .map(|value| format_number(value, measure.part));
    let repeats = measure
        .repeats
        .map(|ends| ends.map(|value| format_number(value, measure.part)));
    let repeats = repeats.map_or_else(String::new, |[least, most]| {
        format!(", repeats {least} to {most}")
    });
    format!("{mean} [{low}, {high}]{repeats}")
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

/// Exploration effort: one row for each arm that explored.
pub(super) fn explorations_table(document: &Document) -> String {
    let with = document.arms.iter();
    let with: Vec<(&ArmSummary, &Effort)> = with
        .filter_map(|arm| Some((arm, arm.effort.as_ref()?)))
        .collect();
    if with.is_empty() {
        return String::new();
    }
    let head = [
        "explorations",
        "arm",
        "fallback",
        "answer_from_report",
        "fact_unverified",
        "repairs",
        "nudges",
        "errors",
        "continuations 0/1/2+",
        "cache hits",
        "density",
        "width median",
        "p90",
        "over 120 lines",
        "places shown again",
        "new places by turn",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(
        with.into_iter()
            .map(|(arm, effort)| effort_row(arm, effort)),
    );
    markdown_table(&rows)
}

fn effort_row(arm: &ArmSummary, effort: &Effort) -> Vec<String> {
    let rate = |rate: Option<f64>| rate.map_or_else(String::new, format_proportion);
    let lines = |lines: Option<u64>| lines.map_or_else(String::new, |lines| lines.to_string());
    let count = |wanted: fn(u32) -> bool| -> usize {
        let rounds = effort.continuations.iter();
        rounds
            .filter(|(rounds, _)| wanted(**rounds))
            .map(|(_, n)| n)
            .sum()
    };
    let by_turn: Vec<String> = effort
        .new_places
        .iter()
        .map(|n| format!("{n:.1}"))
        .collect();
    vec![
        effort.explorations.to_string(),
        arm.arm.clone(),
        rate(effort.fallbacks),
        rate(effort.answer_from_report),
        rate(effort.fact_unverified),
        rate(effort.repairs),
        rate(effort.nudges),
        effort.errors.to_string(),
        format!(
            "{}/{}/{}",
            count(|n| n == 0),
            count(|n| n == 1),
            count(|n| n > 1)
        ),
        rate(effort.cache_hits),
        rate(effort.density),
        lines(effort.width_median),
        lines(effort.width_p90),
        rate(effort.wide),
        rate(effort.repeated_places),
        by_turn.join(" "),
    ]
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
pub(crate) fn comparison_table(first: &str, second: &str, figures: &[PairedDifference]) -> String {
    let head = [
        "paired".to_owned(),
        "tasks".to_owned(),
        first.to_owned(),
        second.to_owned(),
        "difference [95 % interval]".to_owned(),
        "greater".to_owned(),
        "less".to_owned(),
    ];
    let mut rows = vec![head.to_vec()];
    rows.extend(figures.iter().map(|figure| {
        let paired = figure.paired;
        let of = |value| format_number(value, figure.part);
        let difference = paired.difference;
        vec![
            figure.name.to_owned(),
            paired.tasks.to_string(),
            of(paired.first),
            of(paired.second),
            format!(
                "{} [{}, {}]",
                of(difference.mean),
                of(difference.low),
                of(difference.high)
            ),
            paired.greater.to_string(),
            paired.less.to_string(),
        ]
    }));
    markdown_table(&rows)
}
