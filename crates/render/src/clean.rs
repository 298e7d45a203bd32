//! Escapes untrusted text, so that it cannot break the structure of a report.

use firsthand_registry::{clip, escape};

/// The heading of a report whose host chooses none.
pub const DEFAULT_HEADING: &str = "explore_code report";
/// The most digits of the number of a place.
const MAX_NUMBER_CHARS: usize = 2;
/// The most characters of a heading.
const HEADING_CHARS: usize = 60;

/// A model's or a caller's text on one line: white space folded, control and bidirectional
/// characters escaped, runs of backticks broken before they form a fence, and the report's own
/// notation (`:12-20`, `[4]`, `(1)`, `(not read)`) broken so that no reader takes it for a citation.
#[must_use]
pub fn escape_prose(text: &str) -> String {
    let mut out = one_line(text);
    if out.contains("```") {
        out = break_fences(&out);
    }
    if out.contains([':', ']', ')']) {
        out = break_ranges(&out);
    }
    if out.contains("(not read)") {
        out = out.replace("(not read)", "(not\u{a0}read)");
    }
    out
}

/// As [`escape_prose`], for a person at a terminal: without the mark of a quoted line (`│`).
#[must_use]
pub fn terminal_prose(text: &str) -> String {
    escape_prose(&text.replace('│', "|"))
}

/// As [`terminal_prose`], without the backticks around names.
#[must_use]
pub fn plain_prose(text: &str) -> String {
    terminal_prose(&text.replace('`', ""))
}

fn one_line(text: &str) -> String {
    let printable = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    if printable && !text.contains("  ") {
        return text.trim().to_owned();
    }
    let mut out = String::with_capacity(text.len() + 8);
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&escape(word));
    }
    out
}

/// A host's heading, escaped and clipped; the default one where it is blank.
pub(crate) fn escape_heading(text: &str) -> String {
    let out = escape_prose(text);
    if out.is_empty() { DEFAULT_HEADING.to_owned() } else { clip(&out, HEADING_CHARS).into_owned() }
}

/// A role, escaped: printed in parentheses behind a place, where `not read` has a meaning.
pub(crate) fn escape_role(text: &str) -> String {
    let out = escape_prose(text);
    match out.strip_prefix("not read") {
        Some(rest) => format!("not\u{a0}read{rest}"),
        None => out,
    }
}

/// A purpose, escaped: the report prints `(required)` behind it.
pub(crate) fn escape_purpose(text: &str) -> String {
    let out = escape_prose(text);
    if out.contains("(required)") { out.replace("(required)", "[required]") } else { out }
}

/// The lines of a quote without the indentation that all of them have: the source's own characters, but for escaped control
/// and bidirectional ones.
#[must_use]
pub fn quote_lines(text: &str) -> Vec<String> {
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let mut shared = text.split('\n').next().map_or("", |first| &first[..indent(first)]);
    for line in text.split('\n').filter(|line| !line.trim().is_empty()) {
        let same = shared.bytes().zip(line.bytes()).take_while(|(a, b)| a == b).count();
        shared = &shared[..same];
    }
    let lines = text.split('\n').map(|line| line.strip_prefix(shared).unwrap_or(line));
    lines.map(|line| escape(line).into_owned()).collect()
}

fn break_fences(text: &str) -> String {
    let (mut out, mut run) = (String::with_capacity(text.len() + 4), 0);
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        if run == 3 {
            out.push(' ');
            run = 1;
        }
        out.push(c);
    }
    out
}

fn break_ranges(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 4);
    let mut braced_until = 0;
    for (at, c) in text.char_indices() {
        let after = text.get(at + c.len_utf8()..).unwrap_or_default();
        match c {
            '(' | '[' if at >= braced_until => match number_of_place(&text[..at], after) {
                Some(digits) => {
                    braced_until = at + digits + 2;
                    out.push('{');
                }
                None => out.push(c),
            },
            ')' | ']' if at + 1 == braced_until => out.push('}'),
            ':' if starts_with_range(after) => out.push_str(": "),
            _ => out.push(c),
        }
    }
    out
}

/// The length of a number that, in brackets, would read as the number of a place: not of what is called or indexed with it.
fn number_of_place(before: &str, after: &str) -> Option<usize> {
    let is_of_code = |c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | ']' | '`' | '$');
    let rest = after.trim_start_matches(char::is_numeric);
    let digits = after.len() - rest.len();
    let is_short = (1..=MAX_NUMBER_CHARS).contains(&after[..digits].chars().count());
    (is_short && rest.starts_with([')', ']']) && !before.ends_with(is_of_code)).then_some(digits)
}

fn starts_with_range(text: &str) -> bool {
    let after = text.trim_start_matches(char::is_numeric);
    after.len() < text.len()
        && after.strip_prefix('-').is_some_and(|rest| rest.starts_with(char::is_numeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, expect: &str) {
        assert_eq!(escape_prose(input), expect, "input {input:?}");
    }

    #[test]
    fn prose_cannot_break_the_structure() {
        check("Mounts the sidebar.", "Mounts the sidebar.");
        check("  one\n\n```json\n{}\n``` two\t", "one `` `json {} `` ` two");
        check("`````", "`` `` `");
        check("a\u{1b}[31m\u{202e}b", "a\\u{1b}[31m\\u{202e}b");
        check("see src/a.ts:4-9 and a.ts:4", "see src/a.ts: 4-9 and a.ts:4");
        check("a.ts:٣-٤", "a.ts: ٣-٤");
        check("check it; [4] 90-99 - the caller", "check it; {4} 90-99 - the caller");
        check("(1) 9-12, [2]9-12", "{1} 9-12, {2}9-12");
        check("[a] 1-2, [12] 3, (x2) 1-2", "[a] 1-2, {12} 3, (x2) 1-2");
        check("cause of (1)", "cause of {1}");
        check("fix (3) here, ((6)) and (4):12", "fix {3} here, ({6}) and {4}:12");
        check("exit(1), argv[0], f()(2), read (2)", "exit(1), argv[0], f()(2), read {2}");
        check("in (2024), [404], (1, 2), (), (٣)", "in (2024), [404], (1, 2), (), {٣}");
        check("b.ts (not read)", "b.ts (not\u{a0}read)");
        check("# x > y 1. z <b>", "# x > y 1. z <b>");
    }

    #[test]
    fn prose_cannot_forge_the_reports_notation() {
        assert_eq!(escape_role("not read"), "not\u{a0}read");
        assert_eq!(escape_purpose("optional (required)"), "optional [required]");
        assert_eq!(quote_lines("if (a) {\n\tb()\r"), ["if (a) {", "\tb()\\r"]);
        assert_eq!(quote_lines("\t\tif (a)\n\t\t\tb()"), ["if (a)", "\tb()"]);
        assert_eq!(quote_lines("    b()\n  }"), ["  b()", "}"]);
        assert_eq!(quote_lines("\ta\n    b"), ["\ta", "    b"]);
        assert_eq!(quote_lines("  a\n"), ["a", ""]);
    }

    #[test]
    fn plain_prose_has_no_notation_of_the_report() {
        let check = |prose: &str, expect: &str| assert_eq!(plain_prose(prose), expect, "{prose}");
        check("calls `add` and `go`", "calls add and go");
        check("see a.ts:4`-9`", "see a.ts: 4-9");
        check("49 │ pub fn add", "49 | pub fn add");
    }
}
