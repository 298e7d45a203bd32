//! What the caller hands in: a query, or a file.

use std::io::{self, Read};
use std::path::Path;

use firsthand::registry::escape;

use crate::failure::Failure;
use crate::stop::Stop;

/// Longer queries are no queries.
const MAX_QUERY: u64 = 1 << 20;

/// The query, read from standard input where it is `-`.
pub(crate) async fn query(given: String, stop: &Stop) -> Result<String, Failure> {
    let text = match given.as_str() {
        "-" => {
            stop.or_blocking(|| {
                let bytes = all(io::stdin().lock().take(MAX_QUERY + 1), STDIN)?;
                match bytes.len() as u64 > MAX_QUERY {
                    true => Err(Failure::Length { limit: MAX_QUERY }),
                    false => text(bytes, STDIN),
                }
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
        if path.as_os_str() == "-" {
            let text = text(all(io::stdin().lock(), STDIN)?, STDIN)?;
            return Ok((text, STDIN.to_owned()));
        }
        let what = escape(&path.to_string_lossy()).into_owned();
        let text = text(all(open(&path, &what)?, &what)?, &what)?;
        Ok((text, what))
    })
    .await
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

fn all(mut from: impl Read, what: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    match from.read_to_end(&mut bytes) {
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
