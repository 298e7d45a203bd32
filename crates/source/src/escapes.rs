//! Characters as formats of texts escape them: `\u5e93`, `\xe5`, `\345`, `&#24211;`, `&eacute;`, `%E5`; and escape
//! sequences that change the character set.

use unicode_normalization::char::compose;

/// The longest escape of one character.
const MAX_ENTITY: usize = 10;
/// The entities of HTML that are a letter and its accent, by the name of the accent.
const ACCENTS: [(&str, char); 7] = [
    ("grave", '\u{300}'),
    ("acute", '\u{301}'),
    ("circ", '\u{302}'),
    ("tilde", '\u{303}'),
    ("uml", '\u{308}'),
    ("ring", '\u{30a}'),
    ("cedil", '\u{327}'),
];
/// The other entities that texts need.
const ENTITIES: [(&str, char); 14] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("nbsp", '\u{a0}'),
    ("szlig", 'ß'),
    ("aelig", 'æ'),
    ("AElig", 'Æ'),
    ("oslash", 'ø'),
    ("Oslash", 'Ø'),
    ("rsquo", '\u{2019}'),
    ("ndash", '\u{2013}'),
    ("hellip", '\u{2026}'),
];

/// The text with its escaped characters as they are meant, if it has some of those that are wanted. Its lines stay: no
/// line end is unescaped.
#[must_use]
pub fn unescaped(text: &[u8], is_wanted: impl Fn(char) -> bool) -> Option<Vec<u8>> {
    let mut out: Vec<u8> = Vec::new();
    let (mut copied, mut at) = (0, 0);
    while let Some(found) = memchr::memchr3(b'\\', b'&', b'%', &text[at..]) {
        let start = at + found;
        at = start + 1;
        let Some((plain, length)) = escape_at(&text[start..]) else {
            continue;
        };
        if plain.chars().all(|c| is_wanted(c) && !matches!(c, '\n' | '\r' | '\0')) {
            out.extend_from_slice(&text[copied..start]);
            out.extend_from_slice(plain.as_bytes());
            copied = start + length;
        }
        at = start + length;
    }
    (copied > 0).then(|| {
        out.extend_from_slice(&text[copied..]);
        out
    })
}

/// Whether a text changes its character set by escape sequences, as ISO-2022 does: its bytes are ASCII.
#[must_use]
pub fn has_shifts(raw: &[u8]) -> bool {
    let mut escapes = memchr::memchr_iter(0x1b, raw);
    escapes.any(|at| matches!(raw.get(at + 1..at + 3), Some([b'$', b'@' | b'B' | b'(' | b')'])))
}

/// The escaped characters with which a text begins, and how many bytes they take.
fn escape_at(text: &[u8]) -> Option<(String, usize)> {
    match text {
        [b'\\', b'u', b'{', rest @ ..] => {
            let length = rest.iter().position(|byte| *byte == b'}').filter(|at| *at <= 6)?;
            let plain = char::from_u32(hex(rest, length)?)?;
            Some((plain.to_string(), length + 4))
        }
        [b'\\', b'u', rest @ ..] => {
            let first = hex(rest, 4)?;
            let second = || hex(rest.get(4..)?.strip_prefix(b"\\u")?, 4);
            let units = [u16::try_from(first).ok(), second().and_then(|unit| unit.try_into().ok())];
            let mut units = char::decode_utf16(units.into_iter().flatten());
            let plain = units.next()?.ok()?;
            Some((plain.to_string(), 6 * plain.len_utf16()))
        }
        [b'\\', b'U', rest @ ..] => Some((char::from_u32(hex(rest, 8)?)?.to_string(), 10)),
        [b'\\', b'x', ..] => bytes(text, 4, |escape| hex(escape.strip_prefix(b"\\x")?, 2), true),
        [b'\\', b'0'..=b'3', ..] => bytes(text, 4, octal, true),
        [b'%', ..] => bytes(text, 3, |escape| hex(escape.strip_prefix(b"%")?, 2), false),
        [b'&', rest @ ..] => {
            let end = rest.iter().take(MAX_ENTITY).position(|byte| *byte == b';')?;
            let name = std::str::from_utf8(&rest[..end]).ok()?;
            Some((entity(name)?.to_string(), end + 2))
        }
        _ => None,
    }
}

/// The run of escaped bytes with which a text begins, each of this length: in UTF-8, or else each one a character, if
/// that is how the format means it.
fn bytes(
    text: &[u8],
    length: usize,
    one: impl Fn(&[u8]) -> Option<u32>,
    are_characters: bool,
) -> Option<(String, usize)> {
    let values = text.chunks_exact(length).map_while(one).map_while(|byte| u8::try_from(byte).ok());
    let values: Vec<u8> = values.collect();
    let taken = values.len() * length;
    match String::from_utf8(values) {
        Ok(plain) => Some((plain, taken)).filter(|_| taken > 0),
        Err(error) if are_characters => {
            Some((error.into_bytes().into_iter().map(char::from).collect(), taken))
        }
        Err(_) => None,
    }
}

fn hex(text: &[u8], length: usize) -> Option<u32> {
    let digits = text.get(..length).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))?;
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

fn octal(escape: &[u8]) -> Option<u32> {
    let digits = escape.strip_prefix(b"\\")?;
    let are_digits = digits.iter().all(|byte| (b'0'..=b'7').contains(byte));
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 8).ok().filter(|_| are_digits)
}

/// The character that an entity of HTML means.
fn entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let hex = number.strip_prefix(['x', 'X']);
        let value =
            hex.map_or_else(|| number.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok());
        return value.and_then(char::from_u32);
    }
    if let Some((_, plain)) = ENTITIES.iter().find(|(own, _)| *own == name) {
        return Some(*plain);
    }
    let letter = name.chars().next().filter(char::is_ascii_alphabetic)?;
    let (_, accent) = ACCENTS.iter().find(|(own, _)| *own == &name[1..])?;
    compose(letter, *accent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_characters_are_read_as_they_are_meant() {
        for (text, expect) in [
            (r#"{"t": "\u5e93\u5B58"}"#, r#"{"t": "库存"}"#),
            (r"'\u{5e93}\u{1f680}' \ud83d\ude80", "'库🚀' 🚀"),
            ("&#24211;&#x5b58; caf&eacute; &Uuml; &lt;", "库存 café Ü <"),
            (r"\xe5\xba\x93 caf\xe9 \345\272\223", "库 café 库"),
            ("/a?q=%E5%BA%93%20x", "/a?q=库 x"),
            (r"re\u006eew \U0001F680", "renew 🚀"),
            (r"a\u000ab\x0ac%0Ad", "-"),
            (r"50% off & \usual \x &amp &nope; %zz", "-"),
        ] {
            let plain = unescaped(text.as_bytes(), |_| true);
            let plain = plain.map(|plain| String::from_utf8(plain).unwrap());
            assert_eq!(plain.as_deref().unwrap_or("-"), expect, "{text}");
        }
        let other = unescaped(br#"\u0022\u00e9"#, |c| !c.is_ascii());
        assert_eq!(other.as_deref(), Some("\\u0022é".as_bytes()));
    }
}
