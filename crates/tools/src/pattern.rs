//! A compiled pattern, and which lines of a file match it.

use std::ops::Range;

use firsthand_registry::{MaskedFile, escape};
use grep_matcher::{LineTerminator, Matcher as _};
use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use grep_searcher::{Searcher, SearcherBuilder, sinks::Bytes};
use regex_syntax::ParserBuilder;
use regex_syntax::ast::{self, Ast};
use regex_syntax::hir::{Class, Hir, HirKind, Look};
use schemars::JsonSchema;
use serde::Deserialize;

use firsthand_source::SearchedPattern;

/// The most memory that a compiled pattern may take, in bytes.
const MAX_COMPILED_BYTES: usize = 4 << 20;

/// Whether capitals count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Case {
    #[default]
    Smart,
    Sensitive,
    Insensitive,
}

/// A compiled pattern.
pub(crate) struct Pattern {
    /// How it was read.
    pub(crate) read_as: SearchedPattern,
    matcher: RegexMatcher,
    /// The same pattern with greediness swapped: `a.*` matches `a` alone. A shorter match can lie wholly in visible
    /// text.
    shortest: RegexMatcher,
    /// A note for the model if the pattern was searched for as plain text because it is not a valid regex.
    pub(crate) note: Option<String>,
}

impl Pattern {
    /// Compiles the pattern; one that is not a valid regex is taken as plain text.
    ///
    /// # Errors
    /// An error message for the model where no line could match.
    pub(crate) fn new(text: &str, literal: bool, case: Case) -> Result<Self, String> {
        let case_sensitive = match case {
            Case::Smart => has_capitals(text, literal),
            Case::Sensitive => true,
            Case::Insensitive => false,
        };
        let read_as = SearchedPattern::plain(text).with_case(case_sensitive);
        if literal {
            return Self::of(read_as);
        }
        let regex = read_as.clone().with_regex(true);
        match compile(&regex, false) {
            Ok(_) => Self::of(regex),
            Err(why) => {
                let plain = Self::of(read_as.with_case(match case {
                    Case::Smart => has_capitals(text, true),
                    _ => case_sensitive,
                }))?;
                let note = format!(
                    "the pattern is not a valid regex ({why}); it was searched for as plain text"
                );
                Ok(Self { note: Some(note), ..plain })
            }
        }
    }

    /// Compiles the pattern as it is to be read.
    ///
    /// # Errors
    /// An error message where it is no regex, or no line could match.
    pub(crate) fn of(read_as: SearchedPattern) -> Result<Self, String> {
        if read_as.text.contains('\n') {
            return Err("`pattern` holds a line break; a match lies within one line".to_owned());
        }
        let one_line = read_as.regex && can_match_line_end(&read_as.text);
        let read_as = read_as.with_one_line(one_line);
        let build = |shortest| {
            let error = |why| format!("`{}` cannot be searched for: {why}", read_as.text);
            compile(&read_as, shortest).map_err(error)
        };
        let pattern = Self { matcher: build(false)?, shortest: build(true)?, note: None, read_as };
        // If the pattern and the searcher are incompatible, the first search fails.
        pattern.search(b"")?;
        Ok(pattern)
    }

    /// The numbers of the matching lines. A line with a secret counts only if the match does not depend on the secret:
    /// otherwise a model could guess a secret one character at a time by what matches.
    pub(crate) fn lines(&self, masked: &MaskedFile) -> Vec<u32> {
        let lines = self.raw_lines(masked.bytes());
        let is_allowed = |line: &u32| {
            !masked.redacted().contains_key(line)
                || self.matches_one_of(&masked.visible_parts(*line))
        };
        lines.into_iter().filter(is_allowed).collect()
    }

    /// Whether one of the parts of a line beside its secrets matches by itself.
    fn matches_one_of(&self, parts: &[&[u8]]) -> bool {
        let mut each = parts.iter().enumerate();
        each.any(|(at, part)| self.matches_within(part, at > 0, at + 1 < parts.len()))
    }

    /// Whether the pattern matches inside a part of a line, whatever secret is hidden `before` or `after` it. An
    /// assertion (`\b`, `$`) depends only on whether the neighbouring character is a letter, so a letter and another
    /// character are both tried as placeholders, and both must match.
    fn matches_within(&self, part: &[u8], before: bool, after: bool) -> bool {
        let placeholders = |hidden: bool| if hidden { &["a", "-"][..] } else { &[""] };
        placeholders(before).iter().all(|left| {
            placeholders(after).iter().all(|right| {
                let text = [left.as_bytes(), part, right.as_bytes()].concat();
                let end = left.len() + part.len();
                [&self.shortest, &self.matcher].iter().any(|matcher| {
                    let found = matcher.find_at(&text, left.len());
                    found.is_ok_and(|found| found.is_some_and(|found| found.end() <= end))
                })
            })
        })
    }

    /// The numbers of the matching lines of a file.
    pub(crate) fn raw_lines(&self, bytes: &[u8]) -> Vec<u32> {
        // A search in memory fails only because of the pattern, which `new` has tried.
        self.search(bytes).unwrap_or_default()
    }

    fn search(&self, bytes: &[u8]) -> Result<Vec<u32>, String> {
        let mut lines = Vec::new();
        let sink = Bytes(|line, _| {
            lines.extend(u32::try_from(line).ok());
            Ok(true)
        });
        searcher()
            .search_slice(&self.matcher, bytes, sink)
            .map_err(|error| format!("`{}` cannot be searched for: {error}", self.read_as.text))?;
        Ok(lines)
    }

