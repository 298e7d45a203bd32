//! Making foreign text safe to print on one line.

use std::borrow::Cow;

/// Whether a character could forge or reorder output: controls, line separators, bidirectional
/// marks, and the byte order mark. A tab is harmless.
fn is_unsafe(c: char) -> bool {
    (c.is_control() && c != '\t')
        || matches!(
            c,
            '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{61c}' | '\u{200e}' | '\u{200f}'
        )
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
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
        ] {
            assert_eq!(escape(input), expect);
        }
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
