//! Logistic regression by Newton's method (iteratively reweighted least squares), with an L2 penalty.
//!
//! The loss is convex, so there is one optimum; each step is halved until it lowers the loss. Sums run in the order of
//! rows and features: the same rows give the same weights to the last bit.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::rows::FeatureRow;

/// Newton's method needs about ten steps; after this many, only rounding errors change the loss.
const MAX_STEPS: usize = 100;
/// Iteration stops when a step lowers the loss per row by less than this.
const MIN_LOSS_DECREASE: f64 = 1e-14;
/// The most lengths that are tried for a step: the full length, and then each time half of it.
const MAX_STEP_LENGTHS: usize = 40;

/// A linear model of log-odds.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Weights {
    /// The log-odds where every feature is 0.
    pub intercept: f64,
    /// What one unit of a feature adds to the log-odds.
    pub features: BTreeMap<String, f64>,
}

/// Why there are no weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FitError {
    /// No row belongs to the half on which weights are fitted.
    #[error("no row belongs to the half on which weights are fitted")]
    NoRow,
    /// All rows of that half have the same label.
    #[error("all rows of the half on which weights are fitted have the same label")]
    OneLabel,
    /// The penalty is not a positive number.
    #[error("the penalty is not a positive number")]
    Penalty,
}

impl Weights {
    /// Fits standardized features, and returns weights of the features as they are. A feature that never varies gets 0.
    /// The intercept is not penalized.
    pub(super) fn fit(rows: &[&FeatureRow], l2: f64) -> Result<Self, FitError> {
        let positives = rows.iter().filter(|row| row.label == 1).count();
        if !(l2.is_finite() && l2 > 0.0) {
            return Err(FitError::Penalty);
        } else if rows.is_empty() {
            return Err(FitError::NoRow);
        } else if positives == 0 || positives == rows.len() {
            return Err(FitError::OneLabel);
        }
        let names: BTreeSet<&String> = rows.iter().flat_map(|row| row.features.keys()).collect();
        let scales: Vec<Scale> = names.iter().map(|name| Scale::of(rows, name)).collect();
        let problem = Problem::of(rows, &names, &scales, l2);
        let solved = problem.solve();
        let mut weights = Self {
            intercept: solved[0],
            features: BTreeMap::new(),
        };
        for ((name, scale), weight) in names.iter().zip(&scales).zip(&solved[1..]) {
            let weight = weight * scale.inverse;
            weights.intercept -= weight * scale.mean;
            weights.features.insert((*name).clone(), weight);
        }
        Ok(weights)
    }

    /// The estimated probability that a row's label is 1.
    #[must_use]
    pub fn probability(&self, row: &FeatureRow) -> f64 {
        let weighted = self
            .features
            .iter()
            .map(|(name, weight)| weight * value(row, name));
        sigmoid(self.intercept + weighted.sum::<f64>())
    }
}

/// The value of a feature in a row; 0 if the row does not have it.
fn value(row: &FeatureRow, name: &str) -> f64 {
    row.features.get(name).copied().unwrap_or(0.0)
}

fn sigmoid(z: f64) -> f64 {
    1.0 / (1.0 + (-z).exp())
}

/// How a feature is brought to mean 0 and standard deviation 1.
struct Scale {
    mean: f64,
    /// One divided by the standard deviation; 0 where the feature never varies.
    inverse: f64,
}

impl Scale {
    fn of(rows: &[&FeatureRow], name: &str) -> Self {
        let count = rows.len() as f64;
        let values = || rows.iter().map(|row| value(row, name));
        let mean = values().sum::<f64>() / count;
        let variance = values().map(|one| (one - mean).powi(2)).sum::<f64>() / count;
        let constant = values().all(|one| one.total_cmp(&value(rows[0], name)).is_eq());
        let inverse = if constant {
            0.0
        } else {
            variance.sqrt().recip()
        };
        Self { mean, inverse }
    }
}

/// Standardized rows, each with a leading 1 for the intercept.
struct Problem {
    rows: Vec<Vec<f64>>,
    labels: Vec<f64>,
    l2: f64,
}

