//! A state-machine test of the registry against a naive model: several conversations, each with a registry
//! and a plain list of its observations.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_registry::{
    Candidate, CandidateId, Declaration, LineRange, Observation, ObservationKind, Registry,
    RepoPath, Source, SourceLine, Span, Window,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest, prop_state_machine};

use crate::strategies::{path, range, symbol};

const PATHS: [&str; 3] = ["src/a.rs", "src/b.rs", "README.md"];
const SESSIONS: usize = 2;
const TOOL_NAMES: [&str; 3] = ["grep", "graph", "host"];
const SYMBOL_NAMES: [&str; 2] = ["f", "g"];

/// One observation; files, tools and symbols are indices into [`PATHS`], [`TOOL_NAMES`] and [`SYMBOL_NAMES`].
#[derive(Clone, Debug)]
struct Call {
    session: usize,
    tool: usize,
    weight: f64,
    /// The index of a kind with windows.
    kind: usize,
    windows: Vec<WindowPlan>,
    /// The listed files; with any, the observation is a listing.
    listed: Vec<usize>,
}

/// One window: its place, its lines (`None`: masked), and its metadata.
#[derive(Clone, Debug)]
struct WindowPlan {
    file: usize,
    start: u32,
    lines: Vec<Option<String>>,
    hits: Vec<u32>,
    name: Option<usize>,
    declared: Option<(u32, u32)>,
    distance: Option<u32>,
    /// The number of lines of the file behind the window.
    lines_after: u32,
}

/// A place in the model.
#[derive(Clone, Debug)]
struct Place {
    path: String,
    range: Option<(u32, u32)>,
    lines: Vec<Option<String>>,
    hits: BTreeSet<u32>,
    names: Vec<usize>,
    declared: Vec<(u32, u32)>,
    distance: Option<u32>,
    file_lines: u32,
    /// The tools that observed it: their index, how often, and their greatest weight.
    tools: Vec<(usize, u32, f64)>,
}

/// For each conversation its places, in the order of their ids.
type Model = Vec<Vec<Place>>;

struct Sessions;

fn window_plan() -> impl Strategy<Value = WindowPlan> {
    let line = prop_oneof![4 => "[ab ]{0,3}".prop_map(Some), 1 => Just(None)];
    let declared = (1..9_u32, 0..9_u32).prop_map(|(start, more)| (start, start + more));
    (
        (0..3_usize, 1..5_u32, vec(line, 1..4), vec(0..9_u32, 0..3)),
        (
            proptest::option::of(0..2_usize),
            proptest::option::of(declared),
            proptest::option::of(0..4_u32),
            0..3_u32,
        ),
    )
        .prop_map(|((file, start, lines, hits), (name, declared, distance, lines_after))| {
            WindowPlan { file, start, lines, hits, name, declared, distance, lines_after }
        })
}

impl ReferenceStateMachine for Sessions {
    type State = Model;
    type Transition = Call;

    fn init_state() -> BoxedStrategy<Model> {
        Just(vec![Vec::new(); SESSIONS]).boxed()
    }

    fn transitions(_: &Model) -> BoxedStrategy<Call> {
        let listed = prop_oneof![3 => Just(Vec::new()), 1 => vec(0..3_usize, 1..4)];
        (0..SESSIONS, 0..3_usize, 0..3_u32, 0..4_usize, vec(window_plan(), 0..4), listed)
            .prop_map(|(session, tool, weight, kind, windows, listed)| Call {
                session,
                tool,
                weight: f64::from(weight) / 2.0,
                kind,
                windows,
                listed,
            })
            .boxed()
    }

    fn apply(mut model: Model, call: &Call) -> Model {
        let places = &mut model[call.session];
        for place in call.places() {
            match places.iter_mut().find(|known| known.is_same_place(&place)) {
                Some(known) => known.merge(place),
                None => places.push(place),
            }
        }
        model
    }
}

