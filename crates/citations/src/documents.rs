//! The documents of a tree.

use std::path::{Path, PathBuf};

use firsthand_source::RepoPath;
use firsthand_source::fs::{Globs, Inventory, Walk};

use crate::Code;

const MARKDOWN: &[&str] = &["md", "markdown", "mdx", "mdc"];
const OTHER_MARKUP: &[&str] = &["rst", "adoc", "asciidoc", "org"];
/// The hidden folders whose documents are instructions for agents.
const INSTRUCTIONS: &[&str] = &[".cursor/rules", ".github"];

/// What a document is, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Markdown,
    Markup,
    Source,
}

pub(crate) fn kind_of(path: &str) -> Kind {
    let name = path.rsplit('/').next().unwrap_or_default();
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is_one_of = |list: &[&str]| list.iter().any(|known| known.eq_ignore_ascii_case(extension));
    if is_one_of(MARKDOWN) {
        return Kind::Markdown;
    }
    if is_one_of(OTHER_MARKUP) { Kind::Markup } else { Kind::Source }
}

/// Why there are no documents.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DocumentsError {
    /// There is nothing at the path.
    #[error("{} does not exist", .0.display())]
    Missing(PathBuf),
    /// The path is not below the root, or not UTF-8.
    #[error("{} is not below the root", .0.display())]
    Outside(PathBuf),
}

/// The documents at a path: the file itself, whatever its extension, or, below a folder, the files of Markdown,
/// reStructuredText, AsciiDoc and Org and those of which `code` knows the language, that are neither hidden nor ignored
/// by git; and the instructions for agents in `.cursor/rules` and `.github`.
///
/// # Errors
/// A [`DocumentsError`] where there is nothing, or where it is not below the root.
pub fn documents(
    root: &Path,
    location: &Path,
    code: &dyn Code,
) -> Result<Vec<RepoPath>, DocumentsError> {
    let real = |path: &Path| {
        let missing = |_| DocumentsError::Missing(path.to_owned());
        path.canonicalize().map_err(missing)
    };
    let (root, path) = (real(root)?, real(location)?);
    let outside = || DocumentsError::Outside(location.to_owned());
    let below = path.strip_prefix(&root).map_err(|_| outside())?.to_str().ok_or_else(outside)?;
    if path.is_file() {
        return Ok(vec![RepoPath::new(below).map_err(|_| outside())?]);
    }
    let folder = match below {
        "" => String::new(),
        below => format!("{below}/"),
    };
    let hidden = INSTRUCTIONS.iter();
    let hidden = hidden.map(|hidden| format!("{folder}{hidden}"));
    let instructions = hidden.flat_map(|hidden| instructions(&root, &hidden));
    let is_document = |path: &str| {
        path.starts_with(&folder) && (kind_of(path) != Kind::Source || code.knows(path))
    };
    let files = inventory(&root).files.into_iter().map(|entry| entry.path);
    Ok(files.filter(|path| is_document(path.as_str())).chain(instructions).collect())
}

/// The documents of markup in a hidden folder.
fn instructions(root: &Path, hidden: &str) -> Vec<RepoPath> {
    let folder = root.join(hidden);
    // A link may lead out of the root.
    if !folder.canonicalize().is_ok_and(|real| real == folder && real.is_dir()) {
        return Vec::new();
    }
    let files = inventory_of(&folder, root).files.into_iter();
    let paths = files.filter_map(|entry| RepoPath::new(&format!("{hidden}/{}", entry.path)).ok());
    paths.filter(|path| kind_of(path.as_str()) != Kind::Source).collect()
}

/// The files below a root that are neither hidden nor ignored by git.
pub(crate) fn inventory(root: &Path) -> Inventory {
    inventory_of(root, root)
}

/// The files below a folder, by the ignore files from `top` on.
fn inventory_of(folder: &Path, top: &Path) -> Inventory {
    let Ok(excludes) = Globs::excluding(folder, []) else {
        return Inventory::default();
    };
    let walk = Walk { top: Some(top), skip: &|_| false, ..Walk::new(folder, &excludes) };
    walk.inventory(&|| false)
}
