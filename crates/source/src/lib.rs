//! Paths, line ranges, lines, words and secrets of source text, and file classes by path: the definitions
//! that all crates of Firsthand share.
//!
//! ```
//! use firsthand_source::{LineIndex, LineRange, PathClass, RepoPath, split_words};
//!
//! let path = RepoPath::new("./tests//parse_test.go")?;
//! assert_eq!(path.as_str(), "tests/parse_test.go");
//! assert!(RepoPath::new("../secret").is_err());
//! assert!(PathClass::of(&path).test);
//!
//! let text = b"first\r\nsecond\n";
//! let lines = LineIndex::of(text);
//! assert_eq!((lines.count(), lines.line_at(7)), (2, 2));
//! assert_eq!(lines.line(text, 1), b"first");
//! assert_eq!(LineRange::new(1, 2).map(|range| range.to_string()).as_deref(), Some("1-2"));
//!
//! assert_eq!(split_words("parseHTTPHeader").collect::<Vec<_>>(), ["parse", "http", "header"]);
//! # Ok::<(), firsthand_source::PathError>(())
//! ```
//!
//! Laws: every function is total (any bytes have lines, any text has words and secrets), and a [`RepoPath`] never
//! leads out of the repository's root.
//!
//! Pure except for two features: `fs` reads files, and `cancel` reads the clock for deadlines. Not for: parsing source
//! (`firsthand-codegraph`), or deciding what counts as seen (`firsthand-registry`).

#[cfg(feature = "cancel")]
mod cancel;
mod escapes;
#[cfg(feature = "fs")]
pub mod fs;
mod letters;
mod lines;
mod losses;
mod path;
mod path_class;
mod pattern;
mod receipt;
#[cfg(feature = "sarif")]
pub mod sarif;
pub mod secrets;
mod text;
#[cfg(feature = "cancel")]
mod threads;
mod wire_names;
mod words;
mod written_place;

#[cfg(feature = "cancel")]
pub use cancel::{Cancel, CancelOnDrop};
pub use escapes::{has_shifts, unescaped};
pub use letters::{Letter, composed, decomposed, each_letter, fold, usual_width};
pub use lines::{LineIndex, LineRange, lines_of, without_line_end};
pub use losses::Losses;
pub use path::{
    PathError, RepoPath, alike, common_path, differ_in_one_folder, folder, is_in_root_name,
    join_path,
};
pub use path_class::{PathClass, begins_comment, is_marked_generated};
pub use receipt::{
    Control, NoReceipt, NotSearched, Receipt, SearchAccount, SearchedPattern, TreeState, Unsearched,
};
pub use text::{
    Syntax, clip, clip_between_words, clip_middle, count, distinct, escape, escape_json,
    escape_lines, grouped_digits, is_invisible, join_at_most, percent_encode, rewrite_texts,
    without_colours,
};
#[cfg(feature = "cancel")]
pub use threads::{Threads, on_threads};
pub use wire_names::{UnknownName, document_schema};
pub use words::{
    MAX_GUESSES, QUALIFIERS, QueryTokens, guesses, identifiers, qualified_parts, scripts,
    sentence_openers, spelling, split_words, tokens_of, word_bounds,
};
pub use written_place::{
    CitedLines, CitedPlace, Qualifier, WrittenPlace, cited_places, is_path_char, last_word_of,
    without_numbers,
};
