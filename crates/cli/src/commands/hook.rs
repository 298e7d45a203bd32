//! `hook`: answers a coding agent's hook; `init --hook` adds it.

use std::path::Path;

use clap::Args;

use crate::failure::{Exit, Failure};
use crate::input;
use crate::paint::print;
use crate::stop::Stop;

/// Add a note to a broad search of a coding agent, whose call is on standard input as JSON
#[derive(Args, Debug)]
pub(crate) struct Hook {}

impl Hook {
    /// Whatever happens, nothing is refused: a call that cannot be read gets no note.
    pub(crate) async fn run(self, stop: &Stop) -> Result<Exit, Failure> {
        if let Ok((call, _)) = input::document(Path::new("-"), stop).await
            && let Some(answer) = firsthand_setup::hook_answer(&call)
        {
            print(&(answer + "\n"))?;
        }
        Ok(Exit::Done)
    }
}
