//! `unused-exception`: an exception, or an allowed table, that nothing needs any more.

use super::Rule;

pub(crate) const NAME: &str = "unused-exception";

pub(super) const RULE: Rule = Rule {
    name: NAME,
    what: "An exception or an allowed table that nothing needs.",
    help: "take it away: what it excused is gone",
    exempts_closed_tables: false,
    check: |_| Vec::new(),
};
