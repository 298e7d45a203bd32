//! JSON whose strings contain lone surrogates: a server that splits its answer into pieces can split a character
//! between its two surrogates.

use std::borrow::Cow;

use serde_json::Value;

/// The first of the 2,048 placeholders, one for each surrogate, that stand for lone surrogates until the pieces are
/// joined: the last code points of Unicode, which no text is expected to contain. If an answer with lone surrogates
/// contains these code points themselves, they are misread as surrogates; that is accepted.
const FIRST_PLACEHOLDER: u32 = 0x10_F800;
const HIGH_SURROGATES: std::ops::Range<u32> = 0xD800..0xDC00;
const LOW_SURROGATES: std::ops::Range<u32> = 0xDC00..0xE000;

/// Parses JSON. Also returns whether the value contains placeholders of lone surrogates, for [`join_pairs`].
pub(super) fn parse(data: &[u8]) -> serde_json::Result<(Value, bool)> {
    match serde_json::from_slice(data) {
        Ok(value) => Ok((value, false)),
        Err(error) => match with_placeholders(data) {
            Some(replaced) => Ok((serde_json::from_slice(&replaced)?, true)),
            None => Err(error),
        },
    }
}

/// The JSON with a placeholder for each escape of a lone surrogate; `None` if it has none.
fn with_placeholders(data: &[u8]) -> Option<Vec<u8>> {
    let (mut out, mut found, mut offset) = (Vec::with_capacity(data.len()), false, 0);
    while let Some(&byte) = data.get(offset) {
        // The number of bytes to copy; 0 for the escape of a lone surrogate.
        let length = match (byte, escaped_unit(data, offset)) {
            (b'\\', Some(unit)) if HIGH_SURROGATES.contains(&unit) => {
                match escaped_unit(data, offset + 6) {
                    Some(next) if LOW_SURROGATES.contains(&next) => 12,
                    _ => 0,
                }
            }
            (b'\\', Some(unit)) if LOW_SURROGATES.contains(&unit) => 0,
            (b'\\', _) => 2,
            _ => 1,
        };
        match (length, escaped_unit(data, offset)) {
            (0, Some(unit)) => {
                let placeholder =
                    char::from_u32(FIRST_PLACEHOLDER + (unit - HIGH_SURROGATES.start))?;
                out.extend_from_slice(placeholder.encode_utf8(&mut [0; 4]).as_bytes());
                (found, offset) = (true, offset + 6);
            }
            _ => {
                let end = (offset + length).min(data.len());
                out.extend_from_slice(&data[offset..end]);
                offset = end;
            }
        }
    }
    found.then_some(out)
}

/// The UTF-16 code unit of the escape (`\u1234`) that begins at the byte `offset`; `None` if no such escape begins
/// there.
fn escaped_unit(data: &[u8], offset: usize) -> Option<u32> {
    let digits = data.get(offset..offset + 6)?.strip_prefix(b"\\u")?;
    let is_hex = digits.iter().all(u8::is_ascii_hexdigit);
    let digits = std::str::from_utf8(digits).ok().filter(|_| is_hex)?;
    u32::from_str_radix(digits, 16).ok()
}

/// Replaces each pair of placeholders by its character, and a single placeholder by U+FFFD.
pub(super) fn join_pairs(text: &str) -> Cow<'_, str> {
    let surrogate =
        |c: char| u32::from(c).checked_sub(FIRST_PLACEHOLDER).map(|n| n + HIGH_SURROGATES.start);
    if !text.chars().any(|c| surrogate(c).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut units = Vec::new();
    let mut buffer = [0; 2];
    for c in text.chars() {
        match surrogate(c).and_then(|surrogate| u16::try_from(surrogate).ok()) {
            Some(surrogate) => units.push(surrogate),
            None => units.extend_from_slice(c.encode_utf16(&mut buffer)),
        }
    }
    Cow::Owned(String::from_utf16_lossy(&units))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_surrogate_pairs_are_joined() {
        for (pieces, expect) in [
            (vec![r#""a\ud83d""#, r#""\ude00b""#], "a\u{1F600}b"),
            (vec![r#""\ud83d\ude00""#], "\u{1F600}"),
            (vec![r#""\ud83dx""#], "\u{FFFD}x"),
            (vec![r#""\ude00""#, r#""\ud83d""#], "\u{FFFD}\u{FFFD}"),
            (vec![r#""\\ud83d""#], r"\ud83d"),
        ] {
            let read =
                |piece: &&str| parse(piece.as_bytes()).unwrap().0.as_str().unwrap().to_owned();
            let text: String = pieces.iter().map(read).collect();
            assert_eq!(join_pairs(&text), expect, "{pieces:?}");
        }
        for broken in [r#""\ud83d"#, r#"{"a": "\ud83d""#, r#""\u12""#, "\\"] {
            assert!(parse(broken.as_bytes()).is_err());
        }
    }
}
