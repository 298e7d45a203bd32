//! How what was measured is printed.

use clap::{Args, ValueEnum};
use firsthand_eval::{Document, GroupBy, Measured, Outline, TreeCounts, table};

use crate::failure::Failure;

#[derive(Args, Debug)]
pub(crate) struct Show {
    /// What a row of the table is
    #[arg(long, value_enum, default_value_t, value_name = "GROUP")]
    by: By,
    /// text for people (Markdown tables), json for programs
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "FORMAT",
        hide_possible_values = true
    )]
    format: Form,
}

/// How to print what was measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Form {
    /// For people.
    #[default]
    Text,
    /// `firsthand.eval/1`.
    Json,
}

/// What a row of the table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum By {
    /// A file of tasks.
    #[default]
    Set,
    /// A repository.
    Repo,
    /// The ending of the answer's first file.
    Extension,
    /// The language that the task names, or else that ending.
    Language,
}

impl Show {
    /// The whole output.
    pub(crate) fn text(
        &self,
        outline: &Outline,
        measured: Measured,
        trees: TreeCounts,
    ) -> Result<String, Failure> {
        let document = Document::new(outline, measured, trees, self.by.into());
        match self.format {
            Form::Json => crate::json(&document),
            Form::Text => Ok(table(&document)),
        }
    }
}

impl From<By> for GroupBy {
    fn from(by: By) -> Self {
        match by {
            By::Set => Self::Set,
            By::Repo => Self::Repo,
            By::Extension => Self::Extension,
            By::Language => Self::Language,
        }
    }
}
