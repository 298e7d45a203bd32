//! Names that a file takes from elsewhere than before: what uses them there does something else, without a change of its
//! own text.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_codegraph::Graph;
use firsthand_history::{ChangedFile, Content};
use firsthand_source::{Cancel, RepoPath, identifiers};

use super::{Changed, Side};
use crate::document::ChangedState;

/// The names of a file that mean something else, and its declarations with such a name, before and after.
pub(super) struct Rebound {
    path: RepoPath,
    names: BTreeSet<String>,
    users: Vec<(Side, Side)>,
}

/// What the names that a file takes from others mean: modules, and the names there.
type Bindings = BTreeMap<String, BTreeSet<(String, String)>>;

/// The names that are in both and mean something else.
pub(crate) fn rebound(before: &Bindings, after: &Bindings) -> BTreeSet<String> {
    let is_other =
        |name: &&String| before.get(*name).is_some_and(|was| Some(was) != after.get(*name));
    after.keys().filter(is_other).cloned().collect()
}

impl Rebound {
    /// `None` if the imports of a file are as they were, or the file is new or gone.
    pub(super) fn of(
        graph: &Graph,
        file: &ChangedFile,
        (before, after): (&[Side], &[Side]),
        cancel: &Cancel,
    ) -> Option<Self> {
        let (Content::Bytes(old), Content::Bytes(new)) = (&file.before, &file.after) else {
            return None;
        };
        let bindings = |bytes: &[u8]| graph.bindings(file.path.as_str(), bytes, cancel);
        let (old, new) = (bindings(old), bindings(new));
        let names = rebound(&old, &new);
        let users = after.iter().filter_map(|side| {
            let same = before.iter().find(|other| {
                other.declaration.qualified == side.declaration.qualified && other.text == side.text
            })?;
            Some((same.clone(), side.clone()))
        });
        (old != new).then(|| Self { path: file.path.clone(), users: users.collect(), names })
    }

    /// Adds the declarations that use a name which means something else, and a note. A name whose declaration moved with
    /// the change means the same.
    pub(super) fn add(mut self, changed: &mut Vec<Changed>, notes: &mut Vec<String>) {
        let gone = changed.iter().filter_map(Changed::gone);
        let gone: BTreeSet<&str> = gone.map(|side| &*side.declaration.name).collect();
        self.names.retain(|name| !gone.contains(&**name));
        let uses = |side: &Side| identifiers(&side.code).any(|(_, name)| self.names.contains(name));
        let users: Vec<(Side, Side)> =
            self.users.into_iter().filter(|(_, side)| uses(side)).collect();
        let names: Vec<String> = self.names.iter().map(|name| format!("`{name}`")).collect();
        if !names.is_empty() {
            let names = firsthand_source::join_at_most(&names, 3);
            notes.push(format!(
                "{} takes {names} from elsewhere than before: what uses that there counts as changed",
                self.path
            ));
        } else if !changed.iter().any(|one| one.side.path == self.path) {
            notes.push(format!(
                "the imports of {} change: what else names in it mean now is not followed",
                self.path
            ));
        }
        changed.extend(users.into_iter().map(|(before, side)| Changed {
            side,
            before: Some(before),
            state: ChangedState::Body,
        }));
    }
}
