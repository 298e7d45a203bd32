//! Reads a change: which two states are compared, and the files in which they differ.

use firsthand_codegraph::{is_code, is_data};
use firsthand_history::{After, ChangedFile, Content, History, HistoryError, WorkTree, is_bare};
use firsthand_registry::PathClass;
use firsthand_source::fs::WorkspaceRoot;
use firsthand_source::{Cancel, RepoPath, count, escape};
use firsthand_tools::{ReadError, Toolbox, is_secret_path, redact_name};

use crate::ImpactRequest;
use crate::change_spec::ChangeSpec;
use crate::document::Change;
use crate::patch;

/// Why a change cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ChangeError {
    /// The root is in no git repository with a commit.
    #[error(
        "the root is in no git repository with a commit, so there is no earlier state to compare with"
    )]
    NoRepository,
    /// The root is a repository without a checkout.
    #[error("the root is a bare git repository, which has no files to look in: clone it first")]
    Bare,
    /// A text is no diff.
    #[error("this is no diff that can be read: {0}")]
    Diff(String),
    /// A diff without a line.
    #[error("the diff is empty: nothing changes")]
    EmptyDiff,
    /// Git's objects or its index cannot be read, or there is no such revision.
    #[error(transparent)]
    History(#[from] HistoryError),
}

/// A change as it was read.
pub(crate) struct ReadChange {
    pub(crate) change: Change,
    pub(crate) files: Vec<ChangedFile>,
    /// The history before the change, and the id of its newest commit; `None` without a repository.
    pub(crate) history: Option<(History, String)>,
    pub(crate) notes: Vec<String>,
}

/// The two states that were compared.
struct States {
    before: String,
    after: String,
    files: Vec<ChangedFile>,
    /// The folders of those that differ and were not compared.
    submodules: Vec<RepoPath>,
    /// The paths of those in a diff that the tree does not have.
    not_here: Vec<String>,
    /// The paths of those in a diff that stand neither as before nor as after it.
    others: Vec<String>,
    /// The paths of those of which a diff has no lines.
    without_lines: Vec<String>,
    history: Option<(History, String)>,
}

pub(crate) fn read(
    toolbox: &Toolbox,
    request: &ImpactRequest,
    cancel: &Cancel,
) -> Result<ReadChange, ChangeError> {
    let mut notes = Vec::new();
    let mut states = changed_root(toolbox, request, cancel, &mut notes)?;
    let all = states.files.len();
    states.files.retain(|file| is_admitted(toolbox, &file.path));
    let refused = all - states.files.len();
    if refused > 0 {
        let refused = count(refused, "changed file is", "changed files are");
        notes.push(format!(
            "{refused} not compared: hidden, ignored, excluded, or by name holding secrets"
        ));
    }
    if states.files.is_empty() && notes.is_empty() {
        notes.extend(request.change.nothing_note());
    }
    let unread = states.files.iter().filter(|file| is_unread(file));
    let unread: Vec<String> = unread.map(|file| file.path.to_string()).collect();
    for (paths, why) in [
        (&unread, "too large, or no text"),
        (&states.others, "neither as before the diff nor as after it"),
        (&states.not_here, "not here"),
        (&states.without_lines, "the diff has no lines of it, as of what is no text, or of a mode"),
    ] {
        if let Some(first) = paths.first() {
            let files = count(paths.len(), "changed file is", "changed files are");
            notes.push(format!("{files} not compared, {} first: {why}", shown(first)));
        }
    }
    if let Some(first) = states.submodules.first() {
        let submodules = count(states.submodules.len(), "submodule differs", "submodules differ");
        notes.push(format!(
            "{submodules} and the files were not compared ({} first): new, gone, not checked out, or without one of \
             its commits",
            shown(first.as_str())
        ));
    }
    let undeclared = states.files.iter().filter(|file| is_undeclared(file));
    let undeclared: Vec<RepoPath> = undeclared.map(|file| file.path.clone()).collect();
    notes.extend(undeclared_note(&undeclared));
    Ok(ReadChange {
        change: Change {
            asked: request.change.asked(),
            before: states.before,
            after: states.after,
            files: states.files.iter().map(|file| file.path.clone()).collect(),
            undeclared,
        },
        files: states.files,
        history: states.history,
        notes,
    })
}

pub(crate) fn is_unread(file: &ChangedFile) -> bool {
    let is_text = |content: &Content| content.bytes().is_some_and(|bytes| !bytes.contains(&0));
    !is_text(&file.before) || !is_text(&file.after)
}

