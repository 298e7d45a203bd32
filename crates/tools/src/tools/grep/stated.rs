//! The sentences of `grep` on what matches and is not shown.

use std::collections::BTreeSet;

use firsthand_registry::{PathClass, Window, count, escape};
use firsthand_source::join_at_most;

use super::alike::Alike;
use super::scan::{MatchedFile, Scan};
use crate::reply::{joined, not_included};

/// The most characters of the list of matching files that are not shown.
const MAX_OTHERS_CHARS: usize = 400;
/// The most lines of a file that are named beside those that are shown.
const MAX_LINES_NAMED: usize = 4;

/// How many lines match in these windows.
pub(super) fn hit_count(windows: &[Window]) -> usize {
    windows.iter().map(|window| window.hits.len()).sum()
}

/// How many lines match outside of the path, and where; `None` if none does.
pub(super) fn outside_note(outside: &Scan, path: &str) -> Option<String> {
    let files = outside.files.iter();
    let files = files.map(|file| format!("{} ({})", file.path, file.lines.len()));
    let lines = count(outside.matches(), "line matches", "lines match");
    (!outside.files.is_empty()).then(|| {
        format!("outside of `{}` {lines}: {}", escape(path), joined(files, MAX_OTHERS_CHARS))
    })
}

/// What matches, and what of it is shown.
pub(super) fn summary(scan: &Scan, windows: &[Window], searched: usize) -> String {
    let searched = count(searched, "file", "files");
    if scan.files.is_empty() {
        return format!("No line matches in {searched}.");
    }
    let folded: usize = scan.alike.iter().map(Alike::line_count).sum();
    let files = scan.files.len() + scan.alike.iter().map(Alike::file_count).sum::<usize>();
    let lines = count(scan.matches() + folded, "line matches", "lines match");
    let mut text = format!("{lines}, in {files} of {searched}.");
    text.push_str(&not_included([
        (scan.tests, "in tests", "tests"),
        (scan.generated, "in generated or minified files", "generated"),
    ]));
    if hit_count(windows) < scan.matches() {
        let shown: BTreeSet<_> = windows.iter().map(|window| window.span.path()).collect();
        let alike = if folded > 0 {
            format!(" ({folded} more in files like others)")
        } else {
            String::new()
        };
        text.push_str(&format!(
            " Shown: {} of these {}{alike}, in {} of {}.",
            hit_count(windows),
            scan.matches(),
            count(windows.len(), "place", "places"),
            count(shown.len(), "file", "files")
        ));
        let others = scan.files.iter().filter_map(|file| also_in(file, windows));
        text.push_str(&format!("\nAlso in: {}", joined(others, MAX_OTHERS_CHARS)));
    }
    if scan.files.iter().all(|file| PathClass::of(&file.path).generated) {
        text.push_str(
            "\nOnly generated files match: a `path` without them gives a receipt of absence.",
        );
    }
    for alike in &scan.alike {
        text.push_str(&format!("\n{}", alike.note()));
    }
    text
}

/// A file with how many of its lines match, if none is shown; with the lines that are not shown, if others are.
fn also_in(file: &MatchedFile, windows: &[Window]) -> Option<String> {
    let of_file = || windows.iter().filter(|window| *window.span.path() == file.path);
    if of_file().next().is_none() {
        return Some(format!("{} ({})", file.path, file.lines.len()));
    }
    let is_left = |line: &&u32| !of_file().any(|window| window.hits.contains(line));
    let left: Vec<String> = file.lines.iter().filter(is_left).map(u32::to_string).collect();
    (!left.is_empty()).then(|| format!("{}:{}", file.path, join_at_most(&left, MAX_LINES_NAMED)))
}
