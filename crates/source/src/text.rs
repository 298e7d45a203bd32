//! Escapes untrusted text for printing on one line, clips text, and formats counts.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character could forge, reorder or hide output: control characters except the tab, line and paragraph
/// separators, bidirectional marks, zero-width spaces and joiners, invisible operators, the byte order mark, tag
/// characters (U+E0000 to U+E007F), and the supplementary variation selectors (U+E0100 to U+E01EF), which can carry
/// hidden bytes. Emoji need the variation selectors U+FE00 to U+FE0F.
fn is_unsafe(c: char) -> bool {
    match c {
        '\t' => false,
        '\u{61c}' | '\u{180e}' | '\u{feff}' => true,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{e0000}'..='\u{e007f}' | '\u{e0100}'..='\u{e01ef}' => true,
        _ => c.is_control(),
    }
}

/// The text with every character that could forge, reorder or hide output (control, line-breaking, bidirectional,
/// zero-width and tag characters, and the supplementary variation selectors) written as a Rust escape (`\n`,
/// `\u{202e}`); borrowed if there is none. A tab and a backslash are not escaped.
#[must_use]
pub fn escape(text: &str) -> Cow<'_, str> {
    escape_if(text, is_unsafe)
}

/// As [`escape`], for a text of several lines: their ends stay.
#[must_use]
pub fn escape_lines(text: &str) -> Cow<'_, str> {
    escape_if(text, |c| c != '\n' && is_unsafe(c))
}

fn escape_if(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_escaped(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// The JSON with every character that [`escape`] escapes written as `\u....` inside its strings. It parses to the same
/// value.
///
/// ```
/// assert_eq!(firsthand_source::escape_json("\"a\u{202e}b\"".to_owned()), r#""a\u202eb""#);
/// ```
#[must_use]
pub fn escape_json(json: String) -> String {
    // In JSON the other control characters are escaped already, or stand between values.
    let is_escaped = |c: char| (!c.is_ascii() || c == '\u{7f}') && is_unsafe(c);
    if !json.chars().any(is_escaped) {
        return json;
    }
    let mut out = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if !is_escaped(c) {
            out.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    }
    out
}

/// The text with each character and the mark behind it as one, where Unicode has that (as NFC does, in the order of the
/// text): the form in which words are compared. An accented `e` may be one character or two.
#[must_use]
pub fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut letters: Vec<char> = Vec::with_capacity(text.len());
    for c in text.chars() {
        let both = letters
            .last()
            .and_then(|last| unicode_normalization::char::compose(*last, c));
        if both.is_some() {
            letters.pop();
        }
        letters.push(both.unwrap_or(c));
    }
    Cow::Owned(letters.into_iter().collect())
}

/// The text cut to at most `max` characters; empty for `max` 0. If anything was cut, the last character is `…`, and the
/// white space before it is removed.
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

/// The phrase of a number and its noun, `singular` for 1 and `plural` for other numbers: `1 place`, `2 places`.
#[must_use]
pub fn count(number: usize, singular: &str, plural: &str) -> String {
    match number {
        1 => format!("1 {singular}"),
        _ => format!("{number} {plural}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_text_has_no_unsafe_character() {
        for (input, expect) in [
            ("plain\ttext é", "plain\ttext é"),
            ("a\r\nb", "a\\r\\nb"),
            ("\u{1b}[31mred", "\\u{1b}[31mred"),
            ("x\u{2066}y\u{2069}", "x\\u{2066}y\\u{2069}"),
            ("gh\u{200b}ost\u{e0041}", "gh\\u{200b}ost\\u{e0041}"),
            ("\u{61c}a\u{feff}", "\\u{61c}a\\u{feff}"),
            ("a\u{e0100}b\u{e01ef}", "a\\u{e0100}b\\u{e01ef}"),
            ("\u{2764}\u{fe0f}", "\u{2764}\u{fe0f}"),
        ] {
            assert_eq!(escape(input), expect);
            let lines = expect.replace("\\n", "\n");
            assert_eq!(escape_lines(input), lines);
        }
    }

    #[test]
    fn only_one_takes_the_singular() {
        let phrases = [0, 1, 2].map(|number| count(number, "place", "places"));
        assert_eq!(phrases, ["0 places", "1 place", "2 places"]);
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
