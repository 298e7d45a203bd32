//! `fit`: weights of a logistic model from rows of features.

use std::path::PathBuf;

use clap::Args;
use firsthand_eval::{Fitted, read_feature_rows};

use crate::failure::Failure;
use crate::{print, print_json, read, retrieval::Form};

const EXAMPLES: &str = "\
A row is one JSON object a line:
  {\"repo\": \"OWNER/NAME\", \"id\", \"features\": {NAME: NUMBER}, \"label\": 0 or 1}

Weights are fitted on the repositories of one half (as `retrieval --split fit` has them) and judged on
both. The same rows give the same weights, whatever their order.";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Fit {
    /// Rows of features with labels
    #[arg(long, value_name = "FILE")]
    features: PathBuf,
    /// The penalty on the squared weights of standardized features
    #[arg(long, value_name = "NUMBER", default_value_t = 1.0)]
    l2: f64,
    /// Write the weights there too, as Rust constants
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
    format: Form,
}

impl Fit {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let rows = read_feature_rows(&read(&self.features)?).map_err(|why| Failure::Row {
            what: self.features.display().to_string(),
            why,
        })?;
        let fitted = Fitted::of(rows, self.l2).map_err(Failure::Fit)?;
        if let Some(path) = &self.out {
            write(path, &fitted.rust())?;
        }
        match self.format {
            Form::Json => print_json(&fitted),
            Form::Text => print(&format!("{}\n{}", fitted.rust(), fitted.tables())),
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a file that the caller names, not one of a tree's"
)]
fn write(path: &std::path::Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|why| Failure::Weights {
        path: path.to_owned(),
        why,
    })
}
