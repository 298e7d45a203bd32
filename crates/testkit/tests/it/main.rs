//! The laws against an adversary, and the oracle against forged reports.

#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::semicolon_if_nothing_returned,
    reason = "a fixture that cannot be made is a failed test; it writes its own folder; a row is one expression"
)]

mod adversary;
mod forged;
mod oracle;
