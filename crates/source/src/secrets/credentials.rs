//! Credentials at their standard places: URLs and connection strings, and headers.

use std::ops::Range;

use memchr::memmem;

use super::filter::{Literal, Mark};
use super::values::is_mixed;
use super::values::is_placeholder;
use super::values::is_random;
use super::{Secret, prefix_len};

const URL_KIND: &str = "url_password";
const BASIC_KIND: &str = "basic_credentials";
const BEARER_KIND: &str = "bearer_token";
const COOKIE_KIND: &str = "session_cookie";
/// The most bytes of the cookies in a header.
const MAX_COOKIES_BYTES: usize = 4_096;
/// Parts of names of cookies whose values need not look random, in lower case.
const SESSION_NAMES: &[&[u8]] = &[b"sess", b"sid", b"auth", b"token", b"jwt", b"csrf"];
/// The most bytes of a bearer token, and of a user name and its password together; more are not recognized.
const MAX_CREDENTIAL_BYTES: usize = 512;
/// The fewest bytes of basic credentials.
const LEAST_BASIC: usize = 16;
/// The fewest bytes of a bearer token.
const LEAST_BEARER: usize = 16;
/// How many bytes before `Basic` the header's name may begin.
const HEADER_BYTES: usize = 24;
/// The fewest bytes of a signature in the query of a URL.
const LEAST_SIGNATURE: usize = 20;

pub(super) fn literals() -> impl Iterator<Item = Literal> {
    let exact = [
        ("://", url_password as super::filter::Recognize),
        ("Basic ", basic),
        ("basic ", basic),
        ("Bearer ", bearer),
        ("bearer ", bearer),
        ("@tcp(", data_source),
        ("@unix(", data_source),
        ("sig=", signature),
        ("jdbc:oracle:", oracle),
        ("uthorization", scheme),
        ("ookie", cookies),
    ];
    exact
        .into_iter()
        .map(|(text, recognize)| Literal::exact(text, Mark::Other(recognize)))
}

fn secret(range: Range<usize>, kind: &'static str) -> Secret {
    Secret { range, kind }
}

/// Adds the token after the `Bearer ` at `at`, if it has at least [`LEAST_BEARER`] bytes and looks random. `tokens` also
/// finds a token of at least 24 bytes with two digits, which need not look random.
fn bearer(bytes: &[u8], at: usize, found: &mut Vec<Secret>) {
    let start = at + b"Bearer ".len();
    let text = &bytes[start..];
    let in_token = |b: u8| b.is_ascii_alphanumeric() || b"+/=-_.~".contains(&b);
    let length = prefix_len(text, MAX_CREDENTIAL_BYTES, in_token);
    if length >= LEAST_BEARER && is_random(&text[..length]) {
        found.push(secret(start..start + length, BEARER_KIND));
    }
}

