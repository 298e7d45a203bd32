//! A zoekt server, which has an index of many repositories: the ones that may answer a question. What it says of their
//! files is not read, since no answer of a server is an observation.

use std::collections::HashSet;
use std::time::Duration;

use firsthand_agent::registry::escape;
use firsthand_source::{identifiers, sentence_openers, split_words};
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::{Client, Response, Url};
use serde::Deserialize;
use serde_json::json;

use super::open::{OpenError, base_url, client, root_cause};

/// The path of the search in the server's API, below its address.
const PATH: &str = "api/search";
/// The most words that are searched for.
const MAX_WORDS: usize = 64;
/// The index has an entry for each three characters: for a shorter word the server reads every text.
const MIN_WORD: usize = 3;
/// The most files that the server names, best first.
const MAX_FILES: usize = 500;
/// After how many matches the server stops in one shard of its index, and in all: its own limits of a search without
/// any. Lower ones, which it would compute from the number of files, cut the ranking of common words.
const MAX_MATCHES: (u64, u64) = (100_000, 1_000_000);
/// How long the server may search, and how long all of its answer may take.
const SEARCH_TIME: Duration = Duration::from_secs(20);
const ANSWER_TIME: Duration = Duration::from_secs(60);
/// The most bytes of an answer, which has every matching line of the named files.
const MAX_ANSWER_BYTES: usize = 64 << 20;
/// The most bytes of a text of the server that is repeated.
const MAX_REPEATED: usize = 300;

/// A server with zoekt's JSON API (`zoekt-webserver -rpc`).
#[derive(Debug)]
pub struct Zoekt {
    url: Url,
    client: Client,
}

/// What a server names for a question.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Candidates {
    /// The repositories, each once, that of the best file first.
    pub repositories: Vec<Candidate>,
    /// How many files and shards of its index the server did not search, since it was at a limit or failed there, and how
    /// many files that it found it did not name.
    pub left_out: u64,
}

/// A repository that a server names.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// Its name in the server's index: `github.com/acme/shop`.
    pub name: String,
    /// The commit that the server searched, if it says so.
    pub commit: Option<String>,
}

/// Why a server names no candidates.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ZoektError {
    /// The question has no word.
    #[error("the question has no word to search for")]
    NoWord,
    /// It gives no answer, refuses the search, or gives an answer that is none of zoekt.
    #[error("the search server {server} {why}")]
    Server {
        /// Its host and port.
        server: String,
        /// What it does, as the rest of a sentence.
        why: String,
    },
}

