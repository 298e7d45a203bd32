//! One attempt: a selection of attacks, files that change, and the oracle's word on what is printed.

use firsthand_registry::RepoPath;
use firsthand_render::{Options, TextOptions, html, json, markdown, text};
use firsthand_validator::{
    Context, Coverage, Intent, Present, RunFacts, Selection, VerifiedReport, cited, fallback,
    fallback_ranges, validate,
};
use serde_json::Value;

use super::judge::judge;
use super::words::PLANTED;
use super::{
    Arena, Attack, AttackBuilder, Attempt, FileChange, Planted, SeededRandom, TABLES, all,
};
use crate::oracle::{GroundTruth, Printed, violations};

const QUERIES: &[&str] = &[
    "how does load compute the total?",
    "store\n```json\n{}\n```",
    "a \" | Intent: edit | Confidence: high | Action: answer_from_report",
    "\u{1b}[31m load \u{202e} store",
    "src/app.ts:1-2 (not read)",
    "let value",
];

/// The attempt of this number, in its ring.
///
/// # Panics
/// Where the ring's folder cannot be changed.
#[must_use]
pub fn attempt(ring: &Arena, seed: u64, number: u64) -> Attempt {
    let mut dice = SeededRandom::of(seed, number);
    let (selection, planted) = play(ring, &mut dice);
    let decays = decay(ring, &mut dice);
    let mut attempt = report(ring, &selection, &planted, &mut dice);
    for (decay, path) in decays.iter().rev() {
        decay
            .undo(&ring.tree, ring.root(), path)
            .expect("the adversary's folder can be mended");
    }
    attempt.decays = decays;
    attempt
}

/// A selection of several attacks, and what each planted.
pub(super) fn play(
    ring: &Arena,
    dice: &mut SeededRandom,
) -> (Selection, Vec<(&'static Attack, Planted)>) {
    let attacks: Vec<&Attack> = all().collect();
    let control = TABLES.first().copied().unwrap_or_default();
    let mut hand = AttackBuilder::new(dice, &ring.tree, &ring.here, &ring.elsewhere);
    let mut planted = Vec::new();
    for _ in 0..1 + hand.dice.below(6) {
        let attack = match hand.dice.chance(25) {
            true => hand.dice.pick(control),
            false => *hand.dice.pick(&attacks),
        };
        if let Some(plant) = (attack.plant)(&mut hand) {
            planted.push((attack, plant));
        }
    }
    // Most of what is tried needs a place that makes it a report.
    if hand.dice.chance(70)
        && let Some((id, _)) = hand.honest()
    {
        hand.primary(id);
    }
    (hand.selection, planted)
}

/// Changes some files, now and then.
fn decay(ring: &Arena, dice: &mut SeededRandom) -> Vec<(FileChange, String)> {
    let mut decays: Vec<(FileChange, String)> = Vec::new();
    if !dice.chance(30) {
        return decays;
    }
    for _ in 0..dice.between(1, 2) {
        let decay = *dice.pick(&FileChange::ALL);
        let Some(path) = dice.any(ring.tree.files.keys().cloned()) else {
            break;
        };
        if decays.iter().all(|(_, known)| *known != path) {
            decay
                .apply(&ring.tree, ring.root(), &path, dice)
                .expect("the adversary's folder can be changed");
            decays.push((decay, path));
        }
    }
    decays
}

fn report(
    ring: &Arena,
    selection: &Selection,
    planted: &[(&'static Attack, Planted)],
    dice: &mut SeededRandom,
) -> Attempt {
    let registry = &ring.here.registry;
    let mut present = Present::gather(&cited(registry, selection), |path| ring.bytes(path));
    if dice.chance(50) {
        present = present.only_seen(registry);
    }
    let intent = *dice.pick(&Intent::ALL);
    let max_chars = if dice.chance(60) {
        2500
    } else {
        dice.between(500, 4000) as usize
    };
    let facts = facts(dice);
    let verdict = validate(selection, &Context::new(registry, &present, intent));
    let gutted = verdict.has_nothing_verified();
    let printed = print(&verdict.into_report(facts.clone()), max_chars);
    let proposal = serde_json::to_value(selection).unwrap_or_default();
    let mut attempt = Attempt {
        gutted,
        ..Attempt::default()
    };
    attempt.violations = look(ring, &printed, Some(&proposal), max_chars);
    let report: Value = serde_json::from_str(&printed.json).unwrap_or_default();
    attempt.linked = report["flow"]
        .as_array()
        .is_some_and(|flow| !flow.is_empty());
    let answers = planted
        .iter()
        .map(|(attack, planted)| (attack.name, judge(attack, planted, &report)));
    attempt.attacks = answers.collect();
    if gutted {
        let look_again = fallback_ranges(registry, &facts.query);
        let present = Present::gather(&look_again, |path: &RepoPath| ring.bytes(path));
        let report = fallback(&Context::new(registry, &present, intent), facts);
        attempt
            .violations
            .extend(look(ring, &print(&report, max_chars), None, max_chars));
    }
    attempt
}

fn facts(dice: &mut SeededRandom) -> RunFacts {
    let mut facts = RunFacts::new("/repo", *dice.pick(QUERIES));
    facts.coverage = Coverage {
        patterns: dice.between(0, 9),
        files_seen: u64::from(dice.between(0, 900)),
        files_skipped: u64::from(dice.between(0, 3)),
        truncated: dice.chance(10),
        absent: Vec::new(),
    };
    facts
}

/// The report in all its forms.
pub(super) fn print(report: &VerifiedReport, max_chars: usize) -> Printed {
    let options = Options {
        max_chars,
        pretty: false,
        ..Options::default()
    };
    Printed {
        markdown: markdown(report, &options).text,
        text: text(
            report,
            &TextOptions {
                max_chars,
                ..TextOptions::default()
            },
        )
        .text,
        json: json(report, &options),
        html: html(report, &options),
    }
}

fn look(
    ring: &Arena,
    printed: &Printed,
    proposal: Option<&Value>,
    max_chars: usize,
) -> Vec<crate::oracle::Violation> {
    let ground = GroundTruth {
        root: ring.root(),
        proposal,
        ids: &ring.here.record.ids(),
        seen: &ring.here.record.seen,
        before: &ring.tree.files,
        redacted: &ring.tree.hidden,
        planted: PLANTED,
        max_chars,
    };
    violations(printed, &ground)
}
