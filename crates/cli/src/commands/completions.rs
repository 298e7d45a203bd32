//! `completions`: scripts for shells.

use clap::{Args, CommandFactory as _};
use clap_complete::{Shell, generate};

use crate::args::Cli;
use crate::failure::{Exit, Failure};
use crate::paint::print;

/// Print a completion script for a shell
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  firsthand completions bash > /etc/bash_completion.d/firsthand")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        let mut script = Vec::new();
        generate(self.shell, &mut Cli::command(), "firsthand", &mut script);
        print(&String::from_utf8_lossy(&script))?;
        Ok(Exit::Done)
    }
}
