//! A parsed file with what the rules ask about its values: whether one is the query, a role, a word of a text, or a list.

use std::collections::BTreeSet;

use crate::config::Config;
use crate::language::NodeShape;
use crate::names::{Names, last_name};
use crate::syntax::{Id, Syntax};
use crate::tables::{Table, tables};
use crate::vocabulary::Vocabulary;
use crate::words::{joined, words};

/// Words by which the name of a value that is a query is recognized, of one that is a role, and of a function that splits
/// a text into words.
const QUERY_NAMES: &[&str] = &["query", "queries", "question", "prompt", "topic"];
// guard: allow(role-table) reason="what values are called, not what they are"
pub(crate) const ROLE_NAMES: &[&str] = &["role", "intent"];
const TOKENIZER_NAMES: &[&str] = &["token", "tokenize", "tokenizer", "word", "term", "identifiers"];
/// Methods that compare a text with another, or look for it there.
#[rustfmt::skip]
const COMPARING: &[&str] = &[
    "contains", "starts_with", "ends_with", "strip_prefix", "strip_suffix", "eq", "eq_ignore_ascii_case", "find",
    "rfind", "trim_start_matches", "trim_end_matches", "matches", "includes", "startsWith", "endsWith", "indexOf",
    "search", "startswith", "endswith", "removeprefix", "removesuffix", "index", "count",
];
/// Methods that look a value up.
const LOOKING_UP: &[&str] = &["has", "get", "contains_key", "binary_search", "is_match"];
/// What the names of classes of characters contain.
const LETTER_CLASSES: &[&str] = &["alphanumeric", "alphabetic", "whitespace", "isal", "isspace"];
/// Classes of letters and of white space in a regex.
const PATTERN_CLASSES: &[&str] = &[r"\w", r"\W", r"\s", "[a-z"];

/// One file with its syntax, its tables and what its names stand for.
pub(crate) struct Reading<'s, 'a> {
    pub(crate) path: &'a str,
    pub(crate) syntax: &'s Syntax<'a>,
    pub(crate) config: &'a Config,
    pub(crate) vocabulary: &'a Vocabulary,
    /// Names of constants of the project that are lists of words.
    pub(crate) lists: &'s BTreeSet<&'a str>,
    pub(crate) tables: Vec<Table<'a>>,
    pub(crate) names: Names<'s, 'a>,
}

impl<'s, 'a> Reading<'s, 'a> {
    pub(crate) fn of(
        path: &'a str,
        syntax: &'s Syntax<'a>,
        config: &'a Config,
        vocabulary: &'a Vocabulary,
        lists: &'s BTreeSet<&'a str>,
    ) -> Self {
        Self {
            path,
            syntax,
            config,
            vocabulary,
            lists,
            tables: tables(syntax),
            names: Names::of(syntax),
        }
    }

    /// Whether a value is the query, or a part of it: one of its origins has such a name, or is a parameter of such a
    /// type.
    pub(crate) fn is_query(&self, id: Id) -> bool {
        self.names.comes_from(id, |origin| {
            let kind = self.names.parameter_type(origin).map(last_name);
            self.is_named(origin, QUERY_NAMES)
                || kind.is_some_and(|kind| QUERY_NAMES.contains(&joined(kind).as_str()))
        })
    }

    /// Whether a value is a role, by the name of one of its origins.
    pub(crate) fn is_role(&self, id: Id) -> bool {
        self.names.comes_from(id, |origin| self.is_named(origin, ROLE_NAMES))
    }

    /// Whether a value is one of the words into which a text is split.
    pub(crate) fn is_word_of_text(&self, id: Id) -> bool {
        self.names.comes_from(id, |origin| self.tokenizes(origin))
    }

    /// Whether a value is a list of words of the source, or made of one.
    fn is_list(&self, id: Id) -> bool {
        let syntax = self.syntax;
        let holds_table = |origin: Id| {
            let inside = origin..syntax.node(origin).subtree_end;
            let mut tables = self.tables.iter().filter(|table| table.is_list());
            tables.any(|table| {
                table.id == origin || (inside.contains(&table.id) && self.constructs(origin))
            })
        };
        self.names.comes_from(id, |origin| {
            let is_constant =
                syntax.shape(origin) == NodeShape::Name && self.lists.contains(syntax.text(origin));
            is_constant || holds_table(origin)
        })
    }

