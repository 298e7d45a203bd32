//! `merge`: combines journals into one measurement.

use std::path::PathBuf;

use clap::Args;
use firsthand_eval::TreeCounts;

use crate::failure::Failure;
use crate::show::Show;
use crate::{print, read_merged};

#[derive(Args, Debug)]
pub(crate) struct Merge {
    /// Journals of `run`, in any order
    #[arg(value_name = "FILE", required = true)]
    journals: Vec<PathBuf>,
    #[command(flatten)]
    show: Show,
}

impl Merge {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let (recorded_plan, measured) = read_merged(&self.journals)?;
        print(
            &self
                .show
                .text(&recorded_plan, measured, TreeCounts::default())?,
        )
    }
}