impl Problem {
    fn of(rows: &[&FeatureRow], names: &BTreeSet<&String>, scales: &[Scale], l2: f64) -> Self {
        let standard = |row: &&FeatureRow| {
            let scaled = names.iter().zip(scales);
            let scaled =
                scaled.map(|(name, scale)| (value(row, name) - scale.mean) * scale.inverse);
            std::iter::once(1.0).chain(scaled).collect()
        };
        Self {
            rows: rows.iter().map(standard).collect(),
            labels: rows.iter().map(|row| f64::from(row.label)).collect(),
            l2,
        }
    }

    /// The weights of the least loss; the first is the intercept.
    fn solve(&self) -> Vec<f64> {
        let mut weights = vec![0.0; self.rows[0].len()];
        let mut loss = self.loss(&weights);
        for _ in 0..MAX_STEPS {
            let step = self.newton_step(&weights);
            let candidates = (0..MAX_STEP_LENGTHS).map(|halving| {
                let factor = 0.5_f64.powi(halving as i32);
                let next: Vec<f64> = weights
                    .iter()
                    .zip(&step)
                    .map(|(w, s)| w - factor * s)
                    .collect();
                (self.loss(&next), next)
            });
            let Some((lower_loss, next)) = candidates
                .into_iter()
                .find(|(candidate_loss, _)| *candidate_loss < loss)
            else {
                break;
            };
            let decrease = loss - lower_loss;
            (loss, weights) = (lower_loss, next);
            if decrease < MIN_LOSS_DECREASE * self.rows.len() as f64 {
                break;
            }
        }
        weights
    }

    /// The penalized negative log-likelihood.
    fn loss(&self, weights: &[f64]) -> f64 {
        let penalty: f64 = weights[1..].iter().map(|weight| weight * weight).sum();
        let of_row = |(row, label): (&Vec<f64>, &f64)| {
            let z = dot(row, weights);
            // log(1 + e^z) - y z, without overflow.
            z.max(0.0) + (-z.abs()).exp().ln_1p() - label * z
        };
        let losses = self.rows.iter().zip(&self.labels).map(of_row);
        losses.sum::<f64>() + 0.5 * self.l2 * penalty
    }

    /// The inverse of the Hessian times the gradient.
    fn newton_step(&self, weights: &[f64]) -> Vec<f64> {
        let size = weights.len();
        let mut gradient: Vec<f64> = weights.iter().map(|weight| self.l2 * weight).collect();
        gradient[0] = 0.0;
        let mut hessian = vec![vec![0.0; size]; size];
        for (index, row) in hessian.iter_mut().enumerate() {
            // The intercept is not penalized; what is added to it keeps the matrix positive definite.
            row[index] = if index == 0 { 1e-9 } else { self.l2 };
        }
        for (row, label) in self.rows.iter().zip(&self.labels) {
            let p = sigmoid(dot(row, weights));
            let curvature = p * (1.0 - p);
            for (i, x) in row.iter().enumerate() {
                gradient[i] += (p - label) * x;
                for (entry, y) in hessian[i].iter_mut().zip(&row[..=i]) {
                    *entry += curvature * x * y;
                }
            }
        }
        cholesky_solve(hessian, gradient)
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Solves `matrix * x = right` for a positive definite matrix, of which only the lower triangle is read.
fn cholesky_solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for i in 0..size {
        for j in 0..=i {
            let solved_part = dot(&matrix[i][..j], &matrix[j][..j]);
            let rest = matrix[i][j] - solved_part;
            matrix[i][j] = if i == j {
                rest.sqrt()
            } else {
                rest / matrix[j][j]
            };
        }
        right[i] = (right[i] - dot(&matrix[i][..i], &right[..i])) / matrix[i][i];
    }
    for i in (0..size).rev() {
        let solved_part: f64 = (i + 1..size).map(|k| matrix[k][i] * right[k]).sum();
        right[i] = (right[i] - solved_part) / matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_systems_are_solved() {
        // Only the lower triangle is read.
        let matrix = vec![
            vec![4.0, 9.0, 9.0],
            vec![2.0, 5.0, 9.0],
            vec![0.0, 1.0, 3.0],
        ];
        let solved = cholesky_solve(matrix, vec![8.0, 15.0, 11.0]);
        for (got, expect) in solved.iter().zip([1.0, 2.0, 3.0]) {
            assert!((got - expect).abs() < 1e-12, "{solved:?}");
        }
    }
}
