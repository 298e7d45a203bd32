//! The files of a repository, for a run that reads cited ones again.

use std::io;

use async_trait::async_trait;
use firsthand_agent::FileSource;
use firsthand_registry::{Receipt, RepoPath, TokenCount};

use crate::shown::token_counts;
use crate::spellings::{by_name, spellings};
use crate::{AbsenceRequest, Toolbox};

#[async_trait]
impl FileSource for Toolbox {
    async fn bytes(&self, path: &RepoPath) -> io::Result<Option<Vec<u8>>> {
        let path = path.clone();
        let reading = self.blocking(move |repo, _| repo.sandbox.present_bytes(&path));
        reading.await.map_err(io::Error::other)?
    }

    // A run counts the words of its question, and looks for those that were not found, after a search: in the same listing.

    async fn count_words(&self, words: &[String]) -> Vec<TokenCount> {
        let words = words.join(" ");
        let counting = self.blocking(move |repo, cancel| {
            let counts = repo.graph.of_last_listing().count_words(&words, cancel);
            token_counts(&counts.tokens, counts.files)
        });
        counting.await.unwrap_or_default()
    }

    async fn occurring(&self, texts: &[String]) -> Vec<String> {
        let all = texts.to_vec();
        let finding =
            self.blocking(move |repo, cancel| repo.graph.of_last_listing().occurring(&all, cancel));
        // What was not looked for to the end may occur.
        finding.await.unwrap_or_else(|_| texts.to_vec())
    }

    async fn find_names(&self, names: &[String], most: usize) -> Option<Vec<Vec<(RepoPath, u32)>>> {
        let spellings: Vec<Vec<String>> = names.iter().map(|name| spellings(name)).collect();
        let texts = spellings.concat();
        let finding = self
            .blocking(move |repo, cancel| repo.graph.lines_with(&texts, usize::MAX, most, cancel));
        Some(by_name(&spellings, finding.await.ok()?))
    }

    async fn search_again(&self, receipt: &Receipt) -> Result<Receipt, String> {
        let absence = self.search_absent(AbsenceRequest::again(receipt)).await?;
        absence.receipt.map_err(|why| why.to_string())
    }
}