/// The states of the root that is asked for, or of the first one in which something differs; of several roots, a note says
/// which it is. The others may be affected.
fn changed_root(
    toolbox: &Toolbox,
    request: &ImpactRequest,
    cancel: &Cancel,
    notes: &mut Vec<String>,
) -> Result<States, ChangeError> {
    let roots: Vec<&WorkspaceRoot> =
        toolbox.sandbox().workspace().roots().iter().filter(|root| !root.installed).collect();
    let name = |root: &WorkspaceRoot| root.name.as_ref().map(ToString::to_string);
    let asked = |root: &WorkspaceRoot| request.root.is_some() && name(root) == request.root;
    if let [root] = roots[..] {
        return states(toolbox, root, &request.change, cancel);
    }
    if let Some(root) = roots.iter().find(|root| asked(root)) {
        return states(toolbox, root, &request.change, cancel);
    }
    let each = roots.iter().map(|root| states(toolbox, root, &request.change, cancel));
    let mut each: Vec<Result<States, ChangeError>> = each.collect();
    let has_change = |states: &Result<States, ChangeError>| {
        states.as_ref().is_ok_and(|states| !states.files.is_empty())
    };
    let changed: Vec<usize> = (0..each.len()).filter(|at| has_change(&each[*at])).collect();
    let name = |at: usize| name(roots[at]).unwrap_or_default();
    let chosen = match changed[..] {
        [] => {
            notes.push("nothing differs in any root that is a repository".to_owned());
            return each.swap_remove(each.iter().position(Result::is_ok).unwrap_or(0));
        }
        [only] => only,
        [first, ref others @ ..] => {
            let others: Vec<String> =
                others.iter().map(|at| format!("`{}`", escape(&name(*at)))).collect();
            notes.push(format!("compared without the changes in {}", others.join(", ")));
            first
        }
    };
    notes.insert(0, format!("the change in `{}`, one of several roots", escape(&name(chosen))));
    each.swap_remove(chosen)
}

/// A path as notes show it.
pub(crate) fn shown(path: &str) -> String {
    escape(&redact_name(path)).into_owned()
}

fn states(
    toolbox: &Toolbox,
    root: &WorkspaceRoot,
    spec: &ChangeSpec,
    cancel: &Cancel,
) -> Result<States, ChangeError> {
    let sandbox = toolbox.sandbox();
    let inventory = toolbox.graph().files();
    let read_file = |path: &RepoPath| match sandbox.read(path) {
        Ok(bytes) => Content::Bytes(bytes),
        Err(ReadError::Missing(_)) => Content::Absent,
        Err(_) => Content::Unread,
    };
    let history = History::of_root(root);
    if let ChangeSpec::Diff(diff) = spec {
        if diff.trim_ascii().is_empty() {
            return Err(ChangeError::EmptyDiff);
        }
        let in_root = |path: &RepoPath| RepoPath::new(&[root.prefix(), path.as_str()].concat());
        let read_file =
            |path: &RepoPath| in_root(path).map_or(Content::Unread, |path| read_file(&path));
        let patch::FilesOfDiff { mut files, not_here, others, without_lines } =
            patch::read(diff, &read_file).map_err(ChangeError::Diff)?;
        for file in &mut files {
            file.path = in_root(&file.path).unwrap_or_else(|_| file.path.clone());
        }
        let history = history.ok().flatten();
        let history = history.and_then(|history| Some((history.head().ok()?, history)));
        return Ok(States {
            before: "before the diff".to_owned(),
            after: "after the diff".to_owned(),
            files,
            submodules: Vec::new(),
            not_here,
            others,
            without_lines,
            history: history.map(|(head, history)| (history, head)),
        });
    }
    let history = history?.ok_or_else(|| {
        if is_bare(&root.folder) { ChangeError::Bare } else { ChangeError::NoRepository }
    })?;
    let mut in_root = inventory.files.clone();
    in_root.retain(|file| history.has_path(&file.path));
    let work_tree = After::WorkTree(WorkTree { files: &in_root, read: &read_file });
    let commit;
    let (base, after, name) = match spec {
        ChangeSpec::WorkTree { base } => (history.revision(base)?, work_tree, "work tree"),
        ChangeSpec::Staged | ChangeSpec::Diff(_) => (history.head()?, After::Index, "index"),
        ChangeSpec::Revisions { before, after, from_ancestor } => {
            let (before, after) = (history.revision(before)?, history.revision(after)?);
            let base = if *from_ancestor { history.merge_base(&before, &after)? } else { before };
            commit = after;
            (base, After::Commit(&commit), &*commit)
        }
    };
    let changes = history.changes(&base, after, cancel)?;
    Ok(States {
        files: changes.files,
        submodules: changes.submodules,
        before: base.clone(),
        after: name.to_owned(),
        not_here: Vec::new(),
        others: Vec::new(),
        without_lines: Vec::new(),
        history: Some((history, base)),
    })
}

/// Whether a file may be compared; one that is gone, by its path alone.
fn is_admitted(toolbox: &Toolbox, path: &RepoPath) -> bool {
    let sandbox = toolbox.sandbox();
    if is_secret_path(path.as_str()) || sandbox.excludes(path) {
        return false;
    }
    !matches!(
        sandbox.read(path),
        Err(ReadError::Secret(_) | ReadError::Ignored(_) | ReadError::Link(_))
    )
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

fn undeclared_note(undeclared: &[RepoPath]) -> Option<String> {
    let first = undeclared.first()?;
    let files = count(undeclared.len(), "changed file is", "changed files are");
    let first = if undeclared.len() == 1 { first.to_string() } else { format!("{first} first") };
    Some(format!(
        "{files} of no language whose declarations are read ({first}): what uses them was looked for by names, by \
         texts and by history alone; `search --symbol NAME` lists the lines with a name"
    ))
}
