//! The forms of a report, as a person reads them; and the laws, over reports that nobody would write.

#![expect(
    clippy::unwrap_used,
    reason = "a fixture that cannot be made is a failed test"
)]

mod accounts;
mod drawn;
mod fixture;
mod forms;
mod html;
mod json;
mod laws;
mod limits;
mod markdown;
mod oracle;
mod strategies;
mod text;
