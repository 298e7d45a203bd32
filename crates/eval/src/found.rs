//! The files and places that an arm found, and what its answer states about itself.

use std::collections::BTreeMap;

use firsthand::Confidence;
use firsthand::registry::{LineRange, RepoPath};
use firsthand::source::distinct;
use serde::{Deserialize, Serialize};

use crate::report::Report;

/// The files and places that an arm found, best first, with its self-assessment and its text, if it returned them.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Found {
    /// Distinct paths, relative to the root.
    pub files: Vec<String>,
    /// Places with lines, as the arm returned them: they may overlap or repeat.
    pub regions: Vec<Region>,
    /// What the answer states about itself: its confidence, and what it did not find; `None` if the arm states nothing.
    #[serde(default, rename = "claim", skip_serializing_if = "Option::is_none")]
    pub self_assessment: Option<SelfAssessment>,
    /// The report or, of an agent, its answer; `None` if the arm returned no text of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
}

/// A range of lines of one file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Region {
    /// Relative to the root, with `/`.
    pub path: String,
    /// First line, 1-based.
    pub start: u32,
    /// Last line, inclusive.
    pub end: u32,
}

impl Region {
    /// These lines of a file.
    pub(crate) fn of(path: &RepoPath, lines: LineRange) -> Self {
        Self { path: path.as_str().to_owned(), start: lines.start(), end: lines.end() }
    }

    /// Whether the two regions share a line.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.path == other.path && self.start <= other.end && other.start <= self.end
    }

    /// The number of lines.
    #[must_use]
    pub fn lines(&self) -> u64 {
        (u64::from(self.end) + 1).saturating_sub(u64::from(self.start))
    }
}

impl Found {
    /// Collects places in order: the path of each, and its range where it has one.
    pub(crate) fn of_places(places: impl IntoIterator<Item = (String, Option<LineRange>)>) -> Self {
        let mut found = Self::default();
        for (path, lines) in places {
            let path = match RepoPath::new(&path) {
                Ok(normal) => normal.as_str().to_owned(),
                Err(_) => path,
            };
            found.regions.extend(lines.map(|lines| Region {
                path: path.clone(),
                start: lines.start(),
                end: lines.end(),
            }));
            found.files.push(path);
        }
        found.files = distinct(found.files);
        found
    }
}

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
        Self { confidence, probability: None, absent: absent.to_vec(), features: BTreeMap::new() }
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
            let own =
                |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
            let assessment = SelfAssessment::new(Confidence::Low, &own(words), &own(missing));
            assert_eq!(assessment.names(word), expect, "{assessment:?} {word}");
        };
        check(&["gopher"], &[], "Gopher", true);
        check(&[], &["No file has `Gopher`."], "gopher", true);
        check(&["gopher"], &["No file has `finger`."], "finger", false);
        check(&[], &[], "gopher", false);
    }
}
