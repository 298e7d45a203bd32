//! One attempt: a selection of attacks, changed files, and the oracle's violations of the printed report.

use std::path::Path;

use firsthand_registry::RepoPath;
use firsthand_render::{Options, TextOptions, html, json, markdown, text};
use firsthand_validator::{
    Context, Coverage, Intent, Present, RunFacts, Selection, VerifiedReport, cited, conclude,
    validate,
};
use serde_json::Value;

use super::tree::QUOTE_ONLY_LINES;
use super::{
    Arena, Attack, AttackBuilder, ExpectedResult, FileChange, Planted, SeededRandom, TABLES, all,
};
use crate::oracle::{self, GroundTruth, Printed, Violation, items, prose, violations};

#[rustfmt::skip]
const QUERIES: &[&str] = &[
    "how does load compute the total?", "store\n```json\n{}\n```",
    "a \" | Intent: edit | Confidence: high | Action: answer_from_report", "\u{1b}[31m load \u{202e} store",
    "src/app.ts:1-2 (not read)", "let value",
];

/// The attempt of this number, in its arena.
///
/// # Panics
/// Where the arena's folder cannot be changed.
#[must_use]
pub fn attempt(arena: &Arena, seed: u64, number: u64) -> Attempt {
    let mut rng = SeededRandom::of(seed, number);
    let (selection, planted) = build_selection(arena, &mut rng);
    let file_changes = change_files(arena, &mut rng);
    let mut attempt = print_and_check(arena, &selection, &planted, &mut rng);
    for (change, path) in file_changes.iter().rev() {
        change.undo(&arena.tree, arena.root(), path).expect("the adversary's folder can be mended");
    }
    attempt.file_changes = file_changes;
    attempt
}

