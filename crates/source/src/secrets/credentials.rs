//! Passwords in URLs and in connection strings.

use memchr::memmem;

use super::chosen::is_placeholder;
use super::values::is_random;
use super::{Secret, prefix_len};

const KIND: &str = "url_password";
/// The most bytes of a user name and its password together; more are not recognized.
const MAX_CREDENTIAL_BYTES: usize = 512;
/// The fewest bytes of a key in place of a user name.
const LEAST_KEY: usize = 16;

/// The password of the URL whose `://` is at `at`, if it has one that is not only a placeholder; of a URL with a user and
/// no password, the user if it looks like a key.
pub(super) fn url_password(bytes: &[u8], at: usize) -> Option<Secret> {
    bytes[..at].last().filter(|b| b.is_ascii_alphanumeric())?;
    let user_at = at + 3;
    let rest = &bytes[user_at..bytes.len().min(user_at + MAX_CREDENTIAL_BYTES)];
    let colon = rest.iter().position(|&b| b == b':' || !is_user_byte(b))?;
    let user = &rest[..colon];
    if rest[colon] != b':' {
        let is_key = rest[colon] == b'@' && user.len() >= LEAST_KEY && is_random(user);
        return is_key.then(|| Secret::new(user_at..user_at + colon, KIND));
    }
    let length = prefix_len(&rest[colon + 1..], MAX_CREDENTIAL_BYTES, is_password_byte);
    // An address contains no `@`, but a password may.
    let end = memchr::memrchr(b'@', &rest[colon + 1..colon + 1 + length])?;
    let password = &rest[colon + 1..colon + 1 + end];
    let start = user_at + colon + 1;
    (!is_url_placeholder(user, password)).then(|| Secret::new(start..start + end, KIND))
}

fn is_user_byte(byte: u8) -> bool {
    is_password_byte(byte) && !b"@[]()^|\\".contains(&byte)
}

fn is_password_byte(byte: u8) -> bool {
    (byte.is_ascii_graphic() || byte >= 0x80) && !b"/?#\"'`<>\\".contains(&byte)
}

/// Whether the password of a URL is only a placeholder: a variable, a format, a mask, the user name, or a word for a
/// password.
fn is_url_placeholder(user: &[u8], password: &[u8]) -> bool {
    const WORDS: [&[u8]; 6] = [b"password", b"passwd", b"pass", b"pwd", b"pw", b"secret"];
    const BEGINNINGS: [&[u8]; 5] = [b"$", b"[", b"%s", b"%v", b"%("];
    let lower = password.to_ascii_lowercase();
    let constant = password.iter().all(|b| b.is_ascii_uppercase() || *b == b'_');
    password == user
        || WORDS.contains(&&*lower)
        || (constant && memmem::find(&lower, b"pass").is_some())
        || password.iter().all(|b| b"*xX.".contains(b))
        || BEGINNINGS.iter().any(|beginning| password.starts_with(beginning))
        || memmem::find(password, b"${").is_some()
        || (password.starts_with(b"{") && password.ends_with(b"}"))
}

/// The password before the `@tcp(` at `at`: `user:password@tcp(host)/name`.
pub(super) fn data_source(bytes: &[u8], at: usize) -> Option<Secret> {
    let before = &bytes[at.saturating_sub(MAX_CREDENTIAL_BYTES)..at];
    let stop = before.iter().rposition(|&b| !is_password_byte(b) || b == b'=');
    let start = stop.map_or(0, |stop| stop + 1);
    let colon = memchr::memchr(b':', &before[start..])?;
    let (user, password) = (&before[start..start + colon], &before[start + colon + 1..]);
    let is_secret =
        !password.is_empty() && !is_url_placeholder(user, password) && !is_placeholder(password);
    is_secret.then(|| Secret::new(at - password.len()..at, KIND))
}
