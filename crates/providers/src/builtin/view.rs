//! A view of the conversation so far, as the model's plan and report need it.

use std::collections::{BTreeSet, HashMap, HashSet};

use firsthand_agent::registry::{CandidateId, LineRange, ObservationKind, Registry, slight_words};
use firsthand_agent::{Answer, Message, ModelRequest};

use firsthand_source::{RepoPath, WrittenPlace, without_numbers};

use super::places::{Place, primary};
use super::spelled::{Spelled, spelled_in};
use super::word_weight::QueryWords;

/// Names of relations.
pub(super) const CALLERS: &str = "callers";
pub(super) const SIBLINGS: &str = "siblings";
/// The resolution of a relation that rests on the name alone.
pub(super) const BY_NAME: &str = "name";

/// The results of the conversation so far.
pub(super) struct View<'r> {
    /// Every observed place, by its id in the conversation.
    pub(super) registry: &'r Registry,
    /// The places of the searches, best first.
    search_results: Vec<CandidateId>,
    /// The places that relate to one of the best places, best first, for each request.
    related: Vec<Vec<CandidateId>>,
    /// The names of the available tools.
    tools: BTreeSet<String>,
    /// The words of the question, without the numbers of lines that the search returned, and those that the caller
    /// guessed.
    pub(super) words: QueryWords,
    /// The short words of the question, which say little.
    slight_words: HashSet<String>,
    /// The lines that the question names and the search returned, in the order of the question.
    named_lines: HashMap<&'r RepoPath, Vec<u32>>,
    /// The question.
    query: &'r str,
    /// How many turns the model has had.
    pub(super) turns: usize,
}

impl<'r> View<'r> {
    pub(super) fn of(request: &ModelRequest<'r>) -> Self {
        let query = &request.task.query;
        let seen = request.registry.iter();
        let hits: Vec<_> = seen.map(|seen| (seen.path(), seen.hits())).collect();
        let written_places = WrittenPlace::with_line_in(query, &hits);
        let question = without_numbers(query, written_places.iter().map(|(place, _)| place));
        let mut named_lines: HashMap<&RepoPath, Vec<u32>> = HashMap::new();
        let mut seen = HashSet::new();
        for (place, paths) in &written_places {
            let Some(line) = place.line else { continue };
            let new = paths.iter().filter(|path| seen.insert((**path, line)));
            new.for_each(|path| named_lines.entry(path).or_default().push(line));
        }
        let guesses = request.task.words.join(" ");
        let mut view = Self {
            registry: request.registry,
            search_results: Vec::new(),
            related: Vec::new(),
            tools: request.tools.iter().map(|tool| tool.name.clone()).collect(),
            words: QueryWords::of(&question, &guesses, request.registry),
            slight_words: slight_words(query).into_iter().collect(),
            named_lines,
            query,
            turns: 0,
        };
        for message in request.messages {
            match message {
                Message::Model(_) => view.turns += 1,
                Message::Answer(answer) => view.add_answer(answer),
                Message::User(_) => {}
            }
        }
        view
    }

    fn add_answer(&mut self, answer: &Answer) {
        for sighting in &answer.observations {
            match sighting.observation.kind {
                ObservationKind::Symbols | ObservationKind::Matches => {
                    self.search_results.extend(&sighting.ids);
                }
                ObservationKind::Relations => self.related.push(sighting.ids.clone()),
                _ => {}
            }
        }
    }

    /// The lines of a place of the search that the question names, each once and in the order of the question: hits, since
    /// the search looks for them.
    pub(super) fn named_lines(&self, place: Place<'_>) -> Vec<u32> {
        let lines = self.named_lines.get(place.path()).into_iter().flatten().copied();
        lines.filter(|line| place.hits().contains(line)).collect()
    }

    /// Whether a word of the question says little.
    pub(super) fn is_slight(&self, word: &str) -> bool {
        self.slight_words.contains(word)
    }

    pub(super) fn has_tool(&self, tool: &str) -> bool {
        self.tools.contains(tool)
    }

    /// The places of the searches, best first.
    pub(super) fn search_results(&self) -> impl Iterator<Item = Place<'r>> {
        let registry = self.registry;
        let found = self.search_results.iter();
        found.filter_map(|id| registry.get(*id)).map(Place::of)
    }

    /// The places that stand in a relation to the best places: the best one of each, then the second ones, and so on.
    pub(super) fn related(&self, relation: &str) -> impl Iterator<Item = Place<'r>> {
        let registry = self.registry;
        let longest = self.related.iter().map(Vec::len).max().unwrap_or_default();
        let ids =
            (0..longest).flat_map(|rank| self.related.iter().filter_map(move |of| of.get(rank)));
        let places = ids.filter_map(|id| registry.get(*id)).map(Place::of);
        places
            .filter(move |place| place.related().iter().any(|related| related.relation == relation))
    }

    /// The declarations of the best places that the question spells as code does.
    pub(super) fn spelled(&self) -> impl Iterator<Item = Spelled<'r>> {
        let query = self.query;
        primary(self).into_iter().flat_map(move |place| spelled_in(query, place))
    }

    /// The lines of a place that call what the question spells, the most certain first.
    pub(super) fn calls_in(&self, place: Place<'_>) -> impl Iterator<Item = u32> {
        let within = move |caller: &Place<'r>| place.overlaps(*caller);
        let hits = self.related(CALLERS).filter(within).flat_map(|caller| caller.candidate.hits());
        let range = place.range();
        hits.copied().filter(move |line| range.is_some_and(|range| range.contains(*line)))
    }

    /// The widest observed place that contains all lines of this one.
    pub(super) fn widest(&self, place: Place<'r>) -> Place<'r> {
        let Some(range) = place.range() else {
            return place;
        };
        let containing = self.registry.iter().filter(|other| {
            other.path() == place.path() && other.range().is_some_and(|wide| wide.covers(range))
        });
        let widest = containing.max_by_key(|other| other.range().map(LineRange::len));
        Place { candidate: widest.unwrap_or(place.candidate), ..place }
    }
}
