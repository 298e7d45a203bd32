//! A code graph on demand: search and relations over a source tree, without an index.
//!
//! Nothing is built before the first answer and nothing can be stale: every call walks the tree and
//! reads it, at about the speed of a grep, and parses only the few files that look promising. What
//! was parsed is kept by content for the life of a [`Graph`] and, with [`Options::cache`], on disk.
//! Questions that belong together can share one listing of the tree: [`Graph::snapshot`].
//!
//! ```
//! use firsthand_codegraph::{Cancel, Graph, Options, Query, Relation};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! std::fs::write(folder.path().join("a.ts"), "export function greet() {\n  return 'hi'\n}\n")?;
//! std::fs::write(
//!     folder.path().join("b.ts"),
//!     "import { greet } from './a'\nexport const run = () => greet()\n",
//! )?;
//! let graph = Graph::open(folder.path(), Options::default())?;
//!
//! let found = graph.search(&Query::new("where do we greet?"), &Cancel::default());
//! let best = &found.regions[0];
//! assert_eq!((best.path.as_str(), best.range.to_string().as_str()), ("a.ts", "1-3"));
//!
//! let callers = graph.relate("greet", Relation::Callers, &Query::default(), &Cancel::default());
//! let symbol = callers.regions[0].symbol.as_ref().map(|symbol| symbol.name.as_str());
//! assert_eq!(symbol, Some("run"));
//! # Ok(())
//! # }
//! ```
//!
//! # How a search works
//!
//! 1. The inventory: a parallel walk that respects `.gitignore` and follows no link.
//! 2. The query is cut into tokens; every file is read once and its words are looked up among them,
//!    so that an issue of 2,000 words costs about what one word does. How many files hold a token is
//!    its rarity: there is no list of words to leave out. A text begins with what it is about, so a
//!    word counts less the further down it stands.
//! 3. Files are ranked by BM25 over their words, by the words of their paths (the same, or beginning
//!    alike), by paths that the query spells out, by what the tests of their name have, and by what
//!    stands in the same folder.
//! 4. The best 32 files are parsed, and up to three others that have a run of the query's words in its
//!    order that is hardly there by chance; and, where the query has an identifier or two that none of these
//!    declares, up to three files for each that do. Declarations, and blocks of what is not declared, are ranked by
//!    BM25 over name, container, path, signature, documentation and body, by exact names, by such
//!    runs and by proximity. Each score is the sum of named components. A file gets a part of its best
//!    declaration's score, and of the scores of the opened files that it uses or that use it.
//! 5. Regions are chosen, best first, each further one of a file for less; of the first five at most three
//!    are of one file while others wait, and these five are shown by file, the best file first.
//!
//! A relation scans for the name, parses the files that hold it, and follows imports and scopes;
//! [`Resolution`] says how the relation was established.
//!
//! # What is kept on disk
//!
//! Of a graph two things, each in small files that any number of processes may write at once: facts by the
//! content that they were extracted from, shared by all trees that hold it; and what scans found, by
//! the state of each file (path, size, times of change, inode), so that a later search reads only
//! files that changed, or that nobody looked through for that word. A file that changed less than
//! two seconds before is not trusted to be the same. What is shown was read for the answer, always.
//! Damage is a miss, and so is what another user wrote; the folder holds about 512 MiB at most and
//! may be deleted at any time.
//!
//! # Laws
//!
//! - `region_bytes_are_the_files_bytes`: a region holds exactly the lines it names, as read.
//! - `window_contains_definition`: a region shown for a declaration holds the line of its name; a
//!   part of a long one holds the hits that it was chosen for.
//! - `recalled_is_as_read`: an answer with a cache is the answer without one, whatever changed.
//! - `search_is_deterministic`: the same tree gives the same answer, whatever the threads.
//! - `tokenizer_total_on_any_bytes`: any text is a query, any bytes are a file.
//!
//! # Not for
//!
//! Type inference, macro expansion, or dispatch: a method called on a value is found by its name, and
//! says so. Languages without a grammar here are searched, in blocks, but declare nothing. No model,
//! no ids, no writing.
#![cfg_attr(test, allow(clippy::disallowed_methods))] // Tests make their own trees.
#![cfg_attr(
    not(feature = "grammars"),
    allow(
        dead_code,
        unused_imports,
        reason = "some of it serves certain languages only"
    )
)]

mod answer;
mod cache;
mod extract;
mod facts;
mod graph;
mod inventory;
mod languages;
mod listing;
mod opened;
mod options;
mod parallel;
mod pattern;
mod plain;
mod postings_cache;
mod query;
mod rank;
mod reader;
mod relate;
mod scan;
mod scope;
mod search;
#[doc(hidden)] // Shared with the cache of reports; no part of the public API.
pub mod store;
mod tokens;
mod unread;
mod window;
mod words;

pub use answer::{
    Declaration, RankedFile, Region, Resolution, SearchResult, Site, Stats, SymbolInfo, TokenStat,
};
#[doc(hidden)]
pub use extract::bare_parse;
pub use firsthand_source::Cancel;
pub use graph::{Graph, OpenError, Options};
pub use inventory::{FileEntry, Inventory, Skipped};
pub use languages::{language_of, languages};
pub use query::{Include, Query, Relation, UnknownRelation};
pub use scope::{Scope, ScopeError};
