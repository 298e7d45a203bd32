//! JSON in which a string has the escape of a lone surrogate: a server that splits its answer into pieces can split a
//! character between its two surrogates.

use serde_json::Value;

const HIGH_SURROGATES: std::ops::Range<u32> = 0xD800..0xDC00;
const LOW_SURROGATES: std::ops::Range<u32> = 0xDC00..0xE000;

/// Parses JSON; a lone surrogate is read as U+FFFD.
pub(super) fn parse(data: &[u8]) -> serde_json::Result<Value> {
    serde_json::from_slice(data).or_else(|_| serde_json::from_slice(&without_lone(data)))
}

/// The JSON with U+FFFD for each escape of a lone surrogate.
fn without_lone(data: &[u8]) -> Vec<u8> {
    let (mut out, mut rest) = (Vec::with_capacity(data.len()), data);
    while let Some(byte) = rest.first() {
        let length = match (escaped_unit(rest), rest.get(6..).and_then(escaped_unit)) {
            (Some(high), Some(low))
                if HIGH_SURROGATES.contains(&high) && LOW_SURROGATES.contains(&low) =>
            {
                12
            }
            (Some(unit), _) if (HIGH_SURROGATES.start..LOW_SURROGATES.end).contains(&unit) => {
                out.extend_from_slice("\u{FFFD}".as_bytes());
                rest = &rest[6..];
                continue;
            }
            _ if *byte == b'\\' => 2.min(rest.len()),
            _ => 1,
        };
        out.extend_from_slice(&rest[..length]);
        rest = &rest[length..];
    }
    out
}

/// The UTF-16 code unit of the escape (`\u1234`) with which the data begin, if they begin with one.
fn escaped_unit(data: &[u8]) -> Option<u32> {
    let digits = data.get(..6)?.strip_prefix(b"\\u")?;
    let is_hex = digits.iter().all(u8::is_ascii_hexdigit);
    let digits = std::str::from_utf8(digits).ok().filter(|_| is_hex)?;
    u32::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lone_surrogates_are_replaced() {
        for (json, expect) in [
            (r#""a\ud83d""#, "a\u{FFFD}"),
            (r#""\ude00b""#, "\u{FFFD}b"),
            (r#""\ud83d\ude00""#, "\u{1F600}"),
            (r#""\ud83d\ude00\ud83d""#, "\u{1F600}\u{FFFD}"),
            (r#""\ud83dx""#, "\u{FFFD}x"),
            (r#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}"),
            (r#""\\ud83d\ud83d""#, "\\ud83d\u{FFFD}"),
        ] {
            assert_eq!(parse(json.as_bytes()).unwrap(), expect, "{json}");
        }
        for broken in [r#""\ud83d"#, r#"{"a": "\ud83d""#, r#""\u12""#, "\\"] {
            assert!(parse(broken.as_bytes()).is_err());
        }
    }
}
