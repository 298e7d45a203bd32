//! The present bytes of cited files, as the validator is told them.

use std::collections::BTreeMap;

use firsthand_registry::{Candidate, Evidence, LineRange, Registry, RepoPath, SourceLine, Span};
use serde::{Deserialize, Serialize};

use crate::Selection;

/// What stands in one cited file now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PresentFile {
    /// Its size in bytes.
    pub size: u64,
    /// The hash of its bytes, hexadecimal.
    pub blake3: String,
    /// Its lines in the cited ranges; a range past its end is cut or missing.
    pub spans: Vec<Span>,
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
    /// Reads each wanted file once through `read`, which gives its bytes and their hash, or `None`
    /// where it cannot be read any more.
    #[must_use]
    pub fn gather(
        wanted: &BTreeMap<RepoPath, Vec<LineRange>>,
        mut read: impl FnMut(&RepoPath) -> Option<(Vec<u8>, String)>,
    ) -> Self {
        let files = wanted.iter().filter_map(|(path, ranges)| {
            let (bytes, blake3) = read(path)?;
            let spans = ranges
                .iter()
                .filter_map(|&r| Span::of_file(path.clone(), &bytes, r));
            let size = bytes.len() as u64;
            Some((
                path.clone(),
                PresentFile {
                    size,
                    blake3,
                    spans: spans.collect(),
                },
            ))
        });
        Self {
            files: files.collect(),
        }
    }

    /// The same with only the text that was seen: a line that reads otherwise now, or that was masked
    /// when it was seen, becomes a stand-in. So what is kept of a run never holds more of a file than
    /// the run was shown, secrets least of all.
    #[must_use]
    pub fn only_seen(mut self, registry: &Registry) -> Self {
        for (path, file) in &mut self.files {
            let seen: Vec<&Evidence> = registry
                .iter()
                .filter(|candidate| candidate.path() == path)
                .filter_map(Candidate::evidence)
                .collect();
            for span in &mut file.spans {
                let mut number = span.range().start();
                *span = span.clone().map_lines(|line| {
                    let known = seen.iter().any(|evidence| {
                        !evidence.is_masked(number) && evidence.line(number) == Some(line.text())
                    });
                    number = number.saturating_add(1);
                    if known { line } else { SourceLine::masked("") }
                });
            }
        }
        self
    }

    /// Whether every line of the candidate still reads as it was seen. A line that was masked is
    /// not compared, only required to exist; of a path-only place, the file is.
    #[must_use]
    pub fn stands(&self, candidate: &Candidate) -> bool {
        let Some(file) = self.files.get(candidate.path()) else {
            return false;
        };
        let (Some(range), Some(evidence)) = (candidate.range(), candidate.evidence()) else {
            return true;
        };
        let whole = |span: &&Span| span.path() == candidate.path() && span.range().covers(range);
        file.spans.iter().filter(whole).any(|span| {
            span.lines()
                .filter(|(number, _)| range.contains(*number))
                .all(|(number, now)| {
                    evidence.is_masked(number)
                        || (matches!(now, SourceLine::Plain(_))
                            && evidence.line(number) == Some(now.text()))
                })
        })
    }
}
