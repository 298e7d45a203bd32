//! The fitted model of confidence: a logistic regression of whether a report touches the answer, over the features that
//! `confidence.rs` computes. `firsthand-eval fit` prints this table; nobody writes it by hand.

/// The log-odds where every feature is 0. Fitted with the weights by `firsthand-eval fit --l2 1` on 484 rows of 31
/// repositories, judged on 753 rows of 58 others (AUC 0.766).
pub(super) const INTERCEPT: f64 = -5.0726;
/// What one unit of a feature adds to the log-odds. The names are those of `features` in `confidence.rs`.
pub(super) const WEIGHTS: &[(&str, f64)] = &[
    ("absent", -4.31143),
    ("all", 1.37635),
    ("first", 1.38452),
    ("heaviest_in_first", 0.555198),
    ("information", 10.0813),
    ("named", -0.0206256),
    ("named_by_first", 5.81451),
    ("same_file", 0.977763),
    ("spelled", -0.00665285),
];
