//! Declarations that a file has in several parts: the clauses of a function, and types, extensions and namespaces that are
//! opened again. Each is one declaration, and is there while one of its parts is.

use std::collections::{BTreeMap, BTreeSet};

use super::{Changed, Side};
use crate::document::ChangedState;
use crate::overloads::{has_typed_parameters, parameter_count};

/// What the parts of one declaration have in common: the qualified name, the kind, and how many parameters it has.
type Whole = (String, String, Option<usize>);

/// The declarations that have several parts in one of two states of a file.
pub(super) struct Parts {
    /// The first part before and after of those that are there in both.
    first: BTreeMap<Whole, Option<(Side, Side)>>,
    /// The names of what has functions in it.
    with_functions: BTreeSet<String>,
}

/// What a declaration is a part of: of a function without types of its parameters, as another one with such is another
/// function, or of what has functions in it.
fn whole(side: &Side, with_functions: &BTreeSet<String>) -> Option<Whole> {
    let one = &side.declaration;
    let has_parts = if one.is_function() {
        !has_typed_parameters(one)
    } else {
        with_functions.contains(&one.qualified)
    };
    let parameters = one.is_function().then(|| parameter_count(one)).flatten();
    has_parts.then(|| (one.qualified.clone(), one.kind.clone(), parameters))
}

impl Parts {
    pub(super) fn of(before: &[Side], after: &[Side]) -> Self {
        let functions = before.iter().chain(after).filter(|side| side.declaration.is_function());
        let around = functions.filter_map(|side| side.container().map(str::to_owned));
        let with_functions: BTreeSet<String> = around.collect();
        let mut parts: BTreeMap<Whole, [Vec<&Side>; 2]> = BTreeMap::new();
        for (at, sides) in [before, after].into_iter().enumerate() {
            for side in sides {
                if let Some(whole) = whole(side, &with_functions) {
                    parts.entry(whole).or_default()[at].push(side);
                }
            }
        }
        parts.retain(|_, states| states.iter().any(|parts| parts.len() > 1));
        let first = parts.into_iter().map(|(whole, [before, after])| {
            let sides = before.first().copied().zip(after.first().copied());
            (whole, sides.map(|(before, after)| (before.clone(), after.clone())))
        });
        Self { first: first.collect(), with_functions }
    }

    /// One change of each declaration that has several parts: a part that is new or gone changes what stands.
    pub(super) fn join(&self, changed: Vec<Changed>) -> Vec<Changed> {
        let mut seen: BTreeSet<&Whole> = BTreeSet::new();
        let mut joined: Vec<Changed> = Vec::new();
        // Of one whose comment and code change, the code counts.
        let (code, comments): (Vec<Changed>, Vec<Changed>) =
            changed.into_iter().partition(|one| one.state != ChangedState::Comment);
        for one in code.into_iter().chain(comments) {
            let whole = whole(&one.side, &self.with_functions);
            let Some((whole, first)) = whole.and_then(|whole| self.first.get_key_value(&whole))
            else {
                joined.push(one);
                continue;
            };
            if seen.insert(whole) {
                joined.push(match (first, one.state) {
                    (Some((before, _)), ChangedState::Added) => {
                        let before = Some(before.clone());
                        Changed { before, state: ChangedState::Body, ..one }
                    }
                    (Some((_, after)), ChangedState::Removed) => {
                        let (side, before) = (after.clone(), Some(one.side));
                        Changed { side, before, state: ChangedState::Body }
                    }
                    _ => one,
                });
            }
        }
        joined
    }
}
