//! JSON whose strings end in half a character: a server that cuts its answer into pieces may cut between the
//! two surrogates of one.

use std::borrow::Cow;

use serde_json::Value;

/// Stands for a lone surrogate until the other half comes: the last 2,048 characters that there are, which are
/// for private use.
const FIRST: u32 = 0x10_F800;
const HIGH: std::ops::Range<u32> = 0xD800..0xDC00;
const LOW: std::ops::Range<u32> = 0xDC00..0xE000;

/// The value, and whether a half stands in it, which [`join`] makes a character of again.
pub(super) fn read(data: &[u8]) -> serde_json::Result<(Value, bool)> {
    match serde_json::from_slice(data) {
        Ok(value) => Ok((value, false)),
        Err(error) => match marked(data) {
            Some(marked) => Ok((serde_json::from_slice(&marked)?, true)),
            None => Err(error),
        },
    }
}

/// The same JSON with a mark for each lone surrogate; `None` where there is none.
fn marked(data: &[u8]) -> Option<Vec<u8>> {
    let (mut out, mut found, mut at) = (Vec::with_capacity(data.len()), false, 0);
    while let Some(&byte) = data.get(at) {
        let taken = match (byte, unit(data, at)) {
            (b'\\', Some(unit)) if HIGH.contains(&unit) => match self::unit(data, at + 6) {
                Some(next) if LOW.contains(&next) => 12,
                _ => 0,
            },
            (b'\\', Some(unit)) if LOW.contains(&unit) => 0,
            (b'\\', _) => 2,
            _ => 1,
        };
        match (taken, unit(data, at)) {
            (0, Some(unit)) => {
                let mark = char::from_u32(FIRST + (unit - HIGH.start))?;
                out.extend_from_slice(mark.encode_utf8(&mut [0; 4]).as_bytes());
                (found, at) = (true, at + 6);
            }
            _ => {
                let end = (at + taken).min(data.len());
                out.extend_from_slice(&data[at..end]);
                at = end;
            }
        }
    }
    found.then_some(out)
}

/// The number of an escape of the form `\u1234` that begins at `at`.
fn unit(data: &[u8], at: usize) -> Option<u32> {
    let digits = data.get(at..at + 6)?.strip_prefix(b"\\u")?;
    let plain = digits.iter().all(u8::is_ascii_hexdigit);
    let digits = std::str::from_utf8(digits).ok().filter(|_| plain)?;
    u32::from_str_radix(digits, 16).ok()
}

/// The text with each pair of marks as its character; a mark alone becomes a replacement character.
pub(super) fn join(text: &str) -> Cow<'_, str> {
    let half = |c: char| u32::from(c).checked_sub(FIRST).map(|n| n + HIGH.start);
    if !text.chars().any(|c| half(c).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut units = Vec::new();
    let mut buffer = [0; 2];
    for c in text.chars() {
        match half(c).and_then(|half| u16::try_from(half).ok()) {
            Some(half) => units.push(half),
            None => units.extend_from_slice(c.encode_utf16(&mut buffer)),
        }
    }
    Cow::Owned(String::from_utf16_lossy(&units))
}

/// The same in every string of a value.
pub(super) fn join_in(value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Cow::Owned(joined) = join(text) {
                *text = joined;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(join_in),
        Value::Object(fields) => fields.values_mut().for_each(join_in),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_joined() {
        for (pieces, expect) in [
            (vec![r#""a\ud83d""#, r#""\ude00b""#], "a\u{1F600}b"),
            (vec![r#""\ud83d\ude00""#], "\u{1F600}"),
            (vec![r#""\ud83dx""#], "\u{FFFD}x"),
            (vec![r#""\ude00""#, r#""\ud83d""#], "\u{FFFD}\u{FFFD}"),
            (vec![r#""\\ud83d""#], r"\ud83d"),
        ] {
            let read = |piece: &&str| {
                read(piece.as_bytes())
                    .unwrap()
                    .0
                    .as_str()
                    .unwrap()
                    .to_owned()
            };
            let text: String = pieces.iter().map(read).collect();
            assert_eq!(join(&text), expect, "{pieces:?}");
        }
        for broken in [r#""\ud83d"#, r#"{"a": "\ud83d""#, r#""\u12""#, "\\"] {
            assert!(read(broken.as_bytes()).is_err());
        }
    }
}
