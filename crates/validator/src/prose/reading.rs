//! A text as a reader, or a viewer of Markdown, takes it.

use std::borrow::Cow;

use firsthand_registry::percent_decode;

use super::words::is_path_char;

/// How often codes are taken out of what codes stood for.
const ROUNDS: usize = 4;

/// The readings of a text: as it stands, without disguises, without markup, and what its patterns of
/// paths spell.
pub(super) fn readings(text: &str) -> Vec<Cow<'_, str>> {
    let mut all = vec![Cow::Borrowed(text)];
    let plain = normalize(text);
    let joined = without_markup(&plain).replace(" . ", ".");
    all.extend(alternatives(&plain).into_iter().map(Cow::Owned));
    all.extend(globs(&plain).into_iter().map(Cow::Owned));
    if joined != plain {
        all.insert(1, Cow::Owned(joined));
    }
    if plain != text {
        all.insert(0, plain);
    }
    all
}

/// The text without marks of emphasis and code, and without tags.
fn without_markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        let opens = rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!');
        let tag = (c == '<' && opens).then(|| rest.split_once('>')).flatten();
        match tag {
            Some((_, after)) => rest = after,
            None if c == '*' || c == '`' => {}
            None => out.push(c),
        }
    }
    out
}

/// Paths with `*`, as one file that they match: `src/*.rs`.
fn globs(text: &str) -> Vec<String> {
    let part = |c: char| is_path_char(c) || c == '*';
    let runs = text.split(|c| !part(c));
    let globs = runs.filter(|run| run.contains('/') && run.contains('*') && run.contains('.'));
    globs.map(|run| run.replace('*', "any")).collect()
}

/// What paths with alternatives spell: `src/{a,b}.rs` is `src/a.rs` and `src/b.rs`.
fn alternatives(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (open, _) in text.match_indices('{') {
        let Some((inside, after)) = text[open + 1..].split_once('}') else {
            continue;
        };
        if !inside.contains(',') || inside.contains(char::is_whitespace) {
            continue;
        }
        let before = &text[..open];
        let from = before.rfind(|c| !is_path_char(c));
        let from = from.map_or(0, |at| {
            at + before[at..].chars().next().map_or(1, char::len_utf8)
        });
        let to = after.find(|c| !is_path_char(c)).unwrap_or(after.len());
        let (head, tail) = (&before[from..], &after[..to]);
        if head.contains('/') || tail.starts_with(['.', '/']) {
            all.extend(inside.split(',').map(|one| format!("{head}{one}{tail}")));
        }
    }
    all
}

/// The text as a reader takes it: without characters that show nothing, with full-width and
/// look-alike separators, codes and escapes as the plain characters that they stand for. Borrowed
/// where it is that already.
pub(super) fn normalize(text: &str) -> Cow<'_, str> {
    let disguised = |c: char| is_invisible(c) || plain(c) != c || matches!(c, '%' | '&' | '\\');
    let mut text = Cow::Borrowed(text);
    // What a code stands for may itself be a disguise.
    for _ in 0..ROUNDS {
        if !text.contains(disguised) {
            break;
        }
        let shown = text.chars().filter(|c| !is_invisible(*c)).map(plain);
        let decoded = decode(&shown.collect::<String>());
        if decoded == text {
            break;
        }
        text = Cow::Owned(decoded);
    }
    text
}

/// The text with each code replaced by its character.
fn decode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let code = match c {
            '%' => percent_code(rest),
            '&' => entity(rest),
            '\\' => escaped(rest),
            _ => None,
        };
        let (c, after) = code.unwrap_or((c, &rest[c.len_utf8()..]));
        out.push(c);
        rest = after;
    }
    out
}

/// `%2F`
fn percent_code(text: &str) -> Option<(char, &str)> {
    let (byte, after) = percent_decode(text).filter(|(byte, _)| byte.is_ascii_graphic())?;
    Some((char::from(byte), after))
}

/// `&#47;`, `&#x2f;`, `&sol;`: a character reference of HTML, and so of Markdown.
fn entity(text: &str) -> Option<(char, &str)> {
    let (name, after) = text.strip_prefix('&')?.split_once(';')?;
    let value = match name.strip_prefix('#') {
        Some(number) => match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => number.parse().ok(),
        },
        None => ENTITIES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, c)| u32::from(*c)),
    };
    Some((char::from_u32(value?)?, after))
}

/// `\.`: a character that Markdown takes as it is.
fn escaped(text: &str) -> Option<(char, &str)> {
    let after = text.strip_prefix('\\')?;
    let c = after.chars().next().filter(char::is_ascii_punctuation)?;
    Some((c, &after[c.len_utf8()..]))
}

/// Named references of characters that stand in paths.
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

/// Characters that take no room: controls, joiners, directions, variations.
fn is_invisible(c: char) -> bool {
    (c.is_control() && !c.is_whitespace())
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{feff}'
        )
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}')
}

/// The plain character that a full-width or look-alike one stands for: of Unicode's confusables (UTS #39)
/// separators, and letters that look like ASCII ones.
fn plain(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xff01 + 0x21).unwrap_or(c),
        _ if ALIKE_COLON.contains(c) => ':',
        _ if ALIKE_SLASH.contains(c) => '/',
        _ if ALIKE_BACKSLASH.contains(c) => '\\',
        _ if ALIKE_POINT.contains(c) => '.',
        _ if !c.is_ascii() && c.is_alphabetic() => alike_letter(c).unwrap_or(c),
        _ => c,
    }
}

/// The ASCII letter or digit that looks the same.
fn alike_letter(c: char) -> Option<char> {
    let mut buffer = [0; 4];
    let mut alike = unicode_security::skeleton(c.encode_utf8(&mut buffer));
    let only = alike.next().filter(|_| alike.next().is_none())?;
    only.is_ascii_alphanumeric().then_some(only)
}

const ALIKE_COLON: &str = "\u{2d0}\u{2f8}\u{589}\u{5c3}\u{703}\u{704}\u{16ec}\u{1803}\u{1809}\
    \u{205a}\u{2236}\u{a4fd}\u{a789}\u{fe13}\u{fe30}\u{fe55}";
const ALIKE_SLASH: &str = "\u{1735}\u{2041}\u{2044}\u{2215}\u{2571}\u{27cb}\u{29f8}\u{3033}\
    \u{1d23a}";
const ALIKE_BACKSLASH: &str = "\u{2216}\u{27cd}\u{29f5}\u{29f9}\u{fe68}";
const ALIKE_POINT: &str =
    "\u{b7}\u{701}\u{702}\u{2024}\u{3002}\u{30fb}\u{a4f8}\u{a60e}\u{fe52}\u{ff61}";
