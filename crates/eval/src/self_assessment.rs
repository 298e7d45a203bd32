//! What an answer states about itself: its confidence, and the words of the question that it did not find.

use std::collections::BTreeMap;

use firsthand::{Confidence, VerifiedReport};
use serde::{Deserialize, Serialize};

/// What an answer states about itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SelfAssessment {
    /// The confidence.
    pub confidence: Confidence,
    /// The estimated probability that the answer is right, from 0 to 1; `None` if the arm estimates none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
    /// What the answer names as absent: words of the question, or sentences about what is missing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<String>,
    /// The evidence features by name, on which a model of confidence can be fitted; empty if the arm states none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub features: BTreeMap<String, f64>,
}

impl SelfAssessment {
    /// What is absent are the words that were not found, or else the sentences about what is missing.
    pub(crate) fn new(confidence: Confidence, words: &[String], missing: &[String]) -> Self {
        let absent = if words.is_empty() { missing } else { words };
        Self {
            confidence,
            probability: None,
            absent: absent.to_vec(),
            features: BTreeMap::new(),
        }
    }

    /// The self-assessment of a report.
    pub(crate) fn of(report: &VerifiedReport) -> Self {
        Self::new(
            report.body().confidence,
            &report.facts().coverage.absent,
            &report.body().missing,
        )
    }

    /// Whether the answer names a word as absent, ignoring case.
    #[must_use]
    pub fn names(&self, word: &str) -> bool {
        let word = word.to_lowercase();
        let mut texts = self.absent.iter();
        texts.any(|text| text.to_lowercase().contains(&word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_absent_word_is_named_in_any_case() {
        let check = |words: &[&str], missing: &[&str], word: &str, expect: bool| {
            let own = |texts: &[&str]| {
                texts
                    .iter()
                    .map(|&text| text.to_owned())
                    .collect::<Vec<_>>()
            };
            let assessment = SelfAssessment::new(Confidence::Low, &own(words), &own(missing));
            assert_eq!(assessment.names(word), expect, "{assessment:?} {word}");
        };
        check(&["gopher"], &[], "Gopher", true);
        check(&[], &["No file has `Gopher`."], "gopher", true);
        check(&["gopher"], &["No file has `finger`."], "finger", false);
        check(&[], &[], "gopher", false);
    }
}
