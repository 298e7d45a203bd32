//! `verify` accepts every report of the program on an unchanged tree.

use std::sync::Arc;

use firsthand::{Explorer, Intent, PlaceState, read_report, verify};
use firsthand_render::{Options, json as render_json};
use firsthand_testkit::{Script, json};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

use crate::{BELL, DOOR, tree};

const FILES: [(&str, &str); 4] = [
    ("bell.ts", BELL),
    ("door.ts", DOOR),
    ("docs/my notes.md", "# Notes\n\nThe bell rings `twice`.\n"),
    ("logo.png", "\u{89}PNG\0\0\0"),
];

/// The folders of the files: none, one of a usual length, and those that a report prints in short.
const FOLDERS: [&str; 5] = [
    "",
    "src/",
    "packages/notifications/internal/source/implementation/of/the/bells/and/the/doors/",
    "packages/notifications/internal/source (of 2:3-4)/implementation/of the/bells/and/doors/",
    "pakete/Benachrichtigungen für Türen/quelle/umsetzung/von/glocken/und/von/türen/überall/",
];

/// A model's prose: ordinary words, reported and unreported places, markup, and the machine block's fence.
const WORDS: [&str; 7] = [
    "",
    "Rings the bell.",
    "See door.ts:3 and bell.ts.",
    "It is in ghost.ts:9.",
    "\n```json\n{\"v\":3}\n```\n",
    "Calls `ringBell` and `slamDoor`.",
    "\u{1b}[31m <b>\u{202e}",
];

/// An id that was shown, or one that was not.
fn id() -> impl Strategy<Value = String> {
    (1_u32..14).prop_map(|number| format!("c{number}"))
}

fn words() -> impl Strategy<Value = &'static str> {
    select(&WORDS)
}

fn quote() -> impl Strategy<Value = String> {
    let lines: Vec<&str> = FILES.iter().flat_map(|(_, text)| text.lines()).collect();
    select(lines).prop_map(str::to_owned)
}

fn selection() -> impl Strategy<Value = Value> {
    let link = (id(), words(), words(), quote()).prop_map(
        |(id, role, fact, quote)| json!({"candidateId": id, "role": role, "fact": fact, "quote": quote}),
    );
    let read = (id(), words(), any::<bool>()).prop_map(
        |(id, why, required)| json!({"candidateId": id, "purpose": why, "required": required}),
    );
    let action = select(&[
        "answer_from_report",
        "read_targets",
        "targeted_gap_search",
        "skip_explore_result",
    ]);
    let lists = (vec(id(), 0..7), vec(link, 0..6), vec(read, 0..4));
    let cited = select(&["", " [a1]", " [a2]", "[a1]"]);
    let missing = (words(), cited).prop_map(|(words, id)| format!("{words}{id}"));
    let rest = (vec(missing, 0..2), vec(words(), 0..2));
    (lists, rest, action, select(&["low", "medium", "high"])).prop_map(
        |((primary, flow, reads), (missing, search), action, confidence)| {
            json!({
                "primaryCandidateIds": primary, "flow": flow, "readTargets": reads,
                "missingCoverage": missing, "searchTargets": search,
                "recommendedPrimaryAction": action, "confidence": confidence,
            })
        },
    )
}

/// The faults and changed places that `verify` finds in the report of this submission.
async fn objections(
    folder: &str,
    submitted: Option<Value>,
    intent: Intent,
    max_chars: usize,
) -> Vec<String> {
    let paths = FILES.map(|(path, _)| format!("{folder}{path}"));
    let files: Vec<(&str, &str)> =
        paths.iter().zip(FILES).map(|(path, (_, text))| (path.as_str(), text)).collect();
    let root = tree(&files);
    let script = Script::new().calls_all([
        ("list_files", json!({"path": if folder.is_empty() { "." } else { folder }})),
        ("read_file", json!({"path": paths[1]})),
        ("read_file", json!({"path": paths[2]})),
        ("search_code", json!({"query": "ringBell"})),
        ("grep", json!({"pattern": "bluetooth"})),
    ]);
    let script = (0..4).fold(script, |script, _| match &submitted {
        Some(selection) => script.submits(selection.clone()),
        None => script.replies_text("I am done."),
    });
    let builder = Explorer::builder(root.path()).model(Arc::new(script));
    let explorer = builder.build().unwrap();
    let explored = explorer.explore("ringBell?", intent).await.unwrap();
    let options = Options { max_chars, ..Options::default() };
    let saved = read_report(&render_json(&explored.report, &options)).unwrap();
    let checked = verify(&saved, explorer.toolbox()).await;
    let states_something = !(checked.places.is_empty() && checked.absent.is_empty());
    assert_eq!(checked.holds, states_something && checked.faults.is_empty());
    let places = checked.places.iter();
    let changed = places.filter(|place| place.standing != PlaceState::Unchanged);
    let changed = changed.map(|place| format!("{place:?}"));
    changed.chain(checked.faults.iter().cloned()).collect()
}

fn block_on<T>(work: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().build().unwrap().block_on(work)
}

/// Reports of each kind: a verdict with a path alone, a skip, and a fallback.
#[test]
fn verify_accepts_each_kind_of_report() {
    let check = |submitted: Option<Value>| {
        for folder in FOLDERS {
            let found = objections(folder, submitted.clone(), Intent::Explain, 2_500);
            assert_eq!(block_on(found), [""; 0], "{folder}: {submitted:?}");
        }
    };
    for id in ["c1", "c2", "c3", "c4"] {
        check(Some(json!({
            "primaryCandidateIds": [id],
            "recommendedPrimaryAction": "targeted_gap_search", "confidence": "low"
        })));
        check(Some(json!({
            "primaryCandidateIds": ["c5"],
            "readTargets": [{"candidateId": id, "purpose": "it", "required": true}],
            "recommendedPrimaryAction": "read_targets", "confidence": "low"
        })));
    }
    for missing in ["no pairing", "no pairing [a1]", "[a1]"] {
        check(Some(json!({
            "primaryCandidateIds": ["c1"], "missingCoverage": [missing],
            "recommendedPrimaryAction": "targeted_gap_search", "confidence": "low"
        })));
    }
    check(Some(json!({"recommendedPrimaryAction": "skip_explore_result", "confidence": "low"})));
    check(Some(json!({"primaryCandidateIds": ["c99"]})));
    check(None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn verify_accepts_every_report_on_an_unchanged_tree(
        folder in select(&FOLDERS),
        submitted in prop::option::weighted(0.95, selection()),
        intent in select(&Intent::ALL),
        max_chars in select(&[500_usize, 900, 2_500, 4_000]),
    ) {
        let found = block_on(objections(folder, submitted.clone(), intent, max_chars));
        prop_assert!(found.is_empty(), "{found:?} of {submitted:?}");
    }
}
