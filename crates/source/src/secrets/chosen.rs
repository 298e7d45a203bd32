//! Passwords that a person chose, and the placeholders that stand where a password would.

use memchr::memmem;

use super::values::is_random_in_quotes;

/// The fewest bytes of a password with a digit and a letter.
const LEAST_MIXED: usize = 8;
/// The signs that are rare in names and that a person adds to a password.
const SIGNS: &[u8] = b"!@#%^&*+?~$";
/// The fewest digits of a password that contains a word for a password: with fewer it is the name of a field.
const LEAST_DIGITS_OF_FIELD: usize = 2;

/// Whether a value looks like a password that a person chose: letters and digits in it, and nothing of a path, of a
/// name of an object or of code.
pub(super) fn is_mixed(value: &[u8]) -> bool {
    value.len() >= LEAST_MIXED
        && value.iter().any(u8::is_ascii_digit)
        && value.iter().any(u8::is_ascii_alphabetic)
        && !value.iter().any(|b| b"/\\ (){}[]<>:=".contains(b))
        && !is_placeholder(value)
}

/// Whether the value of a password in quotes is one: a person chose it, or it looks random.
pub(super) fn is_password(value: &[u8]) -> bool {
    is_mixed(value) || is_random_in_quotes(value)
}

/// As [`is_mixed`], for a value that may also be the name of something: it has only letters, digits and signs that a
/// name does not have, and is not the name of a field such as `password2`.
pub(super) fn is_chosen(value: &[u8]) -> bool {
    let digits = value.iter().filter(|b| b.is_ascii_digit()).count();
    let has_sign = value.iter().any(|b| SIGNS.contains(b));
    // With a percent sign alone it may be an escaped address.
    let has_strong_sign = value.iter().any(|b| *b != b'%' && SIGNS.contains(b));
    let in_password = |b: &u8| {
        b.is_ascii_alphanumeric() || SIGNS.contains(b) || (has_strong_sign && b"_-.".contains(b))
    };
    is_mixed(value)
        && value.iter().all(in_password)
        && (has_sign || digits >= LEAST_DIGITS_OF_FIELD || !has_word_for_secret(value))
}

/// Whether a value contains a word for a password or a key.
fn has_word_for_secret(value: &[u8]) -> bool {
    let lower = value.to_ascii_lowercase();
    [&b"pass"[..], b"pwd", b"secret", b"token", b"key"]
        .iter()
        .any(|word| memmem::find(&lower, word).is_some())
}

/// The placeholders of documentation for a password, in lower case.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "password", "passwd", "pass", "pwd", "pw", "secret", "changeme", "changeit", "change_me", "change-me", "token",
    "root", "admin", "test", "true", "false", "null", "none", "nil", "undefined", "redacted",
];
/// With these a placeholder begins, in lower case.
const BEGINNINGS: &[&str] =
    &["your", "my_", "my-", "<", "$", "%", "{", "[", "#{", "xxx", "***", "...", "example"];

/// Whether a value that stands where a password stands is none: a variable, a format, a mask, a word for a password, or
/// a text that was replaced.
pub(super) fn is_placeholder(value: &[u8]) -> bool {
    let lower = value.to_ascii_lowercase();
    let has = |part: &[u8]| memmem::find(&lower, part).is_some();
    let constant = value.iter().all(|b| b.is_ascii_uppercase() || *b == b'_' || b.is_ascii_digit());
    WORDS.iter().any(|word| lower == word.as_bytes())
        || BEGINNINGS.iter().any(|word| lower.starts_with(word.as_bytes()))
        || (constant && (has(b"pass") || has(b"secret") || has(b"token") || has(b"key")))
        || value.iter().all(|b| b"*xX.-".contains(b))
        || has(b"${")
        || has(b"{{")
        || has(b"$(")
        || has(b"<")
        || has(b"redacted:")
}
