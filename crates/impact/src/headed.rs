//! Statements outside of declarations that a comment before them names, as the queries of a file of SQL: code uses them by
//! a string that is all of the name.

use std::collections::BTreeSet;

use firsthand_codegraph::is_code;
use firsthand_source::RepoPath;

use crate::declared::Changed;
use crate::document::How;
use crate::found::{Found, Line};
use crate::hunks::LineDiff;
use crate::layout::is_compound;
use crate::lookup::Lookup;
use crate::shared::declaration_at;
use crate::texts::holds_quoted;

/// The most names that are looked for, and the most lines with one.
const MAX_NAMES: usize = 40;
const MAX_LINES: usize = 20;

/// The lines with a string that is all of a name in the comment before a changed statement.
pub(crate) fn users_of_headed(
    lookup: &mut Lookup<'_>,
    diffs: &[LineDiff<'_>],
    changed: &[Changed],
) -> Vec<Found> {
    let mut headed: BTreeSet<(String, &RepoPath)> = BTreeSet::new();
    for diff in diffs.iter().filter(|diff| is_code(diff.file.path.as_str())) {
        let (path, after) = (&diff.file.path, diff.after.concat());
        let code = lookup.without_comments(path, &after);
        let code: Vec<&[u8]> = code.split(|byte| *byte == b'\n').collect();
        for (_, hunk) in diff.hunk_lines() {
            let line = u32::try_from(hunk.start + 1).unwrap_or(u32::MAX);
            if declaration_at(changed, path, line) == 0 {
                let names = head_before(&diff.after, &code, hunk.start).into_iter();
                headed.extend(names.map(|name| (name, path)));
            }
        }
    }
    let mut headed: Vec<(String, &RepoPath)> = headed.into_iter().collect();
    lookup.keep(&mut headed, MAX_NAMES);
    let names: Vec<String> = headed.iter().map(|(name, _)| name.clone()).collect();
    let lines = lookup.lines_with(&names, MAX_LINES);
    let mut users: BTreeSet<Line> = BTreeSet::new();
    for ((name, path), lines) in headed.iter().zip(lines) {
        users.extend(lines.into_iter().filter(|(other, line)| {
            other != *path
                && is_code(other.as_str())
                && holds_quoted(&lookup.line(other, *line), name)
        }));
    }
    users.iter().filter_map(|(path, line)| lookup.use_at(path, *line, How::String)).collect()
}

/// The names behind a key in the nearest comment at or before a line that no code stands directly before.
fn head_before(text: &[&[u8]], code: &[&[u8]], at: usize) -> Vec<String> {
    let is_blank = |line: Option<&&[u8]>| line.is_none_or(|line| line.trim_ascii().is_empty());
    let is_comment = |at: usize| is_blank(code.get(at)) && !is_blank(text.get(at));
    let is_head = |at: usize| {
        let mut before = (0..at).rev().skip_while(|before| is_comment(*before));
        is_comment(at) && before.next().is_none_or(|before| is_blank(text.get(before)))
    };
    let last = at.min(text.len().saturating_sub(1));
    let Some(head) = (0..=last).rev().find(|at| is_head(*at)) else {
        return Vec::new();
    };
    let block = (0..=head).rev().take_while(|at| is_comment(*at)).filter_map(|at| text.get(at));
    let mut names = Vec::new();
    for line in block {
        let line = String::from_utf8_lossy(line);
        // `name: update-list` and `:name update-list`.
        let words: Vec<&str> = line.split_whitespace().collect();
        let behind_key = words.windows(2).filter_map(|pair| match pair {
            [key, word] if key.ends_with(':') || key.starts_with(':') => Some(*word),
            _ => None,
        });
        let words = behind_key.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        names.extend(words.filter(|word| is_compound(word)).map(str::to_owned));
    }
    names
}
