//! Escaping of text from a repository, a caller or a model, for hosts that print
//! other documents than a report.

pub use crate::clean::{escape_prose, plain_prose, quote_lines};
pub use crate::inert::inert;
pub use crate::markup::Html;
