//! Passwords behind the words that announce them: entries of netrc and pgpass, statements, base64 of a name and a password.

use std::ops::Range;

use memchr::memmem;

use super::chosen::{is_password, is_placeholder};
use super::filter::{Literal, Mark, Recognize};
use super::lines::line_at;
use super::{LEAST_SECRET, Secret, prefix_len, run};

const KIND: &str = "password";
const BASIC_KIND: &str = "basic_credentials";
/// The most bytes of a password.
const MAX_PASSWORD_BYTES: usize = 512;
/// The most bytes of a statement about a password.
const MAX_STATEMENT_BYTES: usize = 64;
/// The most bytes of a machine's entry in a netrc file.
const MAX_ENTRY_BYTES: usize = 300;

pub(super) fn literals() -> impl Iterator<Item = Literal> {
    let exact = [
        ("machine", netrc as Recognize),
        ("default login", netrc),
        ("\"auth\"", encoded_pair),
        ("_auth", encoded_pair),
        (".dockerconfigjson", encoded_config),
        (".dockercfg", encoded_config),
        ("IDENTIFIED ", literal_behind),
        ("identified ", literal_behind),
        ("ConvertTo-SecureString ", literal_behind),
        ("::add-mask::", masked_value),
        (" on >", rule_of_user),
        (":543", connection_line),
        (":6432:", connection_line),
        (":*:", connection_line),
    ];
    let exact = exact.into_iter();
    exact.map(|(text, recognize)| Literal::exact(text, Mark::Other(recognize)))
}

/// The literal behind a statement about a password: `IDENTIFIED BY '…'`.
fn literal_behind(bytes: &[u8], at: usize) -> Option<Secret> {
    let in_word = |b: u8| b.is_ascii_alphanumeric() || b"-_ ".contains(&b);
    quoted(bytes, run(bytes, at, MAX_STATEMENT_BYTES, in_word).end, 0)
}

/// The password in the quotes that begin after at most `blanks` blanks.
fn quoted(bytes: &[u8], at: usize, blanks: usize) -> Option<Secret> {
    let start = run(bytes, at, blanks, |b| b == b' ').end;
    let quote = bytes.get(start).filter(|b| matches!(b, b'"' | b'\''))?;
    let in_password = |b: u8| b != *quote && b.is_ascii_graphic();
    let password = run(bytes, start + 1, MAX_PASSWORD_BYTES, in_password);
    let fits = is_password(&bytes[password.clone()]) && bytes.get(password.end) == Some(quote);
    fits.then(|| Secret::new(password, KIND))
}

/// The value that a workflow hides in its log at `at`: `::add-mask::…`.
fn masked_value(bytes: &[u8], at: usize) -> Option<Secret> {
    word_behind(bytes, at + b"::add-mask::".len())
}

/// The password in a rule of a list of users of Redis: `user bob on >… ~* +@all`.
fn rule_of_user(bytes: &[u8], at: usize) -> Option<Secret> {
    word_behind(bytes, at + b" on >".len()).filter(|_| {
        let before = &bytes[at.saturating_sub(MAX_STATEMENT_BYTES)..at];
        let line = &before[memchr::memrchr(b'\n', before).map_or(0, |end| end + 1)..];
        memmem::find(&line.to_ascii_lowercase(), b"user ").is_some()
    })
}

/// The word at `start`, if it is no placeholder.
fn word_behind(bytes: &[u8], start: usize) -> Option<Secret> {
    let in_word = |b: u8| b.is_ascii_graphic() && !b"\"'`".contains(&b);
    let word = run(bytes, start, MAX_PASSWORD_BYTES, in_word);
    let is_secret = word.len() >= LEAST_SECRET && !is_placeholder(&bytes[word.clone()]);
    is_secret.then(|| Secret::new(word, KIND))
}

