//! Normalizes a text to what a reader, or a Markdown viewer, sees.

use std::borrow::Cow;

use firsthand_source::is_invisible;

/// The most passes that decode a text whose decoded characters are encoded themselves.
const MAX_DECODE_ROUNDS: usize = 4;

/// The text as it reads, and, where that differs, without markup and the spaces around a lone dot or slash.
pub(super) fn readings(text: &str) -> Vec<Cow<'_, str>> {
    let plain = plain(text);
    let joined = without_markup(&plain).replace(" . ", ".").replace(" / ", "/");
    let joined = Some(joined).filter(|joined| *joined != plain);
    std::iter::once(plain).chain(joined.map(Cow::Owned)).collect()
}

/// The text as names are compared: plain, in lower case, with `/` for every separator.
pub(super) fn fold(text: &str) -> String {
    plain(text).to_lowercase().replace('\\', "/")
}

/// The text without backticks and HTML tags.
fn without_markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        let opens = rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!');
        let tag = (c == '<' && opens).then(|| rest.split_once('>')).flatten();
        match tag {
            Some((_, after)) => rest = after,
            None if c == '`' => {}
            None => out.push(c),
        }
    }
    out
}

/// The text without invisible characters, and with full-width and look-alike characters, codes and escapes
/// replaced by the plain characters that they represent. Borrowed where nothing changes.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    let is_replaced =
        |c: char| is_invisible(c) || to_plain(c) != c || matches!(c, '%' | '&' | '\\');
    let mut text = Cow::Borrowed(text);
    // A decoded character may itself have to be replaced.
    for _ in 0..MAX_DECODE_ROUNDS {
        if !text.contains(is_replaced) {
            break;
        }
        let shown = text.chars().filter(|c| !is_invisible(*c)).map(to_plain);
        let decoded = decode(&shown.collect::<String>());
        if decoded == text {
            break;
        }
        text = Cow::Owned(decoded);
    }
    text
}

/// The text with each percent-encoded character, character reference and backslash escape replaced by its character.
fn decode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let code = match c {
            '%' => percent_code(rest),
            '&' => html_entity(rest),
            '\\' => markdown_escape(rest),
            _ => None,
        };
        let (c, after) = code.unwrap_or((c, &rest[c.len_utf8()..]));
        out.push(c);
        rest = after;
    }
    out
}

/// Decodes a percent-encoded character such as `%2F`: the character, and the text after it.
fn percent_code(text: &str) -> Option<(char, &str)> {
    let (code, after) = text.strip_prefix('%')?.split_at_checked(2)?;
    let byte = u8::from_str_radix(code, 16).ok();
    Some((char::from(byte.filter(u8::is_ascii_graphic)?), after))
}

/// Decodes a character reference of HTML and Markdown (`&#47;`, `&#x2f;`, `&sol;`): the character, and the text
/// after it.
fn html_entity(text: &str) -> Option<(char, &str)> {
    let text = text.strip_prefix('&')?;
    let end = text.bytes().take(MAX_REFERENCE_BYTES).position(|byte| byte == b';')?;
    let (name, after) = (&text[..end], &text[end + 1..]);
    let value = match name.strip_prefix('#') {
        Some(number) => match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => number.parse().ok(),
        },
        None => ENTITIES.iter().find(|(known, _)| *known == name).map(|(_, c)| u32::from(*c)),
    };
    Some((char::from_u32(value?)?, after))
}

/// Decodes a backslash escape of Markdown (`\.`): the character, and the text after it.
fn markdown_escape(text: &str) -> Option<(char, &str)> {
    let after = text.strip_prefix('\\')?;
    let c = after.chars().next().filter(char::is_ascii_punctuation)?;
    Some((c, &after[c.len_utf8()..]))
}

/// The most bytes of a character reference that Markdown reads as one.
const MAX_REFERENCE_BYTES: usize = 32;

/// Named character references of characters that occur in paths.
const ENTITIES: [(&str, char); 8] = [
    ("amp", '&'),
    ("bsol", '\\'),
    ("colon", ':'),
    ("lowbar", '_'),
    ("num", '#'),
    ("period", '.'),
    ("sol", '/'),
    ("ZeroWidthSpace", '\u{200b}'),
];

/// The ASCII letter, digit or separator that a full-width or look-alike character represents, by Unicode's confusables
/// (UTS #39); any other character unchanged.
fn to_plain(c: char) -> char {
    // Some of these look like a slash, but are letters of common words.
    let is_kana_or_han =
        c.is_alphabetic() && matches!(c, '\u{3040}'..='\u{9fff}' | '\u{ff66}'..='\u{ff9d}');
    match c {
        _ if c.is_ascii() => c,
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xff01 + 0x21).unwrap_or(c),
        _ if c.is_numeric() || is_kana_or_han => c,
        _ => lookalike(c).unwrap_or(c),
    }
}

fn lookalike(c: char) -> Option<char> {
    let mut buffer = [0; 4];
    let mut skeleton = unicode_security::skeleton(c.encode_utf8(&mut buffer));
    match (skeleton.next()?, skeleton.next()) {
        // The skeletons of middle dots, and of ideographic full stops.
        ('·' | '˳', None) => Some('.'),
        (plain @ (':' | '/' | '\\' | '.'), None) => Some(plain),
        (plain, None) => Some(plain).filter(|it| it.is_ascii_alphanumeric() && c.is_alphabetic()),
        _ => None,
    }
}
