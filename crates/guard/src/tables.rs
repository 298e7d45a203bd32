//! Finds tables: several string literals side by side, as values of a list or as branches of a choice.

mod split_literal;

use std::ops::Range;

use self::split_literal::split_literal;
use crate::background::Background;
use crate::language::NodeShape;
use crate::syntax::{Id, Syntax};

/// How many ancestors are searched for a table's name: `static WORDS: LazyLock<…> = LazyLock::new(||
/// HashSet::from([…]))`.
const MAX_ANCESTORS: usize = 12;

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
    pub(crate) fn common_word_count(&self, background: &Background) -> usize {
        let is_common = |entry: &&&str| is_word(entry) && background.is_common(entry);
        self.entries.iter().filter(is_common).count()
    }
}

/// Whether a text is one natural-language word, not an identifier, a path or a symbol: at least two bytes, all of them
/// letters that are not capitals.
pub(crate) fn is_word(text: &str) -> bool {
    text.len() >= 2
        && text
            .chars()
            .all(|c| c.is_lowercase() || (c.is_alphabetic() && !c.is_uppercase()))
}

/// All choices of a file, and its lists without those that are inside another list.
pub(crate) fn tables<'a>(syntax: &Syntax<'a>) -> Vec<Table<'a>> {
    let mut found = Vec::new();
    let mut table_end = 0;
    for id in syntax.all() {
        let shape = syntax.shape(id);
        if let NodeShape::Choice { subject } = shape {
            found.extend(choice(syntax, id, subject));
        }
        if id < table_end {
            continue;
        }
        let table = match shape {
            NodeShape::List | NodeShape::Index => list(syntax, id),
            NodeShape::Macro => in_macro(syntax, id),
            NodeShape::Call { callee, arguments } => split_literal(syntax, id, callee, arguments),
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
    Table {
        id,
        range: syntax.range(id),
        name: name(syntax, id),
        subject,
        entries,
    }
}

/// The list at a node, if it contains at least two texts.
fn list<'a>(syntax: &Syntax<'a>, id: Id) -> Option<Table<'a>> {
    let entries = texts(syntax, id);
    (entries.len() > 1).then(|| table(syntax, id, None, entries))
}

/// The texts and keys below a node, functions left out.
fn texts<'a>(syntax: &Syntax<'a>, id: Id) -> Vec<&'a str> {
    let (mut found, mut at) = (Vec::new(), id + 1);
    while at < syntax.node(id).subtree_end {
        let node = syntax.node(at);
        let key = node.shape == NodeShape::Name && node.field == Some("key");
        match node.shape {
            NodeShape::Text => found.push(syntax.literal(at)),
            _ if key => found.push(syntax.text(at)),
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
    let mut entries = Vec::new();
    let own = |part: &Id| {
        let mut ancestors = syntax.ancestors(*part);
        ancestors.find(|&up| matches!(syntax.shape(up), NodeShape::Choice { .. })) == Some(id)
    };
    for part in syntax.below(id) {
        if let NodeShape::Pattern(field) = syntax.shape(part)
            && own(&part)
        {
            let pattern = field.map_or(Some(part), |field| syntax.child(part, field));
            for at in pattern
                .map(|node| node..syntax.node(node).subtree_end)
                .into_iter()
                .flatten()
            {
                if syntax.shape(at) == NodeShape::Text {
                    entries.push(syntax.literal(at));
                }
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
    let first_name = || {
        let mut below = syntax.below(id).skip(2);
        below.find(|&part| syntax.shape(part) == NodeShape::Name)
    };
    match name {
        "matches" if !entries.is_empty() => Some(table(syntax, id, first_name(), entries)),
        _ if entries.len() > 2 && first_name().is_none() => Some(table(syntax, id, None, entries)),
        _ => None,
    }
}

/// The name to which a value that contains the node is bound; empty without one.
fn name<'a>(syntax: &Syntax<'a>, id: Id) -> &'a str {
    let bound = syntax
        .ancestors(id)
        .take(MAX_ANCESTORS)
        .find_map(|up| match syntax.shape(up) {
            NodeShape::Binding { name, value } | NodeShape::Field { name, value } => {
                let value = syntax.child(up, value)?;
                let name = syntax.child(up, name)?;
                (value..syntax.node(value).subtree_end)
                    .contains(&id)
                    .then_some(name)
            }
            _ => None,
        });
    bound
        .and_then(|name| syntax.first_name(name))
        .unwrap_or_default()
}
