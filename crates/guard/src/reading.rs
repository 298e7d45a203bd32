//! A parsed file with the analyses that the rules use.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::config::Config;
use crate::flow::{Flow, last_name};
use crate::language::{Language, NodeShape};
use crate::syntax::{Id, Syntax};
use crate::tables::{Table, tables};
use crate::vocabulary::Vocabulary;

/// A piece of text in which banned words are searched for.
pub(crate) struct ProseText {
    pub(crate) range: Range<usize>,
    /// The kind for the finding's message: "an identifier", "a string", "a comment".
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

/// One file with its syntax, its tables and its data flows.
pub(crate) struct Reading<'s, 'a> {
    pub(crate) path: &'a str,
    pub(crate) syntax: &'s Syntax<'a>,
    pub(crate) config: &'a Config,
    pub(crate) vocabulary: &'a Vocabulary,
    pub(crate) tables: Vec<Table<'a>>,
    /// Names of constants of the project that are lists of words.
    pub(crate) lists: &'s BTreeSet<&'a str>,
    /// The flow of the query.
    pub(crate) query: Flow<'s, 'a>,
    /// The flow of roles and intents.
    pub(crate) role: Flow<'s, 'a>,
    /// The flow of the words into which any text is split.
    pub(crate) words: Flow<'s, 'a>,
}

/// The syntax of a file in a known language, without its test code unless the settings include tests.
pub(crate) fn parse<'a>(path: &str, text: &'a str, config: &Config) -> Option<Syntax<'a>> {
    let mut syntax = Syntax::read(text, Language::of(path)?);
    if config.raw.production.tests {
        syntax.include_tests();
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
        let (subjects, names) = (&config.raw.subjects, &config.raw.names);
        Self {
            path,
            syntax,
            config,
            vocabulary,
            tables: tables(syntax),
            lists,
            query: Flow::of_names(syntax, &subjects.query, &names.reshaping),
            role: Flow::of_names(syntax, &subjects.role, &names.reshaping),
            words: Flow::of_words(syntax, &names.tokens, &names.reshaping),
        }
    }

    /// Identifiers, strings and comments, in order; no piece is inside another.
    pub(crate) fn pieces(&self) -> Vec<ProseText> {
        let mut pieces = Vec::new();
        let mut comment_end = 0;
        for id in self.syntax.all() {
            let (shape, node) = (self.syntax.shape(id), self.syntax.node(id));
            if id < comment_end {
                continue;
            }
            match shape {
                NodeShape::Name => pieces.push(piece(node.start..node.end, "an identifier")),
                NodeShape::Text | NodeShape::Regex => {
                    let parts = self.syntax.own_text(id).into_iter();
                    pieces.extend(parts.map(|part| piece(part, "a string")));
                }
                NodeShape::Comment => {
                    comment_end = node.subtree_end;
                    pieces.push(piece(node.start..node.end, "a comment"));
                }
                _ => {}
            }
        }
        pieces
    }

    /// Calls, comparisons and index expressions, each with its operands: `a.method(b)`, `method(a, b)`, `a == b`,
    /// `a[b]`.
    pub(crate) fn operations(&self) -> impl Iterator<Item = (Id, Vec<Id>)> + '_ {
        self.syntax.all().filter_map(|id| {
            let parts: Vec<Id> = match self.syntax.shape(id) {
                NodeShape::Call { callee, arguments } => {
                    let called = self.syntax.child(id, callee)?;
                    let receiver = match self.syntax.shape(called) {
                        NodeShape::Member { object, .. } => self.syntax.child(called, object),
                        _ => None,
                    };
                    let argument_list = self.syntax.child(id, arguments)?;
                    receiver
                        .into_iter()
                        .chain(self.syntax.named(argument_list))
                        .collect()
                }
                NodeShape::Compare | NodeShape::Index => self.syntax.named(id).collect(),
                _ => return None,
            };
            Some((id, parts))
        })
    }

    /// The name of the function that a call calls, without its path; empty if the node is not a call.
    pub(crate) fn called(&self, id: Id) -> &'a str {
        let NodeShape::Call { callee, .. } = self.syntax.shape(id) else {
            return "";
        };
        let text = self
            .syntax
            .child(id, callee)
            .map(|called| self.syntax.text(called));
        last_name(text.unwrap_or_default())
    }

    /// The operations that compare a value of the flow with a string literal, each with the literal.
    pub(crate) fn compared(&self, flow: &Flow<'s, 'a>) -> Vec<(Id, &'a str)> {
        let mut found = Vec::new();
        for (id, parts) in self.operations() {
            let compares = match self.syntax.shape(id) {
                NodeShape::Call { .. } => COMPARING.contains(&self.called(id)),
                _ => self.syntax.shape(id) == NodeShape::Compare,
            };
            let word = parts
                .iter()
                .find(|&&part| self.syntax.shape(part) == NodeShape::Text);
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
