//! The laws against an adversary, and the oracle against forged reports.

#![expect(
    clippy::unwrap_used,
    reason = "a fixture that cannot be made is a failed test"
)]

mod adversary;
mod forged;
mod oracle;
