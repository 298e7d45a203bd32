//! The files of a repository, for a run that reads cited ones again.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::time::Duration;

use async_trait::async_trait;
use firsthand_agent::validator::FoundName;
use firsthand_agent::{Cancel, FileSource};
use firsthand_codegraph::{Graph, NameUse};
use firsthand_registry::{PathClass, Receipt, RepoPath, TokenCount};
use firsthand_source::{folder, qualified_parts, split_words};

use crate::shown::token_counts;
use crate::spellings::{by_name, spellings};
use crate::{AbsenceRequest, Toolbox};

/// The most files that are parsed to order the lines with names, in the order of the names: other lines keep that of their
/// paths. So few files need no order, and their lines little room.
const MAX_PARSED: usize = 150;
const FEW_FILES: usize = 3;
/// How long they are parsed: what remains then keeps its order, as lines without an order are better than none.
const MAX_SORT_TIME: Duration = Duration::from_secs(5);

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

    async fn find_names(&self, names: &[String], most: usize) -> Option<Vec<FoundName>> {
        let names = names.to_vec();
        let finding = self.blocking(move |repo, cancel| {
            let spellings: Vec<Vec<String>> = names.iter().map(|name| spellings(name)).collect();
            let graph = repo.graph.snapshot(cancel);
            let found = graph.lines_with(&spellings.concat(), usize::MAX, most, cancel);
            let found = by_name(&spellings, found).into_iter();
            let found = found.map(|lines| FoundName { lines, is_unexplained: false });
            let mut found: Vec<FoundName> = found.collect();
            let (mut room, sorting) = (MAX_PARSED, cancel.after(MAX_SORT_TIME));
            for (name, FoundName { lines, is_unexplained }) in names.iter().zip(&mut found) {
                let files = lines.chunk_by(|one, other| one.0 == other.0).count();
                if lines.len() <= most && (FEW_FILES + 1..=room).contains(&files) {
                    *is_unexplained = sort_by_use(&graph, name, lines, &sorting);
                    room -= files;
                }
            }
            found
        });
        finding.await.ok()
    }

    async fn search_again(&self, receipt: &Receipt) -> Result<Receipt, String> {
        let absence = self.search_absent(AbsenceRequest::again(receipt)).await?;
        absence.receipt.map_err(|why| why.to_string())
    }
}

/// Sorts the files of lines with a name by what they do with it: those that call it first, then those that name it in another
/// way; then those that only declare it, those with comments, and those that are no code. Of each, files of folders with many
/// of them come last, such as translations and migrations. Returns whether the files leave the name
/// [unexplained](firsthand_agent::validator::Present::unexplained_names).
fn sort_by_use(graph: &Graph, name: &str, lines: &mut [(RepoPath, u32)], cancel: &Cancel) -> bool {
    let last = qualified_parts(name).and_then(|parts| parts.last().copied()).unwrap_or(name);
    let mut ranks: BTreeMap<RepoPath, u8> = BTreeMap::new();
    let (mut declaring, mut is_only_used) = (BTreeSet::new(), true);
    for ((path, _), found) in lines.iter().zip(graph.uses_of_name(last, lines, cancel)) {
        declaring.extend(Some(path.clone()).filter(|_| found == NameUse::Declaration));
        // A key, a field or code that was not understood may be what the name means.
        let is_open = matches!(found, NameUse::Binding | NameUse::String | NameUse::Unread);
        is_only_used &= !is_open && (found != NameUse::Text || PathClass::of(path).docs);
        let rank = match found {
            NameUse::Call | NameUse::Behind => 0,
            NameUse::Mention | NameUse::Local => 1,
            NameUse::Declaration => 3,
            NameUse::Comment => 4,
            NameUse::Text => 5,
            _ => 2,
        };
        let best = ranks.entry(path.clone()).or_insert(rank);
        *best = rank.min(*best);
    }
    let mut in_folder: BTreeMap<&str, usize> = BTreeMap::new();
    ranks.keys().for_each(|path| *in_folder.entry(folder(path.as_str())).or_default() += 1);
    lines.sort_by_key(|(path, _)| {
        (ranks.get(path), in_folder.get(folder(path.as_str())), path.clone())
    });
    let is_word = split_words(last).nth(1).is_none();
    declaring.is_empty() && is_only_used || is_word && declaring.len() > 1
}
