//! Passwords that a call takes by their position: `new PDO("…", "name", "…")`, `jwt.verify(token, "…")`.

use std::ops::Range;

use super::assigned::MIN_VALUE_BYTES;
use super::chosen::is_password;
use super::filter::{Literal, Mark, Recognize};
use super::literals::{content, opening};
use super::values::{is_random_in_quotes, is_random_key};
use super::{Secret, run};
use Expected::{Key, Password};

const KIND: &str = "password";
/// The most bytes of the arguments before the password, and of those behind which one still counts.
const MAX_ARGUMENTS_BYTES: usize = 256;

/// What stands at the position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    Password,
    /// A key, which looks more random than a password; something else may stand there, too.
    Key,
}

/// The ends of the names of calls with what follows them, the number of arguments before the secret, and what it is. Of
/// two rows that fit, the first counts.
const CALLS: &[(&str, usize, Expected)] = &[
    ("BasicAuth(", 1, Password),
    ("basic_auth(", 1, Password),
    ("basic_auth ", 1, Password),
    ("basicAuth(", 1, Password),
    ("auth=(", 1, Password),
    ("ftp_login(", 2, Password),
    ("ogin(", 1, Password),
    ("ogIn(", 1, Password),
    ("uthenticate(", 1, Password),
    ("NetworkCredential(", 1, Password),
    ("UsernamePasswordCredentials(", 1, Password),
    ("UsernamePasswordAuthenticationToken(", 1, Password),
    ("PasswordAuthentication(", 1, Password),
    ("PasswordCredential(", 1, Password),
    ("BasicCredentials(", 1, Password),
    ("PlainCredentials(", 1, Password),
    ("Credentials.basic(", 1, Password),
    ("Credentials(", 1, Password),
    ("set_credentials(", 1, Password),
    ("url.UserPassword(", 1, Password),
    ("getConnection(", 2, Password),
    ("new PDO(", 2, Password),
    ("mysqli(", 2, Password),
    ("mysqli_connect(", 2, Password),
    ("mysql_connect(", 2, Password),
    ("mysqli_real_connect(", 3, Password),
    ("mysql_real_connect(", 3, Password),
    ("MySQLdb.connect(", 2, Password),
    ("pymysql.connect(", 2, Password),
    ("PlainAuth(", 2, Password),
    ("ldap_bind(", 2, Password),
    ("imap_open(", 2, Password),
    ("ssh2_auth_password(", 2, Password),
    ("jwt.sign(", 1, Key),
    ("jwt.verify(", 1, Key),
    ("jwt.encode(", 1, Key),
    ("jwt.decode(", 1, Key),
    ("JWT.encode(", 1, Key),
    ("JWT.decode(", 1, Key),
    ("JWT.encode ", 1, Key),
    ("JWT.decode ", 1, Key),
    ("JWT::encode(", 1, Key),
    ("JWT::decode(", 1, Key),
];

pub(super) fn literals() -> impl Iterator<Item = Literal> {
    let calls = CALLS.iter();
    calls.map(|(call, ..)| Literal::exact(call, Mark::Other(argument as Recognize)))
}

/// The secret among the arguments of the call at `at`.
fn argument(bytes: &[u8], at: usize) -> Option<Secret> {
    let mut calls = CALLS.iter();
    let (call, before, expected) =
        calls.find(|(call, ..)| bytes[at..].starts_with(call.as_bytes()))?;
    let mut start = at + call.len();
    for _ in 0..*before {
        let end = part_end(bytes, start..start + MAX_ARGUMENTS_BYTES)?;
        start = (bytes[end] == b',').then_some(end + 1)?;
    }
    let start = run(bytes, start, 64, |b| b.is_ascii_whitespace()).end;
    let value = &bytes[start..bytes.len().min(start + MAX_ARGUMENTS_BYTES)];
    let opening = opening(value)?;
    let range = content(bytes, start + opening.skip, opening.close)?;
    is_expected(bytes, &range, *expected).then(|| Secret::new(range, KIND))
}

fn is_expected(bytes: &[u8], range: &Range<usize>, expected: Expected) -> bool {
    let text = &bytes[range.clone()];
    match expected {
        Password => is_password(text),
        Key => {
            is_random_key(text) || (text.len() >= 2 * MIN_VALUE_BYTES && is_random_in_quotes(text))
        }
    }
}

/// The position of the comma or the bracket that ends the part of a list at the start of a range; brackets and quotes are
/// passed over.
pub(super) fn part_end(bytes: &[u8], range: Range<usize>) -> Option<usize> {
    let (mut depth, mut quote) = (0_usize, None);
    for (at, &byte) in bytes.iter().enumerate().take(range.end).skip(range.start) {
        match (quote, byte) {
            (Some(open), _) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'' | b'`') => quote = Some(byte),
            (None, b'(' | b'[' | b'{') => depth += 1,
            (None, b',' | b')' | b']' | b'}') if depth == 0 => return Some(at),
            (None, b')' | b']' | b'}') => depth -= 1,
            (None, b';') => return None,
            _ => {}
        }
    }
    None
}
