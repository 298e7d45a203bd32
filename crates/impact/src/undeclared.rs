//! Changed files whose declarations are not known, as their language is not read.

use firsthand_codegraph::{is_code, is_data};
use firsthand_history::{ChangedFile, Content};
use firsthand_registry::PathClass;
use firsthand_source::{RepoPath, count};

use crate::revisions::is_unread;

pub(crate) fn files(files: &[ChangedFile]) -> Vec<RepoPath> {
    files.iter().filter(|file| is_undeclared(file)).map(|file| file.path.clone()).collect()
}

/// Whether a file that was there is neither of a language whose declarations are read, nor data, a document or a tool's
/// own file.
fn is_undeclared(file: &ChangedFile) -> bool {
    let path = file.path.as_str();
    let is_other = !is_code(path) && !is_data(path) && !PathClass::of(&file.path).docs;
    let name = file.path.file_name();
    let is_own = name.starts_with('.') || PathClass::is_conventional(name);
    file.before != Content::Absent && is_other && !is_own && !is_unread(file)
}

pub(crate) fn note(undeclared: &[RepoPath]) -> Option<String> {
    let first = undeclared.first()?;
    let files = count(undeclared.len(), "changed file is", "changed files are");
    let first = if undeclared.len() == 1 { first.to_string() } else { format!("{first} first") };
    Some(format!(
        "{files} of no language whose declarations are read ({first}): what uses them was looked for by texts and by \
         history alone; `search --symbol NAME` lists the lines with a name"
    ))
}
