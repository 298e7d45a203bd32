//! Summaries of many answers: by group, over all tasks, and over the groups.

mod exploration_stats;

use std::collections::BTreeMap;

use firsthand::source::distinct;
use serde::{Deserialize, Serialize};

pub use self::exploration_stats::ExplorationStats;
use crate::absence::{AbsenceGroup, absence_groups};
use crate::calibration::Calibration;
use crate::metrics::{FileMetrics, LineMetrics, MatchLevel, Ndcg, Percentiles};
use crate::named_metrics::{MetricMean, PairedDifference, metric_means, paired_differences};
use crate::price::Prices;
use crate::record::Record;
use crate::split::Split;

/// The attribute by which answers are grouped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum GroupBy {
    /// The file that the tasks came from.
    #[default]
    Set,
    /// The repository.
    Repo,
    /// The extension of the first gold file.
    Extension,
    /// The language that the task names, or else that extension.
    Language,
    /// The half of the repositories: known or held out.
    Split,
}

/// The results of an arm on some tasks.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The number of tasks.
    pub tasks: usize,
    /// The number of answers; greater than the number of tasks if questions were repeated.
    pub answers: usize,
    /// The number of failures. They count as answers that found nothing.
    pub failed: usize,
    /// The number of tasks that only insert lines.
    pub insert_only: usize,
    /// The means of the file metrics.
    pub files: Option<FileMetrics>,
    /// The means of NDCG@10.
    pub ndcg: Option<Ndcg>,
    /// The means of the line metrics.
    pub lines: Option<LineMetrics>,
    /// The means of the line metrics, without tasks that only insert lines.
    pub lines_without_insert_only: Option<LineMetrics>,
    /// The number of answers at each match level, of those to tasks with gold lines.
    pub reach: BTreeMap<MatchLevel, usize>,
    /// Wall time of an answer, in milliseconds.
    pub ms: Option<Percentiles>,
    /// The greatest resident set of an answer, in KiB.
    pub peak_kib: Option<Percentiles>,
}

/// The results of an arm on the tasks of one group.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Group {
    /// The name of the set, repository, extension, language or half.
    pub name: String,
    /// The results.
    #[serde(flatten)]
    pub summary: Summary,
}

/// Macro averages: the means of the groups' means, each group with the same weight.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MacroAverages {
    /// The number of groups.
    pub groups: usize,
    /// The file metrics.
    pub files: Option<FileMetrics>,
    /// NDCG@10.
    pub ndcg: Option<Ndcg>,
    /// The line metrics.
    pub lines: Option<LineMetrics>,
    /// The same, without tasks that only insert lines.
    pub lines_without_insert_only: Option<LineMetrics>,
}

/// All results of one arm.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ArmSummary {
    /// The label of the arm ([`Key::label`](crate::Key::label)).
    pub arm: String,
    /// The version of the build.
    pub version: String,
    /// Whether the arm ran in the measuring process.
    pub in_process: bool,
    /// Sets in the order in which they were given, other groups by name.
    pub groups: Vec<Group>,
    /// Averages over the groups.
    #[serde(rename = "macro")]
    pub over_groups: MacroAverages,
    /// Averages over the repositories, whatever the groups are.
    #[serde(rename = "repositories")]
    pub over_repositories: MacroAverages,
    /// Averages over all tasks.
    #[serde(rename = "micro")]
    pub over_tasks: Summary,
    /// The mean and interval of each metric over all tasks.
    #[serde(rename = "measures")]
    pub metric_means: Vec<MetricMean>,
    /// The exploration effort; `None` without explorations.
    #[serde(rename = "effort", skip_serializing_if = "Option::is_none")]
    pub exploration_stats: Option<ExplorationStats>,
    /// Paired differences to the first arm, on the tasks that both answered; empty for the first arm itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub against_first: Vec<PairedDifference>,
    /// The calibration of its confidence; `None` if it states none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calibration: Option<Calibration>,
    /// The answers to absent tasks, by kind; empty if the arm states no confidence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub absence: Vec<AbsenceGroup>,
}

impl GroupBy {
    fn name(self, record: &Record) -> &str {
        match self {
            Self::Set => &record.key.set,
            Self::Repo => &record.repo,
            Self::Split => match Split::of(&record.repo) {
                Split::Known => "known",
                Split::HeldOut => "held-out",
            },
            Self::Language if !record.language.is_empty() => &record.language,
            Self::Extension | Self::Language => &record.extension,
        }
    }
}

