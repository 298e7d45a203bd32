//! `search`: searches the code graph without a model.

mod notes;
mod show;
mod sites;

use std::path::Path;
use std::time::Duration;

use clap::Args;
use firsthand::{Relation, SearchDocument, SearchRequest};

use crate::args::{
    Cache, Clones, FileArgs, Paths, PlainFormat, PlainOutputArgs, Roots, name_parser, paths,
};
use crate::failure::{Exit, Failure};
use crate::listing::words_to_mark;
use crate::paint::Terminal;
use crate::progress::Progress;
use crate::stop::Stop;
use crate::{input, opening};

/// The most printed lines of a relation, unless the caller limits them.
const MAX_LISTED_LINES: usize = 200;

/// What a search takes.
const WHAT_HINT: &str = "a search takes a query, --symbol NAME, or --path FILE for an outline";

const SYMBOL_HINT: &str = "--symbol takes a name or path:line";

const AFTER_HELP: &str = "\
Examples:
  firsthand search \"token refresh expiry\"
  firsthand search \"two people save the same page\" --words \"conflict, lock version, stale\"
  firsthand search --symbol Session::renew --relation callers
  firsthand search - --format json --limit 5 --no-tests < issue.txt
  firsthand search --path src/session.rs

A path alone prints the outline of the file.";

/// Search the code, or list the relations of a symbol, without a model
#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct Search {
    /// Any text, or - to read it from standard input
    query: Option<String>,
    /// Words, names or settings that the code may use for it, separated by commas; guess: one that stands nowhere changes nothing
    #[arg(
        long,
        value_name = "WORDS",
        value_delimiter = ',',
        requires = "query",
        conflicts_with_all = ["symbol", "relation"]
    )]
    words: Vec<String>,
    /// A name, a qualified name, or path:line
    #[arg(long, value_name = "NAME")]
    symbol: Option<String>,
    /// The relation to list: definition, callers, callees, references, implementors, siblings (which list its members, too),
    /// texts (what shows a text), files (what names it, what it names), registrations (under which names), numbers (what
    /// has a value); without --symbol, the query is the symbol [default: definition]
    #[arg(long, hide_possible_values = true, value_name = "RELATION", value_parser = name_parser::<Relation>(Relation::ALL.map(Relation::name)))]
    relation: Option<Relation>,
    #[command(flatten)]
    paths: Paths,
    #[command(flatten)]
    roots: Roots,
    #[command(flatten)]
    clones: Clones,
    #[command(flatten)]
    files: FileArgs,
    #[command(flatten)]
    cache: Cache,
    /// Exclude tests
    #[arg(long, help_heading = "Scope")]
    no_tests: bool,
    /// The maximum number of regions, and of printed lines of a relation [default: 10 regions, 200 lines or declarations]
    #[arg(long, value_name = "N", help_heading = "Output", value_parser = clap::value_parser!(u16).range(1..=1000))]
    limit: Option<u16>,
    #[command(flatten)]
    output: PlainOutputArgs,
    /// The time limit in seconds; results found by then are printed
    #[arg(long, value_name = "N", help_heading = "Budgets", hide_short_help = true, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    max_seconds: u32,
    /// Print each score with its components, how relations were resolved, and what the search cost
    #[arg(long, help_heading = "Output")]
    explain: bool,
    /// Print whole regions, not only the lines around a match
    #[arg(long, help_heading = "Output")]
    full: bool,
}

/// The exit code: nothing found only if the search was complete, or a receipt proves that there is nothing to find. A search
/// for words that read no file has failed.
fn exit_code(document: &SearchDocument, is_partial: bool, is_of_words: bool) -> Exit {
    let has_results = !document.regions.is_empty() || !document.files.is_empty();
    let is_proved = document.no_use.as_ref().is_some_and(|no_use| no_use.receipt.is_some());
    if has_results || !document.outline.is_empty() || (is_partial && !is_proved) {
        Exit::Done
    } else if is_of_words && document.stats.files_read == 0 {
        Exit::Failed
    } else {
        Exit::NothingFound
    }
}

