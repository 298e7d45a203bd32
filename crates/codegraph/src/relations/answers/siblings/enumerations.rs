//! The members of a declaration: what it declares inside, the run of declarations that it is part of, and the names that
//! its text lists.

use super::chance::MIN_SHARED;
use super::listed::lists;
use crate::facts::fact_store::comments_of;
use crate::facts::languages::blank;
use crate::facts::{Facts, ParsedFile, Span, Symbol};
use crate::relations::Target;
use crate::text::words::{folded, is_name_char};
use firsthand_source::Cancel;

/// The most enumerations of one declaration; the largest are taken.
const MAX_ENUMERATIONS: usize = 12;
/// The most members of one enumeration.
const MAX_MEMBERS: usize = 400;

/// The enumerations of a declaration, as names in lower case without `_` and `$`, each name once. Of a member that is no
/// function, they are those of its type.
pub(super) fn enumerations(target: &Target, cancel: &Cancel) -> Vec<Vec<String>> {
    let facts = &*target.file.facts;
    let at = enumerating(facts, target.symbol);
    let (data, functions) = members(facts, at);
    let mut found = Vec::new();
    found.extend(lists(&outer_text(target, at, cancel)));
    found.push(run_of(facts, at, &target.file.text));
    // Who names the methods of a type with fields uses it, and does not enumerate what it consists of.
    if data.len() < MIN_SHARED {
        found.push(functions);
    }
    found.push(data);
    found.retain(|names| names.len() >= MIN_SHARED);
    found.sort_by_key(|names| std::cmp::Reverse(names.len()));
    found.truncate(MAX_ENUMERATIONS);
    found.iter_mut().for_each(|names| names.truncate(MAX_MEMBERS));
    found
}

/// The declaration whose members are meant: the type around a field or a variant, or else the declaration itself.
pub(super) fn enumerating(facts: &Facts, at: usize) -> usize {
    let symbol = &facts.symbols[at];
    let around = symbol.container.map(|around| around as usize);
    let is_member = is_data(symbol) && members(facts, at).0.len() < MIN_SHARED;
    let has_several = |around: &usize| members(facts, *around).0.len() >= MIN_SHARED;
    around.filter(|_| is_member).filter(has_several).unwrap_or(at)
}

/// Whether it is a value, and not a function, a type or a scope of others.
fn is_data(symbol: &Symbol) -> bool {
    !symbol.is_function()
        && !symbol.is_prototype()
        && (!symbol.is_type() || symbol.kind == "variant")
}

/// The names of the values and of the functions directly inside a declaration.
fn members(facts: &Facts, at: usize) -> (Vec<String>, Vec<String>) {
    let (mut data, mut functions) = (Vec::new(), Vec::new());
    for symbol in facts.members(at).map(|member| &facts.symbols[member]) {
        let names = if is_data(symbol) {
            &mut data
        } else if symbol.is_function() {
            &mut functions
        } else {
            continue;
        };
        let name = plain(&symbol.name);
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
    (data, functions)
}

/// A name as it is compared; empty if it consists of several words, such as a sentence that is a key.
fn plain(name: &str) -> String {
    let is_one = name.chars().all(|c| {
        c.is_alphanumeric() || matches!(c, '_' | '-' | '$' | '#' | '@' | '"' | '\'' | '`' | ':')
    });
    let letters: String = name.chars().filter(|c| is_name_char(*c)).collect();
    if is_one { folded(&letters) } else { String::new() }
}

/// The text of a declaration without comments and the functions and types inside.
fn outer_text(target: &Target, at: usize, cancel: &Cancel) -> Vec<u8> {
    let facts = &target.file.facts;
    let code_text = without_comments(&target.file, cancel);
    let slice =
        |span: Span| code_text.get(span.start as usize..span.end as usize).unwrap_or_default();
    let code: &Span = &facts.symbols[at].code;
    let mut text = Vec::new();
    let mut from = code.start;
    let inner = facts.members(at).map(|member| &facts.symbols[member]);
    let inner = inner.filter(|symbol| !is_data(symbol));
    for symbol in inner.map(|symbol| &symbol.span) {
        if symbol.start > from {
            text.extend(slice(from..symbol.start));
        }
        from = from.max(symbol.end);
    }
    if code.end > from {
        text.extend(slice(from..code.end));
    }
    text
}

/// The text of a file with blanks in place of its comments: their words are no names.
pub(super) fn without_comments(file: &ParsedFile, cancel: &Cancel) -> Vec<u8> {
    let mut text = file.text.to_vec();
    for comment in comments_of(&file.path, &file.text, cancel) {
        blank(&mut text, comment);
    }
    text
}

/// The names of the declarations of one kind that follow each other without a blank line: those around a constant, or
/// the first ones after a type that name it.
fn run_of(facts: &Facts, at: usize, text: &[u8]) -> Vec<String> {
    let symbol = &facts.symbols[at];
    let names_it = |other: &&Symbol| {
        let code = text.get(other.code.start as usize..other.code.end as usize);
        let code = String::from_utf8_lossy(code.unwrap_or_default()).into_owned();
        firsthand_source::identifiers(&code).any(|(_, name)| name == symbol.name)
    };
    let same = |kind: &str| -> Vec<&Symbol> {
        let alike = facts.symbols.iter();
        let alike = alike.filter(|other| other.kind == kind && other.container == symbol.container);
        alike.collect()
    };
    let is_first =
        |other: &&Symbol| is_data(other) && other.container == symbol.container && names_it(other);
    let after = || {
        let after = symbol.is_type().then(|| facts.symbols[at + 1..].iter());
        after?.find(is_first)
    };
    let own = Some(symbol).filter(|symbol| is_data(symbol));
    let Some(first) = own.or_else(after) else {
        return Vec::new();
    };
    let mut run: Vec<&Symbol> = Vec::new();
    for other in same(&first.kind) {
        let is_next = run.last().is_none_or(|last| other.start <= last.end + 1);
        if !is_next {
            if run.iter().any(|member| member.span == first.span) {
                break;
            }
            run.clear();
        }
        run.push(other);
    }
    let has_first = run.iter().any(|member| member.span == first.span);
    let names = run.iter().filter(|_| has_first).map(|member| plain(&member.name));
    names.collect()
}
