//! The forms of a report as snapshots; and the laws, over arbitrary hostile reports.

#![expect(clippy::unwrap_used, reason = "a fixture that cannot be made is a failed test")]

mod accounts;
mod fixture;
mod forms;
mod html;
mod json;
mod laws;
mod limits;
mod markdown;
mod name_lines;
mod oracle;
mod strategies;
mod text;
mod uses;
mod viewer;
