//! Citations of source in documents and comments: `path:12`, `path:12-20`, `path#L10-L20`, in text, in code and as links;
//! the quotes and names beside them; and which of them no longer stand. [`check_claims`] checks whatever a document states
//! to be there: also files without lines, quotes and names beside those, and names alone.
//!
//! ```
//! use firsthand_citations::{CitationState, Lock, NoDeclarations, check, documents};
//!
//! let root = tempfile::tempdir()?;
//! std::fs::write(root.path().join("main.rs"), "// one\n\nfn main() {}\n")?;
//! std::fs::write(root.path().join("README.md"), "It starts at `main.rs:2`: `fn main() {}`.\n")?;
//!
//! let documents = documents(root.path(), root.path(), &NoDeclarations)?;
//! let checked = check(root.path(), &documents, &NoDeclarations, &Lock::default());
//! assert_eq!(checked.citations[0].standing, CitationState::Moved);
//! assert_eq!(checked.citations[0].now[0].start(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Laws: files are read through [`firsthand_source::fs`] alone, so nothing outside the root is opened and no link
//! followed; a file that by its name holds secrets is not opened; no text of a cited file is given back, but for the line
//! that is most like an altered quote, and no line with a secret.
//!
//! Not for: links to other pages (other linters check those), or citations of a fixed commit.

mod baseline;
mod check;
mod claims;
mod documents;
mod find;
mod fix;
mod ignored;
mod lock;
mod position;
mod print;
mod remembered;
mod spot;
mod tree;

use std::ops::Range;

use firsthand_anchors::Declarations;

pub use baseline::{Baseline, BaselineError};
pub use check::{Checked, CheckedBy, CheckedCitation, CitationState, Rewritten, check};
pub use claims::{
    AbsentNames, CheckedClaim, CheckedClaims, ClaimDocument, ClaimKind, ClaimSearch, ClaimState,
    check_claims, claims_json_schema, claims_sarif,
};
pub use documents::{DocumentsError, documents};
pub use firsthand_anchors::NoDeclarations;
pub use fix::{Fixed, FixedDocument, fix};
pub use lock::{Lock, LockError};
pub use print::{json_schema, sarif};

/// What is known of a tree: of its languages, and of what its documents cite.
pub trait Code: Declarations {
    /// Whether a cited path is of another repository, or of an example: such a citation is left alone.
    fn is_elsewhere(&self, path: &str) -> bool {
        let _ = path;
        false
    }

    /// Whether the comments of this file can be found.
    fn knows(&self, path: &str) -> bool {
        let _ = path;
        false
    }

    /// The byte ranges of the comments and docstrings of a file, in order; comments with only white space between them
    /// are one.
    fn comments(&self, path: &str, text: &[u8]) -> Vec<Range<usize>> {
        let _ = (path, text);
        Vec::new()
    }
}

/// Knows no language.
impl Code for NoDeclarations {}
