//! Reads a change: which two states are compared, and the files in which they differ.

use firsthand_history::{After, ChangedFile, Content, History, HistoryError, WorkTree, is_bare};
use firsthand_source::{Cancel, RepoPath, count};
use firsthand_tools::{ReadError, Toolbox, is_secret_path};

use crate::document::Change;
use crate::patch;

/// Which change is meant.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ChangeSpec {
    /// From a revision to the files as they stand, new ones included.
    WorkTree {
        /// The revision: `HEAD` for what is not committed.
        base: String,
    },
    /// From `HEAD` to what is staged.
    Staged,
    /// From one revision to another.
    Revisions {
        /// The earlier one.
        before: String,
        /// The later one.
        after: String,
        /// Whether the earlier state is the common ancestor of both (`A...B`).
        from_ancestor: bool,
    },
    /// A unified diff. The files stand as before or as after it.
    Diff(Vec<u8>),
}

impl ChangeSpec {
    /// What is not committed.
    #[must_use]
    pub fn uncommitted() -> Self {
        Self::WorkTree { base: "HEAD".to_owned() }
    }

    /// Reads `A..B`, `A...B` or `A` as git does: one revision means the change from it to the files as they stand, and a
    /// missing side means `HEAD`.
    ///
    /// ```
    /// use firsthand_impact::ChangeSpec;
    ///
    /// assert_eq!(ChangeSpec::parse("HEAD"), ChangeSpec::uncommitted());
    /// let ChangeSpec::Revisions { before, after, from_ancestor } = ChangeSpec::parse("main...") else { panic!() };
    /// assert_eq!((&*before, &*after, from_ancestor), ("main", "HEAD", true));
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let sides = |separator: &str| text.split_once(separator);
        let (sides, from_ancestor) = match sides("...") {
            Some(sides) => (Some(sides), true),
            None => (sides(".."), false),
        };
        let side = |name: &str| match name {
            "" => "HEAD".to_owned(),
            name => name.to_owned(),
        };
        match sides {
            Some((before, after)) => {
                Self::Revisions { before: side(before), after: side(after), from_ancestor }
            }
            None => Self::WorkTree { base: side(text) },
        }
    }
}

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
    /// The paths of those that could not be read.
    others: Vec<String>,
    history: Option<(History, String)>,
}

pub(crate) fn read(
    toolbox: &Toolbox,
    spec: &ChangeSpec,
    cancel: &Cancel,
) -> Result<ReadChange, ChangeError> {
    let mut states = states(toolbox, spec, cancel)?;
    let all = states.files.len();
    states.files.retain(|file| is_admitted(toolbox, &file.path));
    let refused = all - states.files.len();
    let mut notes = Vec::new();
    if refused > 0 {
        let refused = count(refused, "changed file is", "changed files are");
        notes.push(format!(
            "{refused} not compared: hidden, ignored, excluded, or by name holding secrets"
        ));
    }
    let unread = states.files.iter().filter(|file| is_unread(file));
    let unread = unread.map(|file| file.path.to_string());
    let unread: Vec<String> = unread.chain(states.others).collect();
    if let Some(first) = unread.first() {
        let files = count(unread.len(), "changed file is", "changed files are");
        notes.push(format!(
            "{files} not compared, {first} first: too large, no text, or in a diff neither as before nor as after it"
        ));
    }
    Ok(ReadChange {
        change: Change {
            before: states.before,
            after: states.after,
            files: states.files.iter().map(|file| file.path.clone()).collect(),
        },
        files: states.files,
        history: states.history,
        notes,
    })
}

fn is_unread(file: &ChangedFile) -> bool {
    let is_text = |content: &Content| content.bytes().is_some_and(|bytes| !bytes.contains(&0));
    !is_text(&file.before) || !is_text(&file.after)
}

fn states(toolbox: &Toolbox, spec: &ChangeSpec, cancel: &Cancel) -> Result<States, ChangeError> {
    let sandbox = toolbox.sandbox();
    let inventory = toolbox.graph().files();
    let read_file = |path: &RepoPath| match sandbox.read(path) {
        Ok(bytes) => Content::Bytes(bytes),
        Err(ReadError::Missing(_)) => Content::Absent,
        Err(_) => Content::Unread,
    };
    // Of several roots the first one is what changes; the others may be affected.
    let root = &sandbox.workspace().roots()[0];
    let history = History::of_root(root);
    if let ChangeSpec::Diff(diff) = spec {
        let in_root = |path: &RepoPath| RepoPath::new(&[root.prefix(), path.as_str()].concat());
        let read_file =
            |path: &RepoPath| in_root(path).map_or(Content::Unread, |path| read_file(&path));
        let (mut files, others) = patch::read(diff, &read_file).map_err(ChangeError::Diff)?;
        for file in &mut files {
            file.path = in_root(&file.path).unwrap_or_else(|_| file.path.clone());
        }
        let history = history.ok().flatten();
        let history = history.and_then(|history| Some((history.head().ok()?, history)));
        return Ok(States {
            before: "before the diff".to_owned(),
            after: "after the diff".to_owned(),
            files,
            others,
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
    Ok(States {
        files: history.changes(&base, after, cancel)?,
        before: base.clone(),
        after: name.to_owned(),
        others: Vec::new(),
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
