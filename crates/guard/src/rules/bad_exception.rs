//! `bad-exception`: an exception without a reason, or for a rule that does not exist.

use super::Rule;

pub(crate) const NAME: &str = "bad-exception";

pub(super) const RULE: Rule = Rule {
    name: NAME,
    what: "An exception without a reason, or for a rule that there is not.",
    help: "write `guard: allow(RULE) reason=\"…\"`, with the rule's name and why it does not hold here",
    exempts_closed_tables: false,
    check: |_| Vec::new(),
};
