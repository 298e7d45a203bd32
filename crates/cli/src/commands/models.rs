//! `models`: who can explore.

use clap::Args;

use crate::failure::{Exit, Failure};
use crate::models::MODELS;
use crate::output::print;
use crate::paint::{Ink, Terminal};

/// List the models that can explore
#[derive(Args, Debug)]
pub(crate) struct Models {}

impl Models {
    pub(crate) fn run(self, terminal: &Terminal) -> Result<Exit, Failure> {
        let mut out = String::new();
        for row in MODELS {
            let name = terminal
                .stdout
                .text(Ink::Label, &format!("{:<10}", row.name));
            out += &format!("{name} {}\n", row.about);
        }
        print(&out)?;
        Ok(Exit::Done)
    }
}
