//! Output options, and printing a measurement.

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use firsthand_eval::{
    Document, GroupBy, Measured, Prices, RecordedPlan, TreeCounts, page, plots, table,
    terminal_tables,
};

use crate::failure::Failure;
use crate::{read, write};

#[derive(Args, Debug)]
pub(crate) struct Show {
    /// What a row of the table is
    #[arg(long, value_enum, default_value_t, value_name = "GROUP")]
    by: GroupBy,
    /// text for people (Markdown where it is no terminal), markdown, json, or html: a page with each report
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "FORMAT",
        hide_possible_values = true
    )]
    format: OutputFormat,
    /// Write pictures into this folder, as SVG
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
    /// What a million tokens cost: JSON, {"SERVICE:NAME": {"input", "cached", "output"}}
    #[arg(long, value_name = "FILE")]
    prices: Option<PathBuf>,
}

/// The output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum OutputFormat {
    /// For people.
    #[default]
    Text,
    /// Tables for a page.
    Markdown,
    /// `firsthand.eval/1`.
    Json,
    /// A page of its own.
    Html,
}

impl Show {
    /// Formats the whole output.
    pub(crate) fn text(
        &self,
        recorded_plan: &RecordedPlan,
        measured: Measured,
        trees: TreeCounts,
    ) -> Result<String, Failure> {
        let prices = read_prices(self.prices.as_deref())?;
        let document = Document::new(recorded_plan, measured, trees, self.by, &prices);
        if let Some(folder) = &self.plots {
            for (name, plot) in plots(&document) {
                write(&folder.join(name), &plot)?;
            }
        }
        match self.format {
            OutputFormat::Json => crate::to_json(&document),
            OutputFormat::Html => Ok(page(&document)),
            OutputFormat::Text if std::io::stdout().is_terminal() => {
                Ok(terminal_tables(&table(&document)))
            }
            OutputFormat::Text | OutputFormat::Markdown => Ok(table(&document)),
        }
    }
}

/// Reads a table of prices; empty without a file.
pub(crate) fn read_prices(path: Option<&Path>) -> Result<Prices, Failure> {
    let Some(path) = path else {
        return Ok(Prices::default());
    };
    Prices::read(&read(path)?).map_err(|why| Failure::Prices {
        what: path.display().to_string(),
        why,
    })
}
