//! The target `guard`: the lint over any source file.

use firsthand_guard::{Config, SourceFile, Vocabulary, check, words};

use crate::split_line;

/// The first line of the data is the file's name, the rest its text. Words are in order and do not overlap, and the
/// lines of findings are lines of the file.
pub fn guard(data: &[u8]) {
    let (name, text) = split_line(data);
    let name = String::from_utf8_lossy(name).into_owned();
    let text = String::from_utf8_lossy(text).into_owned();
    let lines = text.lines().count().max(1);
    let mut end = 0;
    for word in words(&text) {
        assert!(end <= word.start && word.start < word.end && word.end <= text.len(), "{word:?}");
        assert!(text.is_char_boundary(word.start) && text.is_char_boundary(word.end), "{word:?}");
        end = word.end;
    }
    let banned = Vocabulary::of(["gizmotron"]);
    let file = SourceFile { path: name, text };
    for finding in check(&[file], &Config::default(), &banned) {
        assert!(1 <= finding.line && finding.line <= lines, "{finding:?} of {lines} lines");
    }
}
