//! The formats by name.

use std::fmt;
use std::str::FromStr;

use firsthand_validator::VerifiedReport;

use crate::{Options, TextOptions, html, json, markdown, text};

/// A form in which a report can be printed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Format {
    /// For a person at a terminal.
    #[default]
    Text,
    /// For a main agent: Markdown with a machine block.
    Md,
    /// For programs: everything.
    Json,
    /// For a browser: one self-contained page.
    Html,
}

/// A text that names no format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownFormat(
    /// What was given.
    pub String,
);

impl Format {
    /// All formats, in the order of the documentation.
    pub const ALL: [Self; 4] = [Self::Text, Self::Md, Self::Json, Self::Html];

    /// Its name: `text`, `md`, `json`, `html`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Md => "md",
            Self::Json => "json",
            Self::Html => "html",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;
    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        let found = Self::ALL.into_iter().find(|format| format.name() == text);
        found.ok_or_else(|| UnknownFormat(text.to_owned()))
    }
}

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not one of text, md, json, html",
            firsthand_registry::escape(&self.0)
        )
    }
}

impl std::error::Error for UnknownFormat {}

/// The report in the given form. `terminal` is looked at for [`Format::Text`] only, `options` for
/// the others.
#[must_use]
pub fn render(
    report: &VerifiedReport,
    format: Format,
    options: &Options,
    terminal: &TextOptions,
) -> String {
    match format {
        Format::Text => text(report, terminal).text,
        Format::Md => markdown(report, options).text,
        Format::Json => json(report, options),
        Format::Html => html(report, options),
    }
}