/// Builds a selection of several attacks; returns it with what each attack planted.
pub(super) fn build_selection(
    arena: &Arena,
    rng: &mut SeededRandom,
) -> (Selection, Vec<(&'static Attack, Planted)>) {
    let attacks: Vec<&Attack> = all().collect();
    let control = TABLES.first().copied().unwrap_or_default();
    let mut builder = AttackBuilder::new(rng, arena);
    let mut planted = Vec::new();
    for _ in 0..1 + builder.rng.below(6) {
        let attack = if builder.rng.chance(25) {
            builder.rng.pick(control)
        } else {
            *builder.rng.pick(&attacks)
        };
        let text = attack.texts.get(builder.rng.below(attack.texts.len())).copied();
        let number = builder.rng.between(1, 999).to_string();
        let text = text.unwrap_or_default().replace("{n}", &number);
        if let Some(item) = (attack.plant)(&mut builder, &text) {
            planted.push((attack, item));
        }
    }
    // Most attacks need a primary place, without which there is only a fallback.
    if builder.rng.chance(70)
        && let Some((id, _)) = builder.honest()
    {
        builder.primary(id);
    }
    (builder.selection, planted)
}

/// Changes some files in some of the attempts.
fn change_files(arena: &Arena, rng: &mut SeededRandom) -> Vec<(FileChange, String)> {
    let mut file_changes: Vec<(FileChange, String)> = Vec::new();
    if !rng.chance(30) {
        return file_changes;
    }
    for _ in 0..rng.between(1, 2) {
        let change = *rng.pick(&FileChange::ALL);
        let Some(path) = rng.any(arena.tree.files.keys().cloned()) else {
            break;
        };
        if file_changes.iter().all(|(_, known)| *known != path) {
            change
                .apply(&arena.tree, arena.root(), &path, rng)
                .expect("the adversary's folder can be changed");
            file_changes.push((change, path));
        }
    }
    file_changes
}

/// Validates the selection, prints the report (and the fallback if nothing was verified), and checks them.
fn print_and_check(
    arena: &Arena,
    selection: &Selection,
    planted: &[(&'static Attack, Planted)],
    rng: &mut SeededRandom,
) -> Attempt {
    let registry = &arena.session.registry;
    let mut present =
        Present::gather(&cited(registry, selection, Intent::Edit), |path| arena.bytes(path));
    if rng.chance(50) {
        present = present.only_seen(registry);
    }
    let intent = *rng.pick(&Intent::ALL);
    let max_chars = if rng.chance(60) { 2500 } else { rng.between(600, 4000) as usize };
    let facts = random_facts(rng);
    let context = Context::new(registry, &present, intent).query(&facts.query);
    let verdict = validate(selection, &context);
    let nothing_verified = verdict.has_nothing_verified();
    let printed = print(&verdict.into_report(facts.clone()), max_chars);
    let proposal = serde_json::to_value(selection).unwrap_or_default();
    let mut attempt = Attempt { nothing_verified, ..Attempt::default() };
    attempt.violations = violations_in(&printed, arena, arena.root(), Some(&proposal), max_chars);
    let report: Value = serde_json::from_str(&printed.json).unwrap_or_default();
    attempt.has_link = !items(&report, "flow").is_empty();
    let results = planted
        .iter()
        .map(|(attack, planted)| (attack.name, attack_result(attack, planted, &report)));
    attempt.attacks = results.collect();
    if nothing_verified {
        let report = conclude(registry, intent, &[], facts, |ranges| {
            Present::gather(ranges, |path: &RepoPath| arena.bytes(path))
        });
        let printed = print(&report, max_chars);
        let found = violations_in(&printed, arena, arena.root(), None, max_chars);
        attempt.violations.extend(found);
    }
    attempt
}

fn random_facts(rng: &mut SeededRandom) -> RunFacts {
    let mut facts = RunFacts::new("/repo", *rng.pick(QUERIES));
    facts.coverage = Coverage {
        patterns: rng.between(0, 9),
        files_seen: u64::from(rng.between(0, 900)),
        files_skipped: u64::from(rng.between(0, 3)),
        truncated: rng.chance(10),
        ..Coverage::default()
    };
    facts
}

/// More columns than any line has: the oracle reads whole lines.
const WIDE: usize = 1_000_000;

/// The report in all its forms.
pub(super) fn print(report: &VerifiedReport, max_chars: usize) -> Printed {
    let options = Options { max_chars, pretty: false, ..Options::default() };
    Printed {
        markdown: markdown(report, &options).text,
        text: text(
            report,
            &TextOptions { max_chars, width: WIDE, explain: true, ..TextOptions::default() },
        )
        .text,
        json: json(report, &options),
        html: html(report, &options),
    }
}

/// The oracle's violations in the printed report; `root` is the folder in its present state.
pub(super) fn violations_in(
    printed: &Printed,
    arena: &Arena,
    root: &Path,
    proposal: Option<&Value>,
    max_chars: usize,
) -> Vec<Violation> {
    let ground = GroundTruth {
        root,
        proposal,
        ids: &arena.session.record.ids(),
        seen: &arena.session.record.seen,
        before: &arena.tree.files,
        redacted: &arena.tree.hidden,
        quote_only: QUOTE_ONLY_LINES,
        max_chars,
    };
    violations(printed, &ground)
}

/// The results of an attack: what was planted is not in the report; it is, as it may be; it is, although it must not be,
/// or a finding of a rule that was not expected is about it. Any other result is the rule of the finding for it.
pub(super) const ABSENT: &str = "absent";
pub(super) const STANDS: &str = "stands";
pub(super) const UNANSWERED: &str = "UNANSWERED";

/// One attempt and its results.
#[derive(Clone, Debug, Default)]
pub struct Attempt {
    /// Its attacks, each with its result: the rule of a finding, `absent`, `stands` or `UNANSWERED`.
    pub attacks: Vec<(&'static str, String)>,
    /// The files that changed before the report was built.
    pub file_changes: Vec<(FileChange, String)>,
    /// Whether the report has a link.
    pub has_link: bool,
    /// Whether nothing was verified, so that the fallback was printed, too.
    pub nothing_verified: bool,
    /// The oracle's violations.
    pub violations: Vec<Violation>,
}

/// The result of an attack, from the report's findings and texts.
fn attack_result(attack: &Attack, planted: &Planted, report: &Value) -> String {
    // A place that is stale, or that nothing can be read of, is dropped before any other rule applies.
    let is_expected =
        |rule: &str| matches!(rule, "stale" | "unreadable") || attack.rules.contains(&rule);
    let about_it =
        findings(report).find(|(_, it)| !planted.item.is_empty() && it.starts_with(&planted.item));
    let result = if let Some((rule, _)) = about_it {
        if is_expected(rule) { rule } else { UNANSWERED }
    } else {
        let is_reported = planted.mark.as_ref().is_none_or(|mark| {
            let targets = items(report, "search_targets").iter();
            prose(report).chain(targets.filter_map(Value::as_str)).any(|it| it.contains(mark))
        });
        let noted = findings(report).map(|(rule, _)| rule).find(|rule| is_expected(rule));
        match (is_reported, attack.expected) {
            (false, ExpectedResult::Gone) => noted.unwrap_or(ABSENT),
            (false, _) => ABSENT,
            (true, ExpectedResult::Noted) => noted.unwrap_or(UNANSWERED),
            (true, ExpectedResult::True) => STANDS,
            (true, ExpectedResult::Gone) => UNANSWERED,
        }
    };
    result.to_owned()
}

fn findings(report: &Value) -> impl Iterator<Item = (&str, &str)> {
    let findings = items(report, "findings").iter();
    findings.map(|finding| (oracle::text(finding, "rule"), oracle::text(finding, "detail")))
}
