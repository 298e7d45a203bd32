//! The formats: one file each, and one row here.

mod html;
mod json;
mod markdown;
mod text;

use firsthand_registry::wire_names;
use firsthand_validator::VerifiedReport;

pub use html::{Highlights, Sources, html};
pub use json::{json, json_schema};
pub use markdown::{Audience, Options, Rendered, fit, markdown, refs_json};
pub use text::{TextOptions, text};

wire_names! {
    /// A form in which a report can be printed.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    #[non_exhaustive]
    pub enum Format {
        /// For a person at a terminal.
        #[default]
        Text => "text",
        /// For a main agent: Markdown with a machine block.
        Md => "md",
        /// For programs: everything.
        Json => "json",
        /// For a browser: one self-contained page.
        Html => "html",
    }
}

/// The report in the given form. [`Format::Text`] uses `terminal`, the other formats use `options`.
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
