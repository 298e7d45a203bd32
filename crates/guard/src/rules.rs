//! The rules: one row each in [`RULES`], and what they have in common.

mod imperative_text;
mod query_regex;
mod role_table;
mod word_list;

use std::ops::Range;

use crate::language::NodeShape;
use crate::reading::Reading;
use crate::tables::{Table, is_word};

/// One rule.
pub struct Rule {
    /// Its stable name, as in an exception.
    pub name: &'static str,
    /// What it finds, in one sentence.
    pub what: &'static str,
    /// What to do about it.
    pub help: &'static str,
    /// Whether files that the settings list as closed tables are exempt.
    pub(crate) exempts_closed_tables: bool,
    /// Finds the breaches of the rule in a file. The rules about exceptions find none here: `check` reports their
    /// findings after all other rules.
    pub(crate) check: fn(&Reading<'_, '_>) -> Vec<RuleHit>,
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// All rules.
pub const RULES: &[Rule] = &[
    Rule {
        name: "vocabulary",
        what: "A word of one product or benchmark stands in production code.",
        help: "say what the code does for any repository, in words that any repository may have",
        exempts_closed_tables: true,
        check: banned_words,
    },
    Rule {
        name: "role-table",
        what: "A closed set of role or intent words decides what the program does.",
        help: "roles are free text: suggest them in a prompt, and let structure decide",
        exempts_closed_tables: true,
        check: role_table::check,
    },
    Rule {
        name: "query-regex",
        what: "A regex written in the source decides what a query means.",
        help: "split the query into its raw tokens, and look for them as they are",
        exempts_closed_tables: false,
        check: query_regex::check,
    },
    Rule {
        name: WORD_LIST,
        what: "A list of words in the source decides what a word of a query does.",
        help: "weigh a word by how rare it is in the repository at hand; a list that is no list of words of queries belongs in the settings, under `[allowed]`",
        exempts_closed_tables: true,
        check: word_list::check,
    },
    Rule {
        name: "imperative-text",
        what: "The text of a report gives orders to whoever reads it.",
        help: "a report says what was seen; what to do about it is the reader's to decide",
        exempts_closed_tables: false,
        check: imperative_text::check,
    },
    Rule {
        name: UNUSED_EXCEPTION,
        what: "An exception or an allowed table that nothing needs.",
        help: "take it away: what it excused is gone",
        exempts_closed_tables: false,
        check: |_| Vec::new(),
    },
    Rule {
        name: BAD_EXCEPTION,
        what: "An exception without a reason, or for a rule that there is not.",
        help: "write `guard: allow(RULE) reason=\"…\"`, with the rule's name and why it does not hold here",
        exempts_closed_tables: false,
        check: |_| Vec::new(),
    },
];

pub(crate) const WORD_LIST: &str = "word-list";
pub(crate) const UNUSED_EXCEPTION: &str = "unused-exception";
pub(crate) const BAD_EXCEPTION: &str = "bad-exception";

/// The rule with this name.
pub(crate) fn rule(name: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.name == name)
}

/// What a rule found in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RuleHit {
    pub(crate) range: Range<usize>,
    pub(crate) message: String,
}

impl RuleHit {
    fn new(range: Range<usize>, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { range, message }
    }
}

/// `vocabulary`: a banned term in an identifier, a string, a comment or the path of a file.
fn banned_words(reading: &Reading<'_, '_>) -> Vec<RuleHit> {
    let (syntax, vocabulary) = (reading.syntax, reading.vocabulary);
    let in_path = vocabulary.find(reading.path);
    let mut hits: Vec<RuleHit> =
        in_path.iter().map(|hit| RuleHit::new(0..0, hit.message("the path of the file"))).collect();
    let mut comment_end = 0;
    for id in syntax.all() {
        if id < comment_end {
            continue;
        }
        let (kind, pieces) = match syntax.shape(id) {
            NodeShape::Name => ("an identifier", vec![syntax.range(id)]),
            NodeShape::Text | NodeShape::Regex => ("a string", syntax.own_text(id)),
            NodeShape::Comment => {
                comment_end = syntax.node(id).subtree_end;
                ("a comment", vec![syntax.range(id)])
            }
            _ => continue,
        };
        for piece in pieces {
            let text = syntax.text.get(piece.clone()).unwrap_or_default();
            for hit in vocabulary.find(text) {
                let range = piece.start + hit.start..piece.start + hit.end;
                hits.push(RuleHit::new(range, hit.message(kind)));
            }
        }
    }
    hits
}

/// The first three entries of a table, for a finding.
fn first_entries(table: &Table<'_>) -> String {
    let first: Vec<String> = table
        .entries
        .iter()
        .filter(|entry| is_word(entry))
        .take(3)
        .map(|entry| format!("`{entry}`"))
        .collect();
    let more = if table.entries.len() > first.len() { ", …" } else { "" };
    first.join(", ") + more
}
