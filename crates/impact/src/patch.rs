//! Reads a change from a unified diff. The files of the tree are as before or as after it, each for itself; the other
//! state is made with the diff's lines, which must be exactly the file's.

use std::borrow::Cow;

use diffy::patch_set::{FileOperation, FilePatch, ParseOptions, PatchKind, PatchSet};
use diffy::{Hunk, Line};
use firsthand_history::{ChangedFile, Content};
use firsthand_source::RepoPath;

/// The files of a diff.
#[derive(Default)]
pub(crate) struct FilesOfDiff {
    pub(crate) files: Vec<ChangedFile>,
    /// The paths of those that the tree does not have.
    pub(crate) not_here: Vec<String>,
    /// The paths of those that stand neither as before nor as after it.
    pub(crate) others: Vec<String>,
    /// The paths of those of which it has no lines: no text, or a change of the mode alone.
    pub(crate) without_lines: Vec<String>,
}

/// Reads the files of a diff.
///
/// # Errors
/// Why it is no diff.
pub(crate) fn read(
    diff: &[u8],
    read_file: &dyn Fn(&RepoPath) -> Content,
) -> Result<FilesOfDiff, String> {
    for (beginning, kind) in OTHER_FORMS {
        if has_line(diff, beginning) {
            return Err(format!(
                "{kind}: a unified diff of two states is read (`diff -u`, `git diff A B`)"
            ));
        }
    }
    let from_git = diff.starts_with(b"diff --git ") || has_line(diff, b"diff --git ");
    let options = if from_git { ParseOptions::gitdiff() } else { ParseOptions::unidiff() };
    let mut found = FilesOfDiff::default();
    let mut is_diff = false;
    for patch in PatchSet::parse_bytes(diff, options) {
        // Nothing in it is a patch: that is no fault of one.
        let patch = match patch {
            Err(_) if !is_diff && !has_hunk(diff) => break,
            patch => patch.map_err(|error| error.to_string())?,
        };
        is_diff = true;
        let has_lines = match patch.patch() {
            PatchKind::Text(text) => !text.hunks().is_empty(),
            PatchKind::Binary(_) => false,
        };
        if !has_lines && matches!(patch.operation(), FileOperation::Modify { .. }) {
            let (Ok(path) | Err(path)) = there(&patch, read_file);
            found.without_lines.push(path);
            continue;
        }
        match changed(&patch, read_file) {
            Some(changed) => found.files.extend(changed),
            None => match there(&patch, read_file) {
                Ok(path) => found.others.push(path),
                Err(path) => found.not_here.push(path),
            },
        }
    }
    if !is_diff {
        return Err("no file in it".to_owned());
    }
    found.files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(found)
}

/// Forms of diffs that are not read, by how a line of them begins.
const OTHER_FORMS: [(&[u8], &str); 2] =
    [(b"@@@ ", "a combined diff of several parents"), (b"***************", "a context diff")];

fn has_hunk(diff: &[u8]) -> bool {
    has_line(diff, b"@@ ")
}

/// Whether a line begins with these bytes.
fn has_line(text: &[u8], beginning: &[u8]) -> bool {
    text.split(|byte| *byte == b'\n').any(|line| line.starts_with(beginning))
}

/// The path of a file that is not as a diff says: in the tree, or as an error where the tree has none.
fn there(
    patch: &FilePatch<'_, [u8]>,
    read_file: &dyn Fn(&RepoPath) -> Content,
) -> Result<String, String> {
    let (before, after) = paths(patch.operation());
    let written: Vec<Bytes<'_>> = [after, before].into_iter().flatten().collect();
    let mut all: Vec<RepoPath> = Vec::new();
    for path in &written {
        all.extend(readings(Some(path)).into_iter().flatten().chain(ends(path)));
    }
    let is_there = |path: &&RepoPath| read_file(path) != Content::Absent;
    match (all.iter().find(is_there), all.first()) {
        (Some(path), _) => Ok(path.to_string()),
        (None, Some(path)) => Err(path.to_string()),
        (None, None) => Err(String::from_utf8_lossy(&written.concat()).into_owned()),
    }
}

