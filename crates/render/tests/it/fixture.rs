//! Fixtures: observed trees, and reports validated over them.

use std::collections::BTreeMap;

use firsthand_registry::{
    LineRange, Observation, ObservationKind, Receipt, ReceiptId, Registry, Related, RepoPath,
    Source, Span, Symbol, Window,
};
use firsthand_validator::{
    Context, Coverage, FoundName, Intent, Present, RunFacts, Selection, Stats, StopReason, Tokens,
    VerifiedReport, cited, conclude, validate, verify,
};
use serde_json::{Value, json};

/// Files, and the registry of their observations.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(crate) files: Vec<(RepoPath, Vec<u8>)>,
    pub(crate) registry: Registry,
    /// The receipts that are confirmed.
    pub(crate) receipts: BTreeMap<ReceiptId, Receipt>,
    /// The lines with each name.
    pub(crate) names: BTreeMap<String, Vec<(RepoPath, u32)>>,
}

impl Tree {
    /// Adds a file; `None` where the path is invalid.
    pub(crate) fn file(&mut self, path: &str, text: &str) -> Option<RepoPath> {
        let path = RepoPath::new(path).ok()?;
        if self.bytes(&path).is_none() {
            self.files.push((path.clone(), text.as_bytes().to_vec()));
        }
        Some(path)
    }

    /// Observes lines; returns the place's id.
    pub(crate) fn see(&mut self, path: &RepoPath, start: u32, end: u32) -> Option<String> {
        let bytes = self.bytes(path)?;
        let span = Span::of_file(path.clone(), &bytes, LineRange::new(start, end)?).ok()?;
        let ids = self.registry.observe(Observation::read(Source::READ, Window::new(span)));
        ids.first().map(ToString::to_string)
    }

    /// Observes lines with a symbol, and a relation to another one if given; returns the place's id.
    pub(crate) fn relate(
        &mut self,
        (path, start, end): (&RepoPath, u32, u32),
        symbol: &str,
        related: Option<(&str, &str, &str)>,
    ) -> Option<String> {
        let bytes = self.bytes(path)?;
        let span = Span::redacted(path.clone(), &bytes, LineRange::new(start, end)?).ok()?;
        let mut window = Window::new(span).with_hits([start]);
        window.symbol = Some(Symbol {
            name: symbol.to_owned(),
            qualified: symbol.to_owned(),
            kind: "function".to_owned(),
        });
        window.related = related.map(|(relation, of, resolution)| Related {
            relation: relation.to_owned(),
            of: of.to_owned(),
            resolution: resolution.to_owned(),
        });
        let kind = ObservationKind::Relations;
        let seen = Observation::new(Source::GRAPH, kind, vec![window]);
        let ids = self.registry.observe(seen);
        ids.first().map(ToString::to_string)
    }

    /// Observes a path in a listing; returns the place's id.
    pub(crate) fn list(&mut self, path: &RepoPath) -> Option<String> {
        let seen = Observation::listed(Source::LIST, vec![path.clone()]);
        self.registry.observe(seen).first().map(ToString::to_string)
    }

    pub(crate) fn bytes(&self, path: &RepoPath) -> Option<Vec<u8>> {
        let found = self.files.iter().find(|(known, _)| known == path);
        found.map(|(_, bytes)| bytes.clone())
    }

    fn present(&self, ranges: &BTreeMap<RepoPath, Vec<LineRange>>) -> Present {
        let mut present = Present::gather(ranges, |path| self.bytes(path));
        let confirmed = self.receipts.iter();
        let confirmed = confirmed.map(|(id, receipt)| (*id, Ok(receipt.clone()).into()));
        present.receipts = confirmed.collect();
        let names = self.names.iter();
        let found = |lines: &Vec<_>| FoundName { lines: lines.clone(), ..FoundName::default() };
        present.set_names(names.map(|(name, lines)| (name.clone(), found(lines))));
        present
    }

