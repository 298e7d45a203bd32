//! Findings, printed: for people, for programs, and as SARIF for services that show findings beside a change.

mod json;
mod sarif;
#[cfg(feature = "text")]
mod text;

pub use json::json;
pub use sarif::sarif;
#[cfg(feature = "text")]
pub use text::text;
