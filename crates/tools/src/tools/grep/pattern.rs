//! The compiled pattern of a `grep` call, and which lines match it.

use firsthand_registry::{MaskedFile, escape};
use grep_matcher::{LineTerminator, Matcher as _};
use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use grep_searcher::{Searcher, SearcherBuilder, sinks::Bytes};
use schemars::JsonSchema;
use serde::Deserialize;

use firsthand_source::secrets::HIDDEN;

/// The most memory that a compiled pattern may take, in bytes.
const MAX_COMPILED_BYTES: usize = 4 << 20;

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
    /// The same pattern with greediness swapped: `a.*` matches `a` alone. A shorter match can lie wholly in visible
    /// text.
    shortest: RegexMatcher,
    /// A note for the model if the pattern was searched for as plain text because it is not a valid regex.
    pub(super) note: Option<String>,
}

impl Pattern {
    /// Compiles the pattern; one that is not a valid regex is taken as plain text.
    ///
    /// # Errors
    /// An error message for the model where no line could match.
    pub(super) fn new(text: &str, literal: bool, case: Case) -> Result<Self, String> {
        if text.contains('\n') {
            return Err("`pattern` holds a line break; a match lies within one line".to_owned());
        }
        let build_with = |literal: bool, shortest: bool| {
            RegexMatcherBuilder::new()
                .swap_greed(shortest)
                .fixed_strings(literal)
                .multi_line(true)
                .case_smart(case == Case::Smart)
                .case_insensitive(case == Case::Insensitive)
                .line_terminator(Some(b'\n'))
                .crlf(true)
                .size_limit(MAX_COMPILED_BYTES)
                .dfa_size_limit(MAX_COMPILED_BYTES)
                .build(text)
        };
        let build = |literal| {
            Ok::<_, grep_regex::Error>((build_with(literal, false)?, build_with(literal, true)?))
        };
        let (matcher, note) = match build(literal) {
            Ok(matchers) => (Ok(matchers), None),
            Err(error) => (build(true), Some(reason(&error.to_string()))),
        };
        let (matcher, shortest) = matcher.map_err(|error| {
            let why = reason(&error.to_string());
            format!("`pattern` cannot be searched for: {why}")
        })?;
        let note = note.map(|why| {
            format!("the pattern is not a valid regex ({why}); it was searched for as plain text")
        });
        let pattern = Self {
            matcher,
            shortest,
            note,
        };
        // If the pattern and the searcher are incompatible, the first search fails.
        pattern.search(b"")?;
        Ok(pattern)
    }

    /// The numbers of the matching lines. A line with a secret counts only if the match does not depend on the secret:
    /// otherwise a model could guess a secret one character at a time by what matches.
    pub(super) fn lines(&self, masked: &MaskedFile) -> Vec<u32> {
        let lines = self.raw_lines(masked.bytes());
        let is_allowed = |line: &u32| {
            !masked.redacted().contains_key(line)
                || masked
                    .line(*line)
                    .is_some_and(|shown| self.matches_visible_text(shown.text()))
        };
        lines.into_iter().filter(is_allowed).collect()
    }

    /// Whether the text beside the redacted secrets of a line matches by itself.
    fn matches_visible_text(&self, text: &str) -> bool {
        let pieces: Vec<&str> = visible_pieces(text).collect();
        let last = pieces.len() - 1;
        let mut pieces = pieces.iter().enumerate();
        pieces.any(|(at, piece)| self.matches_within(piece, at > 0, at < last))
    }

    /// Whether the pattern matches inside a piece of a line, whatever secret is hidden `before` or `after` it. An
    /// assertion (`\b`, `$`) depends only on whether the neighbouring character is a letter, so a letter and another
    /// character are both tried as placeholders, and both must match.
    fn matches_within(&self, piece: &str, before: bool, after: bool) -> bool {
        // U+FFFD replaces bytes that are not UTF-8, so the text that the pattern would see is not in the file.
        if piece.contains(char::REPLACEMENT_CHARACTER) {
            return false;
        }
        let placeholders = |hidden: bool| if hidden { &["a", "-"][..] } else { &[""] };
        placeholders(before).iter().all(|left| {
            placeholders(after).iter().all(|right| {
                let text = [left, piece, right].concat();
                let end = left.len() + piece.len();
                [&self.shortest, &self.matcher].iter().any(|matcher| {
                    let found = matcher.find_at(text.as_bytes(), left.len());
                    found.is_ok_and(|found| found.is_some_and(|found| found.end() <= end))
                })
            })
        })
    }

    /// The numbers of the matching lines of a file.
    pub(super) fn raw_lines(&self, bytes: &[u8]) -> Vec<u32> {
        // A search in memory fails only because of the pattern, which `new` has tried.
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

    /// The byte offset of the first match in a line.
    pub(super) fn first_match(&self, line: &str) -> Option<usize> {
        let found = self.matcher.find(line.as_bytes()).ok().flatten()?;
        Some(found.start())
    }
}

/// The pieces of a redacted line between its secrets: one more than there are secrets.
fn visible_pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut parts = text.split(HIDDEN);
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| part.split_once(']').map_or("", |(_, rest)| rest));
    std::iter::once(first).chain(rest)
}

fn searcher() -> Searcher {
    // `Pattern::search` has removed the byte order mark, and UTF-16 files are skipped as binary.
    SearcherBuilder::new()
        .line_terminator(LineTerminator::crlf())
        .line_number(true)
        .bom_sniffing(false)
        .build()
}

/// The last line of a compiler's error, which states what is wrong.
fn reason(error: &str) -> String {
    let last = error.lines().last().unwrap_or(error).trim();
    escape(last.trim_start_matches("error: ")).into_owned()
}
