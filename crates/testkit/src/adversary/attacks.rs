//! Every attack: one row each.

mod control;
mod ids;
mod lists;
mod prose;
mod quotes;
mod sights;

use super::{AttackBuilder, Planted};

/// One way to try for a lie.
pub struct Attack {
    /// Its name.
    pub name: &'static str,
    /// The rules, any of which answers it at its place. Without one of them what was planted must
    /// not be in the report.
    pub answers: &'static [&'static str],
    /// What may become of it in the report.
    pub fate: ExpectedResult,
    /// Puts it into the selection; nothing where this world does not allow it.
    pub plant: fn(&mut AttackBuilder<'_>) -> Option<Planted>,
}

/// What may become of what was planted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpectedResult {
    /// It must not be in the report.
    Gone,
    /// It may be in the report, where one of the rules has said so.
    Noted,
    /// It may be in the report as far as it is true: the oracle looks.
    True,
}

const fn row(
    name: &'static str,
    answers: &'static [&'static str],
    fate: ExpectedResult,
    plant: fn(&mut AttackBuilder<'_>) -> Option<Planted>,
) -> Attack {
    Attack {
        name,
        answers,
        fate,
        plant,
    }
}

/// The tables of attacks, by what they abuse. The first table is the control.
pub const TABLES: &[&[Attack]] = &[
    control::TABLE,
    ids::TABLE,
    quotes::TABLE,
    sights::TABLE,
    prose::TABLE,
    lists::TABLE,
];

/// Every attack, in the order of the tables.
pub fn all() -> impl Iterator<Item = &'static Attack> {
    TABLES.iter().copied().flatten()
}
