//! A fitted model as tables, and as Rust source.

use std::fmt::Write as _;

use super::{Evaluation, Fitted};
use crate::table::{format_proportion, header, markdown_table};

/// Formats the weights as a Rust module, as the embedded model's confidence uses it.
pub(super) fn rust(fitted: &Fitted) -> String {
    let (fit, l2) = (&fitted.fit, fitted.l2);
    let mut out = format!(
        "//! The fitted model of confidence: a logistic regression of whether a report touches the answer, over the features that\n\
         //! `confidence.rs` computes. `firsthand-eval fit` prints this table; nobody writes it by hand.\n\n\
         /// The log-odds where every feature is 0. Fitted with the weights by `firsthand-eval fit --l2 {l2}` on {} rows of {}\n\
         /// repositories{}.\n\
         pub(super) const INTERCEPT: f64 = {:?};\n\
         /// What one unit of a feature adds to the log-odds. The names are those of `features` in `confidence.rs`.\n\
         pub(super) const WEIGHTS: &[(&str, f64)] = &[\n",
        fit.rows,
        fit.repositories,
        fitted.judge.as_ref().map_or_else(String::new, |judge| {
            let auc = judge
                .auc
                .map_or_else(String::new, |auc| format!(" (AUC {auc:.3})"));
            format!(
                ", judged on {} rows of {} others{auc}",
                judge.rows, judge.repositories
            )
        }),
        round_to_six_digits(fitted.weights.intercept),
    );
    for (name, weight) in &fitted.weights.features {
        let _ = writeln!(out, "    ({name:?}, {:?}),", round_to_six_digits(*weight));
    }
    out + "];\n"
}

/// Rounds to six significant digits.
fn round_to_six_digits(weight: f64) -> f64 {
    format!("{weight:.5e}").parse().unwrap_or(weight)
}

/// The evaluation on both halves as tables.
pub(super) fn tables(fitted: &Fitted) -> String {
    let mut halves = vec![("fit", &fitted.fit)];
    halves.extend(fitted.judge.as_ref().map(|judge| ("judge", judge)));
    [overall(&halves), deciles(&halves), thresholds(&halves)].join("\n")
}

fn overall(halves: &[(&str, &Evaluation)]) -> String {
    let columns = "half | repositories | rows | base rate | log loss | of the base rate | AUC";
    let mut rows = vec![header(columns)];
    rows.extend(halves.iter().map(|(half, evaluation)| {
        vec![
            (*half).to_owned(),
            evaluation.repositories.to_string(),
            evaluation.rows.to_string(),
            format_proportion(evaluation.base_rate),
            format_proportion(evaluation.log_loss),
            format_proportion(evaluation.log_loss_of_base_rate),
            evaluation.auc.map_or_else(String::new, format_proportion),
        ]
    }));
    markdown_table(&rows)
}

fn deciles(halves: &[(&str, &Evaluation)]) -> String {
    let mut rows = vec![header("half | probabilities | rows | estimated | observed")];
    for (half, evaluation) in halves {
        rows.extend(evaluation.deciles.iter().map(|decile| {
            vec![
                (*half).to_owned(),
                format!("{:.3} to {:.3}", decile.from, decile.to),
                decile.rows.to_string(),
                format_proportion(decile.estimated),
                format_proportion(decile.observed),
            ]
        }));
    }
    markdown_table(&rows)
}

fn thresholds(halves: &[(&str, &Evaluation)]) -> String {
    let mut rows = vec![header("half | at least | rows | precision | coverage")];
    for (half, evaluation) in halves {
        rows.extend(evaluation.thresholds.iter().map(|threshold| {
            vec![
                (*half).to_owned(),
                format!("{:.2}", threshold.probability),
                threshold.rows.to_string(),
                threshold
                    .precision
                    .map_or_else(String::new, format_proportion),
                format_proportion(threshold.coverage),
            ]
        }));
    }
    markdown_table(&rows)
}
