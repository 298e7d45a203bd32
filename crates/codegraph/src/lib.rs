//! A code graph on demand: search and relations over a source tree, without an index.
//!
//! Nothing is built before the first result, and nothing can be stale: every call walks and reads the tree, at about
//! the speed of a grep, and parses only the few most promising files. Facts of parsed files are cached by content while
//! a [`Graph`] exists and, with [`Options::cache`], on disk. Related questions can share one listing of the tree:
//! [`Graph::snapshot`].
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
//! 1. The inventory: a parallel walk that respects `.gitignore` and does not follow links.
//! 2. The query is split into tokens. Every file is read once, and its words are looked up among the tokens, so that an
//!    issue of 2,000 words costs about as much as one word. Places that it names (`path:line`, the frames of a stack
//!    trace) come first in the result. The rarity of a token is the number of files that contain
//!    it; there is no stop list. A text begins with its subject, so a word counts less the further down it is.
//! 3. Files are ranked by BM25 over their words, by the words of their paths (equal, or with a common prefix), by
//!    the tests that are named after them, and by the other files of their folder.
//! 4. The best files are parsed, at most 32, and fewer than that (but at least ten) if they are large. Up to three
//!    others are parsed that contain a run of the query's words, in its order, that is unlikely by chance. If the query
//!    has at most two identifiers, then for each of them that none of these files declares, up to three files that
//!    declare it are parsed, too. Declarations, and blocks of text without declarations, are ranked by BM25 over name,
//!    container, path, signature, documentation and body, by exact names, by such runs, and by proximity. Each score is
//!    the sum of named components. The score of a file includes a part of its best declaration's score, and of the
//!    scores of the opened files that it uses or that use it.
//! 5. Regions are selected best first; each further one of a file counts less. At most three of the first five are of
//!    one file if other files have regions, too, and these five are ordered by file, the best file first.
//!
//! A relation query scans for the name, parses the files that contain it, and follows imports and scopes;
//! [`Resolution`] states how the relation was resolved.
//!
//! # The cache on disk
//!
//! A graph stores two kinds of data, in small files that any number of processes may write at once: facts by the
//! content that they were extracted from, shared by all trees that contain it; and the postings of scans, by the state
//! of each file (path, size, times of change, inode), so that a later search reads only files that changed or were not
//! scanned for a word. A file that changed less than two seconds before its listing is always scanned again. The text
//! of a result is always read from the file. A damaged entry is a miss, and so is an entry of another user. The folder
//! holds at most about 512 MiB and may be deleted at any time.
//!
//! # Laws
//!
//! - `region_bytes_are_the_files_bytes`: a region contains exactly its lines, as read.
//! - `window_contains_definition`: the region of a declaration contains the line of its name; a part of a long one
//!   contains the hits that it was selected for.
//! - `recalled_is_as_read`: the result with a cache is the result without one, whatever changed.
//! - `search_is_deterministic`: the same tree gives the same result, with any number of threads.
//! - `tokenizer_total_on_any_bytes`: any text is a query, any bytes are a file.
//!
//! # Out of scope
//!
//! Type inference beyond declared types and constructor calls, macro expansion, and dynamic dispatch: a method that is
//! called on a value of unknown type is found by its name alone, and the result says so. Files of languages without a
//! grammar here are searched in blocks, but have no declarations. The crate has no model and no ids, and it writes
//! nothing to the tree.
#![cfg_attr(test, allow(clippy::disallowed_methods))] // Tests make their own trees.
#![cfg_attr(
    not(feature = "grammars"),
    allow(dead_code, unused_imports, reason = "some of it serves certain languages only")
)]

mod answer;
mod facts;
mod graph;
mod options;
mod query;
mod relations;
mod search;
mod text;

pub use answer::{
    Declaration, NameUse, QueryWords, RankedFile, Region, Resolution, SearchResult, Site, Stats,
    TokenStat, WordCounts,
};
#[doc(hidden)]
pub use facts::extract::bare_parse;
pub use facts::fact_store::syntax_of;
pub use facts::isolation::serve_isolated;
#[doc(hidden)]
pub use facts::languages::grammar_tokens;
pub use facts::languages::{is_code, is_schema, language_of, languages};
pub use firsthand_source::fs::{FileEntry, Inventory, Skipped};
pub use firsthand_source::{Cancel, Syntax};
pub use graph::Graph;
pub use options::{Isolation, OpenError, Options, Redactor};
pub use query::{ChangedList, Include, Query, Relation};
pub use relations::{can_use, implements_by_methods};
pub use text::entries::{is_data, is_parallel, line_key};
pub use text::scope::{Scope, ScopeError};
#[doc(hidden)] // Shared with the cache of reports; no part of the public API.
pub use text::store;
