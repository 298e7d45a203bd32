//! Escapes untrusted text for printing on one line, clips text, and formats counts.

use std::borrow::Cow;

/// Whether a character could forge, reorder or hide output: controls, line separators,
/// bidirectional marks, characters without width, and tags. A tab is harmless.
fn is_unsafe(c: char) -> bool {
    match c {
        '\t' => false,
        '\u{61c}' | '\u{180e}' | '\u{feff}' => true,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{e0000}'..='\u{e007f}' => true,
        _ => c.is_control(),
    }
}

/// The text with control, line-breaking and bidirectional characters written as Rust escapes
/// (`\n`, `\u{202e}`); borrowed where there is none.
#[must_use]
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_unsafe(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// The text cut to at most `max` characters, the last of them `…` where anything was cut.
#[must_use]
pub fn clip(text: &str, max: usize) -> Cow<'_, str> {
    if text.len() <= max || text.chars().count() <= max {
        return Cow::Borrowed(text);
    }
    let mut out: String = text.chars().take(max.saturating_sub(1)).collect();
    out.truncate(out.trim_end().len());
    if max > 0 {
        out.push('…');
    }
    Cow::Owned(out)
}

/// A number with its noun: `1 place`, `2 places`.
#[must_use]
pub fn count(number: usize, one: &str, many: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        _ => format!("{number} {many}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_stays_on_its_line() {
        for (input, expect) in [
            ("plain\ttext é", "plain\ttext é"),
            ("a\r\nb", "a\\r\\nb"),
            ("\u{1b}[31mred", "\\u{1b}[31mred"),
            ("x\u{2066}y\u{2069}", "x\\u{2066}y\\u{2069}"),
            ("gh\u{200b}ost\u{e0041}", "gh\\u{200b}ost\\u{e0041}"),
            ("\u{61c}a\u{feff}", "\\u{61c}a\\u{feff}"),
        ] {
            assert_eq!(escape(input), expect);
        }
    }

    #[test]
    fn one_is_one() {
        let counts = [0, 1, 2].map(|number| count(number, "place", "places"));
        assert_eq!(counts, ["0 places", "1 place", "2 places"]);
    }

    #[test]
    fn clips_by_characters() {
        for (input, max, expect) in [
            ("héllo", 5, "héllo"),
            ("héllo", 4, "hél…"),
            ("a b c", 3, "a…"),
            ("ab", 0, ""),
        ] {
            assert_eq!(clip(input, max), expect);
        }
    }
}
