//! The figures of an answer, by name: what intervals and comparisons are made of.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::metrics::{Interval, Paired, interval, paired};
use crate::price::Prices;
use crate::record::Record;

/// A figure of one answer.
#[derive(Debug)]
pub struct Figure {
    /// What it is called.
    pub name: &'static str,
    /// Whether it is a part of 1; otherwise it counts something.
    pub part: bool,
    of: fn(&Record, &Prices) -> Option<f64>,
}

/// A figure with its interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Measure {
    /// The figure.
    pub name: &'static str,
    /// Whether it is a part of 1.
    pub part: bool,
    /// Over tasks and repetitions.
    #[serde(flatten)]
    pub interval: Interval,
    /// The least and the greatest mean of one repetition, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats: Option<[f64; 2]>,
}

/// A figure of two arms on the same tasks.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Compared {
    /// The figure.
    pub name: &'static str,
    /// Whether it is a part of 1.
    pub part: bool,
    /// The difference.
    #[serde(flatten)]
    pub paired: Paired,
}

const fn part(name: &'static str, of: fn(&Record, &Prices) -> Option<f64>) -> Figure {
    Figure {
        name,
        part: true,
        of,
    }
}

const fn count(name: &'static str, of: fn(&Record, &Prices) -> Option<f64>) -> Figure {
    Figure {
        name,
        part: false,
        of,
    }
}

/// All figures; one that an arm's answers lack is left out for it.
pub const FIGURES: &[Figure] = &[
    count("broad calls after a report", |r, _| {
        Some(f64::from(r.working.as_ref()?.after.as_ref()?.broad))
    }),
    count("reads outside its targets", |r, _| {
        Some(f64::from(r.working.as_ref()?.after.as_ref()?.outside))
    }),
    count("reads inside its targets", |r, _| {
        Some(f64::from(r.working.as_ref()?.after.as_ref()?.inside))
    }),
    count("targeted searches after it", |r, _| {
        Some(f64::from(r.working.as_ref()?.after.as_ref()?.targeted))
    }),
    part("recommendation followed", |r, _| {
        let followed = r.working.as_ref()?.after_last.as_ref()?.followed()?;
        Some(f64::from(u8::from(followed)))
    }),
    count("main calls", |r, _| {
        Some(f64::from(r.working.as_ref()?.calls))
    }),
    count("main model calls", |r, _| {
        Some(f64::from(r.working.as_ref()?.model_calls))
    }),
    count("main characters read", |r, _| {
        Some(r.working.as_ref()?.chars as f64)
    }),
    count("main input tokens, uncached", |r, _| {
        let tokens = r.working.as_ref()?.tokens?;
        Some(tokens.input.saturating_sub(tokens.cached) as f64)
    }),
    count("main input tokens, cached", |r, _| {
        Some(r.working.as_ref()?.tokens?.cached as f64)
    }),
    count("report tokens", |r, _| {
        Some(r.exploring.as_ref()?.report_chars as f64 / 4.0)
    }),
    count("explorer conversations", |r, _| {
        Some(f64::from(r.exploring.as_ref()?.conversations))
    }),
    count("explorer model calls", |r, _| {
        Some(f64::from(r.exploring.as_ref()?.model_calls))
    }),
    count("explorer ms", |r, _| {
        Some(r.exploring.as_ref()?.elapsed_ms as f64)
    }),
    count("cost", |r, prices| prices.cost(r)),
    part("recall@1", |r, _| r.file_metrics?.recall_at_1),
    part("recall@5", |r, _| Some(r.file_metrics?.recall_at_5)),
    part("recall@10", |r, _| Some(r.file_metrics?.recall_at_10)),
    part("MRR", |r, _| Some(r.file_metrics?.mrr)),
    part("NDCG@10", |r, _| Some(r.ndcg?.files)),
    part("line recall", |r, _| Some(r.line_metrics?.recall)),
    part("line precision", |r, _| Some(r.line_metrics?.precision)),
    part("line F1", |r, _| Some(r.line_metrics?.f1)),
    part("context efficiency", |r, _| r.context_efficiency),
    part("touched", |r, _| Some(r.line_metrics?.touched)),
];

/// The figure of each task, all its repetitions together.
type ByTask<'r> = BTreeMap<(&'r str, &'r str), Vec<f64>>;

fn by_task<'r>(figure: &Figure, records: &[&'r Record], prices: &Prices) -> ByTask<'r> {
    let mut tasks = ByTask::new();
    for record in records {
        if let Some(value) = (figure.of)(record, prices) {
            let name = (record.key.set.as_str(), record.key.id.as_str());
            tasks.entry(name).or_default().push(value);
        }
    }
    tasks
}

/// The figures of one arm's answers.
#[must_use]
pub fn measures(records: &[&Record], prices: &Prices) -> Vec<Measure> {
    let measure = |figure: &Figure| {
        let tasks: Vec<Vec<f64>> = by_task(figure, records, prices).into_values().collect();
        Some(Measure {
            name: figure.name,
            part: figure.part,
            interval: interval(&tasks)?,
            repeats: repeats(figure, records, prices),
        })
    };
    FIGURES.iter().filter_map(measure).collect()
}

fn repeats(figure: &Figure, records: &[&Record], prices: &Prices) -> Option<[f64; 2]> {
    let mut sums: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
    for record in records {
        if let Some(value) = (figure.of)(record, prices) {
            let sum = sums.entry(record.key.repeat).or_default();
            *sum = (sum.0 + value, sum.1 + 1.0);
        }
    }
    let means: Vec<f64> = sums.values().map(|(sum, count)| sum / count).collect();
    let least = means.iter().copied().reduce(f64::min)?;
    let greatest = means.iter().copied().reduce(f64::max)?;
    (means.len() > 1).then_some([least, greatest])
}

/// Two arms' figures on the tasks that both answered.
#[must_use]
pub fn compared(first: &[&Record], second: &[&Record], prices: &Prices) -> Vec<Compared> {
    let mean = |values: &Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
    let compare = |figure: &Figure| {
        let (a, b) = (
            by_task(figure, first, prices),
            by_task(figure, second, prices),
        );
        let pairs = a
            .iter()
            .filter_map(|(task, own)| Some((mean(own), mean(b.get(task)?))));
        Some(Compared {
            name: figure.name,
            part: figure.part,
            paired: paired(&pairs.collect::<Vec<_>>())?,
        })
    };
    FIGURES.iter().filter_map(compare).collect()
}
