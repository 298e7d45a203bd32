//! The first sentences of a measurement: which arm is better at what, by how much, and whether that may be chance.

use std::collections::BTreeMap;

use firsthand::registry::escape;

use super::cell;
use crate::metrics::QUALITY;
use crate::record::Record;

/// The metrics of which less is better.
const LESS: &[&str] = &["ms", "mib", "absent_above_low"];
/// Half the width of a 95 % interval of a mean, in standard errors.
const STANDARD_ERRORS: f64 = 1.96;

/// A sentence for each arm after the first, which it is compared with on the tasks that both answered.
pub(super) fn verdicts(arms: &[Vec<&Record>]) -> String {
    let Some((first, others)) = arms.split_first() else {
        return String::new();
    };
    others.iter().map(|arm| verdict(first, arm)).collect()
}

fn verdict(first: &[&Record], second: &[&Record]) -> String {
    let names = [second, first].map(|arm| escape(&arm[0].label).into_owned());
    let differences = QUALITY
        .iter()
        .map(|name| Difference::of(first, second, name));
    let compared: Vec<Difference> = differences.flatten().collect();
    let tasks = compared.iter().map(|one| one.tasks).max().unwrap_or(0);
    let list = |kind: Kind| {
        let own = compared.iter().filter(|one| one.kind() == kind);
        let texts: Vec<String> = own.map(|one| one.text(kind)).collect();
        (!texts.is_empty()).then(|| format!("{} {}", kind.words(), texts.join(", ")))
    };
    let lists: Vec<String> = [Kind::Better, Kind::Worse, Kind::Chance]
        .into_iter()
        .filter_map(list)
        .collect();
    let [second, first] = names;
    if lists.is_empty() {
        return format!(
            "{second} and {first} answered too few of the same tasks to compare them.\n"
        );
    }
    format!(
        "{second} against {first}, on {tasks} tasks of both, with 95 % intervals: {}.\n",
        lists.join("; ")
    )
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Better,
    Worse,
    /// The interval contains 0.
    Chance,
}

impl Kind {
    fn words(self) -> &'static str {
        match self {
            Self::Better => "better in",
            Self::Worse => "worse in",
            Self::Chance => "no difference that could not be chance in",
        }
    }
}

/// The mean difference of a metric, second minus first, over the tasks of both, and its 95 % interval.
struct Difference {
    name: &'static str,
    tasks: usize,
    mean: f64,
    half: f64,
}

impl Difference {
    /// `None` with fewer than two tasks of both.
    fn of(first: &[&Record], second: &[&Record], name: &'static str) -> Option<Self> {
        let (first, second) = (by_task(first, name), by_task(second, name));
        let pairs = second
            .iter()
            .filter_map(|(task, value)| Some(value - first.get(task)?));
        let changes: Vec<f64> = pairs.collect();
        let tasks = changes.len();
        if tasks < 2 {
            return None;
        }
        let mean = changes.iter().sum::<f64>() / tasks as f64;
        let squares = changes
            .iter()
            .map(|change| (change - mean).powi(2))
            .sum::<f64>();
        let variance = squares / (tasks - 1) as f64;
        let half = STANDARD_ERRORS * (variance / tasks as f64).sqrt();
        Some(Self {
            name,
            tasks,
            mean,
            half,
        })
    }

    fn kind(&self) -> Kind {
        if self.mean.abs() <= self.half {
            Kind::Chance
        } else if (self.mean > 0.0) != LESS.contains(&self.name) {
            Kind::Better
        } else {
            Kind::Worse
        }
    }

    fn text(&self, kind: Kind) -> String {
        let [mean, low, high] =
            [self.mean, self.mean - self.half, self.mean + self.half].map(|one| cell(Some(one)));
        match kind {
            Kind::Chance => self.name.to_owned(),
            _ => format!("{} by {mean} [{low}, {high}]", self.name),
        }
    }
}

/// The mean of a metric for each task that has it, over the task's repetitions.
fn by_task<'r>(arm: &[&'r Record], name: &str) -> BTreeMap<(&'r str, &'r str), f64> {
    let mut values: BTreeMap<(&str, &str), Vec<f64>> = BTreeMap::new();
    for record in arm {
        if let Some(value) = record.metrics.get(name) {
            let key = (record.key.set.as_str(), record.key.id.as_str());
            values.entry(key).or_default().push(value);
        }
    }
    let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
    values
        .into_iter()
        .map(|(key, values)| (key, mean(values)))
        .collect()
}