    /// The operations that compare values for which `is_subject` returns true with a word, each with the word.
    pub(crate) fn compared(&self, is_subject: impl Fn(Id) -> bool) -> Vec<(Id, &'a str)> {
        let mut found = Vec::new();
        for (id, parts) in self.syntax.operations() {
            let compares = match self.syntax.shape(id) {
                NodeShape::Compare => true,
                NodeShape::Call(callee, _) => {
                    let called = self.syntax.child(id, callee);
                    COMPARING.contains(&self.syntax.called(id))
                        && called.is_some_and(|called| self.syntax.receiver(called).is_some())
                }
                _ => false,
            };
            let is_text = |part: &&Id| self.syntax.shape(**part) == NodeShape::Text;
            let word = parts.iter().find(is_text).filter(|_| compares);
            if let Some(word) = word.map(|&word| self.syntax.literal(word))
                && word.chars().filter(|c| c.is_alphabetic()).count() > 1
                && parts.iter().any(|&part| is_subject(part))
            {
                found.push((id, word));
            }
        }
        found
    }

    /// The operations that look up a value for which `is_subject` returns true in a list of words.
    pub(crate) fn looked_up(&self, is_subject: impl Fn(Id) -> bool) -> Vec<Id> {
        let looks_up = |id: Id| {
            let called = self.syntax.called(id);
            let is_call = matches!(self.syntax.shape(id), NodeShape::Call(..));
            !is_call || COMPARING.contains(&called) || LOOKING_UP.contains(&called)
        };
        let operations = self.syntax.operations().filter(|(id, _)| looks_up(*id));
        operations
            .filter(|(_, parts)| {
                parts.iter().any(|&list| {
                    self.is_list(list)
                        && parts
                            .iter()
                            .any(|&part| part != list && is_subject(part) && !self.is_list(part))
                })
            })
            .map(|(id, _)| id)
            .collect()
    }

    /// Whether the node is a name of a value, or a member, with one of the words in it.
    fn is_named(&self, id: Id, subjects: &[&str]) -> bool {
        let name = match self.syntax.shape(id) {
            NodeShape::Name => Some(id),
            NodeShape::Member(_, name) => self.syntax.child(id, name),
            _ => None,
        };
        name.is_some_and(|name| {
            let name = self.syntax.text(name);
            // Other names that begin with a capital are types and constructors.
            let is_value =
                !name.starts_with(char::is_uppercase) || !name.contains(char::is_lowercase);
            is_value && holds(name, subjects)
        })
    }

    /// Whether a call splits a text into words: by its name (`tokens`, `split_words`), or because it splits at
    /// characters that are not letters.
    fn tokenizes(&self, id: Id) -> bool {
        let syntax = self.syntax;
        let NodeShape::Call(callee, arguments) = syntax.shape(id) else {
            return false;
        };
        let (Some(called), Some(arguments)) =
            (syntax.child(id, callee), syntax.child(id, arguments))
        else {
            return false;
        };
        let receiver = syntax.receiver(called);
        // Splitting a string literal gives a word list, not the words of a text.
        if receiver.is_some_and(|receiver| syntax.shape(receiver) == NodeShape::Text) {
            return false;
        }
        let name = last_name(syntax.text(called));
        let path = if receiver.is_some() { name } else { syntax.text(called) };
        let splits = ["split", "find", "match"].iter().any(|verb| name.starts_with(verb));
        holds(path, TOKENIZER_NAMES)
            || name.ends_with("whitespace")
            || (splits && self.splits_at_non_letters(arguments, name))
    }

    /// Whether the arguments separate at white space or at non-letters; `split` without arguments does.
    fn splits_at_non_letters(&self, arguments: Id, name: &str) -> bool {
        let syntax = self.syntax;
        let has = |text: &str, classes: &[&str]| classes.iter().any(|class| text.contains(class));
        let is_separator = |id: Id| match syntax.shape(id) {
            NodeShape::Name => has(syntax.text(id), LETTER_CLASSES),
            NodeShape::Regex => has(syntax.text(id), PATTERN_CLASSES),
            NodeShape::Text => {
                let text = syntax.literal(id);
                has(text, PATTERN_CLASSES) || text.trim().is_empty()
            }
            _ => false,
        };
        (name == "split" && syntax.named(arguments).next().is_none())
            || syntax.below(arguments).any(is_separator)
    }

    /// Whether a call makes a value from its arguments: `HashSet::from`, `new Set`, `frozenset`.
    pub(crate) fn constructs(&self, id: Id) -> bool {
        const CONSTRUCTORS: &[&str] = &["set", "frozenset", "list", "tuple", "dict"];
        let NodeShape::Call(callee, _) = self.syntax.shape(id) else {
            return false;
        };
        let Some(called) = self.syntax.child(id, callee) else {
            return false;
        };
        let name = self.syntax.text(called);
        let mut parts = name.split(['.', ':']);
        CONSTRUCTORS.contains(&name) || parts.any(|part| part.starts_with(char::is_uppercase))
    }
}

/// Whether one of the words of a name is among these, or its singular is.
pub(crate) fn holds(name: &str, subjects: &[&str]) -> bool {
    words(name).iter().any(|word| {
        let word = word.text.as_str();
        let singular = word.strip_suffix('s').unwrap_or(word);
        subjects.contains(&word) || subjects.contains(&singular)
    })
}
