//! Characters that no form may print, and how it writes them instead.

use super::Violations;

/// Checks that a form has no control, bidirectional or invisible character.
pub(super) fn check_characters(form: &str, text: &str, tabs: bool, found: &mut Violations) {
    if let Some(odd) = text.chars().find(|&c| is_unprintable(c, tabs)) {
        found.add("budget", format!("{form} holds {odd:?}"));
    }
}

fn is_unprintable(c: char, tabs: bool) -> bool {
    match c {
        ' '..='~' | '\n' => false,
        '\t' => !tabs,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{feff}' => true,
        '\u{e0000}'..='\u{e0fff}' => true,
        _ => c.is_control(),
    }
}

/// A line with unprintable characters escaped, as the report's documentation states.
pub(super) fn escaped(line: &str) -> String {
    let escape = |c: char| match c {
        _ if !is_unprintable(c, true) => c.to_string(),
        '\r' => "\\r".to_owned(),
        _ => format!("\\u{{{:x}}}", u32::from(c)),
    };
    line.chars().map(escape).collect()
}

/// A text without the escapes of string literals and of Markdown.
pub(super) fn unescaped(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, behind)) = rest.split_once('\\') {
        out.push_str(before);
        let code = behind.strip_prefix("u{").and_then(|behind| behind.split_once('}'));
        let c = code.and_then(|(code, _)| char::from_u32(u32::from_str_radix(code, 16).ok()?));
        let next = behind.chars().next();
        rest = match code.filter(|_| c.is_some()) {
            Some((_, behind)) => behind,
            None => &behind[next.map_or(0, char::len_utf8)..],
        };
        out.extend(c.or(next.map(|c| match c {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            _ => c,
        })));
    }
    out + rest
}
