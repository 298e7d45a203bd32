//! Every attack: one row each.

mod adapters;
mod control;
mod ids;
mod lists;
mod prose;
mod quotes;

use super::{AttackBuilder, Planted};

/// One kind of attack.
pub struct Attack {
    /// Its name.
    pub name: &'static str,
    /// The rules of the expected findings, any of which may drop it. Without one of them what was planted must
    /// not be in the report.
    pub rules: &'static [&'static str],
    /// The expected result in the report.
    pub expected: ExpectedResult,
    /// Adds it to the selection; `None` where the repository does not allow it.
    pub plant: fn(&mut AttackBuilder<'_>) -> Option<Planted>,
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
    plant: fn(&mut AttackBuilder<'_>) -> Option<Planted>,
) -> Attack {
    Attack {
        name,
        rules,
        expected,
        plant,
    }
}

/// The tables of attacks, by what they abuse. The first table is the control.
pub const TABLES: &[&[Attack]] = &[
    control::TABLE,
    ids::TABLE,
    quotes::TABLE,
    adapters::TABLE,
    prose::TABLE,
    lists::TABLE,
];

/// Every attack, in the order of the tables.
pub fn all() -> impl Iterator<Item = &'static Attack> {
    TABLES.iter().copied().flatten()
}
