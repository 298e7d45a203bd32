//! What the parts of a source text are, as far as a reader is shown it.

/// What a part of a source text is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Syntax {
    /// A comment.
    Comment,
    /// A string or a character, with what is interpolated in it.
    Text,
    /// A number.
    Number,
    /// A word of the language: a token of letters that the grammar spells out.
    Keyword,
}