/// The parts of an answer that are read.
#[derive(Deserialize)]
struct Answer {
    #[serde(rename = "Result")]
    result: Found,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Found {
    files: Option<Vec<FoundFile>>,
    #[serde(default)]
    file_count: u64,
    #[serde(default)]
    files_skipped: u64,
    #[serde(default)]
    shards_skipped: u64,
    #[serde(default)]
    crashes: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct FoundFile {
    repository: String,
    #[serde(default)]
    version: String,
    /// Set if the file is one of a submodule, whose commit `version` is then.
    #[serde(default)]
    sub_repository_name: String,
}

impl Zoekt {
    /// Opens the server at an address. Sends nothing yet.
    ///
    /// # Errors
    /// An [`OpenError`] if the address cannot be used.
    pub fn open(address: &str) -> Result<Self, OpenError> {
        let mut url = base_url(address)?;
        let path = format!("{}/{PATH}", url.path().trim_end_matches('/'));
        url.set_path(&path);
        let json = HeaderValue::from_static("application/json");
        let client = client(&url, HeaderMap::from_iter([(CONTENT_TYPE, json)]))?;
        Ok(Self { url, client })
    }

    /// The repositories with the files that fit a question and guessed words best, as the server ranks them.
    ///
    /// # Errors
    /// A [`ZoektError`].
    pub async fn candidates(
        &self,
        question: &str,
        words: &[String],
    ) -> Result<Candidates, ZoektError> {
        let query = query(question, words).ok_or(ZoektError::NoWord)?;
        let options = json!({
            "MaxDocDisplayCount": MAX_FILES,
            "ShardMaxMatchCount": MAX_MATCHES.0,
            "TotalMaxMatchCount": MAX_MATCHES.1,
            "MaxWallTime": u64::try_from(SEARCH_TIME.as_nanos()).unwrap_or(u64::MAX),
            "UseBM25Scoring": true,
        });
        let body = json!({ "Q": query, "Opts": options }).to_string();
        let request = self.client.post(self.url.clone()).timeout(ANSWER_TIME).body(body);
        let response = request.send().await.map_err(|why| self.connection(&why))?;
        let status = response.status();
        let body = self.body(response).await?;
        if !status.is_success() {
            let (status, body) = (status.as_u16(), beginning(&body));
            return Err(self.error(format!("answers with HTTP {status}: {body}")));
        }
        let answer: Answer =
            serde_json::from_slice(&body).map_err(|why| self.no_answer(&why.to_string()))?;
        Ok(answer.result.candidates())
    }

    async fn body(&self, mut response: Response) -> Result<Vec<u8>, ZoektError> {
        let mut body = Vec::new();
        while let Some(part) = response.chunk().await.map_err(|why| self.connection(&why))? {
            body.extend_from_slice(&part);
            if body.len() > MAX_ANSWER_BYTES {
                return Err(self.no_answer(&format!("it has more than {MAX_ANSWER_BYTES} bytes")));
            }
        }
        Ok(body)
    }

    /// The address has no user and no password, so its host and port can be repeated.
    fn error(&self, why: String) -> ZoektError {
        ZoektError::Server { server: self.url.authority().to_owned(), why }
    }

    fn connection(&self, why: &reqwest::Error) -> ZoektError {
        self.error(format!("does not answer: {}", root_cause(why)))
    }

    fn no_answer(&self, why: &str) -> ZoektError {
        self.error(format!("gives no answer of zoekt: {why}"))
    }
}

impl Found {
    fn candidates(self) -> Candidates {
        let mut seen = HashSet::new();
        let files = self.files.unwrap_or_default();
        let unnamed = self.file_count.saturating_sub(files.len() as u64);
        let first = files.into_iter().filter(|file| seen.insert(file.repository.clone()));
        let repositories = first.map(|file| Candidate {
            commit: Some(file.version)
                .filter(|commit| !commit.is_empty() && file.sub_repository_name.is_empty()),
            name: file.repository,
        });
        let left_out = [unnamed, self.files_skipped, self.shards_skipped, self.crashes];
        Candidates {
            repositories: repositories.collect(),
            left_out: left_out.into_iter().fold(0, u64::saturating_add),
        }
    }
}

/// A query for files with any of the words of a question, in any case; the server weighs them by how rare they are. Words
/// that only begin sentences and short ones are left out, unless there are no others.
fn query(question: &str, guesses: &[String]) -> Option<String> {
    let openers = sentence_openers(question);
    let text = [&[question.to_owned()], guesses].concat().join("\n");
    let names = identifiers(&text).map(|(_, name)| name.to_lowercase());
    let mut seen = HashSet::new();
    let words = names.chain(split_words(&text)).filter(|word| seen.insert(word.clone()));
    let words: Vec<String> = words.collect();
    let is_long = |word: &&String| word.chars().count() >= MIN_WORD;
    let long: Vec<&String> = words.iter().filter(is_long).collect();
    let subject: Vec<&String> = long.iter().copied().filter(|it| !openers.contains(*it)).collect();
    let chosen =
        [subject, long, words.iter().collect()].into_iter().find(|them| !them.is_empty())?;
    // Words are letters, digits and `_`: none has a meaning in a regular expression.
    let quoted = chosen.iter().take(MAX_WORDS).map(|word| format!("\"{word}\""));
    Some(format!("case:no ({})", quoted.collect::<Vec<_>>().join(" or ")))
}

/// The beginning of a text of the server, in one line.
fn beginning(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(&body[..body.len().min(MAX_REPEATED)]);
    escape(text.trim()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_becomes_a_query_of_its_words() {
        for (question, guesses, expect) in [
            (
                "how is a session cookie signed?",
                &[][..],
                "case:no (\"session\" or \"cookie\" or \"signed\")",
            ),
            ("formatPrice", &[], "case:no (\"formatprice\" or \"format\" or \"price\")"),
            (
                "who locks?",
                &["stale", "lock version"],
                "case:no (\"locks\" or \"stale\" or \"lock\" or \"version\")",
            ),
            ("a \"b\") or (repo:x", &[], "case:no (\"repo\")"),
            ("go to", &[], "case:no (\"go\" or \"to\")"),
            ("login?", &[], "case:no (\"login\")"),
            ("?!", &[], ""),
        ] {
            let guesses: Vec<String> = guesses.iter().map(|&guess| guess.to_owned()).collect();
            assert_eq!(query(question, &guesses).unwrap_or_default(), expect, "{question}");
        }
    }
}
