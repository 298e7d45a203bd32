//! `compare`: paired differences of two measurements, on the tasks that both have.

use std::path::{Path, PathBuf};

use clap::Args;
use firsthand_eval::{Measured, compare};

use crate::failure::Failure;
use crate::show::read_prices;
use crate::{print, read_merged};

#[derive(Args, Debug)]
pub(crate) struct Compare {
    /// A journal of `run`
    first: PathBuf,
    /// Another: differences are this one less the first
    second: PathBuf,
    /// Only this arm of the first
    #[arg(long, value_name = "ARM")]
    arm: Option<String>,
    /// Only this arm of the second; the same as of the first where not given
    #[arg(long, value_name = "ARM", requires = "arm")]
    with: Option<String>,
    /// What a million tokens cost, as `run` takes it
    #[arg(long, value_name = "FILE")]
    prices: Option<PathBuf>,
}

impl Compare {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let first = records(&self.first, self.arm.as_deref())?;
        let second = records(&self.second, self.with.as_deref().or(self.arm.as_deref()))?;
        let prices = read_prices(self.prices.as_deref())?;
        let compared = compare(&first.records, &second.records, &prices);
        print(&compared.map_err(Failure::Compare)?)
    }
}

fn records(path: &Path, arm: Option<&str>) -> Result<Measured, Failure> {
    let (_, mut measured) = read_merged(&[path])?;
    let is_selected = |name: &str| arm.is_none_or(|arm| arm == name);
    measured
        .records
        .retain(|record| is_selected(&record.key.arm));
    Ok(measured)
}
