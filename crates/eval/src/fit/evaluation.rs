//! Evaluates estimated probabilities: log loss, AUC, reliability by decile, precision by threshold.

use serde::Serialize;

use super::logistic::Weights;
use super::rows::FeatureRow;

/// The thresholds whose precision and coverage are reported, in percent.
const THRESHOLDS: [u32; 11] = [10, 20, 30, 40, 50, 60, 70, 80, 85, 90, 95];
/// The lower bound of a probability whose logarithm is taken.
const MIN_PROBABILITY: f64 = 1e-15;

/// The evaluation of a model on a set of rows.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Evaluation {
    /// The number of rows.
    pub rows: usize,
    /// The number of their repositories.
    pub repositories: usize,
    /// The share of the rows whose label is 1.
    pub base_rate: f64,
    /// The mean negative log-likelihood, in nats.
    pub log_loss: f64,
    /// The same for a model that always predicts the base rate of these rows.
    pub log_loss_of_base_rate: f64,
    /// The probability that a row with label 1 is estimated higher than one with 0, equal counting half; `None` where
    /// one of the labels is missing.
    pub auc: Option<f64>,
    /// Tenths of the rows, least probable first.
    pub deciles: Vec<Decile>,
    /// Precision and coverage at each threshold.
    pub thresholds: Vec<ThresholdStats>,
}

/// A tenth of the rows, by estimated probability.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Decile {
    /// How many rows.
    pub rows: usize,
    /// The least probability among them.
    pub from: f64,
    /// The greatest probability among them.
    pub to: f64,
    /// The mean probability among them.
    pub estimated: f64,
    /// The share of them whose label is 1: close to the mean probability in a calibrated model.
    pub observed: f64,
}

/// The rows whose estimated probability is at least a threshold.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ThresholdStats {
    /// The probability.
    pub probability: f64,
    /// How many rows.
    pub rows: usize,
    /// The share of them whose label is 1; `None` without a row.
    pub precision: Option<f64>,
    /// The share of all rows that reach the threshold.
    pub coverage: f64,
}

/// An estimated probability, and whether the label is 1.
type Scored = (f64, bool);

impl Evaluation {
    /// Evaluates the weights on these rows; `None` without a row.
    pub(super) fn of(weights: &Weights, rows: &[&FeatureRow]) -> Option<Self> {
        let mut repositories: Vec<&str> = rows.iter().map(|row| row.repo.as_str()).collect();
        repositories.sort_unstable();
        repositories.dedup();
        let scored = rows
            .iter()
            .map(|row| (weights.probability(row), row.label == 1));
        let evaluation = Self::from_scored(scored.collect())?;
        Some(Self {
            repositories: repositories.len(),
            ..evaluation
        })
    }

    fn from_scored(mut scored: Vec<Scored>) -> Option<Self> {
        // The sort is stable, so equal estimates stay in the order of the rows. If they were sorted by label, two
        // deciles that share a tie would show a false difference.
        scored.sort_by(|a, b| a.0.total_cmp(&b.0));
        let base_rate = observed_rate(&scored)?;
        let constant: Vec<Scored> = scored
            .iter()
            .map(|(_, right)| (base_rate, *right))
            .collect();
        Some(Self {
            rows: scored.len(),
            repositories: 0,
            base_rate,
            log_loss: log_loss(&scored),
            log_loss_of_base_rate: log_loss(&constant),
            auc: auc(&scored),
            deciles: deciles(&scored),
            thresholds: THRESHOLDS
                .iter()
                .map(|percent| threshold(&scored, *percent))
                .collect(),
        })
    }
}

/// The share of rows whose label is 1; `None` without a row.
fn observed_rate(scored: &[Scored]) -> Option<f64> {
    let right = scored.iter().filter(|(_, right)| *right).count();
    (!scored.is_empty()).then(|| right as f64 / scored.len() as f64)
}

fn log_loss(scored: &[Scored]) -> f64 {
    let loss = |(p, right): &Scored| {
        let label_probability = if *right { *p } else { 1.0 - p };
        -label_probability.max(MIN_PROBABILITY).ln()
    };
    scored.iter().map(loss).sum::<f64>() / scored.len() as f64
}

