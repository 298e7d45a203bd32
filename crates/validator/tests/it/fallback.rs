//! The fallback report: where no selection is usable.

use firsthand_registry::{Observation, Registry, RepoPath, Source, TokenCount};
use firsthand_validator::{
    Intent, Present, RunFacts, StopReason, Verdict, conclude, fallback_ranges,
};
use insta::assert_snapshot;

use crate::repo::{Files, hide, repo, show_report, verdict_on};

/// The fallback report of a query, as text.
fn fallback_text(registry: &Registry, files: &Files, query: &str) -> String {
    let present =
        Present::gather(&fallback_ranges(registry, &RunFacts::new("/repo", query)), |path| {
            files.get(path.as_str()).cloned()
        });
    fallback_text_with(&present, registry, query)
}

fn fallback_text_with(present: &Present, registry: &Registry, query: &str) -> String {
    let facts = RunFacts::new("/repo", query);
    let report = conclude(registry, Intent::Edit, &[], facts, |_| present.clone());
    assert_eq!(report.body().intent, Intent::Edit);
    format!("{:?} {}", report.body().outcome, show_report(&report))
}

/// Function words of a question occur in too many files to be search targets.
#[test]
fn search_targets_distinguish_places() {
    let targets = |query: &str, counts: &[(&str, u32)]| {
        let (mut registry, files) = repo();
        let path = RepoPath::new("src/app.ts").unwrap();
        let mut counted = Observation::listed(Source::LIST, vec![path]);
        counted.counts = counts
            .iter()
            .map(|(token, files)| TokenCount {
                token: (*token).to_owned(),
                files: *files,
                of_files: 217,
                // `loose` occurs only in prose, `mostly` nearly only there, `rather` more often there.
                occurrences: 100,
                in_code: match *token {
                    "loose" => 0,
                    "mostly" => 5,
                    "rather" => 49,
                    _ => 100,
                },
            })
            .collect();
        registry.observe(counted);
        let report = fallback_text(&registry, &files, query);
        let targets = report.lines().filter_map(|line| line.strip_prefix("search "));
        targets.collect::<Vec<_>>().join(", ")
    };
    let query = "where is the payment webhook signature verified";
    let all: &[(&str, u32)] = &[
        ("where", 60),
        ("is", 150),
        ("the", 200),
        ("payment", 40),
        ("webhook", 12),
        ("signature", 5),
        ("verified", 8),
    ];
    assert_eq!(targets(query, all), "signature, verified, webhook");
    // A word of prose is less informative than a more frequent one of code.
    let query = "is payment mostly verified";
    assert_eq!(targets(query, &[("payment", 40), ("mostly", 30)]), "payment");
    // Even if no word is rare, none is a target that a quarter of the files contain.
    assert_eq!(
        targets("how is payment done", &[("payment", 50), ("is", 110), ("how", 130)]),
        "payment"
    );
    assert_eq!(targets("how is payment done", &[("payment", 60), ("is", 110)]), "");
    assert_eq!(targets("how is payment done", &[("payment", 30), ("is", 100)]), "payment");
    // A word that no tool counted is no target if most observed texts contain it.
    assert_eq!(targets("a payment", &[("payment", 40)]), "payment");
    // As rare as the other word, but not in code.
    let prose_only = &[("loose", 12), ("webhook", 12)];
    assert_eq!(targets("a loose webhook", prose_only), "webhook");
    assert_eq!(targets("loose", &[("loose", 12)]), "");
    assert_eq!(targets("rather a webhook", &[("rather", 2), ("webhook", 12)]), "webhook");
    // Neither was counted: the first is a file's name, the second only occurs in a text.
    assert_eq!(targets("app", &[]), "app in src");
    assert_eq!(targets("import", &[]), "");
    // A word that only opens a sentence is no target, however rare it is.
    let rare = &[("how", 2), ("webhook", 12), ("is", 150)];
    assert_eq!(targets("How is a webhook verified?", rare), "webhook");
    assert_eq!(targets("show how a webhook is verified", rare), "webhook");
    // Words in every file are no targets.
    assert_eq!(targets("is the", &[("is", 217), ("the", 217)]), "");
    assert_eq!(targets("nothing zebra", &[("nothing", 0)]), "");
}

