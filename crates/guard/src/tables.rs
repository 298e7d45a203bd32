//! Finds tables: several string literals side by side, as values of a list or as branches of a choice.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use crate::language::NodeShape;
use crate::syntax::{Id, Syntax};

/// How many ancestors are searched for a table's name: `static WORDS: LazyLock<…> = LazyLock::new(||
/// HashSet::from([…]))`.
const MAX_ANCESTORS: usize = 12;
/// The fewest parts with which a string literal that the source splits is a list.
const MIN_SPLIT_WORDS: usize = 6;
/// The most bytes of the ending of a word.
pub(crate) const MAX_ENDING_BYTES: usize = 5;

/// A list or a choice of string literals.
pub(crate) struct Table<'a> {
    pub(crate) id: Id,
    pub(crate) range: Range<usize>,
    /// The name to which the table is bound; empty for a table without a name.
    pub(crate) name: &'a str,
    /// The subject of a match or switch; `None` for a list.
    pub(crate) subject: Option<Id>,
    /// The texts in it, in order.
    pub(crate) entries: Vec<&'a str>,
}

impl Table<'_> {
    /// Whether the table is a list, not a choice, and contains at least two words.
    pub(crate) fn is_list(&self) -> bool {
        self.subject.is_none() && self.word_count() > 1
    }

    /// The number of entries that are words: letters only, in lower case.
    pub(crate) fn word_count(&self) -> usize {
        self.entries.iter().filter(|entry| is_word(entry)).count()
    }

    /// The number of entries that are common words in code.
    pub(crate) fn common_word_count(&self) -> usize {
        self.entries.iter().filter(|entry| is_word(entry) && is_common(entry)).count()
    }
}

/// Whether a text is one natural-language word, not an identifier, a path or a symbol: at least two bytes, all of them
/// letters that are not capitals.
pub(crate) fn is_word(text: &str) -> bool {
    text.len() >= 2 && text.chars().all(|c| c.is_alphabetic() && !c.is_uppercase())
}

/// Whether a text can be what the end of a word is, or is replaced by: at most a few small letters.
pub(crate) fn is_ending(text: &str) -> bool {
    text.len() <= MAX_ENDING_BYTES && text.chars().all(char::is_lowercase)
}

/// All choices of a file, and its lists without those that are inside another list.
pub(crate) fn tables<'a>(syntax: &Syntax<'a>) -> Vec<Table<'a>> {
    let mut found = Vec::new();
    let mut table_end = 0;
    for id in syntax.all() {
        let shape = syntax.shape(id);
        if let NodeShape::Choice(subject) = shape {
            found.extend(choice(syntax, id, subject));
        }
        if id < table_end {
            continue;
        }
        let table = match shape {
            NodeShape::List | NodeShape::Index => list(syntax, id),
            NodeShape::Macro => in_macro(syntax, id),
            NodeShape::Call(callee, _) => split_literal(syntax, id, callee),
            _ => None,
        };
        if let Some(table) = table {
            table_end = syntax.node(id).subtree_end;
            found.push(table);
        }
    }
    found
}

fn table<'a>(syntax: &Syntax<'a>, id: Id, subject: Option<Id>, entries: Vec<&'a str>) -> Table<'a> {
    Table { id, range: syntax.range(id), name: name(syntax, id), subject, entries }
}

/// The list at a node, if it contains at least two texts.
fn list<'a>(syntax: &Syntax<'a>, id: Id) -> Option<Table<'a>> {
    let entries = texts(syntax, id);
    (entries.len() > 1).then(|| table(syntax, id, None, entries))
}

/// The texts and keys below a node, functions left out.
pub(crate) fn texts<'a>(syntax: &Syntax<'a>, id: Id) -> Vec<&'a str> {
    let (mut found, mut at) = (Vec::new(), id + 1);
    while at < syntax.node(id).subtree_end {
        let node = syntax.node(at);
        match node.shape {
            NodeShape::Text => found.push(syntax.literal(at)),
            NodeShape::Name if node.field == Some("key") => found.push(syntax.text(at)),
            _ => {}
        }
        at = match node.shape {
            NodeShape::Text | NodeShape::Function => node.subtree_end,
            _ => at + 1,
        };
    }
    found
}

