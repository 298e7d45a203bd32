//! The present bytes of cited files, an input of the validator.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_registry::{
    Candidate, Evidence, LineRange, Receipt, ReceiptId, Registry, RepoPath, SourceLine, Span,
    distinct,
};
use serde::{Deserialize, Serialize};

use crate::finding::Rule;
use crate::report::{MAX_NAME_LINES, possible_uses};
use crate::{Intent, Limits, Selection};

/// The present state of one cited file: its size, its hash, and its lines in the cited ranges.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PresentFile {
    size: u64,
    blake3: String,
    spans: Vec<Span>,
}

impl PresentFile {
    /// The state of a file with these bytes; of its lines only those in `ranges` are retained. A range that
    /// reaches past the end is cut, one that starts there is left out.
    #[must_use]
    pub fn of(path: &RepoPath, bytes: &[u8], ranges: &[LineRange]) -> Self {
        let spans =
            ranges.iter().filter_map(|&range| Span::of_file(path.clone(), bytes, range).ok());
        Self { size: bytes.len() as u64, blake3: hash(bytes), spans: spans.collect() }
    }

    /// Replaces each line by what `change` returns for its number and text; `change` may mask it.
    #[must_use]
    pub fn map_lines(mut self, mut change: impl FnMut(u32, SourceLine) -> SourceLine) -> Self {
        let spans = self.spans.into_iter();
        self.spans = spans.map(|span| span.map_lines(&mut change)).collect();
        self
    }

    /// Its size in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The BLAKE3 hash of its bytes, hexadecimal.
    #[must_use]
    pub fn blake3(&self) -> &str {
        &self.blake3
    }

    /// Its lines in the cited ranges.
    #[must_use]
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }
}

/// The BLAKE3 hash of bytes, hexadecimal.
pub(crate) fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// The present state of the cited files. A file that is gone has no entry.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Present {
    /// By path.
    pub files: BTreeMap<RepoPath, PresentFile>,
    /// The files that could not be read: whether they have changed is not known.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub unreadable: BTreeSet<RepoPath>,
    /// What the searches of the cited receipts found when they were made again.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub receipts: BTreeMap<ReceiptId, ReceiptCheck>,
    /// All lines of the searched files that hold the names of what is cited; without names in more than
    /// [`MAX_NAME_LINES`](crate::MAX_NAME_LINES) lines.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub names: BTreeMap<String, Vec<(RepoPath, u32)>>,
    /// The names in more lines than these.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub frequent_names: BTreeSet<String>,
    /// The names that the tree does not explain: code uses them and nothing declares them, as the names of a library, or
    /// several files declare a name of one word.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub unexplained_names: BTreeSet<String>,
}

/// What the searched files have of a name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FoundName {
    /// The lines that hold it.
    pub lines: Vec<(RepoPath, u32)>,
    /// Whether it is one of the [unexplained names](Present::unexplained_names).
    pub is_unexplained: bool,
}

/// What the search of a receipt found when it was made again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ReceiptCheck {
    /// Nothing again: the receipt of this search.
    Absent(Receipt),
    /// The absence is not proved now: why.
    NotProved(String),
}

impl From<Result<Receipt, String>> for ReceiptCheck {
    fn from(result: Result<Receipt, String>) -> Self {
        result.map_or_else(Self::NotProved, Self::Absent)
    }
}

/// The ids of the receipts that a selection cites, each once.
pub(crate) fn cited_receipt_ids(selection: &Selection) -> Vec<String> {
    let missing = selection.missing_coverage.iter();
    distinct(missing.flat_map(|missing| missing.receipt_ids.iter().cloned()))
}

/// The receipts that a selection cites: the searches to make again before a report is built.
#[must_use]
pub fn cited_receipts(registry: &Registry, selection: &Selection) -> BTreeMap<ReceiptId, Receipt> {
    let ids = cited_receipt_ids(selection).into_iter();
    let receipts = ids.take(Limits::default().receipts).filter_map(|id| {
        let id = id.parse().ok()?;
        Some((id, registry.receipt(id)?.clone()))
    });
    receipts.collect()
}

/// The paths that a selection cites, and for a change those of what may use them, with the ranges that were observed there:
/// the files to read again before a report is built.
#[must_use]
pub fn cited(
    registry: &Registry,
    selection: &Selection,
    intent: Intent,
) -> BTreeMap<RepoPath, Vec<LineRange>> {
    let flow = selection.flow.iter().map(|link| &link.candidate_id);
    let reads = selection.read_targets.iter().map(|read| &read.candidate_id);
    let ids = selection.primary_candidate_ids.iter().chain(flow).chain(reads);
    let cited: Vec<&Candidate> = ids.filter_map(|id| registry.get(id.parse().ok()?)).collect();
    let uses = intent.needs_reading().then(|| possible_uses(registry, &cited));
    ranges_of(cited.iter().copied().chain(uses.into_iter().flatten()))
}

/// The paths of candidates, with their observed ranges.
pub(crate) fn ranges_of<'a>(
    candidates: impl Iterator<Item = &'a Candidate>,
) -> BTreeMap<RepoPath, Vec<LineRange>> {
    let mut requested: BTreeMap<RepoPath, Vec<LineRange>> = BTreeMap::new();
    for candidate in candidates {
        let ranges = requested.entry(candidate.path().clone()).or_default();
        ranges.extend(candidate.range().filter(|range| !ranges.contains(range)));
    }
    requested
}