/// AUC from the rank sum of the rows with label 1; rows with equal estimates share their mean rank.
fn auc(ascending: &[Scored]) -> Option<f64> {
    let right = ascending.iter().filter(|(_, right)| *right).count() as f64;
    let wrong = ascending.len() as f64 - right;
    let (mut rows_before, mut rank_sum) = (0.0, 0.0);
    for ties in ascending.chunk_by(|a, b| a.0.total_cmp(&b.0).is_eq()) {
        let count = ties.len() as f64;
        let tied_right = ties.iter().filter(|(_, right)| *right).count() as f64;
        rank_sum += tied_right * (rows_before + (count + 1.0) / 2.0);
        rows_before += count;
    }
    (right > 0.0 && wrong > 0.0).then(|| (rank_sum - right * (right + 1.0) / 2.0) / (right * wrong))
}

fn deciles(ascending: &[Scored]) -> Vec<Decile> {
    let all = ascending.len();
    let bounds = (0..10).map(|tenth| (all * tenth / 10, all * (tenth + 1) / 10));
    let tenths = bounds.filter_map(|(from, to)| ascending.get(from..to));
    let decile = |tenth: &[Scored]| {
        Some(Decile {
            rows: tenth.len(),
            from: tenth.first()?.0,
            to: tenth.last()?.0,
            estimated: tenth.iter().map(|(p, _)| p).sum::<f64>() / tenth.len() as f64,
            observed: observed_rate(tenth)?,
        })
    };
    tenths.filter_map(decile).collect()
}

fn threshold(ascending: &[Scored], percent: u32) -> ThresholdStats {
    let probability = f64::from(percent) / 100.0;
    let from = ascending.partition_point(|(p, _)| *p < probability);
    let above = &ascending[from..];
    ThresholdStats {
        probability,
        rows: above.len(),
        precision: observed_rate(above),
        coverage: above.len() as f64 / ascending.len() as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Evaluates rows that are written as `probability:label`.
    fn evaluate(text: &str) -> Evaluation {
        let scored = text.split_whitespace().map(|one| {
            let (p, label) = one.split_once(':').unwrap();
            (p.parse().unwrap(), label == "1")
        });
        Evaluation::from_scored(scored.collect()).unwrap()
    }

    #[test]
    fn auc_matches_hand_computed_values() {
        let check =
            |text: &str, expect: Option<f64>| assert_eq!(evaluate(text).auc, expect, "{text}");
        check("0.9:1 0.1:0", Some(1.0));
        check("0.9:0 0.1:1", Some(0.0));
        check("0.5:0 0.5:1", Some(0.5));
        check("0.9:1 0.5:0 0.5:1 0.1:0", Some(0.875));
        check("0.5:1 0.6:1", None);
    }

    #[test]
    fn losses_and_thresholds_match_hand_computed_values() {
        let evaluation = evaluate("0.8:1 0.8:1 0.4:0 0.4:1");
        let expect = -(2.0 * 0.8_f64.ln() + 0.6_f64.ln() + 0.4_f64.ln()) / 4.0;
        assert!((evaluation.log_loss - expect).abs() < 1e-12);
        let constant = -(3.0 * 0.75_f64.ln() + 0.25_f64.ln()) / 4.0;
        assert!((evaluation.log_loss_of_base_rate - constant).abs() < 1e-12);
        let at = |percent: f64| {
            let stats = evaluation
                .thresholds
                .iter()
                .find(|stats| stats.probability == percent / 100.0);
            stats
                .map(|stats| (stats.rows, stats.precision, stats.coverage))
                .unwrap()
        };
        assert_eq!(at(40.0), (4, Some(0.75), 1.0));
        assert_eq!(at(50.0), (2, Some(1.0), 0.5));
        assert_eq!(at(80.0), (2, Some(1.0), 0.5));
        assert_eq!(at(90.0), (0, None, 0.0));
        assert!(
            evaluate("1:0").log_loss < 40.0,
            "a sure mistake is bad, not infinite"
        );
    }

    #[test]
    fn equal_estimates_stay_in_the_order_of_the_rows() {
        let evaluation = evaluate(&"0.5:1 0.5:0 ".repeat(10));
        assert!(
            evaluation.deciles.iter().all(|one| one.observed == 0.5),
            "{evaluation:?}"
        );
    }

    #[test]
    fn every_row_is_in_one_decile() {
        for rows in 1..35_usize {
            let text: Vec<String> = (0..rows)
                .map(|at| format!("0.{at:02}:{}", at % 2))
                .collect();
            let evaluation = evaluate(&text.join(" "));
            assert_eq!(
                evaluation.deciles.iter().map(|one| one.rows).sum::<usize>(),
                rows
            );
            assert!(evaluation.deciles.is_sorted_by(|a, b| a.to < b.from));
        }
        assert_eq!(Evaluation::from_scored(Vec::new()), None);
    }
}
