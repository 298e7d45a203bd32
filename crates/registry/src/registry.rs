//! The registry: assigns ids to observed places.

use std::collections::HashMap;

use crate::candidate::ObservedState;
use crate::{
    Candidate, CandidateId, LineRange, Observation, PathClass, Provenance, Receipt, ReceiptId,
    RelatedLines, RepoPath, Source, TokenCount, show,
};

/// All places observed in one conversation.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Registry {
    candidates: Vec<Candidate>,
    by_place: HashMap<(RepoPath, Option<LineRange>), CandidateId>,
    /// The counts by the word in lower case.
    counts: HashMap<String, TokenCount>,
    receipts: Vec<Receipt>,
    related_lines: Vec<RelatedLines>,
}

/// How many ids a registry had handed out at one time. Ids only grow: one that was not handed out then may be that of another
/// place later.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HandedOut {
    places: usize,
    receipts: usize,
}

impl HandedOut {
    /// Whether the id of a place had been handed out.
    #[must_use]
    pub fn has_place(self, id: CandidateId) -> bool {
        id.index() < self.places
    }

    /// Whether the id of a receipt had been handed out.
    #[must_use]
    pub fn has_receipt(self, id: ReceiptId) -> bool {
        id.index() < self.receipts
    }
}

impl Registry {
    /// An empty registry.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Records the places of an observation and returns one id for each window or path, in the observation's
    /// order. A path and range that were observed before have the same id again, and both observations are
    /// merged.
    pub fn observe(&mut self, observation: Observation) -> Vec<CandidateId> {
        let Observation { source, windows, paths, counts, related_lines, .. } = observation;
        for found in related_lines {
            if !self.related_lines.contains(&found) {
                self.related_lines.push(found);
            }
        }
        for mut count in counts {
            count.token = count.token.to_lowercase();
            let counted_before = self.counts.get(&count.token);
            // The count over more files is the better one; among equals, the later.
            if counted_before.is_none_or(|counted_before| count.of_files >= counted_before.of_files)
            {
                self.counts.insert(count.token.clone(), count);
            }
        }
        let mut ids = Vec::with_capacity(windows.len() + paths.len());
        for window in windows {
            let path = window.span.path().clone();
            ids.push(self.record(path, Some(ObservedState::of(window)), &source));
        }
        for path in paths {
            ids.push(self.record(path, None, &source));
        }
        ids
    }

    /// Records an observation and returns its ids with its text for the model:
    /// [`Registry::observe`] and [`show`](crate::show()) in one.
    pub fn see(&mut self, observation: &Observation) -> (Vec<CandidateId>, String) {
        let ids = self.observe(observation.clone());
        // There is one id for each place, so `show` does not fail.
        let text = show(observation, &ids).unwrap_or_default();
        (ids, text)
    }

    fn record(
        &mut self,
        path: RepoPath,
        observed: Option<ObservedState>,
        source: &Source,
    ) -> CandidateId {
        let key = (path, observed.as_ref().map(|s| s.range));
        if let Some(&id) = self.by_place.get(&key) {
            if let Some(candidate) = self.candidates.get_mut(id.index()) {
                if let (Some(old), Some(new)) = (&mut candidate.observed, observed) {
                    old.merge(new);
                }
                match candidate.provenance.iter_mut().find(|p| p.source.name == source.name) {
                    Some(known) => {
                        known.times = known.times.saturating_add(1);
                        known.source.weight = known.source.weight.max(source.weight);
                    }
                    None => {
                        let provenance = Provenance { source: source.clone(), times: 1 };
                        candidate.provenance.push(provenance);
                    }
                }
            }
            return id;
        }
        let id = CandidateId::from_index(self.candidates.len());
        self.candidates.push(Candidate {
            id,
            path: key.0.clone(),
            traits: PathClass::of(&key.0),
            provenance: vec![Provenance { source: source.clone(), times: 1 }],
            observed,
        });
        self.by_place.insert(key, id);
        id
    }

    /// Records a receipt of absence and returns its id. A search of the same scope for the same pattern has the same id
    /// again; the later receipt counts.
    pub fn observe_receipt(&mut self, receipt: Receipt) -> ReceiptId {
        let is_same = |known: &Receipt| known.is_of_search(&receipt);
        let index = match self.receipts.iter().position(is_same) {
            Some(index) => {
                self.receipts[index] = receipt;
                index
            }
            None => {
                self.receipts.push(receipt);
                self.receipts.len() - 1
            }
        };
        ReceiptId::from_index(index)
    }

    /// The receipt with this id; `None` for an id that was never assigned.
    #[must_use]
    pub fn receipt(&self, id: ReceiptId) -> Option<&Receipt> {
        self.receipts.get(id.index())
    }

    /// The place with this id; `None` for an id that was never assigned.
    #[must_use]
    pub fn get(&self, id: CandidateId) -> Option<&Candidate> {
        self.candidates.get(id.index())
    }

    /// The id of the place with exactly this path and range, where there is one.
    #[must_use]
    pub fn id_at(&self, path: &RepoPath, range: LineRange) -> Option<CandidateId> {
        self.by_place.get(&(path.clone(), Some(range))).copied()
    }

    /// The ids that were handed out so far.
    #[must_use]
    pub fn handed_out(&self) -> HandedOut {
        HandedOut { places: self.candidates.len(), receipts: self.receipts.len() }
    }

    /// All places, in the order of their ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Candidate> {
        self.candidates.iter()
    }

    /// How many places there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.candidates.len()
    }

    /// Whether there are no places.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.candidates.is_empty()
    }

    /// The lines that tools found to be related to symbols, shown or not.
    #[must_use]
    pub fn related_lines(&self) -> &[RelatedLines] {
        &self.related_lines
    }

    /// The counts of a word in this repository; `None` where no tool counted it. A word that was not counted as it is
    /// spelled is looked up in lower case without underscores: the count of `maxColumns` is also that of `MAX_COLUMNS`.
    #[must_use]
    pub fn count_of(&self, token: &str) -> Option<&TokenCount> {
        let counts = self.counts.get(token);
        counts.or_else(|| self.counts.get(&token.to_lowercase().replace('_', "")))
    }
}
