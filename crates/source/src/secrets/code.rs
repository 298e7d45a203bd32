//! Values without quotes that are none of a secret: expressions, templates, URLs, paths, identifiers.

use memchr::memmem;

/// Whether a value is an expression, a template or a URL.
pub(super) fn is_code(value: &[u8]) -> bool {
    value.iter().any(|b| b"(){}[]<>;$\"'`".contains(b))
        || matches!(value.first(), Some(b'=' | b'&' | b'*' | b'@' | b'!'))
        || memmem::find(value, b"::").is_some()
        || memmem::find(value, b"://").is_some()
}

/// Whether a value is the path of a file.
pub(super) fn is_path(value: &[u8]) -> bool {
    matches!(value.first(), Some(b'/' | b'~' | b'.'))
        || value.contains(&b'\\')
        || (value.iter().any(|b| matches!(b, b'/' | b'.')) && reads_as_words(value))
}

/// Whether a value reads like an identifier or a path: words with few numbers between them.
pub(super) fn reads_as_words(value: &[u8]) -> bool {
    if !value.iter().all(|b| b.is_ascii_alphanumeric() || b"_-./".contains(b)) {
        return false;
    }
    let (mut words, mut letters, mut digits, mut numbers) = (0, 0, 0, 0);
    let mut before = b'_';
    for &byte in value {
        if byte.is_ascii_digit() {
            digits += 1;
            numbers += usize::from(!before.is_ascii_digit());
        } else if byte.is_ascii_alphabetic() {
            letters += 1;
            let hump = byte.is_ascii_uppercase() && before.is_ascii_lowercase();
            words += usize::from(hump || !before.is_ascii_alphabetic());
        }
        before = byte;
    }
    // The name of an algorithm such as `ed25519` consists mostly of digits.
    let max_tenths = if words > 2 { 5 } else { 3 };
    value.first().is_some_and(|b| !b.is_ascii_digit())
        && numbers <= 2
        && digits * 10 <= value.len() * max_tenths
        && letters * 2 >= words * 5
}