impl Present {
    /// The state before anything is read: each of these files counts as unreadable until it is [set](Present::set).
    #[must_use]
    pub fn unread<'a>(paths: impl IntoIterator<Item = &'a RepoPath>) -> Self {
        Self { unreadable: paths.into_iter().cloned().collect(), ..Self::default() }
    }

    /// Adds what was found of each of these names; of those in too many lines, only the names.
    pub fn set_names(&mut self, found: impl IntoIterator<Item = (String, FoundName)>) {
        for (name, FoundName { lines, is_unexplained }) in found {
            self.unexplained_names.extend(is_unexplained.then(|| name.clone()));
            if lines.len() > MAX_NAME_LINES {
                self.frequent_names.insert(name);
            } else {
                self.names.insert(name, lines);
            }
        }
    }

    /// Sets the state of a file that was read; `None` where it is gone.
    pub fn set(&mut self, path: RepoPath, file: Option<PresentFile>) {
        self.unreadable.remove(&path);
        self.files.extend(file.map(|file| (path, file)));
    }

    /// Reads each requested file once through `read`, which returns its bytes, or `None` where it is gone.
    /// `requested` maps paths to the ranges whose lines are retained.
    #[must_use]
    pub fn gather(
        requested: &BTreeMap<RepoPath, Vec<LineRange>>,
        mut read: impl FnMut(&RepoPath) -> Option<Vec<u8>>,
    ) -> Self {
        let mut present = Self::default();
        for (path, ranges) in requested {
            let file = read(path).map(|bytes| PresentFile::of(path, &bytes, ranges));
            present.set(path.clone(), file);
        }
        present
    }

    /// Masks every line whose text was not observed: one that has changed, and one that was masked when it was
    /// observed (which retains its hash, so that it can still be compared). So the record of a run never
    /// contains more of a file than the run observed, above all no secrets.
    #[must_use]
    pub fn only_seen(mut self, registry: &Registry) -> Self {
        for (path, file) in &mut self.files {
            let evidence_in_file: Vec<&Evidence> = registry
                .iter()
                .filter(|candidate| candidate.path() == path)
                .filter_map(Candidate::evidence)
                .collect();
            for span in &mut file.spans {
                *span = span.clone().map_lines(|number, line| {
                    let observed_here =
                        || evidence_in_file.iter().filter(|e| e.line(number).is_some());
                    let was_masked = observed_here().any(|e| e.is_masked(number));
                    let was_shown = observed_here()
                        .any(|e| !e.is_masked(number) && e.line(number) == Some(line.text()));
                    let is_hidden_secret = || {
                        line.is_masked() && observed_here().any(|e| e.hash(number) == line.hash())
                    };
                    match (was_shown, was_masked) {
                        (true, _) => line,
                        (false, true) => line.mask(""),
                        (false, false) if is_hidden_secret() => line.mask(""),
                        (false, false) => SourceLine::masked(""),
                    }
                });
            }
        }
        self
    }

    /// Whether every line of the candidate is the same as when it was observed; of a path-only place, whether
    /// the file exists. A masked line is compared by the hash of its hidden text; two without a
    /// hash, as adapters may observe them, count as the same.
    #[must_use]
    pub fn is_unchanged(&self, candidate: &Candidate) -> bool {
        self.all_lines_match(candidate, |evidence, number, now| {
            if evidence.is_masked(number) {
                now.hash() == evidence.hash(number)
            } else {
                !now.is_masked() && evidence.line(number) == Some(now.text())
            }
        })
    }

    /// The rule that rejects a candidate for which [`Present::is_unchanged`] is false: [`Rule::Stale`] where its lines
    /// changed, [`Rule::Unreadable`] where that is not known or no line was seen, [`Rule::Redacted`] where they are masked
    /// now because the whole file shows that they hold a secret.
    pub(crate) fn rejection_rule(&self, candidate: &Candidate) -> Rule {
        if candidate.range().is_none() || self.unreadable.contains(candidate.path()) {
            return Rule::Unreadable;
        }
        let is_hidden_secret = self.all_lines_match(candidate, |evidence, number, now| {
            now.hash().is_some_and(|hash| evidence.hash(number) == Some(hash))
        });
        if is_hidden_secret { Rule::Redacted } else { Rule::Stale }
    }

    /// Whether `is_same` holds for every line of the candidate; it gets the evidence, the line number and the present
    /// line. A place without lines needs only that its file exists.
    fn all_lines_match(
        &self,
        candidate: &Candidate,
        is_same: impl Fn(&Evidence, u32, &SourceLine) -> bool,
    ) -> bool {
        let Some(file) = self.files.get(candidate.path()) else {
            return false;
        };
        let (Some(range), Some(evidence)) = (candidate.range(), candidate.evidence()) else {
            return true;
        };
        let covers_candidate =
            |span: &&Span| span.path() == candidate.path() && span.range().covers(range);
        file.spans.iter().filter(covers_candidate).any(|span| {
            let mut lines = span.lines().filter(|(number, _)| range.contains(*number));
            lines.all(|(number, now)| is_same(evidence, number, now))
        })
    }
}
