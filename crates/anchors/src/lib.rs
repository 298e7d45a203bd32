//! Finds a recorded place again in a changed file, and says what became of it.
//!
//! Where a place is observed, an [`Anchor`] records what finds it again: digests of its lines, the declaration around
//! it, and the lines beside it. Later, [`find`] compares it with the file's present text:
//!
//! ```
//! use firsthand_anchors::{Anchor, FileText, NoDeclarations, PlaceState, Wanted, find};
//! use firsthand_source::LineRange;
//!
//! let then = FileText::new(b"fn keep() {\n    write(basket);\n}\n".to_vec());
//! let place = LineRange::new(1, 3).ok_or("no lines")?;
//! let anchor = Anchor::of(&then, place, None);
//!
//! let now = FileText::new(b"use std::fs;\n\nfn keep() {\n    write(basket);\n}\n".to_vec());
//! let found = find(&Wanted::new(place).with_anchor(&anchor), &now, &NoDeclarations);
//! assert_eq!(found.state, PlaceState::Moved);
//! assert_eq!(found.at, [LineRange::new(3, 5).ok_or("no lines")?]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Laws: a place has moved only where its recorded lines, or its quote, stand byte for byte; a position alone is no
//! evidence; of several equal places none is chosen. A line that holds a secret is in no digest and equals nothing.
//!
//! Not for: reading files, parsing (see [`Declarations`]), and whether a text is still true.

mod anchor;
mod beside;
mod edits;
mod file;
mod find;
mod named;
mod quote;

use std::sync::Arc;

use firsthand_source::LineRange;

pub use anchor::{Anchor, DeclarationName};
pub use file::{FileText, RawText};
pub use find::{Found, PlaceState, Wanted, find};
pub use named::find_named;
pub use quote::{ExactQuote, FoldedQuote};

/// A declaration of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// Its name with its containers, as the language writes it.
    pub qualified: String,
    /// Its kind, in the language's terms.
    pub kind: String,
    /// All its lines.
    pub range: LineRange,
    /// The line of its name.
    pub line: u32,
}

/// Lists the declarations of a file, outermost first.
pub trait Declarations {
    /// The declarations in the text of the file at `path`; none where the language is unknown.
    fn of(&self, path: &str, text: &[u8]) -> Arc<Vec<Declared>>;
}

/// Knows no declaration of any file.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoDeclarations;

impl Declarations for NoDeclarations {
    fn of(&self, _: &str, _: &[u8]) -> Arc<Vec<Declared>> {
        Arc::default()
    }
}
