//! A file as the rules see it.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::config::Config;
use crate::flow::{Flow, last_name};
use crate::language::{Language, Shape};
use crate::syntax::{Id, Syntax};
use crate::tables::{Table, tables};
use crate::vocabulary::Vocabulary;

/// A piece of text that people wrote.
pub(crate) struct ProseText {
    pub(crate) range: Range<usize>,
    /// As a finding names it: "an identifier", "a string", "a comment".
    pub(crate) kind: &'static str,
}

/// What a rule found in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RuleHit {
    pub(crate) range: Range<usize>,
    pub(crate) message: String,
}

impl RuleHit {
    pub(crate) fn new(range: Range<usize>, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { range, message }
    }
}

/// One file, and what the rules ask of it.
pub(crate) struct Reading<'s, 'a> {
    pub(crate) path: &'a str,
    pub(crate) syntax: &'s Syntax<'a>,
    pub(crate) config: &'a Config,
    pub(crate) vocabulary: &'a Vocabulary,
    pub(crate) tables: Vec<Table<'a>>,
    /// Names of constants of the project that are lists of words.
    pub(crate) lists: &'s BTreeSet<&'a str>,
    /// The query and what comes from it.
    pub(crate) query: Flow<'s, 'a>,
    /// Roles and intents, and what comes from them.
    pub(crate) role: Flow<'s, 'a>,
    /// The words that a text is taken apart into, whatever text that is.
    pub(crate) words: Flow<'s, 'a>,
}

/// The syntax of a file in a known language, without its test code unless that counts too.
pub(crate) fn parse<'a>(path: &str, text: &'a str, config: &Config) -> Option<Syntax<'a>> {
    let mut syntax = Syntax::read(text, Language::of(path)?);
    if config.tests() {
        syntax.with_tests();
    }
    Some(syntax)
}

impl<'s, 'a> Reading<'s, 'a> {
    pub(crate) fn of(
        path: &'a str,
        syntax: &'s Syntax<'a>,
        config: &'a Config,
        vocabulary: &'a Vocabulary,
        lists: &'s BTreeSet<&'a str>,
    ) -> Self
    where
        'a: 's,
    {
        Self {
            path,
            syntax,
            config,
            vocabulary,
            tables: tables(syntax),
            lists,
            query: Flow::of_names(syntax, config.query_words(), config.reshaping()),
            role: Flow::of_names(syntax, config.role_words(), config.reshaping()),
            words: Flow::of_words(syntax, config.tokens(), config.reshaping()),
        }
    }

    /// Identifiers, strings and comments, in order; no piece is inside another.
    pub(crate) fn pieces(&self) -> Vec<ProseText> {
        let mut pieces = Vec::new();
        let mut comment = 0;
        for id in self.syntax.all() {
            let (shape, node) = (self.syntax.shape(id), self.syntax.node(id));
            if id < comment {
                continue;
            }
            match shape {
                Shape::Name => pieces.push(piece(node.start..node.end, "an identifier")),
                Shape::Text | Shape::Regex => {
                    let parts = self.syntax.own_text(id).into_iter();
                    pieces.extend(parts.map(|part| piece(part, "a string")));
                }
                Shape::Comment => {
                    comment = node.last;
                    pieces.push(piece(node.start..node.end, "a comment"));
                }
                _ => {}
            }
        }
        pieces
    }

    /// Calls and comparisons in which a value of one flow meets another value: `a.method(b)`, `method(a, b)`, `a == b`,
    /// `a[b]`. Each with its parts.
    pub(crate) fn meetings(&self) -> impl Iterator<Item = (Id, Vec<Id>)> + '_ {
        self.syntax.all().filter_map(|id| {
            let parts: Vec<Id> = match self.syntax.shape(id) {
                Shape::Call { callee, arguments } => {
                    let called = self.syntax.child(id, callee)?;
                    let on = match self.syntax.shape(called) {
                        Shape::Member { object, .. } => self.syntax.child(called, object),
                        _ => None,
                    };
                    let given = self.syntax.child(id, arguments)?;
                    on.into_iter().chain(self.syntax.named(given)).collect()
                }
                Shape::Compare | Shape::Index => self.syntax.named(id).collect(),
                _ => return None,
            };
            Some((id, parts))
        })
    }

    /// The last name of what a call calls; for anything else nothing.
    pub(crate) fn called(&self, id: Id) -> &'a str {
        let Shape::Call { callee, .. } = self.syntax.shape(id) else {
            return "";
        };
        let text = self
            .syntax
            .child(id, callee)
            .map(|called| self.syntax.text(called));
        last_name(text.unwrap_or_default())
    }

    /// Places where a value of a flow is compared with a word that stands in the source.
    pub(crate) fn compared(&self, flow: &Flow<'s, 'a>) -> Vec<(Id, &'a str)> {
        let mut found = Vec::new();
        for (id, parts) in self.meetings() {
            let compares = match self.syntax.shape(id) {
                Shape::Call { .. } => COMPARING.contains(&self.called(id)),
                _ => self.syntax.shape(id) == Shape::Compare,
            };
            let word = parts
                .iter()
                .find(|&&part| self.syntax.shape(part) == Shape::Text);
            if let (true, Some(&word)) = (compares, word)
                && self
                    .syntax
                    .literal(word)
                    .chars()
                    .filter(|c| c.is_alphabetic())
                    .count()
                    > 1
                && parts.iter().any(|&part| flow.carries(part))
            {
                found.push((id, self.syntax.literal(word)));
            }
        }
        found
    }
}

fn piece(range: Range<usize>, kind: &'static str) -> ProseText {
    ProseText { range, kind }
}

/// Methods that compare a text with another, or look for it there.
const COMPARING: &[&str] = &[
    "contains",
    "starts_with",
    "ends_with",
    "strip_prefix",
    "strip_suffix",
    "eq",
    "eq_ignore_ascii_case",
    "find",
    "rfind",
    "trim_start_matches",
    "trim_end_matches",
    "matches",
    "includes",
    "startsWith",
    "endsWith",
    "indexOf",
    "search",
    "startswith",
    "endswith",
    "removeprefix",
    "removesuffix",
    "index",
    "count",
];
