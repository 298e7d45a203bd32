//! Strategies for arbitrary repositories, observations of them, and hostile selections.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_registry::{
    Declaration, LineRange, Observation, Registry, RepoPath, Source, Span, Window,
};
use firsthand_validator::{Action, Confidence, FlowLink, Intent, ReadRequest, Selection};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::oracle::lines;
use crate::repo::{Files, mask};

const PATHS: [&str; 6] = [
    "src/app.ts",
    "src/store.ts",
    "app/(a)/[id]/page.tsx",
    "Makefile",
    "lib x/見.rs",
    "a/b/Ghost.ts",
];

/// Files, the registry of their observations, and the oracle's own record of the observed lines.
#[derive(Clone, Debug)]
pub(crate) struct ObservedRepo {
    pub(crate) files: Files,
    pub(crate) registry: Registry,
    /// The observed lines, by path; a listed path has an entry.
    pub(crate) seen: BTreeMap<String, BTreeSet<u32>>,
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    let words =
        vec(select(vec!["fn", "load", "store", "x", "é", "数据型", "(a, b)", "42|", "= 1;"]), 0..5);
    let gaps = select(vec![" ", "  ", "\t", "\u{a0}", ""]);
    prop_oneof![
        20 => (words, gaps).prop_map(|(words, gap)| format!("{gap}{}", words.join(gap)).into_bytes()),
        1 => Just(b"key = SECRET load store".to_vec()),
        1 => Just(b"load \xff\xfe store".to_vec()),
        1 => Just(b"load store\r".to_vec()),
        1 => Just(vec![b'x'; 300]),
    ]
}

fn file() -> impl Strategy<Value = Vec<u8>> {
    let count = prop_oneof![4 => 1..12usize, 1 => 200..400usize];
    let lines = count.prop_flat_map(|count| vec(line(), count));
    (lines, select(vec!["\n", "\r\n"]), any::<bool>()).prop_map(|(lines, end, has_final_end)| {
        let mut bytes = lines.join(end.as_bytes());
        bytes.extend(end.bytes().filter(|_| has_final_end));
        bytes
    })
}

/// A planned observation: file, first line, number of lines, hit, declaration; or a listing.
type ObservationPlan = (Index, u32, u32, Option<u32>, Option<(u32, u32)>, bool);

fn observation_plan() -> impl Strategy<Value = ObservationPlan> {
    let start = prop_oneof![3 => 1..12u32, 1 => 1..400u32];
    let count = prop_oneof![3 => 1..20u32, 1 => 100..400u32];
    let hit = proptest::option::of(1..400u32);
    let declaration = proptest::option::of((1..400u32, 1..200u32));
    (any::<Index>(), start, count, hit, declaration, prop::bool::weighted(0.15))
}

pub(crate) fn observed_repo() -> impl Strategy<Value = ObservedRepo> {
    let files = prop::sample::subsequence(PATHS.to_vec(), 1..4).prop_flat_map(|paths| {
        vec(file(), paths.len()).prop_map(move |files| {
            paths.iter().map(ToString::to_string).zip(files).collect::<Files>()
        })
    });
    (files, vec(observation_plan(), 1..9)).prop_map(|(files, plans)| {
        let mut repo = ObservedRepo { files, registry: Registry::new(), seen: BTreeMap::new() };
        for plan in plans {
            repo.observe(plan);
        }
        repo
    })
}

impl ObservedRepo {
    fn observe(&mut self, (file, start, count, hit, declaration, listed): ObservationPlan) {
        let (name, bytes) = file.get(&self.files.iter().collect::<Vec<_>>()).to_owned();
        let path = RepoPath::new(name).unwrap();
        let seen = self.seen.entry(name.clone()).or_default();
        if listed {
            self.registry.observe(Observation::listed(Source::LIST, vec![path]));
            return;
        }
        let range = LineRange::new(start, start + count - 1).unwrap();
        let Ok(span) = Span::of_file(path, bytes, range) else {
            return;
        };
        let last = u32::try_from(lines(bytes).len()).unwrap();
        seen.extend(start..=range.end().min(last));
        let declarations = declaration.map(|(start, count)| Declaration {
            name: "f".into(),
            kind: "function".into(),
            range: LineRange::new(start, start + count - 1).unwrap(),
            head: None,
            is_test: false,
        });
        let window = Window::new(span.map_lines(mask))
            .with_hits(hit)
            .with_declarations(declarations.into_iter().collect());
        self.registry.observe(Observation::read(Source::READ, window));
    }