type Bytes<'p> = Cow<'p, [u8]>;

/// The paths before and after, as written.
fn paths<'p>(operation: &'p FileOperation<'_, [u8]>) -> (Option<Bytes<'p>>, Option<Bytes<'p>>) {
    let path = |path: &'p Cow<'_, [u8]>| Some(Cow::Borrowed(&**path));
    match operation {
        FileOperation::Delete(before) => (path(before), None),
        FileOperation::Create(after) => (None, path(after)),
        FileOperation::Modify { original, modified } => (path(original), path(modified)),
        FileOperation::Rename { from, to } | FileOperation::Copy { from, to } => {
            (path(from), path(to))
        }
    }
}

/// A path without or with its first part, the likelier first: git writes a letter before the paths, and none in a rename.
fn readings(path: Option<&Bytes<'_>>) -> Vec<Option<RepoPath>> {
    let Some(path) = path else {
        return Vec::from([None]);
    };
    let path = String::from_utf8_lossy(path);
    let without = path.split_once('/').map(|(_, rest)| rest);
    let mut readings: Vec<&str> = without.into_iter().chain([&*path]).collect();
    if path.find('/').is_some_and(|at| at > 1) {
        readings.reverse();
    }
    readings.into_iter().filter_map(|path| RepoPath::new(path).ok()).map(Some).collect()
}

/// The change of one file, or of two if it is renamed; `None` if the tree has neither state.
fn changed(
    patch: &FilePatch<'_, [u8]>,
    read_file: &dyn Fn(&RepoPath) -> Content,
) -> Option<Vec<ChangedFile>> {
    let hunks = match patch.patch() {
        PatchKind::Text(text) => text.hunks(),
        PatchKind::Binary(_) => return Some(Vec::new()),
    };
    let is_copy = patch.operation().is_copy();
    let (before, after) = paths(patch.operation());
    let readings_of_both = readings(before.as_ref()).into_iter().flat_map(|before| {
        readings(after.as_ref()).into_iter().map(move |after| (before.clone(), after))
    });
    let (mut pairs, is_in_place) = match patch.operation() {
        FileOperation::Modify { original, modified } => (in_place(original, modified), true),
        _ => (readings_of_both.collect(), false),
    };
    // Both sides are read in the same way, and as paths of the tree if it has one of them.
    pairs.sort_by_key(|(before, after)| before != after);
    let present = |path: &Option<RepoPath>| path.as_ref().map_or(Content::Absent, read_file);
    let is_there = |path: &Option<RepoPath>| present(path) != Content::Absent;
    if pairs.iter().any(|(before, after)| is_there(before) || is_there(after)) {
        pairs.retain(|(before, after)| is_there(before) || is_there(after));
    } else {
        pairs.truncate(1);
    }
    for (before, after) in &pairs {
        let (old, new) = (present(before), present(after));
        // As after the change, or as before it.
        let earlier = match (&new, before) {
            (Content::Bytes(bytes), Some(_)) => patched(bytes, hunks, true),
            (Content::Bytes(bytes), None) => patched(bytes, hunks, true).filter(Vec::is_empty),
            (Content::Absent, Some(_)) if after.is_none() && old == Content::Absent => {
                patched(&[], hunks, true)
            }
            _ => None,
        };
        let is_gone = is_copy || before.is_none() || old == Content::Absent;
        if let Some(earlier) = earlier.filter(|_| is_gone || is_in_place) {
            return Some(sides(before.as_ref(), after.as_ref(), earlier, new, is_copy));
        }
        let later = match (&old, before) {
            (Content::Bytes(bytes), Some(_)) => patched(bytes, hunks, false),
            (_, None) if new == Content::Absent => patched(&[], hunks, false),
            _ => None,
        };
        if let Some(later) = later {
            let later = match after {
                Some(_) => Content::Bytes(later),
                None => Content::Absent,
            };
            let earlier = old.bytes().unwrap_or_default().to_vec();
            return Some(sides(before.as_ref(), after.as_ref(), earlier, later, is_copy));
        }
    }
    None
}

