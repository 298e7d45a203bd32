//! The present bytes of cited files, an input of the validator.

use std::collections::BTreeMap;

use firsthand_registry::{Candidate, Evidence, LineRange, Registry, RepoPath, SourceLine, Span};
use serde::{Deserialize, Serialize};

use crate::Selection;
use crate::finding::Rule;

/// What stands in one cited file now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PresentFile {
    size: u64,
    blake3: String,
    spans: Vec<Span>,
}

impl PresentFile {
    /// A file of these bytes, of which the lines in `ranges` are kept; a range past its end is cut
    /// or missing.
    #[must_use]
    pub fn of(path: &RepoPath, bytes: &[u8], ranges: &[LineRange]) -> Self {
        let spans = ranges
            .iter()
            .filter_map(|&range| Span::of_file(path.clone(), bytes, range).ok());
        Self {
            size: bytes.len() as u64,
            blake3: hash(bytes),
            spans: spans.collect(),
        }
    }

    /// The same with each line passed through `change`, with its number; `change` may mask it.
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

/// What stands in the cited files now. A file that is gone or cannot be read has no entry.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Present {
    /// By path.
    pub files: BTreeMap<RepoPath, PresentFile>,
}

/// The paths that a selection cites, with the ranges that were observed there: what must be looked
/// at again before a report is built.
#[must_use]
pub fn cited(registry: &Registry, selection: &Selection) -> BTreeMap<RepoPath, Vec<LineRange>> {
    let flow = selection.flow.iter().map(|link| &link.candidate_id);
    let reads = selection.read_targets.iter().map(|read| &read.candidate_id);
    let ids = selection
        .primary_candidate_ids
        .iter()
        .chain(flow)
        .chain(reads);
    ranges_of(ids.filter_map(|id| registry.get(id.parse().ok()?)))
}

/// The paths of candidates, with their observed ranges.
pub(crate) fn ranges_of<'a>(
    candidates: impl Iterator<Item = &'a Candidate>,
) -> BTreeMap<RepoPath, Vec<LineRange>> {
    let mut wanted: BTreeMap<RepoPath, Vec<LineRange>> = BTreeMap::new();
    for candidate in candidates {
        let ranges = wanted.entry(candidate.path().clone()).or_default();
        ranges.extend(candidate.range().filter(|range| !ranges.contains(range)));
    }
    wanted
}

impl Present {
    /// Reads each wanted file once through `read`, which gives its bytes, or `None` where it cannot
    /// be read any more.
    #[must_use]
    pub fn gather(
        wanted: &BTreeMap<RepoPath, Vec<LineRange>>,
        mut read: impl FnMut(&RepoPath) -> Option<Vec<u8>>,
    ) -> Self {
        let files = wanted.iter().filter_map(|(path, ranges)| {
            let file = PresentFile::of(path, &read(path)?, ranges);
            Some((path.clone(), file))
        });
        Self {
            files: files.collect(),
        }
    }

    /// The same with only the text that was seen: a line that reads otherwise now, or that was masked
    /// when it was seen, becomes a stand-in (of a line that was masked with its hash, so that it can
    /// still be compared). So what is kept of a run never holds more of a file than the run was shown,
    /// secrets least of all.
    #[must_use]
    pub fn only_seen(mut self, registry: &Registry) -> Self {
        for (path, file) in &mut self.files {
            let seen: Vec<&Evidence> = registry
                .iter()
                .filter(|candidate| candidate.path() == path)
                .filter_map(Candidate::evidence)
                .collect();
            for span in &mut file.spans {
                *span = span.clone().map_lines(|number, line| {
                    let here = || seen.iter().filter(|e| e.line(number).is_some());
                    let masked = here().any(|e| e.is_masked(number));
                    let known =
                        here().any(|e| !e.is_masked(number) && e.line(number) == Some(line.text()));
                    let hidden =
                        || line.is_masked() && here().any(|e| e.hash(number) == line.hash());
                    match (known, masked) {
                        (true, _) => line,
                        (false, true) => line.mask(""),
                        (false, false) if hidden() => line.mask(""),
                        (false, false) => SourceLine::masked(""),
                    }
                });
            }
        }
        self
    }

    /// Whether every line of the candidate still reads as it was seen; of a path-only place, whether
    /// the file exists. A masked line is compared by the hash of what it hides. Where an adapter did
    /// not give one, the line does not stand: [`Present::gather`] always has a hash to compare with.
    #[must_use]
    pub fn stands(&self, candidate: &Candidate) -> bool {
        self.reads(candidate, |evidence, number, now| {
            match evidence.is_masked(number) {
                // Neither has one in what was recorded before there were hashes.
                true => now.hash() == evidence.hash(number),
                false => !now.is_masked() && evidence.line(number) == Some(now.text()),
            }
        })
    }

    /// Why a candidate that does not stand must not be reported: its lines have changed, or they are hidden
    /// now, because the whole file shows that they hold a secret.
    pub(crate) fn fault(&self, candidate: &Candidate) -> Rule {
        let hidden = self.reads(candidate, |evidence, number, now| {
            now.hash()
                .is_some_and(|hash| evidence.hash(number) == Some(hash))
        });
        if hidden { Rule::Redacted } else { Rule::Stale }
    }

    /// Whether every line of the candidate is the same as it was seen.
    fn reads(
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
        let whole = |span: &&Span| span.path() == candidate.path() && span.range().covers(range);
        file.spans.iter().filter(whole).any(|span| {
            let mut lines = span.lines().filter(|(number, _)| range.contains(*number));
            lines.all(|(number, now)| is_same(evidence, number, now))
        })
    }
}