/// The password in a line of a pgpass file around `at`: `host:port:database:user:password`.
fn connection_line(bytes: &[u8], at: usize) -> Option<Secret> {
    let line = line_at(bytes, at)?;
    let text = bytes[line.clone()].trim_ascii_end();
    let mut fields = text.splitn(5, |b| *b == b':');
    let (_, port, _, _) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    let password = fields.next()?;
    let is_port = port == b"*" || (!port.is_empty() && port.iter().all(u8::is_ascii_digit));
    let is_line = is_port && text.iter().all(u8::is_ascii_graphic) && text[0] != b'#';
    let start = line.start + text.len() - password.len();
    let is_secret = password.len() >= LEAST_SECRET && !is_placeholder(password);
    (is_line && is_secret).then(|| Secret::new(start..line.start + text.len(), KIND))
}

/// The password in the entry of a netrc file at `at`: `machine NAME login NAME password PASSWORD`, in one line or in
/// several.
fn netrc(bytes: &[u8], at: usize) -> Option<Secret> {
    let mut words = words(bytes, at, MAX_ENTRY_BYTES);
    let text = |word: &Range<usize>| &bytes[word.clone()];
    match text(&words.next()?) {
        b"machine" => {
            words.next()?;
        }
        b"default" => {}
        _ => return None,
    }
    loop {
        let (name, value) = (words.next()?, words.next()?);
        match text(&name) {
            b"password" => {
                let is_secret = value.len() >= LEAST_SECRET && !is_placeholder(text(&value));
                return is_secret.then(|| Secret::new(value, "netrc_password"));
            }
            b"login" | b"account" => {}
            _ => return None,
        }
    }
}

/// The ranges of the words in a text from `at` on, of at most `most` bytes together, without the quote that ends the
/// last one.
fn words(bytes: &[u8], at: usize, most: usize) -> impl Iterator<Item = Range<usize>> {
    let separates = |b: u8| b.is_ascii_whitespace() || matches!(b, b'\\' | b'"' | b'\'');
    let (mut from, end) = (at, bytes.len().min(at + most));
    std::iter::from_fn(move || {
        from += prefix_len(&bytes[from..end], usize::MAX, separates);
        let length = prefix_len(&bytes[from..end], usize::MAX, |b| !separates(b));
        let word = from..from + length;
        from = word.end;
        (length > 0).then_some(word)
    })
}

/// The text in base64 that is assigned to the name of this length at `at`.
fn assigned_base64(bytes: &[u8], name_end: usize) -> Range<usize> {
    let start = run(bytes, name_end, 8, |b| b"\"'\\:= ".contains(&b)).end;
    let most = if start == name_end { 0 } else { 1 << 14 };
    run(bytes, start, most, |b| b.is_ascii_alphanumeric() || b"+/=".contains(&b))
}

/// The base64 of a name and a password that is assigned at `at`, as in the configuration of Docker.
fn encoded_pair(bytes: &[u8], at: usize) -> Option<Secret> {
    let name = run(bytes, at, 6, |b| !b"=: ".contains(&b));
    let range = assigned_base64(bytes, name.end);
    let decoded = decode(&bytes[range.clone()]);
    let colon = memchr::memchr(b':', &decoded)?;
    let is_text = decoded.iter().all(|b| (b' '..0x7f).contains(b));
    let is_pair = is_text && colon > 0 && colon + 1 < decoded.len();
    is_pair.then(|| Secret::new(range, BASIC_KIND))
}

/// The base64 of a whole configuration of Docker.
fn encoded_config(bytes: &[u8], at: usize) -> Option<Secret> {
    let name = run(bytes, at, 32, |b| b.is_ascii_alphanumeric() || b == b'.');
    let range = assigned_base64(bytes, name.end);
    memmem::find(&decode(&bytes[range.clone()]), b"\"auth")?;
    Some(Secret::new(range, BASIC_KIND))
}

/// The bytes of a text in base64; what remains of an incomplete group is left out.
pub(super) fn decode(text: &[u8]) -> Vec<u8> {
    let (mut out, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for byte in text {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => break,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    out
}
