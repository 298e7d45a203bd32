//! The cost of an answer against how often it touches the gold lines.

use super::chart::{Chart, format_axis_number};
use crate::document::Document;
use crate::summary::ArmSummary;

/// The names of metrics that can be the cost; the first that every arm has is used, or else the time.
const COSTS: [&str; 2] = ["cost", "main input tokens, uncached"];

/// The chart as SVG; `None` if no task has gold lines.
pub(super) fn plot(document: &Document) -> Option<String> {
    let metric_mean = |arm: &ArmSummary, name: &str| {
        let mut means = arm.metric_means.iter();
        means
            .find(|mean| mean.name == name)
            .map(|mean| mean.interval.mean)
    };
    let every_arm_has = |name: &&&str| {
        document
            .arms
            .iter()
            .all(|arm| metric_mean(arm, name).is_some())
    };
    let name = COSTS.iter().find(every_arm_has).copied();
    let cost = |arm: &ArmSummary| match name {
        Some(name) => metric_mean(arm, name),
        None => arm.over_tasks.ms.map(|ms| ms.median),
    };
    let arms = document.arms.iter();
    let points: Vec<(&str, f64, f64)> = arms
        .filter_map(|arm| Some((arm.arm.as_str(), cost(arm)?, metric_mean(arm, "touched")?)))
        .collect();
    let max_cost = points.iter().map(|point| point.1).fold(0.0, f64::max);
    if points.is_empty() {
        return None;
    }
    let mut chart = Chart::new(
        "Cost and touched lines",
        (
            name.unwrap_or("milliseconds (median)"),
            [0.0, max_cost * 1.1],
        ),
        ("share of answers that touch the known lines", [0.0, 1.0]),
    );
    chart.ticks(
        &[0.25, 0.5, 0.75, 1.0]
            .map(|share| (max_cost * share, format_axis_number(max_cost * share))),
    );
    for (arm, cost, touched) in points {
        let colour = chart.add_legend_entry(arm);
        chart.dot(cost, touched, colour);
        chart.label(cost, touched, arm);
    }
    Some(chart.finish())
}
