//! The named metrics of an answer, from which intervals and paired differences are computed.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::effort::{AfterReport, AgentEffort, ExplorationEffort};
use crate::metrics::{Interval, Paired, interval, paired};
use crate::price::Prices;
use crate::record::Record;

/// A metric of one answer.
#[derive(Debug)]
pub struct Metric {
    /// The name in tables.
    pub name: &'static str,
    /// Whether it is a proportion from 0 to 1; otherwise it is a count, a time or a cost.
    pub is_proportion: bool,
    value: fn(&Record, &Prices) -> Option<f64>,
}

/// The mean of a metric with its confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MetricMean {
    /// The name of the metric.
    pub name: &'static str,
    /// Whether it is a proportion from 0 to 1.
    #[serde(rename = "part")]
    pub is_proportion: bool,
    /// The bootstrap interval over tasks and repetitions.
    #[serde(flatten)]
    pub interval: Interval,
    /// The lowest and the highest mean of a single repetition; `None` for one repetition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats: Option<[f64; 2]>,
}

/// The difference of one metric between two arms on the same tasks.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct PairedDifference {
    /// The name of the metric.
    pub name: &'static str,
    /// Whether it is a proportion from 0 to 1.
    #[serde(rename = "part")]
    pub is_proportion: bool,
    /// Both means and their difference.
    #[serde(flatten)]
    pub paired: Paired,
}

const fn proportion_metric(
    name: &'static str,
    value: fn(&Record, &Prices) -> Option<f64>,
) -> Metric {
    Metric {
        name,
        is_proportion: true,
        value,
    }
}

const fn amount_metric(name: &'static str, value: fn(&Record, &Prices) -> Option<f64>) -> Metric {
    Metric {
        name,
        is_proportion: false,
        value,
    }
}

fn agent(r: &Record) -> Option<&AgentEffort> {
    r.agent_effort.as_ref()
}

/// The calls after the first report of high or medium confidence.
fn after_report(r: &Record) -> Option<&AfterReport> {
    agent(r)?.after.as_ref()
}

fn explorations(r: &Record) -> Option<&ExplorationEffort> {
    r.exploration_effort.as_ref()
}

/// All metrics. A metric that no answer of an arm has is omitted for that arm.
pub const METRICS: &[Metric] = &[
    amount_metric("broad calls after a report", |r, _| {
        Some(after_report(r)?.broad.into())
    }),
    amount_metric("reads outside its targets", |r, _| {
        Some(after_report(r)?.outside.into())
    }),
    amount_metric("reads inside its targets", |r, _| {
        Some(after_report(r)?.inside.into())
    }),
    amount_metric("targeted searches after it", |r, _| {
        Some(after_report(r)?.targeted.into())
    }),
    proportion_metric("recommendation followed", |r, _| {
        let followed = agent(r)?.after_last.as_ref()?.followed()?;
        Some(f64::from(u8::from(followed)))
    }),
    amount_metric("main calls", |r, _| Some(agent(r)?.calls.into())),
    amount_metric("main model calls", |r, _| {
        Some(agent(r)?.model_calls.into())
    }),
    amount_metric("main characters read", |r, _| Some(agent(r)?.chars as f64)),
    amount_metric("main input tokens, uncached", |r, _| {
        let tokens = agent(r)?.tokens?;
        Some(tokens.input.saturating_sub(tokens.cached) as f64)
    }),
    amount_metric("main input tokens, cached", |r, _| {
        Some(agent(r)?.tokens?.cached as f64)
    }),
    amount_metric("report tokens", |r, _| {
        Some(explorations(r)?.report_chars as f64 / 4.0)
    }),
    amount_metric("explorer conversations", |r, _| {
        Some(explorations(r)?.conversations.into())
    }),
    amount_metric("explorer model calls", |r, _| {
        Some(explorations(r)?.model_calls.into())
    }),
    amount_metric("explorer ms", |r, _| {
        Some(explorations(r)?.elapsed_ms as f64)
    }),
    amount_metric("cost", |r, prices| prices.cost(r)),
    proportion_metric("recall@1", |r, _| r.file_metrics?.recall_at_1),
    proportion_metric("recall@5", |r, _| Some(r.file_metrics?.recall_at_5)),
    proportion_metric("recall@10", |r, _| Some(r.file_metrics?.recall_at_10)),
    proportion_metric("MRR", |r, _| Some(r.file_metrics?.mrr)),
    proportion_metric("NDCG@10", |r, _| Some(r.ndcg?.files)),
    proportion_metric("line recall", |r, _| Some(r.line_metrics?.recall)),
    proportion_metric("line precision", |r, _| Some(r.line_metrics?.precision)),
    proportion_metric("line F1", |r, _| Some(r.line_metrics?.f1)),
    proportion_metric("context efficiency", |r, _| r.context_efficiency),
    proportion_metric("touched", |r, _| Some(r.line_metrics?.touched)),
];

/// The values of a metric by set and task, one per repetition.
type ByTask<'r> = BTreeMap<(&'r str, &'r str), Vec<f64>>;

fn by_task<'r>(metric: &Metric, records: &[&'r Record], prices: &Prices) -> ByTask<'r> {
    let mut tasks = ByTask::new();
    for record in records {
        if let Some(value) = (metric.value)(record, prices) {
            let task = (record.key.set.as_str(), record.key.id.as_str());
            tasks.entry(task).or_default().push(value);
        }
    }
    tasks
}

/// The mean and the interval of each metric over the answers of one arm.
#[must_use]
pub fn metric_means(records: &[&Record], prices: &Prices) -> Vec<MetricMean> {
    let metric_mean = |metric: &Metric| {
        let tasks: Vec<Vec<f64>> = by_task(metric, records, prices).into_values().collect();
        Some(MetricMean {
            name: metric.name,
            is_proportion: metric.is_proportion,
            interval: interval(&tasks)?,
            repeats: repeat_range(metric, records, prices),
        })
    };
    METRICS.iter().filter_map(metric_mean).collect()
}

/// The lowest and the highest mean of a single repetition; `None` for one repetition.
fn repeat_range(metric: &Metric, records: &[&Record], prices: &Prices) -> Option<[f64; 2]> {
    let mut sums: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
    for record in records {
        if let Some(value) = (metric.value)(record, prices) {
            let sum = sums.entry(record.key.repeat).or_default();
            *sum = (sum.0 + value, sum.1 + 1.0);
        }
    }
    let means: Vec<f64> = sums.values().map(|(sum, count)| sum / count).collect();
    let least = means.iter().copied().reduce(f64::min)?;
    let greatest = means.iter().copied().reduce(f64::max)?;
    (means.len() > 1).then_some([least, greatest])
}

/// Paired differences (second minus first) of each metric, on the tasks that both arms answered.
#[must_use]
pub fn paired_differences(
    first: &[&Record],
    second: &[&Record],
    prices: &Prices,
) -> Vec<PairedDifference> {
    let mean = |values: &Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
    let compare = |metric: &Metric| {
        let (a, b) = (
            by_task(metric, first, prices),
            by_task(metric, second, prices),
        );
        let pairs = a
            .iter()
            .filter_map(|(task, own)| Some((mean(own), mean(b.get(task)?))));
        Some(PairedDifference {
            name: metric.name,
            is_proportion: metric.is_proportion,
            paired: paired(&pairs.collect::<Vec<_>>())?,
        })
    };
    METRICS.iter().filter_map(compare).collect()
}