    /// Another regex, with or without regard to case as this one.
    pub(crate) fn like(&self, regex: &str) -> SearchedPattern {
        SearchedPattern::plain(regex).with_regex(true).with_case(self.read_as.case_sensitive)
    }

    /// The alternatives of a regex, each alone; none if it has no several, or flags, which may hold for all of them.
    pub(crate) fn alternatives(&self) -> Vec<Self> {
        let text = &self.read_as.text;
        let parsed = self.read_as.regex.then(|| ast::parse::Parser::new().parse(text).ok());
        let parsed = parsed.flatten().filter(|_| !text.contains("(?"));
        let Some(Ast::Alternation(parsed)) = &parsed else {
            return Vec::new();
        };
        let alone = |part: &Ast| {
            let span = part.span();
            Self::of(self.like(text.get(span.start.offset..span.end.offset)?)).ok()
        };
        parsed.asts.iter().filter_map(alone).collect()
    }

    /// The bytes of the first match in a line.
    pub(crate) fn first_match(&self, line: &str) -> Option<Range<usize>> {
        let found = self.matcher.find(line.as_bytes()).ok().flatten()?;
        Some(found.start()..found.end())
    }

    /// The bytes of each match in a line.
    pub(crate) fn matches(&self, line: &str) -> Vec<Range<usize>> {
        let mut matches = Vec::new();
        // The matcher cannot fail: `new` has tried it.
        let _ = self.matcher.find_iter(line.as_bytes(), |found| {
            matches.push(found.start()..found.end());
            true
        });
        matches
    }
}

/// Compiles a pattern; with `shortest`, with greediness swapped.
///
/// # Errors
/// What is wrong with it.
fn compile(read_as: &SearchedPattern, shortest: bool) -> Result<RegexMatcher, String> {
    RegexMatcherBuilder::new()
        .swap_greed(shortest)
        .fixed_strings(!read_as.regex)
        .word(read_as.word)
        .multi_line(true)
        .case_insensitive(!read_as.case_sensitive)
        .line_terminator(Some(b'\n'))
        .crlf(true)
        .size_limit(MAX_COMPILED_BYTES)
        .dfa_size_limit(MAX_COMPILED_BYTES)
        .build(&read_as.text)
        .map_err(|error| reason(&error.to_string()))
}

/// Whether a regex has a class with the line end: `\s`, `[^a]`, `(?s).`.
fn can_match_line_end(regex: &str) -> bool {
    let mut parser = ParserBuilder::new().utf8(false).multi_line(true).crlf(true).build();
    parser.parse(regex).is_ok_and(|parsed| has_line_end(&parsed))
}

fn has_line_end(part: &Hir) -> bool {
    match part.kind() {
        HirKind::Class(Class::Unicode(class)) => {
            class.iter().any(|range| (range.start()..=range.end()).contains(&'\n'))
        }
        HirKind::Class(Class::Bytes(class)) => {
            class.iter().any(|range| (range.start()..=range.end()).contains(&b'\n'))
        }
        HirKind::Repetition(repeated) => has_line_end(&repeated.sub),
        HirKind::Capture(captured) => has_line_end(&captured.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().any(has_line_end),
        HirKind::Empty | HirKind::Literal(_) | HirKind::Look(_) => false,
    }
}

/// Whether a pattern matches plain ASCII text alone, which has the same bytes in every encoding of source but UTF-16.
pub(crate) fn is_ascii(pattern: &SearchedPattern) -> bool {
    let mut parser = ParserBuilder::new().utf8(false).multi_line(true).crlf(true).build();
    pattern.text.is_ascii()
        && (!pattern.regex
            || parser.parse(&pattern.text).is_ok_and(|parsed| has_ascii_alone(&parsed)))
}

fn has_ascii_alone(part: &Hir) -> bool {
    match part.kind() {
        HirKind::Literal(literal) => literal.0.is_ascii(),
        HirKind::Class(Class::Unicode(class)) => class.is_ascii(),
        HirKind::Class(Class::Bytes(class)) => class.is_ascii(),
        // Beside a letter of another encoding, `\B` fails where it would hold.
        HirKind::Look(look) => !matches!(look, Look::WordUnicodeNegate | Look::WordAsciiNegate),
        HirKind::Repetition(repeated) => has_ascii_alone(&repeated.sub),
        HirKind::Capture(captured) => has_ascii_alone(&captured.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().all(has_ascii_alone),
        HirKind::Empty => true,
    }
}

/// Whether a pattern has a capital that stands for itself. In a regex, `\W` and `\p{Lu}` have none.
fn has_capitals(text: &str, literal: bool) -> bool {
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' || literal {
            if c.is_uppercase() {
                return true;
            }
            continue;
        }
        // A class, or a character by its number: `\p{Lu}`, `\pL`, `\x{1F600}`.
        if matches!(chars.next(), Some('p' | 'P' | 'x' | 'u' | 'U')) && chars.next() == Some('{') {
            chars.by_ref().find(|c| *c == '}');
        }
    }
    false
}

fn searcher() -> Searcher {
    // A text that was read is in UTF-8, without a byte order mark.
    SearcherBuilder::new()
        .line_terminator(LineTerminator::crlf())
        .line_number(true)
        .bom_sniffing(false)
        .build()
}

/// The last line of a compiler's error, which states what is wrong.
fn reason(error: &str) -> String {
    let last = error.lines().last().unwrap_or(error).trim();
    // The compiler labels it with one word.
    let labelled = last.split_once(": ").filter(|(label, _)| !label.contains(' '));
    escape(labelled.map_or(last, |(_, reason)| reason)).into_owned()
}
