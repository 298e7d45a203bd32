//! Snapshots of every text of the loop that a model reads.

use firsthand_agent::prompt::{self, Gaps, Situation, WrittenCall};
use firsthand_agent::{Task, submit_spec};
use firsthand_validator::{Coverage, Gap, Intent, Nearest, Rule};
use insta::assert_snapshot;

const NOW: Situation = Situation {
    has_places: true,
    has_report: true,
    steps_left: 5,
    chars_left: 40_000,
    why_only_report: None,
};

#[test]
fn system() {
    assert_snapshot!(prompt::SYSTEM);
}

#[test]
fn submit_report() {
    let spec = serde_json::to_string_pretty(&submit_spec()).unwrap_or_default();
    assert_snapshot!(spec);
}

#[test]
fn questions() {
    let task = |intent| Task::new("who calls greet?", intent, ".");
    let mut all: Vec<String> =
        Intent::ALL.iter().map(|i| prompt::question(&task(*i), 60_000, None)).collect();
    all.push(prompt::question(&task(Intent::Explain), 0, Some(prompt::LAST_TURN)));
    assert_snapshot!(all.join("\n-----\n"));
}

/// The gap of a skip beside words that stand, and these places that hold some.
fn standing(places: &[&str]) -> Gap {
    let places = places.iter().map(|id| id.parse().expect("an id")).collect();
    Gap::WordsStand { words: "hotness in 16".to_owned(), places }
}

#[test]
fn reminders() {
    let blind = Situation { has_places: false, ..NOW };
    let closing = Some(prompt::LAST_TURN);
    let all = [
        prompt::nudge(NOW, None),
        prompt::nudge(Situation { why_only_report: closing, ..NOW }, Some(WrittenCall::NoCall)),
        prompt::nudge(blind, Some(WrittenCall::BrokenOff)),
        prompt::nudge(Situation { why_only_report: closing, ..blind }, None),
        prompt::insistence(true),
        prompt::insistence(false),
        prompt::unsearched(&Coverage::default()),
        prompt::unsearched(&Coverage { patterns: 1, ..Coverage::default() }),
        prompt::unsearched(&Coverage { patterns: 1, ..Coverage::default() }.confined_to("app")),
        prompt::unfounded_skip(&standing(&["c1", "c4"]), NOW),
        prompt::unfounded_skip(&standing(&[]), NOW),
        prompt::unfounded_skip(&standing(&["c1"]), Situation { why_only_report: closing, ..NOW }),
    ];
    assert_snapshot!(all.join("\n-----\n"));
}

#[test]
fn notes_about_budgets_and_compaction() {
    let all = [
        prompt::LAST_TURN,
        prompt::NO_CALLS,
        prompt::NO_ROOM,
        prompt::left_out(true),
        prompt::left_out(false),
        &prompt::remaining_budget(10, 41, 31_999),
        &prompt::remaining_budget(2, 1, 1_234_567),
        &prompt::remaining_budget(11, 2, 999),
    ];
    assert_snapshot!(all.join("\n-----\n"));
}

#[test]
fn gaps() {
    let failed = |link, id: &str, quote: &str, rule| Gap::QuoteFailed {
        link,
        id: id.to_owned(),
        quote: quote.to_owned(),
        rule,
        nearest: matches!(rule, Rule::FactUnverified | Rule::QuoteLong).then(|| Nearest {
            line: 42,
            text: "return total + taxes;".to_owned(),
            id: None,
        }),
        elsewhere: Vec::new(),
        masked: false,
    };
    let gaps = [
        failed(1, "c5", "return total + tax;", Rule::FactUnverified),
        failed(2, "c6", "}", Rule::QuoteSlight),
        failed(3, "c7", "a\\nb\\nc", Rule::QuoteLong),
        failed(4, "c8", "fn gone() {", Rule::Stale),
        failed(5, "c99", "fn ghost() {", Rule::UnknownId),
        failed(6, "c2", "listed.rs", Rule::PathOnly),
        Gap::Named("the tests".to_owned()),
        Gap::NoPlace,
        Gap::NoRange,
    ];
    let withheld = [Gap::FactWithheld {
        link: 1,
        id: "c3".to_owned(),
        name: "src/Main.java:3".to_owned(),
        dropped: None,
    }];
    let ghosts = ["c99".to_owned(), "src/\nmain.rs".to_owned()];
    let with_gaps = |gaps| Gaps { gaps, ..Gaps::default() };
    let closing = |why| Situation { why_only_report: Some(why), ..NOW };
    let (blind, without_report) = (
        Situation { has_places: false, has_report: false, ..NOW },
        Situation { has_report: false, ..NOW },
    );
    let all = [
        prompt::gap(Gaps { unknown_ids: &ghosts, ..with_gaps(&gaps) }, NOW),
        prompt::gap(with_gaps(&gaps[6..8]), closing(prompt::LAST_TURN)),
        prompt::gap(with_gaps(&gaps[7..]), closing(prompt::NO_ROOM)),
        prompt::gap(with_gaps(&withheld), NOW),
        prompt::gap(with_gaps(&gaps[..1]), Situation { steps_left: 1, chars_left: 950, ..NOW }),
        prompt::gap(with_gaps(&gaps[6..7]), NOW),
        prompt::gap(with_gaps(&gaps[7..8]), blind),
        prompt::gap(with_gaps(&gaps[7..8]), without_report),
        prompt::gap(Gaps { cut: true, ..with_gaps(&[]) }, NOW),
    ];
    assert_snapshot!(all.join("\n-----\n"));
}

#[test]
fn verified_links_that_a_report_leaves_out_are_named() {
    let of = Gaps { forgotten: &[1, 3], ..Gaps::default() };
    assert_snapshot!(prompt::gap(of, NOW), @r"
    Your report has a gap:
    - it leaves out flow links 1, 3 of your report before, which stand: only one report is printed
    There is room for about 40,000 characters of places, in 5 turns. Call submit_report again with the whole report; if that cannot be, say so without a call, and it stays as it was.
    ");
}

/// The message is short even with very many failed links and long nearest lines.
#[test]
fn many_gaps_make_a_short_message() {
    let failed = |link| Gap::QuoteFailed {
        link,
        id: "c".repeat(24),
        quote: "q".repeat(80),
        rule: Rule::FactUnverified,
        nearest: Some(Nearest { line: u32::MAX, text: "n".repeat(160), id: None }),
        elsewhere: Vec::new(),
        masked: false,
    };
    let gaps: Vec<Gap> = (1..=500).map(failed).collect();
    let chars = prompt::gap(Gaps { gaps: &gaps, ..Gaps::default() }, NOW).chars().count();
    assert!(chars < 3_500, "{chars}");
}

/// They have to be short, since both are sent in every turn.
#[test]
fn the_system_prompt_and_the_schema_are_short() {
    let spec = submit_spec();
    let chars = prompt::SYSTEM.len() + spec.description.len() + spec.parameters.to_string().len();
    assert!(chars < 4_000, "{chars}");
}
