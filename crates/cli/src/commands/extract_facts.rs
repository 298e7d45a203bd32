//! `extract-facts`: parses one file in a process of its own, which the other commands start where a file could end
//! theirs.

use clap::Args;
use firsthand::codegraph::serve_isolated;

use crate::failure::{Exit, Failure};

/// Parse the file on standard input
#[derive(Args, Debug)]
pub(crate) struct ExtractFacts {}

impl ExtractFacts {
    /// The name of the command.
    pub(crate) const NAME: &str = "extract-facts";

    pub(crate) fn run(self) -> Result<Exit, Failure> {
        serve_isolated().map_err(|why| Failure::start(&why))?;
        Ok(Exit::Done)
    }
}