/// Adds the password of the URL whose `://` is at `at`, if it has one that is not only a placeholder; of a URL with a
/// user and no password, the user if it looks like a key.
fn url_password(bytes: &[u8], at: usize, found: &mut Vec<Secret>) {
    if !bytes[..at].last().is_some_and(u8::is_ascii_alphanumeric) {
        return;
    }
    let user_at = at + 3;
    let rest = &bytes[user_at..bytes.len().min(user_at + MAX_CREDENTIAL_BYTES)];
    let Some(colon) = rest.iter().position(|&b| b == b':' || !is_user_byte(b)) else {
        return;
    };
    let user = &rest[..colon];
    if rest[colon] == b'@' && user.len() >= LEAST_BASIC && is_random(user) {
        found.push(secret(user_at..user_at + colon, URL_KIND));
    }
    if rest[colon] != b':' {
        return;
    }
    let length = prefix_len(&rest[colon + 1..], MAX_CREDENTIAL_BYTES, is_password_byte);
    // An address contains no `@`, but a password may.
    let Some(end) = memchr::memrchr(b'@', &rest[colon + 1..colon + 1 + length]) else {
        return;
    };
    let password = &rest[colon + 1..colon + 1 + end];
    let start = user_at + colon + 1;
    if !is_url_placeholder(user, password) {
        found.push(secret(start..start + end, URL_KIND));
    }
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
    const WORDS: &[&[u8]] = &[b"password", b"passwd", b"pass", b"pwd", b"pw", b"secret"];
    let starts = |with: &[u8]| password.starts_with(with);
    let lower = password.to_ascii_lowercase();
    let constant = password
        .iter()
        .all(|b| b.is_ascii_uppercase() || *b == b'_');
    password == user
        || WORDS.contains(&&*lower)
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

/// Adds the credentials after the `Basic` at `at` in an authorization header.
fn basic(bytes: &[u8], at: usize, found: &mut Vec<Secret>) {
    let before = bytes[at.saturating_sub(HEADER_BYTES)..at].to_ascii_lowercase();
    let Some(header) = memmem::rfind(&before, b"authorization") else {
        return;
    };
    let between = &before[header + b"authorization".len()..];
    if between.is_empty()
        || between
            .iter()
            .any(|b| b.is_ascii_alphanumeric() || *b == b'\n')
        || !between.iter().any(|b| b":=,".contains(b))
    {
        return;
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
    if length >= LEAST_BASIC && random {
        found.push(secret(start..start + length, BASIC_KIND));
    }
}

/// Adds the password before the `@tcp(` at `at`: `user:password@tcp(host)/name`.
fn data_source(bytes: &[u8], at: usize, found: &mut Vec<Secret>) {
    let before = &bytes[at.saturating_sub(MAX_CREDENTIAL_BYTES)..at];
    let start = before
        .iter()
        .rposition(|&b| !is_password_byte(b) || b == b'=')
        .map_or(0, |stop| stop + 1);
    let Some(colon) = memchr::memchr(b':', &before[start..]) else {
        return;
    };
    let (user, password) = (&before[start..start + colon], &before[start + colon + 1..]);
    if !password.is_empty() && !is_url_placeholder(user, password) && !is_placeholder(password) {
        found.push(secret(at - password.len()..at, URL_KIND));
    }
}

/// Adds the password of the connection string of Oracle at `at`: `jdbc:oracle:thin:user/password@host`.
fn oracle(bytes: &[u8], at: usize, found: &mut Vec<Secret>) {
    let start = at + b"jdbc:oracle:".len();
    let length = prefix_len(&bytes[start..], MAX_CREDENTIAL_BYTES, |b| {
        b.is_ascii_graphic() && !b"\"'`@".contains(&b)
    });
    let text = &bytes[start..start + length];
    let slash = memchr::memchr(b'/', text).filter(|_| bytes.get(start + length) == Some(&b'@'));
    if let Some(password) = slash.map(|slash| slash + 1)
        && !text[password..].is_empty()
        && !is_placeholder(&text[password..])
    {
        found.push(secret(start + password..start + length, URL_KIND));
    }
}

/// Adds the signature in the query of a URL, as in a shared access signature.
fn signature(bytes: &[u8], at: usize, found: &mut Vec<Secret>) {
    let opens = bytes[..at].last().is_none_or(|b| b"?&;\"'` ".contains(b));
    let start = at + b"sig=".len();
    let in_value = |b: u8| b.is_ascii_alphanumeric() || b"%+/=-_.~".contains(&b);
    let length = prefix_len(&bytes[start..], MAX_CREDENTIAL_BYTES, in_value);
    let value = &bytes[start..start + length];
    if opens && length >= LEAST_SIGNATURE && value.iter().any(u8::is_ascii_digit) {
        found.push(secret(start..start + length, "url_signature"));
    }
}

/// Adds the credentials of a header `Authorization` with any scheme, or with none: `token …`, `ApiKey …`.
fn scheme(bytes: &[u8], at: usize, found: &mut Vec<Secret>) {
    let name_end = at + b"uthorization".len();
    let signs = prefix_len(&bytes[name_end..], 8, |b| b"\"'`:=, ".contains(&b));
    let mut start = name_end + signs;
    let assigns = bytes[name_end..start].iter().any(|b| b":=,".contains(b));
    let word = prefix_len(&bytes[start..], MAX_CREDENTIAL_BYTES, |b| {
        b.is_ascii_alphabetic()
    });
    // These two schemes are recognized by themselves.
    let known = [&b"basic"[..], b"bearer"];
    if known
        .iter()
        .any(|scheme| bytes[start..start + word].eq_ignore_ascii_case(scheme))
    {
        return;
    }
    if bytes.get(start + word) == Some(&b' ') {
        start += word + 1;
    }
    let in_token = |b: u8| b.is_ascii_alphanumeric() || b"+/=-_.~".contains(&b);
    let length = prefix_len(&bytes[start..], MAX_CREDENTIAL_BYTES, in_token);
    if assigns && length >= LEAST_BEARER && is_random(&bytes[start..start + length]) {
        found.push(secret(start..start + length, BEARER_KIND));
    }
}

/// Adds the values of the cookies in a header `Cookie` or `Set-Cookie`, however it is written: those that look random,
/// and passwords in those that bear the name of a session.
fn cookies(bytes: &[u8], at: usize, found: &mut Vec<Secret>) {
    let name_end = at + b"ookie".len();
    let signs = prefix_len(&bytes[name_end..], 8, |b| b"\"'`:=,]( ".contains(&b));
    let assigns = bytes[name_end..name_end + signs]
        .iter()
        .any(|b| b":=,".contains(b));
    if !assigns && !bytes[..at].ends_with(b"--c") {
        return;
    }
    let mut start = name_end + signs;
    let in_header = |b: u8| b >= b' ' && !b"\"'`\\".contains(&b);
    let length = prefix_len(&bytes[start..], MAX_COOKIES_BYTES, in_header);
    for cookie in bytes[start..start + length].split(|b| *b == b';') {
        let end = start + cookie.len();
        if let Some(sign) = memchr::memchr(b'=', cookie) {
            let (name, value) = (
                cookie[..sign].trim_ascii(),
                cookie[sign + 1..].trim_ascii_end(),
            );
            let in_name = |b: &u8| b.is_ascii_alphanumeric() || b"-_.".contains(b);
            let name = name.to_ascii_lowercase();
            let of_session = SESSION_NAMES
                .iter()
                .any(|part| memmem::find(&name, part).is_some());
            let is_secret = value.len() >= LEAST_BASIC && is_random(value)
                || of_session && (is_mixed(value) || is_random(value));
            if !name.is_empty() && name.iter().all(in_name) && is_secret {
                let value_at = start + sign + 1;
                found.push(secret(value_at..value_at + value.len(), COOKIE_KIND));
            }
        }
        start = end + 1;
    }
}
