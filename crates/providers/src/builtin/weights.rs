//! The fitted model of confidence: a logistic regression of whether a report touches the answer, over the features that
//! `confidence.rs` computes. `firsthand-eval fit` prints this table; nobody writes it by hand.

/// The log-odds where every feature is 0. Fitted with the weights by `firsthand-eval fit --l2 1` on 775 rows of 34
/// repositories, judged on 846 rows of 59 others (AUC 0.744).
pub(super) const INTERCEPT: f64 = -3.49832;
/// What one unit of a feature adds to the log-odds. The names are those of `features` in `confidence.rs`.
pub(super) const WEIGHTS: &[(&str, f64)] = &[
    ("absent", -4.68701),
    ("common", 0.669588),
    ("heaviest", 4.10925),
    ("heavy_words", -1.47307),
    ("line", 2.20231),
    ("named", 0.874636),
    ("places", 1.87906),
    ("same_file", 0.469261),
    ("ties", -1.84673),
];
