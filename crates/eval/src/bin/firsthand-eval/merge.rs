//! `merge`: combines journals into one measurement.

use std::path::PathBuf;

use clap::Args;
use firsthand_eval::{TreeCounts, merge};

use crate::failure::Failure;
use crate::show::Show;
use crate::{print, read};

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
        let texts = self.journals.iter().map(|path| read(path));
        let texts: Vec<String> = texts.collect::<Result<_, _>>()?;
        let merged = merge(texts.iter().map(String::as_str));
        let (recorded_plan, measured) = merged.map_err(Failure::Merge)?;
        print(
            &self
                .show
                .text(&recorded_plan, measured, TreeCounts::default())?,
        )
    }
}
