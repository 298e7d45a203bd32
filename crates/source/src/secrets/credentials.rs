//! Credentials at their standard places: URLs and connection strings, and headers.

use memchr::memmem;

use super::chosen::is_placeholder;
use super::filter::{Literal, Mark, Recognize};
use super::values::is_random;
use super::{Secret, prefix_len, run};

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
/// The fewest bytes of a signature in the query of a URL.
const LEAST_SIGNATURE: usize = 20;

pub(super) fn literals() -> impl Iterator<Item = Literal> {
    let exact = [
        ("://", url_password as Recognize),
        ("Basic ", basic),
        ("basic ", basic),
        ("Bearer ", bearer),
        ("bearer ", bearer),
        ("@tcp(", data_source),
        ("@unix(", data_source),
        ("sig=", signature),
        ("jdbc:oracle:", oracle),
        ("uthorization", scheme),
    ];
    let exact = exact.map(|(text, recognize)| Literal::exact(text, Mark::Other(recognize)));
    exact.into_iter()
}

/// The token after the `Bearer ` at `at`, if it has at least [`LEAST_BEARER`] bytes and looks random. `tokens` also finds
/// a token of at least 24 bytes with two digits, which need not look random.
fn bearer(bytes: &[u8], at: usize) -> Option<Secret> {
    random_token(bytes, at + b"Bearer ".len())
}

/// The token that begins at `start`, if it looks random.
fn random_token(bytes: &[u8], start: usize) -> Option<Secret> {
    let in_token = |b: u8| b.is_ascii_alphanumeric() || b"+/=-_.~".contains(&b);
    let token = run(bytes, start, MAX_CREDENTIAL_BYTES, in_token);
    let is_secret = token.len() >= LEAST_BEARER && is_random(&bytes[token.clone()]);
    is_secret.then(|| Secret::new(token, BEARER_KIND))
}

