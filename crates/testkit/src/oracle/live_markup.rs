//! Finds live markup in Markdown.

/// The rest of the text from its first link, image or tag that is neither escaped nor in a code span; `None` if there
/// is none.
pub(super) fn first_live_markup(text: &str) -> Option<&str> {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let behind = &rest[c.len_utf8()..];
        let next = behind.chars().next().unwrap_or(' ');
        let tag = c == '<' && (next.is_ascii_alphabetic() || "/!?".contains(next));
        if tag || (c == ']' && next == '(') {
            return Some(rest);
        }
        rest = match c {
            '`' => behind_span(rest),
            '\\' if next.is_ascii_punctuation() => &behind[1..],
            _ => behind,
        };
    }
    None
}

/// The text behind a code span, or behind its backticks where nothing closes it.
fn behind_span(text: &str) -> &str {
    let opened = text.trim_start_matches('`');
    let ticks = text.len() - opened.len();
    let mut rest = opened;
    while let Some(at) = rest.find('`') {
        let closed = rest[at..].trim_start_matches('`');
        if rest[at..].len() - closed.len() == ticks {
            return closed;
        }
        rest = closed;
    }
    opened
}
