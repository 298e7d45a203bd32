//! What the caller hands in: a query, or a file.

use std::io::{self, Read};
use std::path::Path;

use firsthand::registry::escape;

use crate::failure::Failure;
use crate::stop::Stop;

/// Longer queries are no queries.
const MAX_QUERY: u64 = 1 << 20;
/// Longer files are no reports and no transcripts; some, as `/dev/zero`, have no end.
const MAX_FILE: u64 = 64 << 20;

/// The query, read from standard input where it is `-`.
pub(crate) async fn query(given: String, stop: &Stop) -> Result<String, Failure> {
    let text = match given.as_str() {
        "-" => {
            stop.or_blocking(|| {
                let bytes = all(io::stdin().lock(), "the query", MAX_QUERY)?;
                text(bytes, STDIN)
            })
            .await?
        }
        _ => given,
    };
    match text.trim().is_empty() {
        true => Err(Failure::EmptyQuery("query")),
        false => Ok(text),
    }
}

const STDIN: &str = "standard input";

/// A document and what to call it; `-` is standard input.
pub(crate) async fn document(path: &Path, stop: &Stop) -> Result<(String, String), Failure> {
    let path = path.to_owned();
    stop.or_blocking(move || {
        let (bytes, what) = bytes(&path)?;
        Ok((text(bytes, &what)?, what))
    })
    .await
}

/// A transcript and what to call it. It may have been broken off in writing, within a character too.
pub(crate) async fn transcript(path: &Path, stop: &Stop) -> Result<(String, String), Failure> {
    let path = path.to_owned();
    stop.or_blocking(move || {
        let (bytes, what) = bytes(&path)?;
        Ok((text(without_broken_end(bytes), &what)?, what))
    })
    .await
}

fn bytes(path: &Path) -> Result<(Vec<u8>, String), Failure> {
    if path.as_os_str() == "-" {
        return Ok((all(io::stdin().lock(), STDIN, MAX_FILE)?, STDIN.to_owned()));
    }
    let what = escape(&path.to_string_lossy()).into_owned();
    let file = open(path, &what)?;
    Ok((all(file, &what, MAX_FILE)?, what))
}

fn without_broken_end(mut bytes: Vec<u8>) -> Vec<u8> {
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

/// All bytes, of at most `limit`.
fn all(from: impl Read, what: &str, limit: u64) -> Result<Vec<u8>, Failure> {
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

fn text(bytes: Vec<u8>, what: &str) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|_| Failure::Encoding {
        what: what.to_owned(),
    })
}
