//! The laws: what the project promises, by name, from the table in ARCHITECTURE.md. Each has at least one test whose
//! function has a name that begins with the law's.

use std::sync::LazyLock;

/// One law.
pub(crate) struct Law {
    pub(crate) name: &'static str,
}

pub(crate) static LAWS: LazyLock<Vec<Law>> =
    LazyLock::new(|| laws(include_str!("../../ARCHITECTURE.md")));

/// The rows of the page's table of laws: a name, and what the law says.
fn laws(page: &'static str) -> Vec<Law> {
    let table = page.lines().skip_while(|line| !line.starts_with("| law |"));
    let rows = table.skip(2).take_while(|line| line.starts_with('|'));
    let name = |row: &'static str| row.trim_matches(['|', ' ']).split(" | ").next();
    rows.filter_map(name).map(|name| Law { name: name.trim_matches('`') }).collect()
}

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
    use super::{Law, laws};

    #[test]
    fn a_law_is_a_row_of_the_table() {
        let page = "| x | y |\n|---|---|\n| `no` | a | b |\n\n\
            | law | stated in | promise |\n|---|---|---|\n| `budget` | render | it fits |\n| `verbatim` | a, b | it is so |\n\n\
            | `no` | a | b |\n";
        assert!(laws(page).into_iter().map(|law| law.name).eq(["budget", "verbatim"]));
    }

    #[test]
    fn a_law_covers_functions_that_start_with_its_name() {
        let budget = Law { name: "budget" };
        assert!(budget.covers("budget"));
        assert!(budget.covers("budget_holds_for_any_report"));
        assert!(!budget.covers("budgets_have_defaults"));
        assert!(!budget.covers("the_budget"));
        assert_eq!(budget.pattern(), "(^|::)budget(_[a-z0-9_]*)?$");
    }
}