impl Summary {
    /// Sums up the answers of one arm.
    #[must_use]
    pub fn of(records: &[&Record]) -> Self {
        let first_repetition = || records.iter().filter(|record| record.key.repeat == 1);
        let lines = records
            .iter()
            .filter_map(|record| record.line_metrics.as_ref());
        let without_insert_only = records.iter().filter(|record| !record.insert_only);
        Self {
            tasks: first_repetition().count(),
            answers: records.len(),
            failed: records
                .iter()
                .filter(|record| record.error.is_some())
                .count(),
            insert_only: first_repetition()
                .filter(|record| record.insert_only)
                .count(),
            files: FileMetrics::mean(records.iter().filter_map(|r| r.file_metrics.as_ref())),
            ndcg: Ndcg::mean(records.iter().filter_map(|record| record.ndcg.as_ref())),
            lines: LineMetrics::mean(lines),
            lines_without_insert_only: LineMetrics::mean(
                without_insert_only.filter_map(|record| record.line_metrics.as_ref()),
            ),
            reach: count_by_level(records),
            ms: Percentiles::of(records.iter().map(|record| record.ms)),
            peak_kib: Percentiles::of(
                records
                    .iter()
                    .filter_map(|r| r.peak_kib)
                    .map(|kib| kib as f64),
            ),
        }
    }
}

fn count_by_level(records: &[&Record]) -> BTreeMap<MatchLevel, usize> {
    let mut counts = BTreeMap::new();
    for reach in records.iter().filter_map(|record| record.reach) {
        *counts.entry(reach).or_default() += 1;
    }
    counts
}

impl MacroAverages {
    fn of(groups: &[Group]) -> Self {
        let all = || groups.iter().map(|group| &group.summary);
        Self {
            groups: groups.len(),
            files: FileMetrics::mean(all().filter_map(|one| one.files.as_ref())),
            ndcg: Ndcg::mean(all().filter_map(|one| one.ndcg.as_ref())),
            lines: LineMetrics::mean(all().filter_map(|one| one.lines.as_ref())),
            lines_without_insert_only: LineMetrics::mean(
                all().filter_map(|one| one.lines_without_insert_only.as_ref()),
            ),
        }
    }
}

/// Sums up a run, arm by arm, in the order of the records.
#[must_use]
pub fn summarize(records: &[Record], by: GroupBy, prices: &Prices) -> Vec<ArmSummary> {
    let arms = by_arm(records);
    let first = arms.first().cloned().unwrap_or_default();
    let summaries = arms.iter().enumerate();
    let summaries = summaries.map(|(at, records)| ArmSummary {
        against_first: match at {
            0 => Vec::new(),
            _ => paired_differences(&first, records, prices),
        },
        ..summarize_arm(records[0], records, by, prices)
    });
    summaries.collect()
}

/// Groups the answers by [`Key::label`](crate::Key::label), in the order of each group's first answer.
pub(crate) fn by_arm(records: &[Record]) -> Vec<Vec<&Record>> {
    let mut arms: Vec<(String, Vec<&Record>)> = Vec::new();
    for record in records {
        let label = record.key.label();
        match arms.iter_mut().find(|(other, _)| *other == label) {
            Some((_, records)) => records.push(record),
            None => arms.push((label, vec![record])),
        }
    }
    arms.into_iter().map(|(_, records)| records).collect()
}

fn group_records(records: &[&Record], by: GroupBy) -> Vec<Group> {
    let mut names = distinct(records.iter().map(|record| by.name(record)));
    if by != GroupBy::Set {
        names.sort_unstable();
    }
    let group = |name: &str| {
        let own = records.iter().filter(|record| by.name(record) == name);
        Group {
            name: name.to_owned(),
            summary: Summary::of(&own.copied().collect::<Vec<_>>()),
        }
    };
    names.into_iter().map(group).collect()
}

fn summarize_arm(first: &Record, records: &[&Record], by: GroupBy, prices: &Prices) -> ArmSummary {
    let groups = group_records(records, by);
    ArmSummary {
        arm: first.key.label(),
        version: first.key.version.clone(),
        in_process: first.key.in_process,
        over_groups: MacroAverages::of(&groups),
        over_repositories: MacroAverages::of(&group_records(records, GroupBy::Repo)),
        over_tasks: Summary::of(records),
        metric_means: metric_means(records, prices),
        exploration_stats: ExplorationStats::of(records),
        against_first: Vec::new(),
        calibration: Calibration::of(records),
        absence: absence_groups(records),
        groups,
    }
}
