//! The fitted model of confidence: a logistic regression of whether a report touches the answer, over the features that
//! `confidence.rs` computes. `bench/eval/fit.py` prints this table; nobody writes it by hand.

/// The log-odds where every feature is 0. Fitted with the weights by `bench/eval/fit.py --l2 1` on 775 rows of
/// 34 repositories, judged on 846 rows of 59 others (AUC 0.752).
pub(super) const INTERCEPT: f64 = -3.46411;
/// What one unit of a feature adds to the log-odds. The names are those of `features` in `confidence.rs`.
pub(super) const WEIGHTS: &[(&str, f64)] = &[
    ("absent", -4.50542),
    ("common", 0.586226),
    ("heaviest", 4.02515),
    ("heavy_words", -1.30789),
    ("line", 2.26855),
    ("named", 0.931788),
    ("places", 1.79773),
    ("same_file", 0.465773),
    ("ties", -1.81332),
];