impl Call {
    /// Its places, as if observed for the first time.
    fn places(&self) -> Vec<Place> {
        let tools = vec![(self.tool, 1, self.weight)];
        let listed = self.listed.iter().map(|&file| Place {
            path: PATHS[file].to_owned(),
            range: None,
            lines: Vec::new(),
            hits: BTreeSet::new(),
            names: Vec::new(),
            declared: Vec::new(),
            distance: None,
            file_lines: 0,
            tools: tools.clone(),
        });
        if !self.listed.is_empty() {
            return listed.collect();
        }
        let windows = self.windows.iter().map(|plan| {
            let end = plan.start + plan.lines.len() as u32 - 1;
            let inside = |line: &&u32| (plan.start..=end).contains(*line);
            let declared = plan.declared.filter(|(from, to)| *from <= end && plan.start <= *to);
            Place {
                path: PATHS[plan.file].to_owned(),
                range: Some((plan.start, end)),
                lines: plan.lines.clone(),
                hits: plan.hits.iter().filter(inside).copied().collect(),
                names: plan.name.into_iter().collect(),
                declared: declared.into_iter().collect(),
                distance: plan.distance,
                file_lines: end + plan.lines_after,
                tools: tools.clone(),
            }
        });
        windows.collect()
    }

    /// Its typed observation.
    fn observation(&self) -> Observation {
        let source = Source { name: TOOL_NAMES[self.tool].into(), weight: self.weight };
        if !self.listed.is_empty() {
            let paths = self.listed.iter().map(|&file| path(PATHS[file]));
            return Observation::listed(source, paths.collect());
        }
        let windows = self.windows.iter().map(WindowPlan::window).collect();
        let kind = match self.kind {
            0 => ObservationKind::Matches,
            1 => ObservationKind::Read,
            2 => ObservationKind::Symbols,
            _ => ObservationKind::Relations,
        };
        Observation::new(source, kind, windows)
    }
}

impl WindowPlan {
    fn window(&self) -> Window {
        let lines = self.lines.iter().map(|line| match line {
            Some(line) => SourceLine::Plain(line.clone()),
            None => SourceLine::masked("(hidden)"),
        });
        let end = self.start + self.lines.len() as u32 - 1;
        let span = Span::new(
            path(PATHS[self.file]),
            self.start,
            lines.collect(),
            Some(end + self.lines_after),
        );
        let declarations = self.declared.map(|(start, end)| Declaration {
            name: "d".into(),
            kind: "fn".into(),
            range: range(start, end),
            head: None,
            is_test: false,
        });
        Window {
            hits: self.hits.clone(),
            symbol: self.name.and_then(|name| symbol(SYMBOL_NAMES[name])),
            declarations: declarations.into_iter().collect(),
            distance: self.distance,
            ..Window::new(span.unwrap())
        }
    }
}

impl Place {
    fn is_same_place(&self, other: &Self) -> bool {
        self.path == other.path && self.range == other.range
    }

    /// Merges a later observation of the same place.
    fn merge(&mut self, newer: Self) {
        let (tool, _, weight) = newer.tools[0];
        match self.tools.iter_mut().find(|(known, ..)| *known == tool) {
            Some((_, times, max_weight)) => {
                (*times, *max_weight) = (*times + 1, max_weight.max(weight));
            }
            None => self.tools.push((tool, 1, weight)),
        }
        // The newer text replaces the older; a line that was masked once stays masked.
        let is_same = |(old, new): (&Option<String>, &Option<String>)| {
            old.is_none() || new.is_none() || old == new
        };
        let is_changed = !self.lines.iter().zip(&newer.lines).all(is_same);
        let lines = self.lines.iter().zip(newer.lines);
        self.lines = lines.map(|(old, new)| old.as_ref().and(new)).collect();
        if is_changed {
            // What was known of the older text is no longer known.
            self.hits.clear();
            self.names.clear();
            self.declared.clear();
            self.distance = None;
        }
        self.hits.extend(newer.hits);
        self.distance = self.distance.into_iter().chain(newer.distance).min();
        if newer.range.is_some() {
            self.file_lines = newer.file_lines;
        }
        for name in
            newer.names.into_iter().filter(|name| !self.names.contains(name)).collect::<Vec<_>>()
        {
            self.names.push(name);
        }
        for range in newer.declared {
            if !self.declared.contains(&range) {
                self.declared.push(range);
            }
        }
    }
}

