//! Credentials at their standard places: URLs, basic authorization, short bearer tokens.

use std::sync::LazyLock;

use memchr::memmem::{self, Finder};

use super::randomness::is_random;
use super::{Secret, prefix_len};

const URL_KIND: &str = "url_password";
const BASIC_KIND: &str = "basic_credentials";
const BEARER_KIND: &str = "bearer_token";
/// The most bytes of a bearer token, and of a user name and its password together; more are not recognized.
const MAX_CREDENTIAL_BYTES: usize = 512;
/// The fewest bytes of basic credentials.
const LEAST_BASIC: usize = 16;
/// The fewest bytes of a bearer token.
const LEAST_BEARER: usize = 16;
/// How many bytes before `Basic` the header's name may begin.
const HEADER_BYTES: usize = 24;
/// The placeholders of documentation for a password, in lower case.
const PLACEHOLDERS: &[&str] = &["password", "passwd", "pass", "pwd", "pw", "secret"];

/// The mark of a URL. The finders are built once: for a single line, building one takes longer than the search.
static URL: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("://"));
static BASIC: LazyLock<[Finder<'static>; 2]> =
    LazyLock::new(|| ["Basic ", "basic "].map(Finder::new));
static BEARER: LazyLock<[Finder<'static>; 2]> =
    LazyLock::new(|| ["Bearer ", "bearer "].map(Finder::new));

/// The credentials in a text; they may overlap.
pub(super) fn find(bytes: &[u8]) -> Vec<Secret> {
    let mut found: Vec<Secret> = URL
        .find_iter(bytes)
        .filter_map(|at| url_password(bytes, at))
        .collect();
    for word in BASIC.iter() {
        found.extend(word.find_iter(bytes).filter_map(|at| basic(bytes, at)));
    }
    for word in BEARER.iter() {
        found.extend(word.find_iter(bytes).filter_map(|at| bearer(bytes, at)));
    }
    found
}

/// The token after the `Bearer ` at `at`, if it has at least [`LEAST_BEARER`] bytes and looks random. `tokens` also
/// finds a token of at least 24 bytes with two digits, which need not look random.
fn bearer(bytes: &[u8], at: usize) -> Option<Secret> {
    let start = at + b"Bearer ".len();
    let text = &bytes[start..];
    let in_token = |b: u8| b.is_ascii_alphanumeric() || b"+/=-_.~".contains(&b);
    let length = prefix_len(text, MAX_CREDENTIAL_BYTES, in_token);
    (length >= LEAST_BEARER && is_random(&text[..length])).then_some(Secret {
        range: start..start + length,
        kind: BEARER_KIND,
    })
}

/// The password of the URL whose `://` is at `at`; `None` if it has none, or only a placeholder.
fn url_password(bytes: &[u8], at: usize) -> Option<Secret> {
    if !bytes[..at].last()?.is_ascii_alphanumeric() {
        return None;
    }
    let user_at = at + 3;
    let rest = &bytes[user_at..bytes.len().min(user_at + MAX_CREDENTIAL_BYTES)];
    let colon = rest.iter().position(|&b| b == b':' || !is_user_byte(b))?;
    if rest[colon] != b':' {
        return None;
    }
    let length = prefix_len(&rest[colon + 1..], MAX_CREDENTIAL_BYTES, is_password_byte);
    // An address contains no `@`, but a password may.
    let end = memchr::memrchr(b'@', &rest[colon + 1..colon + 1 + length])?;
    let (user, password) = (&rest[..colon], &rest[colon + 1..colon + 1 + end]);
    let start = user_at + colon + 1;
    (!is_placeholder(user, password)).then_some(Secret {
        range: start..start + end,
        kind: URL_KIND,
    })
}

fn is_user_byte(byte: u8) -> bool {
    is_password_byte(byte) && !b"@[]()^|\\".contains(&byte)
}

fn is_password_byte(byte: u8) -> bool {
    (byte.is_ascii_graphic() || byte >= 0x80) && !b"/?#\"'`<>\\".contains(&byte)
}

/// Whether a password is only a placeholder: a variable, a format, a mask, the user name, or a word for a password.
fn is_placeholder(user: &[u8], password: &[u8]) -> bool {
    let starts = |with: &[u8]| password.starts_with(with);
    let lower = password.to_ascii_lowercase();
    let constant = password
        .iter()
        .all(|b| b.is_ascii_uppercase() || *b == b'_');
    password == user
        || PLACEHOLDERS.iter().any(|word| lower == word.as_bytes())
        || (constant && memmem::find(&lower, b"pass").is_some())
        || password.iter().all(|b| b"*xX.".contains(b))
        || starts(b"$")
        || starts(b"[")
        || starts(b"%s")
        || starts(b"%v")
        || starts(b"%(")
        || memmem::find(password, b"${").is_some()
        || (starts(b"{") && password.ends_with(b"}"))
}

/// The credentials after the `Basic` at `at` in an authorization header.
fn basic(bytes: &[u8], at: usize) -> Option<Secret> {
    let before = bytes[at.saturating_sub(HEADER_BYTES)..at].to_ascii_lowercase();
    let header = memmem::rfind(&before, b"authorization")?;
    let between = &before[header + b"authorization".len()..];
    if between.is_empty()
        || between
            .iter()
            .any(|b| b.is_ascii_alphanumeric() || *b == b'\n')
        || !between.iter().any(|b| b":=,".contains(b))
    {
        return None;
    }
    let start = at + b"Basic ".len();
    let text = &bytes[start..];
    let in_token = |b: u8| b.is_ascii_alphanumeric() || b"+/=-_".contains(&b);
    let length = prefix_len(text, usize::MAX, in_token);
    let text = &text[..length];
    // A word has few capitals and no digits.
    let capitals = text.iter().filter(|b| b.is_ascii_uppercase()).count();
    let random =
        text.iter().any(|b| b.is_ascii_digit()) || text.ends_with(b"=") || capitals * 4 >= length;
    (length >= LEAST_BASIC && random).then_some(Secret {
        range: start..start + length,
        kind: BASIC_KIND,
    })
}
