//! The formats: one file each, and one row here.

mod html;
mod json;
mod markdown;
mod text;

use std::fmt;
use std::str::FromStr;

use firsthand_validator::VerifiedReport;

pub use html::html;
pub use json::{json, json_schema};
pub use markdown::{Options, Rendered, markdown};
pub use text::{TextOptions, text};

macro_rules! formats {
    ($($(#[$attribute:meta])+ $variant:ident => $name:literal, $render:expr;)+) => {
        /// A form in which a report can be printed.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        #[non_exhaustive]
        pub enum Format { $($(#[$attribute])+ $variant),+ }

        impl Format {
            /// All formats, in the order of the documentation.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// Its name: `text`, `md`, `json`, `html`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            fn render(self) -> RenderFn {
                match self { $(Self::$variant => $render),+ }
            }
        }
    };
}

type RenderFn = fn(&VerifiedReport, &Options, &TextOptions) -> String;

formats! {
    /// For a person at a terminal.
    #[default]
    Text => "text", |report, _, terminal| text(report, terminal).text;
    /// For a main agent: Markdown with a machine block.
    Md => "md", |report, options, _| markdown(report, options).text;
    /// For programs: everything.
    Json => "json", |report, options, _| json(report, options);
    /// For a browser: one self-contained page.
    Html => "html", |report, options, _| html(report, options);
}

/// A text that names no format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownFormat(
    /// The given text.
    pub String,
);

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
        let given = firsthand_registry::escape(&self.0);
        let names = Format::ALL.map(Format::name).join(", ");
        write!(f, "`{given}` is not one of {names}")
    }
}

impl std::error::Error for UnknownFormat {}

/// The report in the given form. [`Format::Text`] uses `terminal`, the other formats use `options`.
#[must_use]
pub fn render(
    report: &VerifiedReport,
    format: Format,
    options: &Options,
    terminal: &TextOptions,
) -> String {
    format.render()(report, options, terminal)
}
