//! `fit`: weights of a logistic model from rows of features.

use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};
use firsthand_eval::{FeatureRow, Fitted, read_feature_rows, read_journal_rows};

use crate::failure::Failure;
use crate::{print, print_json, read, show::OutputFormat, write};

const EXAMPLES: &str = "\
A row is one JSON object a line:
  {\"repo\": \"OWNER/NAME\", \"id\", \"features\": {NAME: NUMBER}, \"label\": 0 or 1}
A journal of `run --arm builtin --out FILE` has a row for each answer that cites a place: the
evidence for its places, labelled 1 where they touch the gold.

Weights are fitted on the repositories of one half (as `run --split known` has them) and judged on
both. The same rows give the same weights, whatever their order.";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, group = ArgGroup::new("rows").required(true))]
pub(crate) struct Fit {
    /// Rows of features with labels
    #[arg(long, value_name = "FILE", group = "rows")]
    features: Option<PathBuf>,
    /// Journals of `run`, in which each task is answered once
    #[arg(long, value_name = "FILE", group = "rows", num_args = 1..)]
    journal: Vec<PathBuf>,
    /// The penalty on the squared weights of standardized features
    #[arg(long, value_name = "NUMBER", default_value_t = 1.0)]
    l2: f64,
    /// Write the weights there too, as a Rust module
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// text for people (Rust constants and Markdown tables), json for programs
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "FORMAT",
        hide_possible_values = true
    )]
    format: OutputFormat,
}

impl Fit {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let fitted = Fitted::of(self.rows()?, self.l2).map_err(Failure::Fit)?;
        if let Some(path) = &self.out {
            write(path, &fitted.rust())?;
        }
        match self.format {
            OutputFormat::Json => print_json(&fitted),
            _ => print(&format!("{}\n{}", fitted.rust(), fitted.tables())),
        }
    }

    fn rows(&self) -> Result<Vec<FeatureRow>, Failure> {
        let what = |path: &Path| path.display().to_string();
        if let Some(path) = &self.features {
            let rows = read_feature_rows(&read(path)?);
            let what = what(path);
            return rows.map_err(|why| Failure::Row { what, why });
        }
        let mut rows = Vec::new();
        for path in &self.journal {
            let (before, what) = (rows.len(), what(path));
            if let Err(why) = read_journal_rows(&read(path)?, &mut rows) {
                return Err(Failure::Answer { what, why });
            } else if rows.len() == before {
                return Err(Failure::NoEvidence(what));
            }
        }
        Ok(rows)
    }
}
