//! Text of a repository, a caller or a model that cannot break the shape of what it stands in: for hosts that print
//! something else than a report.

pub use crate::clean::{prose, quote_lines};
pub use crate::inert::inert;
pub use crate::markup::Html;