#[test]
fn the_fallback_shows_what_ranks_highest() {
    let (registry, mut files) = repo();
    assert_snapshot!(fallback_text(&registry, &files, "how does the Store add?"), @r#"
    Fallback targeted_gap_search low
    primary src/store.ts:1-6
    primary src/app.ts:1-5
    primary src/key.ts:1-2
    primary src/long.ts:600-610
    primary src/long.ts:290-400
    search Store in src
    "#);
    assert_snapshot!(fallback_text(&registry, &files, "zebra?"), @r"
    Fallback targeted_gap_search low
    primary src/key.ts:1-2
    primary src/app.ts:1-5
    primary src/store.ts:4-9
    primary src/long.ts:600-610
    primary src/long.ts:290-400
    ");
    assert_snapshot!(fallback_text(&registry, &files, &"x".repeat(100)), @r"
    Fallback targeted_gap_search low
    primary src/key.ts:1-2
    primary src/app.ts:1-5
    primary src/store.ts:4-9
    primary src/long.ts:600-610
    primary src/long.ts:290-400
    ");
    files.remove("src/store.ts");
    files.insert("src/long.ts".to_owned(), b"gone\n".to_vec());
    assert_snapshot!(fallback_text(&registry, &files, "store"), @r"
    Fallback targeted_gap_search low
    primary src/app.ts:1-5
    primary src/key.ts:1-2
    search store in src
    - stale: c2: no longer reads as it was seen
    - stale: c8: no longer reads as it was seen
    - stale: c7: no longer reads as it was seen
    - stale: c3: no longer reads as it was seen
    - stale: c5: no longer reads as it was seen
    ");
    assert_snapshot!(fallback_text(&Registry::new(), &files, "store"), @"Fallback targeted_gap_search low");
}

#[test]
fn the_fallback_shows_no_place_that_holds_a_secret() {
    let (registry, files) = repo();
    let present =
        Present::gather(&fallback_ranges(&registry, &RunFacts::new("/repo", "store")), |path| {
            files.get(path.as_str()).cloned()
        });
    let present = hide(present, "items = []");
    assert_snapshot!(fallback_text_with(&present, &registry, "store"), @r#"
    Fallback targeted_gap_search low
    primary src/app.ts:1-5
    primary src/key.ts:1-2
    primary src/long.ts:600-610
    primary src/long.ts:290-400
    primary src/store.ts:4-9
    search store in src
    - redacted: c2: holds a secret, as the whole file shows
    "#);
}

/// A stop reason of an accepted selection is replaced, since a fallback has no selection.
#[test]
fn a_fallback_never_has_stop_reason_accepted() {
    let nothing_verified =
        verdict_on(Intent::Explain, r#"{"primaryCandidateIds":["c99"]}"#, |_| {});
    for (stop_reason, without, with) in [
        (StopReason::Accepted, StopReason::NoSubmit, StopReason::NothingVerified),
        (StopReason::BestOfContinuations, StopReason::NoSubmit, StopReason::NothingVerified),
        (StopReason::StepBudget, StopReason::StepBudget, StopReason::StepBudget),
    ] {
        let registry = Registry::new();
        let stop_reason_of = |verdicts: &[&Verdict]| {
            let mut facts = RunFacts::new("/repo", "how?");
            facts.stats.stop_reason = stop_reason;
            let present = |_: &_| Present::default();
            let report = conclude(&registry, Intent::Explain, verdicts, facts, present);
            report.facts().stats.stop_reason
        };
        assert_eq!(stop_reason_of(&[]), without);
        assert_eq!(stop_reason_of(&[&nothing_verified]), with);
    }
}

/// What leads to search terms and places besides the question: what the caller guesses and was seen, names that hold several
/// words of it, and lines that the model's prose quotes.
#[test]
fn guesses_and_prose_lead_to_what_was_seen() {
    let text = |query: &str, words: &[&str], prose: &[&str]| {
        let (registry, files) = repo();
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let facts = RunFacts::new("/repo", query).with_leads(owned(words), owned(prose));
        let present = Present::gather(&fallback_ranges(&registry, &facts), |path| {
            files.get(path.as_str()).cloned()
        });
        let report = conclude(&registry, Intent::Edit, &[], facts, |_| present.clone());
        let report = show_report(&report);
        let lines: Vec<&str> = report.lines().collect();
        let terms = lines.iter().filter_map(|line| line.strip_prefix("search "));
        let first = lines.iter().find_map(|line| line.strip_prefix("primary "));
        (terms.collect::<Vec<_>>().join(", "), first.unwrap_or_default().to_owned())
    };
    let check = |words: &[&str], expect: &str| {
        assert_eq!(text("how is it kept?", words, &[]).0, expect, "{words:?}");
    };
    check(&[], "");
    check(&["items.push", "basket"], "items.push in src");
    check(&["Store", "value150"], "Store in src, value150 in src");
    // A word of too many files, and one that was not seen.
    check(&["how", "shelf"], "");
    check(&["SECRET"], "");

    let quoted = |prose: &str| text("how is the Store kept?", &[], &[prose]).1;
    assert_eq!(quoted("It is kept in a list."), "src/store.ts:1-6");
    assert_eq!(quoted("The call is\n    let value612 = 612;\nas seen."), "src/store.ts:1-6");
    assert_eq!(quoted("The value is\n    let value605 = 605;\nas seen."), "src/long.ts:600-610");
    assert_eq!(quoted("It runs `value605  = 605;` there."), "src/long.ts:600-610");
    assert_eq!(quoted("Short: `run(a,  b);`"), "src/store.ts:1-6");
    // Of a long place, the part around the line is shown.
    assert_eq!(quoted("See `let value290 = 290;`."), "src/long.ts:181-300");
    assert_eq!(quoted("See `let value20 = 20;`."), "src/long.ts:1-120");
}