    /// The report of a selection.
    pub(crate) fn report(
        &self,
        selection: &Selection,
        intent: Intent,
        facts: RunFacts,
    ) -> VerifiedReport {
        let present = self.present(&cited(&self.registry, selection, Intent::Edit));
        let verdict = validate(selection, &Context::new(&self.registry, &present, intent));
        verdict.into_report(facts)
    }

    /// The report without a selection.
    pub(crate) fn fallback(&self, facts: RunFacts) -> VerifiedReport {
        let present = |ranges: &_| self.present(ranges);
        conclude(&self.registry, Intent::default(), &[], facts, present)
    }

    /// The report of a run that ends with this selection.
    pub(crate) fn concluded(&self, selection: &Selection, facts: RunFacts) -> VerifiedReport {
        let read = |path: &RepoPath| self.bytes(path);
        verify(&self.registry, Some(selection), Intent::default(), facts, read)
    }
}

/// A selection from its wire form.
pub(crate) fn selection(wire: Value) -> Selection {
    serde_json::from_value(wire).unwrap()
}

/// A host's facts about a run.
pub(crate) fn facts(query: &str) -> RunFacts {
    let mut facts = RunFacts::new("/repo", query);
    facts.coverage =
        Coverage { patterns: 4, files_seen: 812, files_skipped: 3, ..Coverage::default() };
    facts.stats = Stats {
        model: "openai:example".to_owned(),
        stop_reason: StopReason::Accepted,
        model_calls: 4,
        steps: 4,
        tool_calls: 9,
        observation_chars: 21_480,
        tokens: Some(Tokens { input: 18_200, cached: 12_000, output: 640 }),
        elapsed_ms: 5_310,
        ..Stats::default()
    };
    facts
}

pub(crate) const APP: &str = "\
import { Route } from './router';

export function App() {
  return (
    <Layout>
      <Route path=\"/channels/:id\" element={<ChannelSidebar/>} />
    </Layout>
  );
}
";

pub(crate) const STORE: &str = "\
export const initial = { current: null };

export function switchChannel(id: string) {
\tif (id === state.current) {
\t\treturn;
\t}
\tdispatch({ type: 'channel/switch', payload: { id } });
}

export function reducer(state, action) {
  return action.type === 'channel/switch' ? { ...state, current: action.payload.id } : state;
}
";

/// The tree of the examples: c1 and c2 the app, c3 the switch, c4 the reducer, c5 types, c6 a
/// listed file, c7 the store's start.
pub(crate) fn channels() -> Tree {
    let mut tree = Tree::default();
    let app = tree.file("src/routes/app.tsx", APP).unwrap();
    let store = tree.file("src/store/channels.ts", STORE).unwrap();
    let types =
        tree.file("src/store/types.ts", "export type Id = string;\nexport type State = {};\n");
    let notes = tree.file("docs/my notes.md", "Channels.\n").unwrap();
    for (path, start, end) in [(&app, 3, 9), (&app, 1, 1), (&store, 3, 8), (&store, 10, 12)] {
        tree.see(path, start, end).unwrap();
    }
    tree.see(&types.unwrap(), 1, 2).unwrap();
    tree.list(&notes).unwrap();
    tree.see(&store, 1, 1).unwrap();
    tree
}

/// A flow through the tree of [`channels`] that returns to its start.
pub(crate) fn channel_flow() -> Value {
    json!([
        {"candidateId": "c1", "role": "entry", "fact": "Mounts the sidebar for a channel.",
         "quote": "<Route path=\"/channels/:id\" element={<ChannelSidebar/>} />"},
        {"candidateId": "c3", "role": "action", "fact": "Nothing happens for the current channel.",
         "quote": "if (id === state.current) {\n\t\treturn;"},
        {"candidateId": "c4", "role": "state", "fact": "Stores the id of the channel.",
         "quote": "current: action.payload.id"},
        {"candidateId": "c1", "role": "view", "fact": "Draws the layout again.",
         "quote": "<Layout>"}
    ])
}
