//! What a line must hold to match.

use firsthand_registry::escape;
use grep_matcher::{LineTerminator, Matcher as _};
use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use grep_searcher::{Searcher, SearcherBuilder, sinks::Bytes};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::page::Page;

/// Whether capitals count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Case {
    #[default]
    Smart,
    Sensitive,
    Insensitive,
}

/// A compiled pattern.
pub(super) struct Pattern {
    matcher: RegexMatcher,
    /// What went otherwise than asked.
    pub(super) note: Option<String>,
}

impl Pattern {
    /// Compiles the pattern; one that is not a valid regex is taken as plain text.
    ///
    /// # Errors
    /// What to tell the model where no line could match.
    pub(super) fn new(text: &str, literal: bool, case: Case) -> Result<Self, String> {
        if text.contains('\n') {
            return Err("`pattern` holds a line break; a match lies within one line".to_owned());
        }
        let build = |literal: bool| {
            RegexMatcherBuilder::new()
                .fixed_strings(literal)
                .multi_line(true)
                .case_smart(case == Case::Smart)
                .case_insensitive(case == Case::Insensitive)
                .line_terminator(Some(b'\n'))
                .crlf(true)
                .build(text)
        };
        let (matcher, note) = match build(literal) {
            Ok(matcher) => (Ok(matcher), None),
            Err(error) => (build(true), Some(reason(&error.to_string()))),
        };
        let matcher = matcher.map_err(|error| {
            let why = reason(&error.to_string());
            format!("`pattern` cannot be searched for: {why}")
        })?;
        let note = note.map(|why| {
            format!("the pattern is not a valid regex ({why}); it was searched for as plain text")
        });
        let found = Self { matcher, note };
        // A pattern and a searcher that do not go together say so at the first search.
        found.search(b"")?;
        Ok(found)
    }

    /// The lines of a page that match as they may be shown: what only a hidden secret matches is no
    /// match.
    pub(super) fn lines(&self, page: &Page) -> Vec<u32> {
        let lines = self.raw_lines(page.bytes());
        let stands = |line: &u32| {
            !page.redacted().contains_key(line)
                || page
                    .line(*line)
                    .is_some_and(|shown| self.at(shown.text()).is_some())
        };
        lines.into_iter().filter(stands).collect()
    }

    /// The numbers of the matching lines of a file.
    pub(super) fn raw_lines(&self, bytes: &[u8]) -> Vec<u32> {
        // Nothing but the pattern can fail for bytes in memory, and it was tried.
        self.search(bytes).unwrap_or_default()
    }

    fn search(&self, bytes: &[u8]) -> Result<Vec<u32>, String> {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let mut lines = Vec::new();
        let sink = Bytes(|line, _| {
            lines.extend(u32::try_from(line).ok());
            Ok(true)
        });
        searcher()
            .search_slice(&self.matcher, text, sink)
            .map_err(|error| format!("`pattern` cannot be searched for: {error}"))?;
        Ok(lines)
    }

    /// Where in a line the first match begins.
    pub(super) fn at(&self, line: &str) -> Option<usize> {
        let found = self.matcher.find(line.as_bytes()).ok().flatten()?;
        Some(found.start())
    }
}

fn searcher() -> Searcher {
    // A mark of the encoding is taken off before; UTF-16 counts as binary.
    SearcherBuilder::new()
        .line_terminator(LineTerminator::crlf())
        .line_number(true)
        .bom_sniffing(false)
        .build()
}

/// The last line of a compiler's complaint, which says what is wrong.
fn reason(error: &str) -> String {
    let last = error.lines().last().unwrap_or(error).trim();
    escape(last.trim_start_matches("error: ")).into_owned()
}
