//! Receipts of absence that a selection cites.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_registry::{ReceiptId, Registry, RepoPath};
use firsthand_source::{Control, Losses, SearchAccount, SearchedPattern, TreeState};
use firsthand_validator::{
    Action, Confidence, Context, Gap, Intent, Item, Missing, Present, Receipt, ReceiptCheck, Rule,
    Selection, Verdict, cited_receipts, validate,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::repo::{present, repo};

/// A receipt of a search in this many files.
fn receipt(pattern: &str, scope: &[&str], files: u64) -> Receipt {
    receipt_of(SearchedPattern::plain(pattern), scope, files)
}

fn receipt_of(pattern: SearchedPattern, scope: &[&str], files: u64) -> Receipt {
    let path = RepoPath::new("src/app.ts").unwrap();
    Receipt::of(SearchAccount {
        pattern,
        scope: scope.iter().map(|part| (*part).to_owned()).collect(),
        tree: TreeState::new(format!("{files:x}")),
        files,
        not_searched: Vec::new(),
        masked_lines: 0,
        control: Some(Control::new("run".to_owned(), path, 4, 1)),
        matches: 0,
        losses: Losses::default(),
    })
    .unwrap()
}

fn id(text: &str) -> ReceiptId {
    text.parse().unwrap()
}

/// What became of the search of a receipt.
#[derive(Clone, Copy, Debug)]
enum Again {
    Absent,
    Found,
    /// The search of another receipt, by a faulty host.
    Other,
    NotMade,
}

impl Again {
    fn check(self, given: &Receipt) -> Option<ReceiptCheck> {
        match self {
            Self::Absent => {
                let again = receipt_of(given.pattern.clone(), &[], given.files + 1);
                Some(ReceiptCheck::Absent(again))
            }
            Self::Found => Some(ReceiptCheck::NotProved("it stands in 2 lines".to_owned())),
            Self::Other => Some(ReceiptCheck::Absent(receipt("other", &[], 1))),
            Self::NotMade => None,
        }
    }
}

fn selection(missing: &[&str]) -> Selection {
    Selection {
        missing_coverage: missing.iter().map(|text| (*text).into()).collect(),
        recommended_primary_action: Action::TargetedGapSearch,
        confidence: Confidence::High,
        ..Selection::default()
    }
}

/// The verdict on a selection in the registry of [`repo`] with these receipts, of which `again` says what became.
fn verdict(selection: &Selection, given: &[(Receipt, Again)]) -> Verdict {
    let (mut registry, _) = repo();
    let mut present = Present::default();
    for (receipt, again) in given {
        let id = registry.observe_receipt(receipt.clone());
        present.receipts.extend(again.check(receipt).map(|check| (id, check)));
    }
    validate(selection, &Context::new(&registry, &present, Intent::Explain))
}

fn states() -> impl Strategy<Value = Again> {
    prop_oneof![
        3 => Just(Again::Absent),
        1 => Just(Again::Found),
        1 => Just(Again::Other),
        1 => Just(Again::NotMade),
    ]
}

proptest! {
    /// Nothing is reported as absent but by a receipt that was given, is cited, and was confirmed by the same search.
    #[test]
    fn no_fabrication_of_an_absence(
        states in vec(states(), 0..5),
        cited in vec(vec(1..8_usize, 0..3), 0..5),
    ) {
        let given: Vec<(Receipt, Again)> = (0..).zip(&states)
            .map(|(at, state)| (receipt(&format!("word{at}"), &[], 7), *state)).collect();
        let missing = cited.iter().enumerate().map(|(at, ids)| {
            Missing::new(format!("gap {at}"), ids.iter().map(|id| format!("a{id}")))
        });
        let selection = Selection { missing_coverage: missing.collect(), ..selection(&[]) };
        let verdict = verdict(&selection, &given);
        let body = verdict.body();
        let distinct: Vec<usize> = cited.iter().flatten().copied().fold(Vec::new(), |mut all, id| {
            if !all.contains(&id) { all.push(id) }
            all
        });
        let holds = |id: &usize| matches!(states.get(id - 1), Some(Again::Absent));
        let expect: Vec<String> = distinct.iter().take(3).filter(|id| holds(id))
            .map(|id| format!("word{}", id - 1)).collect();
        let found: Vec<&String> = body.absent.iter().map(|receipt| &receipt.pattern.text).collect();
        prop_assert_eq!(found, expect.iter().collect::<Vec<_>>());
        // What is printed is what was counted last.
        prop_assert!(body.absent.iter().all(|receipt| receipt.files == 8));
        // Each other one is counted as lost.
        let lost = body.losses.iter().filter(|loss| loss.item == Item::Receipt);
        prop_assert_eq!(lost.map(|loss| loss.count).sum::<usize>(), distinct.len() - expect.len());
        let is_lost = expect.len() < distinct.len();
        prop_assert!(!is_lost || body.confidence < Confidence::High);
        // What is said to be absent, and not missing, has a receipt.
        prop_assert!(body.absence_facts.is_empty() || !body.absent.is_empty());
        let said = body.missing.len() + body.absence_facts.len();
        prop_assert_eq!(said, selection.missing_coverage.len().min(3));
    }
}

#[test]
fn only_an_unproved_gap_needs_exploration() {
    let given =
        [(receipt("bluetooth", &[], 7), Again::Absent), (receipt("radio", &[], 7), Again::Found)];
    for (missing, gaps) in [
        ("no pairing [a1]", ""),
        ("no pairing", "no pairing"),
        ("no pairing [a2]", "no pairing"),
        ("no pairing [a1, a2]", "no pairing"),
        ("no pairing [a9]", "no pairing"),
    ] {
        let verdict = verdict(&selection(&[missing]), &given);
        let named = verdict.gaps().iter().filter_map(|gap| match gap {
            Gap::Named(text) => Some(text.as_str()),
            _ => None,
        });
        assert_eq!(named.collect::<Vec<_>>().join(", "), gaps, "{missing}");
        assert_eq!(verdict.body().missing.join(", "), gaps);
        let facts = verdict.body().absence_facts.join(", ");
        assert_eq!(facts, if gaps.is_empty() { "no pairing" } else { "" });
    }
}

#[test]
fn a_receipt_proves_nothing_of_another_name() {
    let given = [
        (receipt("bluetooth", &[], 7), Again::Absent),
        (receipt("pairDevice|pair_all", &[], 7), Again::Absent),
    ];
    for (missing, is_proved) in [
        ("no pairing over `bluetooth` [a1]", true),
        ("neither `pairDevice` nor `pair_all` [a2]", true),
        ("no pair_all() over `bluetooth` [a1, a2]", true),
        ("there is no `refund` [a1]", false),
        ("nothing calls refund() [a1]", false),
        ("no refund_all, no pairDevice [a2]", false),
        ("no RefundAll [a1, a2]", false),
        ("no code 429 [a1]", false),
        ("no pairDevices [a2]", false),
        // The search was for any case.
        ("no PairDevice [a2]", true),
        ("`pair` is nowhere [a2]", false),
    ] {
        let verdict = verdict(&selection(&[missing]), &given);
        let body = verdict.body();
        assert_eq!(!body.absence_facts.is_empty(), is_proved, "{missing}: {:?}", body.findings);
        assert_eq!(body.missing.is_empty(), is_proved, "{missing}");
        // The receipt stands by itself.
        assert!(!body.absent.is_empty());
        let is_named = body.findings.iter().any(|finding| finding.rule == Rule::ClaimUnsupported);
        assert_eq!(is_named, !is_proved, "{missing}: {:?}", body.findings);
    }
}

/// The marks of a regex are no part of a name, and what was searched for may be named although it reads as a file.
#[test]
fn what_a_regex_searched_for_may_be_said_to_be_absent() {
    let pattern = r"\bpairDevice\b|m\.thread|pair_all\(";
    let given =
        [(receipt_of(SearchedPattern::plain(pattern).with_regex(true), &[], 7), Again::Absent)];
    for (missing, expect) in [
        ("no `pairDevice` [a1]", "no `pairDevice`"),
        (
            "pairDevice and m.thread are in no searched file [a1]",
            "pairDevice and m.thread are in no searched file",
        ),
        ("nothing calls pair_all() [a1]", "nothing calls pair_all()"),
        ("no `bpairDevice` [a1]", ""),
        ("no `refund` [a1]", ""),
        ("nothing of src/ghost.rs [a1]", ""),
    ] {
        let verdict = verdict(&selection(&[missing]), &given);
        assert_eq!(
            verdict.body().absence_facts.join(", "),
            expect,
            "{:?}",
            verdict.body().findings
        );
    }
}

#[test]
fn a_proof_stands_however_long_its_gap_is_and_whatever_became_of_another_receipt() {
    let given = [
        (receipt("bluetooth", &[], 7), Again::Absent),
        // Its pattern would name a place that no tool saw.
        (receipt("src/ghost.rs:3-9", &[], 7), Again::Absent),
    ];
    let long = format!("{}[a1]", "radios are paired nowhere here; ".repeat(12));
    let verdict = verdict(&selection(&[&long, "no ghost [a2]"]), &given);
    let [fact] = &*verdict.body().absence_facts else {
        panic!("{:?}", verdict.body().absence_facts);
    };
    assert!(fact.starts_with("radios are paired") && fact.ends_with('…'), "{fact}");
    assert_eq!(verdict.body().missing, ["no ghost"]);
}

#[test]
fn a_dropped_receipt_has_a_finding() {
    let given = [
        (receipt("bluetooth", &[], 7), Again::Found),
        (receipt("radio", &[], 7), Again::Other),
        (receipt("src/ghost.rs:3-9", &[], 7), Again::Absent),
        (receipt("wifi", &["{*,src/ghost.rs}"], 7), Again::Absent),
    ];
    for (missing, rule, detail) in [
        (
            "[a1]",
            Rule::AbsenceUnproved,
            "receipt (a1): its search, made again: it stands in 2 lines",
        ),
        ("[a2]", Rule::AbsenceUnproved, "receipt (a2): its search was not made again"),
        ("[a9]", Rule::UnknownId, "receipt (a9): was never handed out"),
        // Its pattern would name a place that no tool saw.
        ("[a3]", Rule::ProseReference, "receipt 1: withheld"),
    ] {
        let verdict = verdict(&selection(&[missing]), &given);
        let body = verdict.body();
        assert!(body.absent.is_empty(), "{missing}");
        let finding = body.findings.iter().find(|finding| finding.rule == rule);
        assert_eq!(finding.map(|finding| &*finding.detail), Some(detail));
        assert!(!body.losses.is_empty(), "{missing}");
    }
    // Another spelling of an id is none.
    let odd = Missing::new("x", ["c1".to_owned()]);
    let odd = Selection { missing_coverage: vec![odd], ..selection(&[]) };
    let verdict = verdict(&odd, &given);
    assert!(verdict.body().absent.is_empty());
}

/// A glob may hold any text, unlike a path that was searched.
#[test]
fn no_fabrication_in_the_scope_of_a_receipt() {
    for (scope, expect) in [
        (&["src"][..], 1),
        (&["src/legacy/old.ts"], 1),
        (&["*.ts"], 1),
        (&["src/**/*.{ts,tsx}", "!**/*.min.js", "!vendor/**"], 1),
        (&["!vendor/", "!*.lock"], 1),
        (&["{*,src/ghost.rs}"], 0),
        (&["src", "!src/old.rs"], 1),
        (&["src", "!ghost/{x,y}.rs"], 0),
    ] {
        let (mut registry, mut present) = (Registry::new(), Present::default());
        let given = receipt("wifi", scope, 7);
        let id = registry.observe_receipt(given.clone());
        present.receipts.insert(id, ReceiptCheck::Absent(given));
        let context = Context::new(&registry, &present, Intent::Explain);
        let verdict = validate(&selection(&["[a1]"]), &context);
        assert_eq!(verdict.body().absent.len(), expect, "{scope:?}");
    }
}

#[test]
fn the_same_search_has_the_same_id() {
    let mut registry = Registry::new();
    let ids = [
        receipt("bluetooth", &[], 7),
        receipt("bluetooth", &["src"], 7),
        receipt("radio", &[], 7),
        receipt("bluetooth", &[], 9),
    ]
    .map(|receipt| registry.observe_receipt(receipt).to_string());
    assert_eq!(ids, ["a1", "a2", "a3", "a1"]);
    let files = |id: ReceiptId| registry.receipt(id).map(|receipt| receipt.files);
    assert_eq!(files(id("a1")), Some(9));
    assert_eq!(files(id("a4")), None);
}

/// A pattern is a term of a search, often a member or a choice.
#[test]
fn a_pattern_may_be_any_term_but_a_place() {
    for (pattern, expect) in [
        ("settings.bluetooth", 1),
        ("Radio::pair(", 1),
        ("read/write", 1),
        (r"pair\.?ing|radio", 1),
        ("src/ghost.ts", 0),
        ("src/ghost.ts:3-9", 0),
        ("store.ts:900", 0),
    ] {
        let given = [(receipt(pattern, &[], 7), Again::Absent)];
        let verdict = verdict(&selection(&["[a1]"]), &given);
        assert_eq!(verdict.body().absent.len(), expect, "{pattern}");
    }
}

/// Searches are made again for the receipts that a report has room for.
#[test]
fn what_is_cited_is_searched_for_once() {
    let mut registry = Registry::new();
    for at in 0..5 {
        registry.observe_receipt(receipt(&format!("word{at}"), &[], 7));
    }
    let searched = |missing: &[&str]| -> BTreeSet<String> {
        let cited: BTreeMap<_, _> = cited_receipts(&registry, &selection(missing));
        cited.keys().map(ToString::to_string).collect()
    };
    let expect = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
    assert_eq!(searched(&["x", "y [c1]"]), expect(&[]));
    assert_eq!(searched(&["x [a2]", "y [a2], [a9]"]), expect(&["a2"]));
    assert_eq!(searched(&["[a5, a4, a3, a2]"]), expect(&["a5", "a4", "a3"]));
}

/// That a name is absent supports no fact with it: it may say the opposite.
#[test]
fn a_cited_receipt_supports_no_fact() {
    let check = |cited: &[&str], expect: &str| {
        let link = serde_json::json!({"candidateId": "c1", "quote": "run(a, b)", "fact": "It calls `push`."});
        let link = serde_json::from_value(link).unwrap();
        let selection = Selection { flow: vec![link], ..selection(cited) };
        let (mut registry, files) = repo();
        let receipt = receipt("fn push|push", &[], 7);
        let id = registry.observe_receipt(receipt.clone());
        let mut present = present(&registry, &selection, &files);
        present.receipts.insert(id, ReceiptCheck::Absent(receipt));
        let verdict = validate(&selection, &Context::new(&registry, &present, Intent::Explain));
        let doubts = verdict.mendable().iter().filter(|why| why.contains("its fact says"));
        assert_eq!(doubts.cloned().collect::<Vec<_>>().join("; "), expect);
    };
    let doubt = "flow link 1: its fact says `push`, which no cited place shows, and the question does not say; [c2] shows it";
    check(&[], doubt);
    check(&["no push [a1]"], doubt);
}
