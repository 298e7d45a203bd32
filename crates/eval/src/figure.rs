//! The named metrics of an answer, from which intervals and paired differences are computed.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::metrics::{Interval, Paired, interval, paired};
use crate::price::Prices;
use crate::record::Record;

/// A metric of one answer.
#[derive(Debug)]
pub struct Figure {
    /// The name in tables.
    pub name: &'static str,
    /// Whether it is a proportion from 0 to 1; otherwise it is a count.
    pub is_proportion: bool,
    value: fn(&Record, &Prices) -> Option<f64>,
}

/// The mean of a metric with its confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Measure {
    /// The name of the metric.
    pub name: &'static str,
    /// Whether it is a proportion from 0 to 1.
    pub part: bool,
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
    pub part: bool,
    /// Both means and their difference.
    #[serde(flatten)]
    pub paired: Paired,
}

const fn proportion(name: &'static str, value: fn(&Record, &Prices) -> Option<f64>) -> Figure {
    Figure {
        name,
        is_proportion: true,
        value,
    }
}

const fn count(name: &'static str, value: fn(&Record, &Prices) -> Option<f64>) -> Figure {
    Figure {
        name,
        is_proportion: false,
        value,
    }
}

/// All metrics. A metric that no answer of an arm has is omitted for that arm.
pub const FIGURES: &[Figure] = &[
    count("broad calls after a report", |r, _| {
        Some(f64::from(r.agent_effort.as_ref()?.after.as_ref()?.broad))
    }),
    count("reads outside its targets", |r, _| {
        Some(f64::from(r.agent_effort.as_ref()?.after.as_ref()?.outside))
    }),
    count("reads inside its targets", |r, _| {
        Some(f64::from(r.agent_effort.as_ref()?.after.as_ref()?.inside))
    }),
    count("targeted searches after it", |r, _| {
        Some(f64::from(r.agent_effort.as_ref()?.after.as_ref()?.targeted))
    }),
    proportion("recommendation followed", |r, _| {
        let followed = r.agent_effort.as_ref()?.after_last.as_ref()?.followed()?;
        Some(f64::from(u8::from(followed)))
    }),
    count("main calls", |r, _| {
        Some(f64::from(r.agent_effort.as_ref()?.calls))
    }),
    count("main model calls", |r, _| {
        Some(f64::from(r.agent_effort.as_ref()?.model_calls))
    }),
    count("main characters read", |r, _| {
        Some(r.agent_effort.as_ref()?.chars as f64)
    }),
    count("main input tokens, uncached", |r, _| {
        let tokens = r.agent_effort.as_ref()?.tokens?;
        Some(tokens.input.saturating_sub(tokens.cached) as f64)
    }),
    count("main input tokens, cached", |r, _| {
        Some(r.agent_effort.as_ref()?.tokens?.cached as f64)
    }),
    count("report tokens", |r, _| {
        Some(r.exploration_effort.as_ref()?.report_chars as f64 / 4.0)
    }),
    count("explorer conversations", |r, _| {
        Some(f64::from(r.exploration_effort.as_ref()?.conversations))
    }),
    count("explorer model calls", |r, _| {
        Some(f64::from(r.exploration_effort.as_ref()?.model_calls))
    }),
    count("explorer ms", |r, _| {
        Some(r.exploration_effort.as_ref()?.elapsed_ms as f64)
    }),
    count("cost", |r, prices| prices.cost(r)),
    proportion("recall@1", |r, _| r.file_metrics?.recall_at_1),
    proportion("recall@5", |r, _| Some(r.file_metrics?.recall_at_5)),
    proportion("recall@10", |r, _| Some(r.file_metrics?.recall_at_10)),
    proportion("MRR", |r, _| Some(r.file_metrics?.mrr)),
    proportion("NDCG@10", |r, _| Some(r.ndcg?.files)),
    proportion("line recall", |r, _| Some(r.line_metrics?.recall)),
    proportion("line precision", |r, _| Some(r.line_metrics?.precision)),
    proportion("line F1", |r, _| Some(r.line_metrics?.f1)),
    proportion("context efficiency", |r, _| r.context_efficiency),
    proportion("touched", |r, _| Some(r.line_metrics?.touched)),
];

/// The values of a metric by set and task, one per repetition.
type ByTask<'r> = BTreeMap<(&'r str, &'r str), Vec<f64>>;

fn by_task<'r>(figure: &Figure, records: &[&'r Record], prices: &Prices) -> ByTask<'r> {
    let mut tasks = ByTask::new();
    for record in records {
        if let Some(value) = (figure.value)(record, prices) {
            let name = (record.key.set.as_str(), record.key.id.as_str());
            tasks.entry(name).or_default().push(value);
        }
    }
    tasks
}

/// The mean and the interval of each metric over the answers of one arm.
#[must_use]
pub fn measures(records: &[&Record], prices: &Prices) -> Vec<Measure> {
    let measure = |figure: &Figure| {
        let tasks: Vec<Vec<f64>> = by_task(figure, records, prices).into_values().collect();
        Some(Measure {
            name: figure.name,
            part: figure.is_proportion,
            interval: interval(&tasks)?,
            repeats: repeat_range(figure, records, prices),
        })
    };
    FIGURES.iter().filter_map(measure).collect()
}

/// The lowest and the highest mean of a single repetition; `None` for one repetition.
fn repeat_range(figure: &Figure, records: &[&Record], prices: &Prices) -> Option<[f64; 2]> {
    let mut sums: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
    for record in records {
        if let Some(value) = (figure.value)(record, prices) {
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
    let compare = |figure: &Figure| {
        let (a, b) = (
            by_task(figure, first, prices),
            by_task(figure, second, prices),
        );
        let pairs = a
            .iter()
            .filter_map(|(task, own)| Some((mean(own), mean(b.get(task)?))));
        Some(PairedDifference {
            name: figure.name,
            part: figure.is_proportion,
            paired: paired(&pairs.collect::<Vec<_>>())?,
        })
    };
    FIGURES.iter().filter_map(compare).collect()
}
