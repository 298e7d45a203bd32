//! Passwords that a call takes by their position: `new PDO("…", "name", "…")`, `jwt.verify(token, "…")`.

use std::ops::Range;
use std::sync::LazyLock;

use super::assigned::MIN_VALUE_BYTES;
use super::chosen::is_password;
use super::filter::{Literal, Mark, Recognize};
use super::literals::{content, opening};
use super::values::{is_random_in_quotes, is_random_key};
use super::{Secret, rows, run};
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

/// The ends of the names of calls with what follows them, the number of arguments before the secret, and what it is.
static CALLS: LazyLock<Vec<(&str, (usize, Expected))>> = LazyLock::new(|| {
    rows(
        &[
            (
                "BasicAuth(|basic_auth(|basic_auth |basicAuth(|auth=(|ogin(|ogIn(|uthenticate(|NetworkCredential(|\
         UsernamePasswordCredentials(|UsernamePasswordAuthenticationToken(|PasswordAuthentication(|\
         PasswordCredential(|BasicCredentials(|PlainCredentials(|Credentials.basic(|Credentials(|\
         set_credentials(|url.UserPassword(",
                (1, Password),
            ),
            (
                "ftp_login(|getConnection(|new PDO(|mysqli(|mysqli_connect(|mysql_connect(|MySQLdb.connect(|\
         pymysql.connect(|PlainAuth(|ldap_bind(|imap_open(|ssh2_auth_password(",
                (2, Password),
            ),
            ("mysqli_real_connect(|mysql_real_connect(", (3, Password)),
            (
                "jwt.sign(|jwt.verify(|jwt.encode(|jwt.decode(|JWT.encode(|JWT.decode(|JWT.encode |JWT.decode |\
         JWT::encode(|JWT::decode(",
                (1, Key),
            ),
        ],
        '|',
    )
});

pub(super) fn literals() -> impl Iterator<Item = Literal> {
    CALLS.iter().map(|(call, _)| Literal::exact(call, Mark::Other(argument as Recognize)))
}

/// The secret among the arguments of the call at `at`.
fn argument(bytes: &[u8], at: usize) -> Option<Secret> {
    let mut calls = CALLS.iter();
    let (call, (before, expected)) =
        calls.find(|(call, _)| bytes[at..].starts_with(call.as_bytes()))?;
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