/// The registries under test, and the ids that were assigned first.
#[derive(Default)]
struct TestedRegistries {
    registries: Vec<Registry>,
    first_ids: BTreeMap<(usize, RepoPath, Option<LineRange>), CandidateId>,
}

impl StateMachineTest for Sessions {
    type SystemUnderTest = TestedRegistries;
    type Reference = Self;

    fn init_test(_: &Model) -> TestedRegistries {
        TestedRegistries {
            registries: vec![Registry::new(); SESSIONS],
            ..TestedRegistries::default()
        }
    }

    fn apply(mut tested: TestedRegistries, model: &Model, call: Call) -> TestedRegistries {
        let registry = &mut tested.registries[call.session];
        let before = registry.len();
        let ids = registry.observe(call.observation());
        let places = call.places();
        assert_eq!(ids.len(), places.len());
        for (id, place) in ids.iter().zip(&places) {
            let index =
                model[call.session].iter().position(|known| known.is_same_place(place)).unwrap();
            assert_eq!(id.to_string(), format!("c{}", index + 1), "the number of a first sight");
            let known = registry.get(*id).unwrap();
            let key = (call.session, known.path().clone(), known.range());
            assert_eq!(
                tested.first_ids.entry(key).or_insert(*id),
                id,
                "the same place, the first id"
            );
        }
        assert!(registry.len() >= before, "the counter only grows");
        tested
    }

    fn check_invariants(tested: &TestedRegistries, model: &Model) {
        for (registry, places) in tested.registries.iter().zip(model) {
            assert_eq!(registry.len(), places.len());
            for (candidate, place) in registry.iter().zip(places) {
                assert_same(candidate, place);
            }
            let unassigned: CandidateId = format!("c{}", places.len() + 1).parse().unwrap();
            assert!(registry.get(unassigned).is_none(), "an id that was never handed out");
        }
    }
}

fn assert_same(candidate: &Candidate, place: &Place) {
    assert_eq!(candidate.path().as_str(), place.path);
    let shown = candidate.range().map(|range| (range.start(), range.end()));
    assert_eq!(shown, place.range, "a listed path stays one, whatever is read of its file");
    let tools = candidate.provenance().iter();
    let tools: Vec<_> = tools.map(|p| (&*p.source.name, p.times, p.source.weight)).collect();
    let expected_tools =
        place.tools.iter().map(|(tool, times, weight)| (TOOL_NAMES[*tool], *times, *weight));
    assert_eq!(tools, expected_tools.collect::<Vec<_>>());
    let Some((start, _)) = place.range else {
        assert!(candidate.evidence().is_none() && candidate.hits().is_empty());
        return;
    };
    let evidence = candidate.evidence().unwrap();
    for (number, line) in (start..).zip(&place.lines) {
        assert_eq!(evidence.is_masked(number), line.is_none(), "line {number}");
        assert_eq!(evidence.line(number), Some(line.as_deref().unwrap_or("(hidden)")));
    }
    assert_eq!(evidence.lines().count(), place.lines.len());
    assert!(candidate.hits().iter().eq(&place.hits));
    assert_eq!(candidate.distance(), place.distance);
    assert_eq!(candidate.file_lines(), Some(place.file_lines));
    let names: Vec<&str> = candidate.symbols().iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, place.names.iter().map(|name| SYMBOL_NAMES[*name]).collect::<Vec<_>>());
    let mut declared = place.declared.clone();
    declared.sort_by_key(|(from, to)| (*from, std::cmp::Reverse(*to)));
    let ranges = candidate.declarations().iter().map(|d| (d.range.start(), d.range.end()));
    assert_eq!(ranges.collect::<Vec<_>>(), declared);
}

prop_state_machine! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn one_conversation_against_a_naive_model(sequential 1..30 => Sessions);
}