/// The literals in the branch patterns of a match or switch; those of a nested choice belong to that choice.
fn choice<'a>(syntax: &Syntax<'a>, id: Id, subject: &str) -> Option<Table<'a>> {
    let is_own = |part: &Id| {
        let mut ancestors = syntax.ancestors(*part);
        ancestors.find(|&up| matches!(syntax.shape(up), NodeShape::Choice(_))) == Some(id)
    };
    let mut entries = Vec::new();
    for part in syntax.below(id).filter(is_own) {
        let NodeShape::Pattern(field) = syntax.shape(part) else {
            continue;
        };
        let pattern = field.map_or(Some(part), |field| syntax.child(part, field));
        for at in pattern.map_or(0..0, |node| node..syntax.node(node).subtree_end) {
            if syntax.shape(at) == NodeShape::Text {
                entries.push(syntax.literal(at));
            }
        }
    }
    let subject = syntax.child(id, subject);
    let mut found = table(syntax, id, subject, entries);
    // The range ends with the subject, so that a finding does not span the branches.
    if let Some(subject) = subject {
        found.range.end = syntax.node(subject).end;
    }
    (!found.entries.is_empty()).then_some(found)
}

/// The table in a macro: `matches!` with texts is a choice; another macro is a list if it contains at least three
/// texts, and no names after its own.
fn in_macro<'a>(syntax: &Syntax<'a>, id: Id) -> Option<Table<'a>> {
    let name = syntax.text(syntax.child(id, "macro")?);
    let entries = texts(syntax, id);
    let mut below = syntax.below(id).skip(2);
    let first_name = below.find(|&part| syntax.shape(part) == NodeShape::Name);
    let is_list = entries.len() > 2 && first_name.is_none();
    let is_choice = name == "matches" && !entries.is_empty();
    (is_list || is_choice).then(|| table(syntax, id, first_name, entries))
}

/// The parts of a literal that the source splits, as a list: `"a b c".split_whitespace()`. If there are signs in it, the
/// first one separates the parts.
fn split_literal<'a>(syntax: &Syntax<'a>, id: Id, callee: &str) -> Option<Table<'a>> {
    let text = syntax.receiver(syntax.child(id, callee)?)?;
    let method = syntax.called(id);
    let splits = method.starts_with("split") || method == "lines";
    if !splits || syntax.shape(text) != NodeShape::Text {
        return None;
    }
    let literal = syntax.literal(text);
    let is_sign = |c: char| !c.is_alphanumeric() && !c.is_whitespace() && c != '\\';
    let lines = literal.lines().flat_map(|line| line.split(r"\n"));
    let parts: Vec<&str> = if let Some(sign) = literal.chars().find(|&c| is_sign(c)) {
        literal.split(sign).map(str::trim).collect()
    } else if splits_at_blanks(syntax, id, text) {
        lines.flat_map(str::split_whitespace).collect()
    } else {
        lines.collect()
    };
    (parts.len() >= MIN_SPLIT_WORDS).then(|| table(syntax, id, None, parts))
}

/// Whether a chain of calls on a literal splits at blanks, in the call at the node or in a later one.
fn splits_at_blanks(syntax: &Syntax<'_>, id: Id, literal: Id) -> bool {
    let is_chain =
        |&up: &Id| matches!(syntax.shape(up), NodeShape::Member(..) | NodeShape::Call(..));
    let chain = syntax.ancestors(id).take_while(is_chain).last();
    let end = syntax.node(chain.unwrap_or(id)).end;
    let calls = syntax.text.get(syntax.node(literal).end..end);
    ["whitespace", "' '", "\" \""]
        .iter()
        .any(|blank| calls.is_some_and(|calls| calls.contains(blank)))
}

/// The name to which a value that contains the node is bound; empty without one.
fn name<'a>(syntax: &Syntax<'a>, id: Id) -> &'a str {
    let bound = syntax.ancestors(id).take(MAX_ANCESTORS).find_map(|up| match syntax.shape(up) {
        NodeShape::Binding(name, value) | NodeShape::Field(name, value) => {
            let value = syntax.child(up, value)?;
            let inside = (value..syntax.node(value).subtree_end).contains(&id);
            syntax.child(up, name).filter(|_| inside)
        }
        _ => None,
    });
    bound.and_then(|name| syntax.first_name(name)).unwrap_or_default()
}

/// How common words are in code: the words that at least four packages contain, each with the number of those packages:
/// crates of Rust, the standard library of Python, packages of Node.js and modules of Perl. A package counts once for a
/// word, however often it contains it. `examples/background.rs` makes the list, and documents how.
const LIST: &str = include_str!("background.txt");
/// The beginning of the line with the number of all packages.
const PACKAGES: &str = "# packages ";

/// Whether a word, given in lower case, is common in code: at least one package of fifty contains it.
pub(crate) fn is_common(word: &str) -> bool {
    static COMMON: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        let number = |text: &str| text.trim().parse().unwrap_or(0);
        let packages: u32 = LIST.lines().find_map(|l| l.strip_prefix(PACKAGES)).map_or(0, number);
        let words = LIST.lines().filter_map(|line| line.split_once(' '));
        words.filter(|(_, count)| number(count) * 50 >= packages).map(|(word, _)| word).collect()
    });
    COMMON.contains(word)
}
