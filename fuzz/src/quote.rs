//! The target `quote`: quotes in evidence.

use firsthand_registry::{Evidence, LineRange, RepoPath, Span, lines_of};
use firsthand_validator::{MAX_QUOTE_CHARS, find_quote};

use crate::split_line;

/// The first line of the data is the quote (`\u{1e}` stands for a line break in it), the rest the file.
///
/// A found quote is text of the file, at the reported line, on lines that may be quoted.
pub fn quote(data: &[u8]) {
    let (quoted, file) = split_line(data);
    let quoted = String::from_utf8_lossy(quoted).replace('\u{1e}', "\n");
    let path = RepoPath::new("src/file.rs").expect("a sound path");
    let all_lines = LineRange::new(1, u32::MAX).expect("a sound range");
    let Ok(span) = Span::of_file(path, file, all_lines) else {
        return;
    };
    let evidence = Evidence::of(&span);
    let Ok(found) = find_quote(&evidence, &quoted, &[]) else {
        return;
    };
    assert!(found.text.chars().count() <= MAX_QUOTE_CHARS, "too long: {found:?}");
    let lines: Vec<&[u8]> = lines_of(file).collect();
    let line = |number: u32| lines.get(number as usize - 1).copied().unwrap_or_default();
    let parts: Vec<&str> = found.text.split('\n').collect();
    match parts.as_slice() {
        [only] => assert!(contains(line(found.line), only), "{found:?}"),
        [first, second] => {
            assert!(line(found.line).ends_with(first.as_bytes()), "{found:?}");
            assert!(line(found.line + 1).starts_with(second.as_bytes()), "{found:?}");
        }
        _ => panic!("more than two lines: {found:?}"),
    }
    // A found quote is found again, unchanged.
    let again = find_quote(&evidence, &found.text, &[found.line]);
    assert_eq!(again.as_ref().map(|again| &again.text), Ok(&found.text));
}

fn contains(line: &[u8], part: &str) -> bool {
    part.is_empty() || line.windows(part.len()).any(|window| window == part.as_bytes())
}
