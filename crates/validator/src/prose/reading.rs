//! Normalizes a text to what a reader, or a Markdown viewer, sees.

use std::borrow::Cow;

use super::words::is_path_char;

/// The most passes that decode a text whose decoded characters are encoded themselves.
const MAX_DECODE_ROUNDS: usize = 4;

/// The readings of a text: normalized (see [`normalize`]), the original, without markup and the spaces around a lone
/// dot, each only if it differs; and the paths that its path patterns expand to.
pub(super) fn readings(text: &str) -> Vec<Cow<'_, str>> {
    let mut all = vec![Cow::Borrowed(text)];
    let plain = normalize(text);
    let joined = without_markup(&plain).replace(" . ", ".");
    all.extend(expand_braces(&plain).into_iter().map(Cow::Owned));
    all.extend(expand_globs(&plain).into_iter().map(Cow::Owned));
    if joined != plain {
        all.insert(1, Cow::Owned(joined));
    }
    if plain != text {
        all.insert(0, plain);
    }
    all
}

/// The text without the marks of emphasis and code, and without HTML tags.
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

/// For each path with `*` in the text, one path that it matches: `src/any.rs` for `src/*.rs`.
fn expand_globs(text: &str) -> Vec<String> {
    let is_glob_char = |c: char| is_path_char(c) || c == '*';
    let runs = text.split(|c| !is_glob_char(c));
    let globs = runs.filter(|run| run.contains('/') && run.contains('*') && run.contains('.'));
    globs.map(|glob| glob.replace('*', "any")).collect()
}

/// The paths that brace expansion yields: `src/a.rs` and `src/b.rs` for `src/{a,b}.rs`.
fn expand_braces(text: &str) -> Vec<String> {
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
            all.extend(
                inside
                    .split(',')
                    .map(|choice| format!("{head}{choice}{tail}")),
            );
        }
    }
    all
}

/// The text without invisible characters, and with full-width and look-alike characters, codes and escapes
/// replaced by the plain characters that they represent. Borrowed where nothing changes.
pub(super) fn normalize(text: &str) -> Cow<'_, str> {
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

/// Decodes a backslash escape of Markdown (`\.`): the character, and the text after it.
fn markdown_escape(text: &str) -> Option<(char, &str)> {
    let after = text.strip_prefix('\\')?;
    let c = after.chars().next().filter(char::is_ascii_punctuation)?;
    Some((c, &after[c.len_utf8()..]))
}

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

/// Whether the character has no width: controls, joiners, directions, variation selectors.
fn is_invisible(c: char) -> bool {
    (c.is_control() && !c.is_whitespace())
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{feff}'
        )
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}')
}

/// The ASCII character that a full-width or look-alike one represents, for the separators and the ASCII letters
/// among Unicode's confusables (UTS #39); any other character unchanged.
fn to_plain(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xff01 + 0x21).unwrap_or(c),
        _ if COLON_LOOKALIKES.contains(c) => ':',
        _ if SLASH_LOOKALIKES.contains(c) => '/',
        _ if BACKSLASH_LOOKALIKES.contains(c) => '\\',
        _ if DOT_LOOKALIKES.contains(c) => '.',
        _ if !c.is_ascii() && c.is_alphabetic() => ascii_lookalike(c).unwrap_or(c),
        _ => c,
    }
}

/// The ASCII letter or digit that looks the same as `c`.
fn ascii_lookalike(c: char) -> Option<char> {
    let mut buffer = [0; 4];
    let mut skeleton = unicode_security::skeleton(c.encode_utf8(&mut buffer));
    let letter = skeleton.next().filter(|_| skeleton.next().is_none())?;
    letter.is_ascii_alphanumeric().then_some(letter)
}

const COLON_LOOKALIKES: &str = "\u{2d0}\u{2f8}\u{589}\u{5c3}\u{703}\u{704}\u{16ec}\u{1803}\u{1809}\
    \u{205a}\u{2236}\u{a4fd}\u{a789}\u{fe13}\u{fe30}\u{fe55}";
const SLASH_LOOKALIKES: &str = "\u{1735}\u{2041}\u{2044}\u{2215}\u{2571}\u{27cb}\u{29f8}\u{3033}\
    \u{1d23a}";
const BACKSLASH_LOOKALIKES: &str = "\u{2216}\u{27cd}\u{29f5}\u{29f9}\u{fe68}";
const DOT_LOOKALIKES: &str =
    "\u{b7}\u{701}\u{702}\u{2024}\u{3002}\u{30fb}\u{a4f8}\u{a60e}\u{fe52}\u{ff61}";
