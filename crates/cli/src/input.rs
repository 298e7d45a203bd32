//! Reads the caller's inputs: a query or a file.

use std::io::{self, Read};
use std::path::Path;

use firsthand::registry::escape;

use crate::failure::Failure;
use crate::stop::Stop;

/// The maximum size of a query from standard input.
const MAX_QUERY_BYTES: u64 = 1 << 20;
/// The maximum size of a report or transcript; some files, such as `/dev/zero`, have no end.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// Returns the query; `-` reads it from standard input. A blank query is an error.
pub(crate) async fn query(argument: String, stop: &Stop) -> Result<String, Failure> {
    let text = match argument.as_str() {
        "-" => {
            stop.or_blocking(|| {
                let bytes = read_all(io::stdin().lock(), "the query", MAX_QUERY_BYTES)?;
                decode(bytes, STDIN)
            })
            .await?
        }
        _ => argument,
    };
    if text.trim().is_empty() {
        Err(Failure::EmptyQuery("query"))
    } else {
        Ok(text)
    }
}

const STDIN: &str = "standard input";

/// Reads a document; returns its text and display name. `-` is standard input.
pub(crate) async fn document(path: &Path, stop: &Stop) -> Result<(String, String), Failure> {
    let path = path.to_owned();
    stop.or_blocking(move || {
        let (bytes, what) = read_bytes(&path)?;
        Ok((decode(bytes, &what)?, what))
    })
    .await
}

/// Reads a transcript; returns its text and display name. An interrupted write may have cut it within a character.
pub(crate) async fn transcript(path: &Path, stop: &Stop) -> Result<(String, String), Failure> {
    let path = path.to_owned();
    stop.or_blocking(move || {
        let (bytes, what) = read_bytes(&path)?;
        Ok((decode(without_partial_char(bytes), &what)?, what))
    })
    .await
}

fn read_bytes(path: &Path) -> Result<(Vec<u8>, String), Failure> {
    if path.as_os_str() == "-" {
        return Ok((
            read_all(io::stdin().lock(), STDIN, MAX_FILE_BYTES)?,
            STDIN.to_owned(),
        ));
    }
    let what = escape(&path.to_string_lossy()).into_owned();
    let file = open(path, &what)?;
    Ok((read_all(file, &what, MAX_FILE_BYTES)?, what))
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
    std::fs::File::open(path).map_err(|why| Failure::Input {
        what: what.to_owned(),
        why,
    })
}

/// Reads all bytes; more than `limit` is an error.
fn read_all(from: impl Read, what: &str, limit: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    match from.take(limit + 1).read_to_end(&mut bytes) {
        Ok(read) if read as u64 > limit => Err(Failure::Length {
            what: what.to_owned(),
            limit,
        }),
        Ok(_) => Ok(bytes),
        Err(why) => Err(Failure::Input {
            what: what.to_owned(),
            why,
        }),
    }
}

fn decode(bytes: Vec<u8>, what: &str) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|_| Failure::Encoding {
        what: what.to_owned(),
    })
}
