//! Citations of source in Markdown: `path:12`, `path:12-20`, `path#L10-L20`, in text, in code and as links; the quotes
//! beside them; and which of them no longer hold.
//!
//! ```
//! use firsthand_citations::{CitationState, check, documents};
//!
//! let root = tempfile::tempdir()?;
//! std::fs::write(root.path().join("main.rs"), "// one\n\nfn main() {}\n")?;
//! std::fs::write(root.path().join("README.md"), "It starts at `main.rs:2`: `fn main() {}`.\n")?;
//!
//! let checked = check(root.path(), &documents(root.path(), root.path())?);
//! assert_eq!(checked.citations[0].standing, CitationState::Moved);
//! assert_eq!(checked.citations[0].now, Some(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Laws: files are read through [`firsthand_source::fs`] alone, so nothing outside the root is opened and no link
//! followed; a file that by its name holds secrets is not opened; no text of a cited file is given back.
//!
//! Not for: links to other pages (other linters check those), or citations of a fixed commit.

mod check;
mod find;
mod print;
mod quote;
mod spot;
mod tree;

pub use check::{Checked, CheckedCitation, CitationState, check};
pub use print::{json_schema, sarif};
pub use tree::{DocumentsError, documents};