/// The password of the URL whose `://` is at `at`, if it has one that is not only a placeholder; of a URL with a user and
/// no password, the user if it looks like a key.
fn url_password(bytes: &[u8], at: usize) -> Option<Secret> {
    bytes[..at].last().filter(|b| b.is_ascii_alphanumeric())?;
    let user_at = at + 3;
    let rest = &bytes[user_at..bytes.len().min(user_at + MAX_CREDENTIAL_BYTES)];
    let colon = rest.iter().position(|&b| b == b':' || !is_user_byte(b))?;
    let user = &rest[..colon];
    if rest[colon] != b':' {
        let is_key = rest[colon] == b'@' && user.len() >= LEAST_BASIC && is_random(user);
        return is_key.then(|| Secret::new(user_at..user_at + colon, URL_KIND));
    }
    let length = prefix_len(&rest[colon + 1..], MAX_CREDENTIAL_BYTES, is_password_byte);
    // An address contains no `@`, but a password may.
    let end = memchr::memrchr(b'@', &rest[colon + 1..colon + 1 + length])?;
    let password = &rest[colon + 1..colon + 1 + end];
    let start = user_at + colon + 1;
    (!is_url_placeholder(user, password)).then(|| Secret::new(start..start + end, URL_KIND))
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
    let constant = password.iter().all(|b| b.is_ascii_uppercase() || *b == b'_');
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

/// The credentials after the `Basic` at `at` in an authorization header.
fn basic(bytes: &[u8], at: usize) -> Option<Secret> {
    let before = bytes[at.saturating_sub(HEADER_BYTES)..at].to_ascii_lowercase();
    let header = memmem::rfind(&before, b"authorization")?;
    let between = &before[header + b"authorization".len()..];
    let in_value = |b: &u8| b.is_ascii_alphanumeric() || *b == b'\n';
    let assigns = between.iter().any(|b| b":=,\"'".contains(b)) && !between.iter().any(in_value);
    let in_token = |b: u8| b.is_ascii_alphanumeric() || b"+/=-_".contains(&b);
    let token = run(bytes, at + b"Basic ".len(), usize::MAX, in_token);
    let text = &bytes[token.clone()];
    // A word has few capitals and no digits.
    let capitals = text.iter().filter(|b| b.is_ascii_uppercase()).count();
    let random =
        text.iter().any(u8::is_ascii_digit) || text.ends_with(b"=") || capitals * 4 >= text.len();
    (assigns && text.len() >= LEAST_BASIC && random).then(|| Secret::new(token, BASIC_KIND))
}

/// The password before the `@tcp(` at `at`: `user:password@tcp(host)/name`.
fn data_source(bytes: &[u8], at: usize) -> Option<Secret> {
    let before = &bytes[at.saturating_sub(MAX_CREDENTIAL_BYTES)..at];
    let stop = before.iter().rposition(|&b| !is_password_byte(b) || b == b'=');
    let start = stop.map_or(0, |stop| stop + 1);
    let colon = memchr::memchr(b':', &before[start..])?;
    let (user, password) = (&before[start..start + colon], &before[start + colon + 1..]);
    let is_secret =
        !password.is_empty() && !is_url_placeholder(user, password) && !is_placeholder(password);
    is_secret.then(|| Secret::new(at - password.len()..at, URL_KIND))
}

/// The password of the connection string of Oracle at `at`: `jdbc:oracle:thin:user/password@host`.
fn oracle(bytes: &[u8], at: usize) -> Option<Secret> {
    let in_string = |b: u8| b.is_ascii_graphic() && !b"\"'`@".contains(&b);
    let string = run(bytes, at + b"jdbc:oracle:".len(), MAX_CREDENTIAL_BYTES, in_string);
    let text = &bytes[string.clone()];
    let slash = memchr::memchr(b'/', text).filter(|_| bytes.get(string.end) == Some(&b'@'))?;
    let password = &text[slash + 1..];
    let is_secret = !password.is_empty() && !is_placeholder(password);
    is_secret.then(|| Secret::new(string.start + slash + 1..string.end, URL_KIND))
}

/// The signature in the query of a URL, as in a shared access signature.
fn signature(bytes: &[u8], at: usize) -> Option<Secret> {
    let opens = bytes[..at].last().is_none_or(|b| b"?&;\"'` ".contains(b));
    let in_value = |b: u8| b.is_ascii_alphanumeric() || b"%+/=-_.~".contains(&b);
    let value = run(bytes, at + b"sig=".len(), MAX_CREDENTIAL_BYTES, in_value);
    let has_digit = bytes[value.clone()].iter().any(u8::is_ascii_digit);
    (opens && value.len() >= LEAST_SIGNATURE && has_digit)
        .then(|| Secret::new(value, "url_signature"))
}

/// The signs between the name of a header, which ends at `name_end`, and its value; and whether they assign it.
pub(super) fn header_signs(bytes: &[u8], name_end: usize, signs: &[u8]) -> (usize, bool) {
    let signs = run(bytes, name_end, 8, |b| signs.contains(&b));
    let assigns = bytes[signs.clone()].iter().any(|b| b":=,".contains(b));
    (signs.end, assigns)
}

/// The credentials of a header `Authorization` with any scheme, or with none: `token …`, `ApiKey …`.
fn scheme(bytes: &[u8], at: usize) -> Option<Secret> {
    let (start, assigns) = header_signs(bytes, at + b"uthorization".len(), b"\"'`:=, ");
    let word = run(bytes, start, MAX_CREDENTIAL_BYTES, |b| b.is_ascii_alphabetic());
    let scheme = &bytes[word.clone()];
    // These two schemes are recognized by themselves.
    let is_known =
        [&b"basic"[..], b"bearer"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    let has_scheme = bytes.get(word.end) == Some(&b' ');
    let token_at = if has_scheme { word.end + 1 } else { start };
    random_token(bytes, token_at).filter(|_| assigns && !is_known)
}
