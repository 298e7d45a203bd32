//! The metrics of an answer: numbers by name, computed once, stored in the journal, and read by everything else.

pub(crate) mod effort;
mod places;

use std::collections::BTreeMap;

use firsthand::Confidence;
use serde::{Deserialize, Serialize};

use crate::found::Found;
use crate::process::Cost;
use crate::task::Task;
use crate::trace::RunEvent;

/// The metrics, in the order of the rows of a table: what an answer found, then what a main agent and an exploration did.
#[rustfmt::skip]
pub const METRICS: &[&str] = &[
    "hit_1", "recall_1", "recall_5", "recall_10", "mrr", "ndcg", "ndcg_chunks",
    "line_recall", "line_precision", "line_f1", "touched", "touched_200", "touched_250", "touched_500", "right",
    "held", "score", "absent_above_low", "absent_named", "absent_all_named", "ms", "mib",
    "broad_after_report", "outside_after_report", "inside_after_report", "targeted_after_report", "followed",
    "main_calls", "main_model_calls", "main_chars", "main_input_uncached", "main_input_cached", "main_output",
    "main_errors", "main_nudges",
    "explorations", "report_tokens", "density", "answer_from_report", "fallback", "fact_unverified", "links",
    "cited_lines", "cited_over_120", "continuations", "explorer_conversations", "explorer_model_calls",
    "explorer_calls", "explorer_ms", "explorer_input_uncached", "explorer_input_cached", "explorer_output",
    "repairs", "explorer_errors", "explorer_nudges", "new_places", "shown_again",
];

/// The metrics of one answer by name; a metric that the answer does not have is missing.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Metrics(BTreeMap<String, f64>);

impl Metrics {
    /// The value of a metric.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<f64> {
        self.0.get(name).copied()
    }

    /// The names of the metrics that the answer has.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    fn set(&mut self, name: &str, value: f64) {
        self.0.insert(name.to_owned(), value);
    }

    /// Sets a share, unless it is one of nothing.
    fn set_share(&mut self, name: &str, part: f64, whole: f64) {
        if whole > 0.0 {
            self.set(name, part / whole);
        }
    }

    /// The metrics of what an answer to a task found.
    #[must_use]
    pub fn of(task: &Task, found: &Found) -> Self {
        let mut metrics = Self::default();
        places::add_ranks(&mut metrics, &task.gold, found);
        places::add_lines(&mut metrics, &task.gold, &found.regions);
        let right = metrics.get("touched").or(metrics.get("recall_5"));
        if let Some(right) = right {
            metrics.set("right", f64::from(u8::from(right > 0.0)));
        }
        if task.absent {
            metrics.add_absence(&task.meta.absent_words, found);
        }
        metrics
    }

    /// Adds the time and memory of an answer, and what the models did in its run.
    pub(crate) fn add_run(&mut self, cost: Cost, events: &[RunEvent]) {
        effort::add(self, events);
        self.set("ms", cost.elapsed.as_secs_f64() * 1000.0);
        if let Some(kib) = cost.peak_kib {
            self.set("mib", kib as f64 / 1024.0);
        }
    }

    /// What an answer that states a confidence says to a question that has no answer. The score is 0 above `low`, 3 if
    /// all absent words are named, and else 2.
    fn add_absence(&mut self, words: &[String], found: &Found) {
        let Some(assessment) = &found.self_assessment else {
            return;
        };
        let above_low = assessment.confidence > Confidence::Low;
        let named = words.iter().filter(|word| assessment.names(word)).count();
        let names_all = !words.is_empty() && named == words.len();
        self.set("absent_above_low", f64::from(u8::from(above_low)));
        self.set_share("absent_named", named as f64, words.len() as f64);
        if !words.is_empty() {
            self.set("absent_all_named", f64::from(u8::from(names_all)));
        }
        let score = match (above_low, names_all) {
            (true, _) => 0.0,
            (false, true) => 3.0,
            (false, false) => 2.0,
        };
        self.set("score", score);
    }
}

#[cfg(test)]
mod tests;
