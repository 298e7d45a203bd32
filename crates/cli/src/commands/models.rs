//! `models`: who can explore.

use clap::Args;

use crate::failure::{Exit, Failure};
use crate::models;
use crate::output::print;
use crate::paint::{Ink, Terminal};

/// List the models that can explore
#[derive(Args, Debug)]
pub(crate) struct Models {}

impl Models {
    pub(crate) fn run(self, terminal: &Terminal) -> Result<Exit, Failure> {
        let mut out = String::new();
        for row in models::rows() {
            let name = terminal
                .stdout
                .text(Ink::Label, &format!("{:<14}", row.name));
            out += &format!("{name} {}\n", row.about);
        }
        print(&out)?;
        Ok(Exit::Done)
    }
}