/// The paths that a change in place may mean, named twice by a diff, as of its copy, or as in two folders.
fn in_place(before: &[u8], after: &[u8]) -> Vec<(Option<RepoPath>, Option<RepoPath>)> {
    // A copy is named after the file.
    let names = if after.starts_with(before) { [before, after] } else { [after, before] };
    let names = names.map(Cow::Borrowed);
    let paths =
        names.iter().flat_map(|name| readings(Some(name)).into_iter().flatten().chain(ends(name)));
    paths.map(|path| (Some(path.clone()), Some(path))).collect()
}

/// The ends of a path that are paths, the longest first: those of a file in another folder, or from another one.
fn ends(path: &[u8]) -> impl Iterator<Item = RepoPath> {
    let path = String::from_utf8_lossy(path).into_owned();
    let starts: Vec<usize> = path.match_indices('/').map(|(at, _)| at + 1).collect();
    starts.into_iter().filter_map(move |start| RepoPath::new(&path[start..]).ok())
}

fn sides(
    before: Option<&RepoPath>,
    after: Option<&RepoPath>,
    earlier: Vec<u8>,
    later: Content,
    is_copy: bool,
) -> Vec<ChangedFile> {
    let file = |path: &RepoPath, before: Content, after: Content| ChangedFile {
        path: path.clone(),
        before,
        after,
    };
    match (before, after) {
        (Some(before), Some(after)) if before == after => {
            Vec::from([file(after, Content::Bytes(earlier), later)])
        }
        (Some(_), Some(after)) if is_copy => Vec::from([file(after, Content::Absent, later)]),
        (Some(before), Some(after)) => Vec::from([
            file(before, Content::Bytes(earlier), Content::Absent),
            file(after, Content::Absent, later),
        ]),
        (Some(before), None) => Vec::from([file(before, Content::Bytes(earlier), Content::Absent)]),
        (None, Some(after)) => Vec::from([file(after, Content::Absent, later)]),
        (None, None) => Vec::new(),
    }
}

/// The byte order mark of UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The file after the hunks, or before them if it is as after them; `None` if a line of it is another one.
fn patched(base: &[u8], hunks: &[Hunk<'_, [u8]>], is_after: bool) -> Option<Vec<u8>> {
    let lines: Vec<&[u8]> = base.split_inclusive(|byte| *byte == b'\n').collect();
    let mut out = Vec::with_capacity(base.len());
    let mut at = 0;
    for hunk in hunks {
        let range = if is_after { hunk.new_range() } else { hunk.old_range() };
        // A range without lines stands behind its first line.
        let start = range.start().saturating_sub(usize::from(!range.is_empty()));
        let kept = lines.get(at..start)?;
        kept.iter().for_each(|line| out.extend_from_slice(line));
        at = start;
        for line in hunk.lines() {
            let (is_there, text, is_kept) = match (line, is_after) {
                (Line::Context(text), _) => (true, text, true),
                (Line::Delete(text), false) | (Line::Insert(text), true) => (true, text, false),
                (Line::Delete(text), true) | (Line::Insert(text), false) => (false, text, true),
            };
            // A file is read without its byte order mark.
            let is_first = at == 0 || out.is_empty();
            let text = text.strip_prefix(MARK).filter(|_| is_first).unwrap_or(text);
            if is_there {
                let own = lines.get(at)?;
                (own.trim_ascii_end() == text.trim_ascii_end()).then_some(())?;
                at += 1;
                if is_kept {
                    out.extend_from_slice(own);
                }
            } else if is_kept {
                out.extend_from_slice(text);
            }
        }
    }
    lines.get(at..)?.iter().for_each(|line| out.extend_from_slice(line));
    Some(out)
}

#[cfg(test)]
mod tests;
