//! Percent-encoding of paths in URLs.

use std::fmt;

/// Percent-encodes a path for a `file://` URL: every UTF-8 byte becomes `%XX`, except `/` and the unreserved characters
/// of RFC 3986.
pub fn percent_encode(path: &str) -> impl fmt::Display {
    fmt::from_fn(move |out| {
        path.bytes().try_for_each(|byte| match byte {
            b'-' | b'.' | b'_' | b'~' | b'/' => fmt::Write::write_char(out, char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => fmt::Write::write_char(out, char::from(byte)),
            _ => write!(out, "%{byte:02X}"),
        })
    })
}

/// Decodes the `%XX` at the start of the text; returns its byte and the text after it, or `None` if there is no `%XX`.
#[must_use]
pub fn percent_decode(text: &str) -> Option<(u8, &str)> {
    let (code, rest) = text.strip_prefix('%')?.split_at_checked(2)?;
    let hex = code.bytes().all(|byte| byte.is_ascii_hexdigit());
    let byte = u8::from_str_radix(code, 16).ok().filter(|_| hex)?;
    Some((byte, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_paths() {
        for (path, expect) in [
            ("src/a-b_c.d~/2", "src/a-b_c.d~/2"),
            ("é\u{1b}#/a", "%C3%A9%1B%23/a"),
            ("C:/re po%20", "C%3A/re%20po%2520"),
            ("", ""),
        ] {
            assert_eq!(percent_encode(path).to_string(), expect);
        }
    }

    #[test]
    fn decodes_one_code() {
        for (text, expect) in [
            ("%2Fa", Some((b'/', "a"))),
            ("%c3%A9", Some((0xc3, "%A9"))),
            ("%+f", None),
            ("%2", None),
            ("%2é", None),
            ("2F", None),
        ] {
            assert_eq!(percent_decode(text), expect, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn what_is_encoded_decodes_to_itself(path in "\\PC{0,20}|.{0,20}") {
            let encoded = percent_encode(&path).to_string();
            let (mut bytes, mut rest) = (Vec::new(), encoded.as_str());
            while let Some(&first) = rest.as_bytes().first() {
                let (byte, after) = percent_decode(rest).unwrap_or_else(|| (first, &rest[1..]));
                bytes.push(byte);
                rest = after;
            }
            proptest::prop_assert_eq!(bytes, path.into_bytes());
        }
    }
}
