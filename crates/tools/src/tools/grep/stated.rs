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
    let files = outside.files.iter().map(|file| (file, file.lines.iter().collect()));
    let lines = count(outside.matches(), "line matches", "lines match");
    (!outside.files.is_empty())
        .then(|| format!("outside of `{}` {lines}: {}", escape(path), listed(files)))
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
    if !scan.alternatives.is_empty() {
        let mut counted: Vec<_> = scan.alternatives.iter().collect();
        counted.sort_by_key(|(_, lines)| *lines);
        let counted = counted.into_iter().map(|(one, lines)| format!("`{}` {lines}", escape(one)));
        text.push_str(&format!(" Each alternative: {}.", joined(counted, MAX_OTHERS_CHARS)));
    }
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
        let others = scan.files.iter().map(|file| (file, lines_left(file, windows)));
        text.push_str(&format!("\nAlso in: {}", listed(others)));
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

/// The lines of a file that match and are not shown.
fn lines_left<'f>(file: &'f MatchedFile, windows: &[Window]) -> Vec<&'f u32> {
    let of_file = || windows.iter().filter(|window| *window.span.path() == file.path);
    file.lines.iter().filter(|line| !of_file().any(|window| window.hits.contains(line))).collect()
}

/// The files with these lines: with their numbers while there is room for the others, or else with how many they are.
fn listed<'f>(files: impl Iterator<Item = (&'f MatchedFile, Vec<&'f u32>)>) -> String {
    let forms = files.filter(|(_, lines)| !lines.is_empty()).map(|(file, lines)| {
        let numbers: Vec<String> = lines.iter().map(ToString::to_string).collect();
        let numbers = join_at_most(&numbers, MAX_LINES_NAMED);
        (format!("{} ({})", file.path, lines.len()), format!("{}:{numbers}", file.path))
    });
    let forms: Vec<(String, String)> = forms.collect();
    let least: usize = forms.iter().map(|(short, _)| short.chars().count() + 2).sum();
    let mut room = MAX_OTHERS_CHARS.saturating_sub(least + 16);
    let rows = forms.into_iter().map(|(short, long)| {
        let more = long.chars().count().saturating_sub(short.chars().count());
        let fits = more <= room;
        room -= if fits { more } else { 0 };
        if fits { long } else { short }
    });
    joined(rows, MAX_OTHERS_CHARS)
}
