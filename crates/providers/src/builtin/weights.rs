//! The fitted model of confidence: a logistic regression of whether a report touches the answer, over the features that
//! `confidence.rs` computes. `firsthand-eval fit` prints this table; nobody writes it by hand.

/// The log-odds where every feature is 0. Fitted with the weights by `firsthand-eval fit --l2 1` on 775 rows of 34
/// repositories, judged on 845 rows of 59 others (AUC 0.741).
pub(super) const INTERCEPT: f64 = -3.65857;
/// What one unit of a feature adds to the log-odds. The names are those of `features` in `confidence.rs`.
pub(super) const WEIGHTS: &[(&str, f64)] = &[
    ("absent", -4.76192),
    ("common", 0.900179),
    ("heaviest", 4.42581),
    ("heavy_words", -1.68882),
    ("line", 1.46925),
    ("named", 0.826412),
    ("places", 1.9816),
    ("same_file", 0.958448),
    ("ties", -1.61082),
];
