//! Writes results to standard output.

use std::io::{self, Write as _};

use firsthand::registry::escape_json;
use serde::Serialize;

use crate::failure::Failure;

/// Writes a result. A closed pipe is [`Failure::PipeClosed`], which is not reported.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::PipeClosed,
            _ => Failure::Output(error),
        })
}

/// Writes a result as indented JSON, with control and bidirectional characters written as `\u....`.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|error| Failure::Output(io::Error::other(error)))?;
    print(&(escape_json(text) + "\n"))
}
