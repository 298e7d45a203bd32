//! Changes of keys, targets and settings of which nothing is listed: that proves nothing, and what was looked for is said.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_codegraph::is_data;
use firsthand_history::{ChangedFile, Content};
use firsthand_registry::PathClass;
use firsthand_source::{RepoPath, count, join_at_most};

use crate::document::{ChangedState, ImpactDocument};
use crate::placed::MAX_SHOWN;
use crate::revisions::{is_unread, shown};

/// Adds the files of data and of tools, and the others in which names were found, to a document that lists nothing: these
/// were looked for as they are written alone, so that nothing was found proves nothing.
pub(crate) fn add_unproved(
    files: &[ChangedFile],
    looked_for: &BTreeMap<RepoPath, BTreeSet<String>>,
    document: &mut ImpactDocument,
) {
    let mut changed = document.changed.iter();
    if !document.affected.is_empty() || changed.any(|one| one.state != ChangedState::Comment) {
        return;
    }
    let is_keyed = |file: &&ChangedFile| {
        let (path, class) = (file.path.as_str(), PathClass::of(&file.path));
        let is_kind = is_data(path) || PathClass::is_conventional(file.path.file_name());
        let is_named = is_kind || looked_for.contains_key(&file.path);
        is_named && !class.docs && !is_unread(file) && file.before != Content::Absent
    };
    let keyed: Vec<RepoPath> = files.iter().filter(is_keyed).map(|it| it.path.clone()).collect();
    let Some(first) = keyed.first() else { return };
    let count = count(keyed.len(), "changed file has", "changed files have");
    let first = shown(first.as_str());
    let names: Vec<&String> = looked_for.values().flatten().collect();
    let names: Vec<String> = names.iter().map(|name| format!("`{}`", shown(name))).collect();
    let by_names = match &names[..] {
        [] => "their texts alone".to_owned(),
        names => format!("their texts and by {}", join_at_most(names, MAX_SHOWN)),
    };
    document.notes.push(format!(
        "{count} keys, targets or settings ({first} first): what uses them was looked for by {by_names}, and nothing was \
         found; `search --symbol NAME --relation references` lists the lines with a name"
    ));
    let known = document.change.undeclared.clone();
    document.change.undeclared.extend(keyed.into_iter().filter(|path| !known.contains(path)));
}
