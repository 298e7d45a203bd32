//! Calibration of the stated confidence: how often the answers at each level touch the gold.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use firsthand::Confidence;
use serde::Serialize;

use crate::record::Record;

/// The calibration of an arm's confidence, over the answers to tasks that have gold.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Calibration {
    /// The number of all answers, including failures and answers without a confidence. Coverage is a share of this
    /// number.
    pub answers: usize,
    /// The levels, highest first; levels without an answer are left out.
    pub levels: Vec<ConfidenceLevel>,
    /// Precision against coverage, as the threshold of confidence is lowered.
    pub curve: Vec<CurvePoint>,
}

/// Precision and coverage of a set of answers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct AnswerStats {
    /// The number of answers.
    pub answers: usize,
    /// How many of them touch the gold in their first five places: its lines, or one of its files if no lines are
    /// known.
    pub touched: usize,
    /// The share of these answers that touch the gold.
    pub precision: f64,
    /// The share of all answers that are in this set.
    pub coverage: f64,
}

/// The answers at one level.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ConfidenceLevel {
    /// The level.
    pub confidence: Confidence,
    /// The answers at this level.
    pub at: AnswerStats,
    /// The answers at this level or a higher one.
    pub at_least: AnswerStats,
}

/// A threshold: the lowest accepted level, and within it the lowest accepted probability.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct CurvePoint {
    /// The lowest level.
    pub confidence: Confidence,
    /// The lowest estimated probability at that level; `None` if the arm estimates none.
    pub probability: Option<f64>,
    /// The accepted answers.
    pub accepted: AnswerStats,
}

/// An answer to a task that has gold.
#[derive(Clone, Copy)]
struct RatedAnswer {
    confidence: Confidence,
    probability: Option<f64>,
    touched: bool,
}

impl Calibration {
    /// `None` if no answer states a confidence.
    pub(crate) fn of(records: &[&Record]) -> Option<Self> {
        let labelled = || {
            let label = |record: &&'_ Record| touched(record);
            records
                .iter()
                .filter_map(move |one| Some((*one, label(one)?)))
        };
        let rate = |(record, touched): (&Record, bool)| {
            let assessment = record.self_assessment.as_ref()?;
            Some(RatedAnswer {
                confidence: assessment.confidence,
                probability: assessment.probability,
                touched,
            })
        };
        let rated: Vec<RatedAnswer> = labelled().filter_map(rate).collect();
        (!rated.is_empty()).then(|| Self::from_rated(rated, labelled().count()))
    }

    fn from_rated(mut rated: Vec<RatedAnswer>, answer_count: usize) -> Self {
        rated.sort_by(by_descending_confidence);
        let tally = |answers: &[RatedAnswer]| {
            let touched = answers.iter().filter(|one| one.touched).count();
            AnswerStats {
                answers: answers.len(),
                touched,
                precision: touched as f64 / answers.len() as f64,
                coverage: answers.len() as f64 / answer_count as f64,
            }
        };
        let (mut curve, mut levels, mut end) = (Vec::new(), BTreeMap::new(), 0);
        for ties in rated.chunk_by(|a, b| by_descending_confidence(a, b).is_eq()) {
            end += ties.len();
            let RatedAnswer {
                confidence,
                probability,
                ..
            } = ties[0];
            let accepted = tally(&rated[..end]);
            curve.push(CurvePoint {
                confidence,
                probability,
                accepted,
            });
            levels.insert(confidence, accepted);
        }
        let level = |(confidence, at_least): (Confidence, AnswerStats)| {
            let own: Vec<RatedAnswer> = (rated.iter().copied())
                .filter(|one| one.confidence == confidence)
                .collect();
            ConfidenceLevel {
                confidence,
                at: tally(&own),
                at_least,
            }
        };
        Self {
            answers: answer_count,
            levels: levels.into_iter().rev().map(level).collect(),
            curve,
        }
    }
}

/// Orders by descending level, then by descending probability; answers without one come last within their level.
fn by_descending_confidence(a: &RatedAnswer, b: &RatedAnswer) -> Ordering {
    let probability = |one: &RatedAnswer| one.probability.unwrap_or(f64::NEG_INFINITY);
    let by_level = b.confidence.cmp(&a.confidence);
    by_level.then_with(|| probability(b).total_cmp(&probability(a)))
}

/// Whether the first five places touch the gold's lines, or one of its files if no lines are known; `None` without
/// gold.
pub(crate) fn touched(record: &Record) -> Option<bool> {
    let lines = record.line_metrics.map(|lines| lines.touched > 0.0);
    lines.or_else(|| record.file_metrics.map(|files| files.recall_at_5 > 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(confidence: Confidence, probability: Option<f64>, touched: bool) -> RatedAnswer {
        RatedAnswer {
            confidence,
            probability,
            touched,
        }
    }

    #[test]
    fn levels_and_curve_match_hand_computed_values() {
        use Confidence::{High, Low, Medium};
        let calibration = Calibration::from_rated(
            vec![
                rated(Low, None, false),
                rated(Medium, Some(0.6), false),
                rated(High, Some(0.7), true),
                rated(Medium, Some(0.8), true),
                rated(Medium, Some(0.6), true),
            ],
            8,
        );
        let levels: Vec<_> = (calibration.levels.iter())
            .map(|one| {
                (
                    one.confidence,
                    one.at.answers,
                    one.at.touched,
                    one.at_least.coverage,
                )
            })
            .collect();
        assert_eq!(
            levels,
            [(High, 1, 1, 0.125), (Medium, 3, 2, 0.5), (Low, 1, 0, 0.625)]
        );
        let curve: Vec<_> = (calibration.curve.iter())
            .map(|point| {
                (
                    point.probability,
                    point.accepted.answers,
                    point.accepted.precision,
                )
            })
            .collect();
        assert_eq!(
            curve,
            [
                (Some(0.7), 1, 1.0),
                (Some(0.8), 2, 1.0),
                (Some(0.6), 4, 0.75),
                (None, 5, 0.6)
            ]
        );
    }
}
