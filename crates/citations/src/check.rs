//! Checks citations against the present files.

use std::fmt::Display;
use std::path::Path;

use firsthand_source::fs::ReadError;
use firsthand_source::{LineIndex, RepoPath, count};
use schemars::JsonSchema;
use serde::Serialize;

use crate::find::{Citation, citations};
use crate::tree::Tree;

/// The state of a citation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Standing")]
pub enum CitationState {
    /// The lines exist, and contain the quote.
    Holds,
    /// The file is not read: it is a link, too large, binary, or contains secrets by its name.
    Unread,
    /// Other lines of the file contain the quote.
    Moved,
    /// The file does not contain the quote.
    Changed,
    /// The file has fewer lines.
    Beyond,
    /// There is no such file.
    Missing,
}

impl CitationState {
    /// Whether the citation is no longer true.
    #[must_use]
    pub fn is_lost(self) -> bool {
        self > Self::Unread
    }
}

/// A citation with its state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct CheckedCitation {
    /// The document that contains it.
    pub document: RepoPath,
    /// Its line in the document, from 1.
    pub line: u32,
    /// Its first character in that line, from 1.
    pub column: u32,
    /// One past its last character, in the same line.
    pub end_column: u32,
    /// The file as it is cited.
    pub path: String,
    /// The first cited line.
    pub start: u32,
    /// The last cited line.
    pub end: u32,
    /// Whether a quote belongs to it.
    pub quoted: bool,
    /// Its state.
    pub standing: CitationState,
    /// The path of the cited file, if the citation gives only a part of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<RepoPath>,
    /// The present line of a moved quote.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<u32>,
    /// What is wrong, in a few words; empty if nothing is.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// The citations of some documents. Serialized, it is the JSON form `firsthand.citations/1`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Checked {
    /// The name and version of the JSON form.
    pub schema: &'static str,
    /// Whether no citation is lost; `false` without citations, since nothing was checked.
    pub holds: bool,
    /// The number of checked documents.
    pub documents: usize,
    /// In the order of the documents, and within each by position.
    pub citations: Vec<CheckedCitation>,
    /// The documents that could not be read, and why.
    pub unread: Vec<String>,
}

/// Checks every citation of the documents, which are paths relative to `root`. A document that cannot be read is listed
/// in [`Checked::unread`].
#[must_use]
pub fn check(root: &Path, documents: &[RepoPath]) -> Checked {
    let mut tree = Tree::open(root);
    let (mut checked, mut unread) = (Vec::new(), Vec::new());
    for document in documents {
        match tree.document(document) {
            Ok(text) => {
                let index = LineIndex::of(text.as_bytes());
                for citation in citations(&text) {
                    let position = position(&text, &index, &citation);
                    checked.extend(check_citation(&mut tree, document, &citation, position));
                }
            }
            Err(why) => unread.push(format!("{document}: {why}")),
        }
    }
    let lost = checked.iter().any(|one| one.standing.is_lost());
    Checked {
        schema: "firsthand.citations/1",
        holds: !checked.is_empty() && !lost && unread.is_empty(),
        documents: documents.len(),
        citations: checked,
        unread,
    }
}

/// The citation's line, its first column and one past its last, 1-based, in characters.
fn position(text: &str, index: &LineIndex, citation: &Citation) -> (u32, u32, u32) {
    let start = citation.at.start;
    let line_start = text[..start].rfind('\n').map_or(0, |before| before + 1);
    let chars = |part: &str| u32::try_from(part.chars().count()).unwrap_or(u32::MAX);
    let column = chars(&text[line_start..start]) + 1;
    let first_line = text[citation.at.clone()].lines().next().unwrap_or_default();
    (index.line_at(start), column, column + chars(first_line))
}

/// Checks one citation, whose line and columns are given; `None` if the text is likely no citation of this tree.
fn check_citation(
    tree: &mut Tree,
    document: &RepoPath,
    citation: &Citation,
    (line, column, end_column): (u32, u32, u32),
) -> Option<CheckedCitation> {
    let candidates = tree.candidates(document, citation)?;
    let results = candidates.iter().map(|path| {
        let (standing, now, why) = check_in_file(tree, path, citation);
        (standing, now, why, Some(path))
    });
    let best = results.min_by_key(|one| one.0);
    let (standing, now, why, file) = best.unwrap_or_else(|| {
        let (standing, now, why) = missing();
        (standing, now, why, None)
    });
    Some(CheckedCitation {
        document: document.clone(),
        line,
        column,
        end_column,
        path: citation.path.clone(),
        start: citation.lines.start(),
        end: citation.lines.end(),
        quoted: citation.quote.is_some(),
        standing,
        file: file.filter(|file| file.as_str() != citation.path).cloned(),
        now,
        why,
    })
}

/// The state, the present line of a moved quote, and what is wrong; the text is empty if nothing is.
type CheckResult = (CitationState, Option<u32>, String);

fn missing() -> CheckResult {
    let why = "there is no such file".to_owned();
    (CitationState::Missing, None, why)
}

fn unread(why: impl Display) -> CheckResult {
    (
        CitationState::Unread,
        None,
        format!("it is not read: {why}"),
    )
}

/// Checks a citation against one of the files that it may refer to.
fn check_in_file(tree: &mut Tree, path: &RepoPath, citation: &Citation) -> CheckResult {
    let lines = citation.lines;
    let file = match tree.cited(path) {
        Ok(file) => file,
        Err(ReadError::Missing | ReadError::Folder) => return missing(),
        Err(ReadError::Denied) => {
            return unread("its owner does not allow it, or by its name it holds secrets");
        }
        Err(why) => return unread(why),
    };
    if let Some(quote) = &citation.quote {
        return match quote.line_in(&file.lines, lines) {
            Some(line) if lines.contains(line) => (CitationState::Holds, None, String::new()),
            Some(line) => {
                let why = format!("what is quoted stands at line {line} now");
                (CitationState::Moved, Some(line), why)
            }
            None => {
                let why = "what is quoted does not stand in it".to_owned();
                (CitationState::Changed, None, why)
            }
        };
    }
    match lines.end() > file.line_count {
        false => (CitationState::Holds, None, String::new()),
        true => {
            let lines = count(file.line_count as usize, "line", "lines");
            (CitationState::Beyond, None, format!("it has {lines}"))
        }
    }
}
