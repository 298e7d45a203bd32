//! The citations of a document, with the quotes and names beside them.

mod beside;
mod located;
mod markdown;
mod mentions;
mod name_forms;
mod plain;

use std::ops::Range;

use firsthand_anchors::FoldedQuote;
use firsthand_source::LineRange;

pub(crate) use beside::{code_before, owner_before};
pub(crate) use mentions::{Mention, Mentions};
pub(crate) use name_forms::arity_of;

use crate::spot::{LocationMatch, Reading};

/// A citation in a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Citation {
    /// The citation's byte range in the document.
    pub(crate) at: Range<usize>,
    /// The path as it is written; for a link, percent-decoded.
    pub(crate) path: String,
    /// The first line as it is written.
    pub(crate) start: u32,
    /// The last line as it is written.
    pub(crate) end: u32,
    pub(crate) reading: Reading,
    pub(crate) style: CitationStyle,
    pub(crate) quote: Option<FoldedQuote>,
    /// The name in a code span beside it.
    pub(crate) name: Option<String>,
}

/// How a citation is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum CitationStyle {
    Text,
    Code,
    Link,
}

/// The form of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Markdown,
    /// Text of another markup.
    Plain,
    /// Source, of which these byte ranges are comments.
    Comments(Vec<Range<usize>>),
}

impl Citation {
    fn new(at: Range<usize>, path: &str, location: &LocationMatch, style: CitationStyle) -> Self {
        Self {
            at,
            path: path.to_owned(),
            start: location.start,
            end: location.end,
            reading: location.reading,
            style,
            quote: None,
            name: None,
        }
    }

    /// Whether it cites a file or folder without lines.
    pub(crate) fn is_whole(&self) -> bool {
        self.reading == Reading::Whole
    }

    /// Whether what stands beside it is of this citation, and not of one of several.
    fn is_alone(&self) -> bool {
        self.reading != Reading::OneOfSeveral
    }

    /// The cited lines; `None` if no file has such lines.
    pub(crate) fn lines(&self) -> Option<LineRange> {
        LineRange::new(self.start, self.end)
    }
}

/// All citations of a document, in order.
pub(crate) fn citations(document: &str, form: &Form) -> Vec<Citation> {
    match form {
        Form::Markdown => markdown::citations(document, None).0,
        Form::Plain => plain::citations(document, 0..document.len()),
        Form::Comments(ranges) => {
            let inside = ranges.iter().filter(|range| document.get((*range).clone()).is_some());
            inside.flat_map(|range| plain::citations(document, range.clone())).collect()
        }
    }
}

/// All citations of a Markdown document, also those of whole files, in order; and what else it mentions. `is_path` says
/// whether a text without lines is a path.
pub(crate) fn statements<'d>(
    document: &'d str,
    is_path: &'d dyn Fn(&str) -> bool,
) -> (Vec<Citation>, Mentions<'d>) {
    let (citations, mentions) = markdown::citations(document, Some(Mentions::new(is_path)));
    (citations, mentions.unwrap_or_else(|| Mentions::new(is_path)))
}

/// Whether the letters of a file extension occur in that order in the name of a language: `rs` in `rust`.
pub(crate) fn is_short_for(extension: &str, language: &str) -> bool {
    let mut letters = language.chars().map(|c| c.to_ascii_lowercase());
    extension.chars().all(|letter| letters.any(|c| c == letter.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests;
