//! The fitted model of confidence: a logistic regression of whether a report touches the answer, over the features that
//! `confidence.rs` computes. `firsthand-eval fit` prints this table; nobody writes it by hand.

/// The log-odds where every feature is 0. Fitted with the weights by `firsthand-eval fit --l2 1` on 775 rows of 34
/// repositories, judged on 846 rows of 59 others (AUC 0.740).
pub(super) const INTERCEPT: f64 = -3.44809;
/// What one unit of a feature adds to the log-odds. The names are those of `features` in `confidence.rs`.
pub(super) const WEIGHTS: &[(&str, f64)] = &[
    ("absent", -4.60897),
    ("common", 0.694775),
    ("heaviest", 4.14679),
    ("heavy_words", -1.57145),
    ("line", 2.32174),
    ("named", 0.894708),
    ("places", 1.67278),
    ("same_file", 0.47279),
    ("ties", -2.07464),
];