impl Search {
    pub(crate) async fn run(mut self, terminal: &Terminal, stop: &Stop) -> Result<Exit, Failure> {
        if self.relation.is_some() && self.symbol.is_none() {
            self.symbol = self.query.take();
        }
        let mut request = self.request(terminal, stop).await?;
        let question = self.symbol.as_ref().unwrap_or(&request.query).clone();
        let chosen = self.clones.chosen(&question, &self.words, terminal, stop).await?;
        let roots = self.roots.find_for(chosen, &request.query, &self.cache, terminal)?;
        let paths = self.paths.in_roots(&roots);
        request.path = (!paths.is_empty()).then(|| paths.join("\n"));
        let explorer = opening::open(&roots, &self.files, &self.cache, terminal)?;
        let progress = terminal.progress.then(|| Progress::start("searching", &explorer));
        let time_limit = Duration::from_secs(self.max_seconds.into());
        let (search_explorer, cancel) = (explorer.clone(), stop.0.after(time_limit));
        let is_text = self.output.format == PlainFormat::Text;
        let is_of_words = self.symbol.is_none();
        let search = stop.or_blocking(move || {
            let found = search_explorer.search(&request, &cancel);
            let document = found.document();
            if is_of_words && question.is_empty() && document.outline.is_empty() {
                paths::check_file(&paths, &search_explorer)?;
            } else if document.regions.is_empty() {
                paths::check(&paths, &search_explorer)?;
            }
            match &request.symbol {
                Some((symbol, _)) => paths::check_symbol(symbol, &document, &search_explorer)?,
                None => paths::check_place(&question, &search_explorer)?,
            }
            let source_lines = is_text.then(|| show::SourceLines::of(&found));
            Ok((found.is_partial(), document, source_lines.unwrap_or_default()))
        });
        let (is_partial, mut document, source_lines) = search.await?;
        drop(progress);
        if document.stats.files_seen == 0 && document.notes.is_empty() {
            return Err(Failure::no_files(Path::new(explorer.root())));
        }
        if !is_text {
            document.notes.extend_from_slice(explorer.notes());
        }
        let page = show::Page {
            terminal,
            roots: explorer.toolbox().sandbox().workspace(),
            explain: self.explain,
            full: self.full,
            lists_regions: !self.explain && is_list(self.relation),
            max_listed_lines: self.limit.map_or(MAX_LISTED_LINES, usize::from),
            words: words_to_mark(match &self.symbol {
                Some(symbol) => symbol,
                None => &document.query,
            }),
        };
        self.output.print(&document, || page.render(&document, &source_lines))?;
        Ok(exit_code(&document, is_partial, is_of_words))
    }

    async fn request(&self, terminal: &Terminal, stop: &Stop) -> Result<SearchRequest, Failure> {
        if let (Some(query), Some(_)) = (&self.query, &self.symbol) {
            return Err(Failure::usage("--symbol takes no query beside it")
                .hint(format!("leave out `{query}`, or leave out --symbol to search for it")));
        }
        let query = match self.query.clone() {
            Some(query) => input::query(query, terminal, stop).await?,
            None if self.symbol.is_none() && self.relation.is_some() => {
                return Err(Failure::usage("--relation needs a symbol").hint(SYMBOL_HINT));
            }
            None if self.symbol.is_none() && self.paths.is_empty() => {
                return Err(Failure::usage("there is nothing to search for").hint(WHAT_HINT));
            }
            None => String::new(),
        };
        if self.symbol.as_ref().is_some_and(|name| name.trim().is_empty()) {
            return Err(Failure::usage("the symbol is empty").hint(SYMBOL_HINT));
        }
        let symbol = self.symbol.as_ref().map(|name| name.trim().to_owned());
        let mut request = SearchRequest::new(query);
        request.words.clone_from(&self.words);
        let relation = self.relation.unwrap_or(Relation::Definition);
        request.symbol = symbol.map(|name| (name, relation));
        let is_list = is_list(self.relation);
        let usual = if is_list { MAX_LISTED_LINES } else { request.limit };
        request.limit = self.limit.map_or(usual, usize::from);
        request.include = self.files.include();
        request.no_tests = self.no_tests;
        Ok(request)
    }
}

/// Whether a relation is a list of declarations or files: the question is which there are, and each is a line.
fn is_list(relation: Option<Relation>) -> bool {
    matches!(relation, Some(Relation::Implementors | Relation::Callees | Relation::Files))
}

#[cfg(test)]
mod tests {
    use firsthand::Cancel;

    use super::*;

    #[test]
    fn only_a_complete_search_exits_with_nothing_found() {
        let explorer =
            firsthand::Explorer::builder(env!("CARGO_MANIFEST_DIR")).build().expect("an explorer");
        let cancelled = Cancel::new();
        cancelled.cancel();
        // Concatenated, so that this file does not contain the word that is searched for.
        let absent_word = ["qzx", "jvkq"].concat();
        for (query, cancel, expect) in [
            ("exit", Cancel::new(), Exit::Done),
            (&absent_word, Cancel::new(), Exit::NothingFound),
            (&absent_word, cancelled, Exit::Done),
        ] {
            let found = explorer.search(&SearchRequest::new(query), &cancel);
            let code = exit_code(&found.document(), found.is_partial(), true);
            assert_eq!(code, expect, "{query}");
        }
    }
}
