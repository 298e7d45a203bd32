//! Reads the caller's inputs: a query or a file.

use std::borrow::Cow;
use std::io::{self, Read};
use std::path::Path;

use encoding_rs::{Encoding, UTF_8};
use firsthand::registry::escape;

use crate::failure::Failure;
use crate::paint::Terminal;
use crate::stop::Stop;

/// The most bytes of a query from standard input that are used: of a longer one, its beginning and its end.
const MAX_QUERY_BYTES: usize = 1 << 20;
/// The maximum size of an input; some files, such as `/dev/zero`, have no end.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// Returns the query; `-` reads it from standard input, and what of a long one is not used is said. A blank query is an
/// error.
pub(crate) async fn query(
    argument: String,
    terminal: &Terminal,
    stop: &Stop,
) -> Result<String, Failure> {
    let text = match argument.as_str() {
        "-" => {
            let (bytes, _) = bytes_of(Path::new("-"), stop).await?;
            let whole = lossy(&bytes, STDIN, terminal);
            let used = beginning_and_end(&whole, MAX_QUERY_BYTES);
            if used.len() < whole.len() {
                let (used, all) = (used.len(), whole.len());
                terminal.loss(&format!(
                    "of the {all} bytes of the query, {used} from its beginning and its end were used"
                ));
            }
            used.into_owned()
        }
        _ => argument,
    };
    if text.trim().is_empty() { Err(Failure::empty("query")) } else { Ok(text) }
}

/// The whole lines at the beginning and at the end of a text that together have at most `limit` bytes, or parts of lines
/// that are longer.
fn beginning_and_end(text: &str, limit: usize) -> Cow<'_, str> {
    if text.len() <= limit {
        return Cow::Borrowed(text);
    }
    let half = limit / 2;
    let beginning = &text[..text.floor_char_boundary(half)];
    let end = &text[text.ceil_char_boundary(text.len() - (half - 1))..];
    let beginning = beginning.rfind('\n').map_or(beginning, |at| &beginning[..at]);
    let is_line = |rest: &&str| !rest.trim().is_empty();
    let end = end.split_once('\n').map(|(_, rest)| rest).filter(is_line).unwrap_or(end);
    Cow::Owned(format!("{beginning}\n{end}"))
}

const STDIN: &str = "standard input";

/// Reads a document; returns its text and display name. `-` is standard input.
pub(crate) async fn document(path: &Path, stop: &Stop) -> Result<(String, String), Failure> {
    let (bytes, what) = bytes_of(path, stop).await?;
    Ok((decode(&bytes, &what)?, what))
}

/// Reads a text for people, of which what is no text is left out, with a note; `-` is standard input.
pub(crate) async fn prose(
    path: &Path,
    terminal: &Terminal,
    stop: &Stop,
) -> Result<String, Failure> {
    let (bytes, what) = bytes_of(path, stop).await?;
    Ok(lossy(&bytes, &what, terminal))
}

/// Reads a transcript; returns its text and display name. An interrupted write may have cut it within a character.
pub(crate) async fn transcript(path: &Path, stop: &Stop) -> Result<(String, String), Failure> {
    let (bytes, what) = bytes_of(path, stop).await?;
    Ok((decode(&without_partial_char(bytes), &what)?, what))
}

async fn bytes_of(path: &Path, stop: &Stop) -> Result<(Vec<u8>, String), Failure> {
    let path = path.to_owned();
    stop.or_blocking(move || {
        if path.as_os_str() == "-" {
            return Ok((read_all(io::stdin().lock(), STDIN, MAX_FILE_BYTES)?, STDIN.to_owned()));
        }
        let what = escape(&path.to_string_lossy()).into_owned();
        let file = open(&path, &what)?;
        Ok((read_all(file, &what, MAX_FILE_BYTES)?, what))
    })
    .await
}

/// Removes an incomplete UTF-8 character from the end; other invalid bytes stay.
fn without_partial_char(mut bytes: Vec<u8>) -> Vec<u8> {
    if let Err(error) = std::str::from_utf8(&bytes)
        && error.error_len().is_none()
    {
        bytes.truncate(error.valid_up_to());
    }
    bytes
}

#[expect(
    clippy::disallowed_methods,
    reason = "a file that the caller names, not one of the tree's"
)]
fn open(path: &Path, what: &str) -> Result<impl Read, Failure> {
    std::fs::File::open(path).map_err(|why| unreadable(what, &why))
}

/// Reads all bytes; more than `limit` is an error.
fn read_all(from: impl Read, what: &str, limit: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    match from.take(limit + 1).read_to_end(&mut bytes) {
        Ok(read) if read as u64 > limit => {
            Err(Failure::usage(format!("{what} is longer than {} MiB", limit >> 20)))
        }
        Ok(_) => Ok(bytes),
        Err(why) => Err(unreadable(what, &why)),
    }
}

fn unreadable(what: &str, why: &io::Error) -> Failure {
    Failure::usage(format!("{what} cannot be read: {why}"))
}

/// The text of an input in UTF-8, or in the encoding of its byte order mark, without that mark.
fn decode(bytes: &[u8], what: &str) -> Result<String, Failure> {
    let (encoding, mark) = Encoding::for_bom(bytes).unwrap_or((UTF_8, 0));
    let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes[mark..]);
    text.map(Cow::into_owned).ok_or_else(|| Failure::usage(format!("{what} is not UTF-8 text")))
}

/// As [`decode`], with replacement characters for what is no text, as logs have it.
fn lossy(bytes: &[u8], what: &str, terminal: &Terminal) -> String {
    let (text, _, is_damaged) = UTF_8.decode(bytes);
    if is_damaged {
        terminal.loss(&format!("{what} is not all text; the other bytes were left out"));
    }
    text.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_text_the_beginning_and_the_end_are_used() {
        for (text, expect) in [
            ("ab\ncd\nef", "ab\ncd\nef"),
            ("ab\ncd\nef\ngh\nij", "ab\nij"),
            ("abcdefghijklmnop", "abcde\nmnop"),
            ("ééééééééé", "éé\néé"),
        ] {
            let used = beginning_and_end(text, 10);
            assert!(used.len() <= 10, "{text}");
            assert_eq!(used, expect);
        }
    }

    #[test]
    fn texts_with_a_byte_order_mark_are_decoded() {
        let check = |bytes: &[u8], expect: Option<&str>| {
            let text = decode(bytes, "it").ok();
            assert_eq!(text.as_deref(), expect, "{bytes:?}");
        };
        check(b"\xff\xfea\0\xe9\0", Some("a\u{e9}"));
        check(b"\xfe\xff\0a\0\xe9", Some("a\u{e9}"));
        check(b"\xff\xfe", Some(""));
        check(b"\xef\xbb\xbfa", Some("a"));
        check(b"\xef\xbb\xbf\xff", None);
        check(b"\xff\xfea", None);
        check(b"\xff\xfe\0\xd8", None);
        check(b"a\xe9", None);
    }
}
