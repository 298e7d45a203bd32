//! Every attack: one row each.

mod ids;
mod prose;
mod quotes;

use firsthand_validator::{Action, Confidence};

use super::session::ShownPlace;
use super::{AttackBuilder, Planted};
use crate::Fault;
use crate::oracle::lines;
use ExpectedResult::{Gone, Noted, True};

/// One kind of attack.
pub struct Attack {
    /// Its name.
    pub name: &'static str,
    /// The rules of the expected findings, any of which may drop it. Without one of them what was planted must
    /// not be in the report.
    pub rules: &'static [&'static str],
    /// The expected result in the report.
    pub expected: ExpectedResult,
    /// The texts of which it takes one, with another number in place of `{n}`; none where it makes its own.
    pub texts: &'static [&'static str],
    /// Adds it with its text to the selection; `None` where the repository does not allow it.
    pub plant: fn(&mut AttackBuilder<'_>, &str) -> Option<Planted>,
}

/// The expected result of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpectedResult {
    /// It must not be in the report.
    Gone,
    /// It may be in the report with a finding of one of the rules.
    Noted,
    /// It may be in the report if it is true, which the oracle checks.
    True,
}

const fn row(
    name: &'static str,
    rules: &'static [&'static str],
    expected: ExpectedResult,
    plant: fn(&mut AttackBuilder<'_>, &str) -> Option<Planted>,
) -> Attack {
    Attack { name, rules, expected, texts: &[], plant }
}

/// The tables of attacks, by what they abuse. The first table is the control.
pub const TABLES: &[&[Attack]] =
    &[CONTROL, ids::TABLE, quotes::TABLE, ADAPTERS, prose::TABLE, LISTS];

/// Every attack, in the order of the tables.
pub fn all() -> impl Iterator<Item = &'static Attack> {
    TABLES.iter().copied().flatten()
}

/// True statements, to check that not everything is dropped.
const CONTROL: &[Attack] = &[
    row("honest_link", &[], True, |builder, _| {
        let (id, line) = builder.honest_line()?;
        Some(builder.link(&id, line))
    }),
    row("honest_primary", &["merged", "over_limit"], True, |builder, _| {
        let (id, _) = builder.honest()?;
        Some(builder.primary(id))
    }),
    row("honest_read", &["merged", "over_limit"], True, |builder, _| {
        let (id, _) = builder.honest()?;
        let mark = builder.mark();
        let planted = builder.read(id, format!("to change {mark}"));
        Some(Planted { mark: Some(mark), ..planted })
    }),
];

/// Citations of false observations.
const ADAPTERS: &[Attack] = &[
    row("adapter_with_wrong_text", &[], Gone, |builder, _| cite(builder, Fault::Lies)),
    // A file change can make this observation true, which the oracle checks.
    row("adapter_with_shifted_lines", &["fact_unverified"], True, |builder, _| {
        cite(builder, Fault::Shifts)
    }),
    row("adapter_past_the_end", &[], Gone, |builder, _| cite(builder, Fault::RunsOn)),
    row("adapter_with_a_ghost", &[], Gone, |builder, _| cite(builder, Fault::Invents)),
    row("adapter_with_another_file", &[], Gone, |builder, _| cite(builder, Fault::Confuses)),
    row("adapter_with_a_folder", &[], Gone, |builder, _| cite(builder, Fault::Climbs)),
    row("adapter_behind_a_link", &[], Gone, |builder, _| cite(builder, Fault::Links)),
    row("adapter_that_joins_lines", &[], Gone, |builder, _| cite(builder, Fault::Joins)),
];

/// Cites a place that was observed with this fault.
fn cite(builder: &mut AttackBuilder<'_>, fault: Fault) -> Option<Planted> {
    let (id, place) = builder.place(|place| place.fault == Some(fault))?;
    if is_true(builder, place) {
        return None;
    }
    Some(match builder.rng.below(4) {
        0 => builder.primary(id),
        1 => builder.read(id, "to see it"),
        _ => {
            let quote = builder.line(place).map_or("let value", |(_, line)| line);
            builder.link(&id, quote)
        }
    })
}

/// Whether the false observation happens to be true.
fn is_true(builder: &AttackBuilder<'_>, place: &ShownPlace) -> bool {
    let (Some(bytes), Some((start, _))) =
        (builder.arena.tree.files.get(&place.location.0), place.location.1)
    else {
        return false;
    };
    let file_lines = lines(bytes);
    let same = |(at, line): (usize, &Option<String>)| match (file_lines.get(at), line) {
        (Some(now), Some(line)) => *now == line.as_bytes(),
        (now, _) => now.is_some(),
    };
    (start as usize - 1..).zip(&place.lines).all(same)
}

/// What an attack on the selection as a whole planted.
const WHOLE: Option<Planted> = Some(Planted { item: String::new(), mark: None });

/// Lists that are too long, and too high actions and confidences.
const LISTS: &[Attack] = &[
    row("sure_of_nothing", &[], True, |builder, _| {
        builder.selection.recommended_primary_action = Action::AnswerFromReport;
        builder.selection.confidence = Confidence::High;
        WHOLE
    }),
    row("sure_with_a_gap", &[], True, |builder, _| {
        builder.selection.confidence = Confidence::High;
        builder.selection.missing_coverage.push("the other half".into());
        WHOLE
    }),
    row("nothing_to_read", &[], True, |builder, _| {
        builder.selection.recommended_primary_action = Action::ReadTargets;
        builder.selection.read_targets.is_empty().then_some(WHOLE?)
    }),
    row("blank_gaps", &["over_limit"], Noted, |builder, _| {
        builder.selection.missing_coverage.extend(["".into(), " \n".into()]);
        builder.selection.search_targets.extend([String::new(), "\t".to_owned()]);
        WHOLE
    }),
    row("invented_receipt", &["unknown_id"], Noted, |builder, _| {
        let missing = &mut builder.selection.missing_coverage;
        missing.push("nothing of it stands here [a7]".into());
        WHOLE
    }),
    row("flood_of_gaps", &["over_limit"], Noted, |builder, _| {
        builder.selection.missing_coverage.extend((0..40).map(|n| format!("gap {n}").into()));
        builder.selection.search_targets.extend((0..40).map(|n| format!("term{n}")));
        WHOLE
    }),
    row("flood_of_links", &["over_limit"], Noted, |builder, _| {
        let (id, line) = builder.honest_line()?;
        for _ in 0..30 {
            builder.link(&id, line);
        }
        WHOLE
    }),
];
