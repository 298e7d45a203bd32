//! Tests of fitting, on rows drawn from known weights.

use std::collections::BTreeMap;

use super::*;

const TRUE_WEIGHTS: [(&str, f64); 3] = [("far", 0.002), ("near", -1.5), ("same", 0.8)];
const INTERCEPT: f64 = 0.4;

/// Deterministic pseudorandom numbers from 0 to 1.
fn noise(seed: u64) -> f64 {
    let mut z = seed
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(0x1234_5678);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Rows whose labels are drawn with the odds of the true weights; `constant` never varies.
fn rows(count: u64) -> Vec<FeatureRow> {
    let row = |at: u64| {
        let value = |place: u64, name: &str| match name {
            "far" => 1000.0 * noise(at * 7 + place),
            _ => 4.0 * noise(at * 7 + place) - 2.0,
        };
        let mut features: BTreeMap<String, f64> = (0..)
            .zip(TRUE_WEIGHTS)
            .map(|(place, (name, _))| (name.to_owned(), value(place, name)))
            .collect();
        let odds: f64 = TRUE_WEIGHTS
            .iter()
            .map(|(name, weight)| weight * features[*name])
            .sum();
        let probability = 1.0 / (1.0 + (-(INTERCEPT + odds)).exp());
        features.insert("constant".to_owned(), 7.0);
        FeatureRow {
            repo: format!("owner/{}", at % 40),
            id: at.to_string(),
            features,
            label: u8::from(noise(at * 7 + 5) < probability),
        }
    };
    (0..count).map(row).collect()
}

#[test]
fn known_weights_are_recovered() {
    let fitted = Fitted::of(rows(40_000), 1e-3).unwrap();
    let near = |got: f64, expect: f64, tolerance: f64| {
        assert!((got - expect).abs() < tolerance, "{got} {expect}");
    };
    near(fitted.weights.intercept, INTERCEPT, 0.1);
    for (name, expect) in TRUE_WEIGHTS {
        near(fitted.weights.features[name], expect, 0.06 * expect.abs());
    }
    near(fitted.weights.features["constant"], 0.0, 1e-12);
    let judge = fitted.judge.unwrap();
    near(judge.auc.unwrap(), fitted.fit.auc.unwrap(), 0.02);
    assert!(judge.log_loss < judge.log_loss_of_base_rate - 0.1);
    assert!(
        judge
            .deciles
            .iter()
            .all(|one| (one.estimated - one.observed).abs() < 0.05)
    );
    assert_eq!(
        (
            fitted.fit.rows + judge.rows,
            fitted.fit.repositories + judge.repositories
        ),
        (40_000, 40)
    );
}

#[test]
fn the_optimum_has_no_gradient() {
    let all = rows(500);
    let fit: Vec<&FeatureRow> = all.iter().collect();
    let weights = Weights::fit(&fit, 1e-6).unwrap();
    let gradient = |feature: &dyn Fn(&FeatureRow) -> f64| -> f64 {
        let residual = |row: &FeatureRow| f64::from(row.label) - weights.probability(row);
        all.iter().map(|row| residual(row) * feature(row)).sum()
    };
    assert!(gradient(&|_| 1.0).abs() < 1e-4);
    assert!(gradient(&|row| row.features["near"]).abs() < 1e-4);
}

#[test]
fn the_same_rows_in_any_order_give_the_same_bits() {
    let mut other = rows(2000);
    other.reverse();
    let (one, two) = (Fitted::of(rows(2000), 1.0), Fitted::of(other, 1.0));
    assert_eq!(one, two);
    assert_eq!(one.unwrap().rust(), two.unwrap().rust());
}

#[test]
fn a_stronger_penalty_makes_smaller_weights() {
    let size = |l2: f64| {
        let fitted = Fitted::of(rows(2000), l2).unwrap();
        fitted.weights.features["near"].abs()
    };
    assert!(size(1.0) > size(100.0) && size(100.0) > size(10_000.0));
}

#[test]
fn separable_rows_have_finite_weights() {
    let mut separable = rows(200);
    for row in &mut separable {
        row.label = u8::from(row.features["near"] > 0.0);
    }
    let fitted = Fitted::of(separable, 0.01).unwrap();
    assert!(
        fitted
            .weights
            .features
            .values()
            .all(|weight| weight.is_finite())
    );
    assert!(fitted.fit.auc.is_some_and(|auc| auc > 0.99));
}

#[test]
fn rows_and_penalties_that_allow_no_fit_are_refused() {
    let check = |rows: Vec<FeatureRow>, l2: f64, expect: FitError| {
        assert_eq!(Fitted::of(rows, l2).unwrap_err(), expect);
    };
    let mut one_label = rows(100);
    one_label.iter_mut().for_each(|row| row.label = 1);
    check(one_label, 1.0, FitError::OneLabel);
    check(Vec::new(), 1.0, FitError::NoRow);
    check(rows(100), 0.0, FitError::Penalty);
    check(rows(100), f64::NAN, FitError::Penalty);
}

#[test]
fn weights_print_as_a_rust_module() {
    let fitted = Fitted {
        schema: "firsthand.eval.fit/1",
        l2: 0.5,
        weights: Weights {
            intercept: -1.0 / 3.0,
            features: BTreeMap::from([("a \"b\"".to_owned(), 2.0), ("c".to_owned(), 1234.5678)]),
        },
        fit: Fitted::of(rows(100), 1.0).unwrap().fit,
        judge: None,
    };
    let rows = fitted.fit.rows;
    let repositories = fitted.fit.repositories;
    let expect = format!(
        "//! The fitted model of confidence: a logistic regression of whether a report touches the answer, over the features that\n\
         //! `confidence.rs` computes. `firsthand-eval fit` prints this table; nobody writes it by hand.\n\n\
         /// The log-odds where every feature is 0. Fitted with the weights by `firsthand-eval fit --l2 0.5` on {rows} rows of {repositories}\n\
         /// repositories.\n\
         pub(super) const INTERCEPT: f64 = -0.333333;\n\
         /// What one unit of a feature adds to the log-odds. The names are those of `features` in `confidence.rs`.\n\
         pub(super) const WEIGHTS: &[(&str, f64)] = &[\n    \
             (\"a \\\"b\\\"\", 2.0),\n    \
             (\"c\", 1234.57),\n\
         ];\n"
    );
    assert_eq!(fitted.rust(), expect);
}

/// The module in the sources equals the printed one except for the numbers, so that it can be regenerated.
#[test]
fn the_weights_module_of_the_embedded_model_has_the_printed_form() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../providers/src/builtin/weights.rs"
    );
    let module = std::fs::read_to_string(path).unwrap();
    let weight_rows = module
        .lines()
        .filter_map(|line| line.strip_prefix("    (\""));
    let names = weight_rows.map(|row| row.split_once('"').unwrap().0.to_owned());
    let mut fitted = Fitted::of(rows(1000), 1.0).unwrap();
    fitted.weights.features = names.map(|name| (name, 0.5)).collect();
    let shape = |text: &str| text.replace(|c: char| c.is_ascii_digit() || ".-".contains(c), "");
    assert_eq!(shape(&fitted.rust()), shape(&module));
}
