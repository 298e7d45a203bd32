//! Percent-encoding of paths in URLs.

use std::fmt;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The characters that are encoded: all but `/` and the unreserved characters of RFC 3986.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/');

/// Percent-encodes a path for a `file://` URL: every UTF-8 byte becomes `%XX`, except `/` and the unreserved characters
/// of RFC 3986.
pub fn percent_encode(path: &str) -> impl fmt::Display {
    utf8_percent_encode(path, ENCODED)
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
}
