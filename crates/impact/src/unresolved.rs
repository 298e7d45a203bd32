//! The routes from a change that are not followed.

use std::collections::BTreeSet;

use firsthand_codegraph::is_code;
use firsthand_source::{RepoPath, count};

use crate::declared::Changed;
use crate::document::{ChangedState, Dependence, ImpactDocument};
use crate::found::Found;
use crate::lookup::Lookup;
use crate::out_of_sight::{OutOfSight, routes as routes_of};
use crate::reach::Reached;

/// Names the routes that are not followed.
pub(crate) fn unresolved(
    lookup: &Lookup<'_>,
    changed: &[Changed],
    found: &[Found],
    lost: &[OutOfSight],
    reached: &Reached,
    outside: &[RepoPath],
    document: &mut ImpactDocument,
) {
    let mut routes = Vec::new();
    for (of, one) in changed.iter().enumerate() {
        let name = &document.changed[of].name;
        let places = || found.iter().filter(|place| place.of == Some(of));
        let registered: Vec<String> = places()
            .filter(|place| place.role == Dependence::Registration)
            .map(|place| format!("{}:{}", place.path, place.line))
            .collect();
        if let [first, ..] = &registered[..] {
            let more = match registered.len() - 1 {
                0 => String::new(),
                more => format!(" and at {}", count(more, "other place", "other places")),
            };
            routes.push(format!(
                "{name} is handed over by its name at {first}{more}: what calls it through that is not followed"
            ));
        }
        let overrides = places().filter(|place| place.role == Dependence::Implementor).count();
        if overrides > 0 && one.state != ChangedState::Added {
            let overrides = count(overrides, "implementor", "implementors");
            routes.push(format!(
                "{name} has {overrides}: which of them a call reaches is decided when it runs"
            ));
        }
        let top: Vec<&Found> = places()
            .filter(|place| place.symbol.is_none() && place.role != Dependence::Test)
            .filter(|place| matches!(place.role, Dependence::Caller | Dependence::Reference))
            // A word of an import or of another's text runs nothing.
            .filter(|place| place.role == Dependence::Caller || !place.how.is_by_name())
            .filter(|place| is_code(place.path.as_str()) && !lookup.is_import(place))
            .collect();
        if let Some(first) = top.first() {
            routes.push(format!(
                "{name} is used outside of any declaration at {}:{}: what runs these lines is not followed",
                first.path, first.line
            ));
        }
    }
    for path in outside {
        routes.push(format!(
            "{path} changes outside of its declarations: what runs these lines is not followed"
        ));
    }
    routes.extend(routes_of(lost));
    routes.extend(of_reach(reached));
    let mut seen = BTreeSet::new();
    routes.retain(|route| seen.insert(route.clone()));
    document.unresolved = routes;
}

/// The routes that following the callers left.
fn of_reach(reached: &Reached) -> Vec<String> {
    let mut routes = Vec::new();
    if reached.by_name > 0 {
        routes.push(format!(
            "{} on the way to tests found by name alone, as the type of the value is not known",
            count(reached.by_name, "caller was", "callers were")
        ));
    }
    if reached.too_far > 0 {
        routes.push(format!(
            "the callers of {} were not followed, as enough tests are nearer",
            count(reached.too_far, "distant declaration", "distant declarations")
        ));
    }
    if reached.not_followed > 0 {
        routes.push(format!(
            "the callers of {} were not followed, for a limit",
            count(reached.not_followed, "declaration", "declarations")
        ));
    }
    routes
}
