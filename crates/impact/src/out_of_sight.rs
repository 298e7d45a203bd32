//! Where a route from a change to tests goes out of sight.

use std::collections::BTreeSet;

use firsthand_codegraph::Declaration;
use firsthand_source::{RepoPath, count};
use firsthand_tools::redact_name;

/// The most declarations that are named for one reason.
const MAX_NAMED: usize = 5;

/// Why the uses of a declaration are not followed, or not all of them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Why {
    /// Nothing in the code was found to use it.
    NoUse,
    /// Nothing in the code was found to use it, and this line exports it.
    Exported(String),
    /// Lines use its name on a value whose type is not known, and others have the name: the first, and how many.
    ByName(String, usize),
    /// Lines of code hold its name without a use that was found: the first, and how many.
    Named(String, usize),
}

/// A declaration on the way from a change, uses of which are not followed.
pub(crate) struct OutOfSight {
    /// Its name and place.
    declared: String,
    why: Why,
}

impl OutOfSight {
    pub(crate) fn new(path: &RepoPath, declared: &Declaration, why: Why) -> Self {
        let (name, line) = (redact_name(&declared.qualified), declared.head.start());
        Self { declared: format!("{name} ({path}:{line})"), why }
    }

    fn is_unused(&self) -> bool {
        self.why == Why::NoUse
    }

    /// The route by a use; none of a declaration without one.
    fn route(&self) -> Option<String> {
        let declared = &self.declared;
        let at = |first: &str, all: usize| match all {
            0 | 1 => first.to_owned(),
            _ => format!("{first} and {}", count(all - 1, "other line", "other lines")),
        };
        match &self.why {
            Why::NoUse => None,
            Why::Exported(at) => Some(format!(
                "{declared} is exported at {at}: what imports it from outside of this tree is not followed"
            )),
            Why::ByName(first, all) => Some(format!(
                "{} may use {declared}, or others of its name, as the type of the value is not known: what calls them is \
                 not followed",
                at(first, *all)
            )),
            Why::Named(first, all) => Some(format!(
                "{declared} is named, and no call of it was resolved, at {}: what a string or a value runs there is not \
                 followed",
                at(first, *all)
            )),
        }
    }
}

/// The routes that go out of sight, the nearest of each reason by name.
pub(crate) fn routes(lost: &[OutOfSight]) -> Vec<String> {
    let used: BTreeSet<&str> =
        lost.iter().filter(|one| !one.is_unused()).map(|one| one.declared.as_str()).collect();
    let unused = lost.iter().filter(|one| one.is_unused()).map(|one| one.declared.as_str());
    let mut seen = BTreeSet::new();
    let unused: Vec<&str> =
        unused.filter(|declared| !used.contains(declared) && seen.insert(*declared)).collect();
    let mut routes = Vec::new();
    if !unused.is_empty() {
        let named = unused[..unused.len().min(MAX_NAMED)].join(", ");
        let others = match unused.len().saturating_sub(MAX_NAMED) {
            0 => String::new(),
            others => format!(" and {}", count(others, "other", "others")),
        };
        let them = if unused.len() == 1 { "it" } else { "them" };
        routes.push(format!(
            "nothing in the code was found to use {named}{others}: what starts {them} (a program, a framework, a request, \
             a name that is put together) is not followed"
        ));
    }
    let of_kind = |is_kind: fn(&Why) -> bool| {
        let of_kind = lost.iter().filter(|one| is_kind(&one.why));
        let mut routes: Vec<String> = of_kind.filter_map(OutOfSight::route).collect();
        routes.dedup();
        routes
    };
    let kinds = [
        (of_kind(|why| matches!(why, Why::Exported(_))), "exported, and not used here"),
        (of_kind(|why| matches!(why, Why::Named(..))), "named where no call was resolved"),
        (of_kind(|why| matches!(why, Why::ByName(..))), "used on values whose type is not known"),
    ];
    for (mut of_kind, what) in kinds {
        let others = of_kind.len().saturating_sub(MAX_NAMED);
        of_kind.truncate(MAX_NAMED);
        routes.extend(of_kind);
        if others > 0 {
            let more = count(others, "more declaration is", "more declarations are");
            routes.push(format!("{more} {what}"));
        }
    }
    routes
}
