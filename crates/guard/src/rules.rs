//! The rules: one file each, and one row in [`RULES`].

pub(crate) mod bad_exception;
mod imperative_text;
mod query_regex;
mod role_table;
pub(crate) mod unused_exception;
mod vocabulary;
pub(crate) mod word_list;

use crate::reading::{Reading, RuleHit};

/// One rule.
pub struct Rule {
    /// Its stable name, as in an exception.
    pub name: &'static str,
    /// What it finds, in one sentence.
    pub what: &'static str,
    /// What to do about it.
    pub help: &'static str,
    /// Whether files that the settings list as closed tables are exempt.
    pub(crate) exempts_closed_tables: bool,
    /// Finds the breaches of the rule in a file. The rules about exceptions find none here: `check` reports their
    /// findings after all other rules.
    pub(crate) check: fn(&Reading<'_, '_>) -> Vec<RuleHit>,
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// All rules.
pub const RULES: &[Rule] = &[
    vocabulary::RULE,
    role_table::RULE,
    query_regex::RULE,
    word_list::RULE,
    imperative_text::RULE,
    unused_exception::RULE,
    bad_exception::RULE,
];

/// The rule with this name.
pub(crate) fn rule(name: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.name == name)
}
