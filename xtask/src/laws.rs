//! The laws: what the project promises, by name. Each has at least one test whose function has a name that begins with
//! the law's.

/// One law.
pub(crate) struct Law {
    pub(crate) name: &'static str,
    /// The promise in short.
    pub(crate) note: &'static str,
}

const fn law(name: &'static str, note: &'static str) -> Law {
    Law { name, note }
}

pub(crate) const LAWS: &[Law] = &[
    law(
        "no_fabrication",
        "no place in a report that no tool observed",
    ),
    law(
        "verbatim",
        "every quote is the source's text, at a known line",
    ),
    law(
        "unchanged",
        "what is cited still stands when the report is built",
    ),
    law(
        "downgrade_only",
        "a verdict's action and confidence never exceed the proposal's",
    ),
    law(
        "no_padding",
        "a verdict's lists are subsequences of the proposal's; without read targets its own places are to be read",
    ),
    law(
        "budget",
        "a rendered report never exceeds its budget of characters",
    ),
    law(
        "one_conversation",
        "one conversation per run; ids are stable and only grow",
    ),
    law(
        "accounted",
        "what is not there is said, and a failure is never printed as \"nothing relevant was found\"",
    ),
    law("always_ends", "every run ends, within its budgets"),
    law("replayable", "a transcript alone reproduces its report"),
    law(
        "contained",
        "nothing outside the root and no secret is shown or cited; settings only narrow",
    ),
    law(
        "generic",
        "nothing maps words of a query to behaviour, or knows a benchmark",
    ),
];

impl Law {
    /// Whether a test function of this name is a test of the law.
    pub(crate) fn covers(&self, function: &str) -> bool {
        function
            .strip_prefix(self.name)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    }

    /// The regular expression of full test names (`module::function`) that [`Law::covers`].
    pub(crate) fn pattern(&self) -> String {
        format!("(^|::){}(_[a-z0-9_]*)?$", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::law;

    #[test]
    fn a_law_covers_functions_that_start_with_its_name() {
        let budget = law("budget", "");
        assert!(budget.covers("budget"));
        assert!(budget.covers("budget_holds_for_any_report"));
        assert!(!budget.covers("budgets_have_defaults"));
        assert!(!budget.covers("the_budget"));
        assert_eq!(budget.pattern(), "(^|::)budget(_[a-z0-9_]*)?$");
    }
}