    /// A quote taken from a line that exists, changed in some way.
    fn quote(&self, (file, line, from, to, change): &QuotePlan) -> String {
        let bytes = file.get(&self.files.values().collect::<Vec<_>>()).to_owned();
        let lines = lines(bytes);
        let index = line.index(lines.len().max(1));
        let text = |index: usize| {
            String::from_utf8_lossy(lines.get(index).copied().unwrap_or_default()).into_owned()
        };
        let chars: Vec<char> = text(index).chars().collect();
        let (from, to) = (from.index(chars.len() + 1), to.index(chars.len() + 1));
        let part: String = chars[from.min(to)..from.max(to)].iter().collect();
        let line_text = text(index);
        match change {
            0 => part,
            1 => line_text.split_whitespace().collect::<Vec<_>>().join("  "),
            2 => format!("{:>4}| {line_text}", index + 1),
            3 => format!("{line_text}\n{}", text(index + 1)),
            4 => format!("{}| {line_text}\n{}| {}", index + 1, index + 2, text(index + 1)),
            5 => line_text.replace('a', "а"), // Cyrillic
            6 => line_text.replacen('o', "0", 1),
            7 => line_text.replace(' ', ""),
            8 => format!("{line_text} {}", text(index + 2)),
            _ => format!("{line_text} {}", text(index + 1)),
        }
    }

    fn id(&self, id: &IdPlan) -> String {
        match id {
            (index, 0..=8) => format!("c{}", index.index(self.registry.len() + 1) + 1),
            (_, 9) => "src/app.ts".to_owned(),
            (index, _) => format!("c0{}", index.index(9)),
        }
    }
}

/// A quote: the file, the line, the bounds of a part of the line, and the kind of change.
type QuotePlan = (Index, Index, Index, Index, u8);
/// An index, and the kind of id: up to 8 one that may have been assigned, 9 a path, else one with a leading zero.
type IdPlan = (Index, u8);

fn id() -> impl Strategy<Value = IdPlan> {
    (any::<Index>(), 0..11u8)
}

/// Prose with paths, line numbers and separators.
pub(crate) fn prose() -> impl Strategy<Value = String> {
    let parts = vec![
        "app.ts",
        "src/",
        "store",
        ".ts",
        "ghost",
        ".rs",
        "/",
        ":",
        "：",
        "3",
        "12",
        "1",
        "L",
        "#",
        "(",
        ")",
        "-",
        "–",
        "\\",
        "\u{200b}",
        "٣",
        "３",
        "%2F",
        "%3A",
        " ",
        " ",
        "`",
        "“",
        "@",
        "./",
        "..",
        "…",
        ",",
        "=",
        "page.tsx",
        "app/(a)/[id]/page.tsx:1",
        "src/app.ts:3",
        "src/store.ts:1-3",
        "Makefile",
        "load",
        "é",
        "e\u{301}",
        "http://",
        "_",
        "見.rs",
        "Ghost",
    ];
    prop_oneof![
        6 => vec(select(parts), 0..8).prop_map(|parts| parts.concat()),
        1 => any::<String>(),
        1 => "[a-z /.:0-9]{0,400}",
    ]
}

pub(crate) fn intent() -> impl Strategy<Value = Intent> {
    select(Intent::ALL.to_vec())
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        4 => Just(Action::AnswerFromReport), 4 => Just(Action::ReadTargets),
        3 => Just(Action::TargetedGapSearch), 1 => Just(Action::SkipExploreResult),
    ]
}

/// The `lines` of a citation: often lines of the place, sometimes other lines or invalid text.
fn lines_text() -> impl Strategy<Value = Option<String>> {
    prop_oneof![
        6 => Just(None),
        3 => (1..300_u32, 0..150_u32).prop_map(|(first, more)| Some(format!("{first}-{}", first + more))),
        1 => select(vec!["", "7", "0-3", "9-2", "a-b", "99999999999-1"]).prop_map(|text| Some(text.into())),
    ]
}

/// A repository, a selection over it, and an intent.
pub(crate) fn case() -> impl Strategy<Value = (ObservedRepo, Selection, Intent)> {
    let quote = (any::<Index>(), any::<Index>(), any::<Index>(), any::<Index>(), 0..10u8);
    let links = vec((id(), prose(), prose(), quote, lines_text()), 0..6);
    let reads = vec((id(), prose(), any::<bool>(), lines_text()), 0..10);
    let confidence =
        select(vec![Confidence::Low, Confidence::Medium, Confidence::High, Confidence::High]);
    let texts = (vec(prose(), 0..3), vec(prose(), 0..7));
    let lists = (vec(id(), 0..8), links, reads, texts);
    (observed_repo(), lists, action(), confidence, intent()).prop_map(
        |(repo, (primary, links, reads, (missing, search)), action, confidence, intent)| {
            let flow = links.iter().map(|(id, role, fact, quote, lines)| FlowLink {
                lines: lines.clone(),
                candidate_id: repo.id(id),
                role: role.clone(),
                fact: fact.clone(),
                quote: repo.quote(quote),
            });
            let reads = reads.into_iter().map(|(id, purpose, required, lines)| ReadRequest {
                lines,
                candidate_id: repo.id(&id),
                purpose,
                required,
            });
            let selection = Selection {
                primary_candidate_ids: primary.iter().map(|id| repo.id(id)).collect(),
                read_targets: reads.collect(),
                flow: flow.collect(),
                missing_coverage: missing.into_iter().map(Into::into).collect(),
                recommended_primary_action: action,
                confidence,
                names: search.clone(),
                search_targets: search,
            };
            (repo, selection, intent)
        },
    )
}
