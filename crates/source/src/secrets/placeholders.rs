//! Values that only stand for a secret: variables, formats, masks, words for a password.

use memchr::memmem;

/// The placeholders of documentation for a password, in lower case.
const WORDS: &[&str] = &[
    "password",
    "passwd",
    "pass",
    "pwd",
    "pw",
    "secret",
    "changeme",
    "changeit",
    "change_me",
    "change-me",
    "token",
    "root",
    "admin",
    "test",
    "true",
    "false",
    "null",
    "none",
    "nil",
    "undefined",
    "redacted",
];
/// With these a placeholder begins, in lower case.
const BEGINNINGS: &[&str] = &[
    "your", "my_", "my-", "<", "$", "%", "{", "[", "#{", "xxx", "***", "...", "example",
];

/// Whether a value that stands where a password stands is none: a variable, a format, a mask, a word for a password, or
/// a text that was replaced.
pub(super) fn is_placeholder(value: &[u8]) -> bool {
    let lower = value.to_ascii_lowercase();
    let has = |part: &[u8]| memmem::find(&lower, part).is_some();
    let constant = value
        .iter()
        .all(|b| b.is_ascii_uppercase() || *b == b'_' || b.is_ascii_digit());
    WORDS.iter().any(|word| lower == word.as_bytes())
        || BEGINNINGS
            .iter()
            .any(|word| lower.starts_with(word.as_bytes()))
        || (constant && (has(b"pass") || has(b"secret") || has(b"token") || has(b"key")))
        || value.iter().all(|b| b"*xX.-".contains(b))
        || has(b"${")
        || has(b"{{")
        || has(b"$(")
        || has(b"<")
        || has(b"redacted:")
}
