//! Parses a symbol as a caller writes it: a name, a qualified name, a place (`path:line`), or `path#name`.

use super::spelling::{as_declaration, as_one_name, readings, same_name};
use crate::relations::{RelationContext, Target};
use crate::text::distinct::keep_best;
use crate::text::named_files::NamedFiles;
use firsthand_source::{WrittenPlace, count, join_at_most};
use std::collections::HashSet;

/// The most files in a note about a path that names several.
const MAX_NAMED_FILES: usize = 5;

/// A symbol to search for, parsed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SymbolQuery {
    /// As the caller wrote it.
    pub(crate) written: String,
    /// The name alone.
    pub(crate) name: String,
    /// The name with the sign before it, as in `Type.#name`, if it may belong to the name.
    pub(crate) signed: String,
    /// The qualifiers, outermost first.
    pub(crate) qualifiers: Vec<String>,
    /// How many arguments the declaration takes, if the caller says so.
    pub(crate) arity: Option<u8>,
    /// The types of the parameters that the declaration has, as far as the caller writes them.
    pub(crate) parameters: Option<Vec<String>>,
    /// The only file that may declare it.
    pub(crate) path: Option<String>,
    /// The line of the declaration's name in `path`.
    pub(crate) line: Option<u32>,
    /// The text of the declaration up to its name, as in `class Cart`; empty if the caller writes none.
    pub(crate) declared: String,
}

impl SymbolQuery {
    /// The ways to read a symbol, the most likely first; one at least.
    ///
    /// # Errors
    /// A note if the name is empty, or if a place names several files, a file that cannot be read, or a line outside
    /// every declaration.
    pub(crate) fn parse(
        context: &RelationContext<'_>,
        written: &str,
    ) -> Result<Vec<SymbolQuery>, String> {
        let trimmed = written.trim();
        // The sign of a mention: `@src/a.py:3`.
        let trimmed = match trimmed.strip_prefix('@') {
            Some(path) if WrittenPlace::alone(path).is_some() => path,
            _ => trimmed,
        };
        let relative = context.tree.workspace().inside(trimmed.trim_start_matches("./"));
        let relative = relative.as_ref();
        let at_line = |path: &str, line: u32| {
            let found = SymbolQuery::at_line(context, written, path, line);
            let found = found.map(|query| vec![query]);
            found.map_err(|why| format!("no declaration at {written}{why}"))
        };
        if let Some((path, line)) = relative.rsplit_once(':')
            && let Ok(line) = line.parse::<u32>()
            && context.inventory.contains(path)
        {
            return at_line(path, line);
        }
        let entries = &context.inventory.files;
        if let Some(place) = WrittenPlace::alone(trimmed)
            && let Some(line) = place.line
        {
            // It is not the place inside that is left without them: a path that leads out of the root is no path here.
            if trimmed.split(['/', '\\', ':']).any(|part| part == "..") {
                return Err(format!("{written} names no file: a path here has no `..`"));
            }
            let places = std::slice::from_ref(&place);
            let tree = NamedFiles::of(entries, context.tree.workspace(), places);
            let (_, files) = tree.named_by(&place);
            let paths = files.iter().map(|file| entries[*file as usize].path.as_str());
            let mut paths: Vec<&str> = paths.collect();
            if paths.len() <= MAX_NAMED_FILES {
                let lines = |path: &&str| context.open(path).map_or(0, |file| file.lines.count());
                keep_best(&mut paths, |path| lines(path) >= line);
            }
            match paths[..] {
                [] => return Err(format!("{written} names no file")),
                [path] => return at_line(path, line),
                ref several => {
                    let named = join_at_most(several, MAX_NAMED_FILES);
                    return Err(format!("{written} can be in several files: {named}"));
                }
            }
        }
        let (path, text) = match path_and_name(context, relative) {
            Some((path, rest)) => (Some(path), rest),
            None => (None, trimmed),
        };
        let found = readings(text).into_iter().chain(as_one_name(text));
        let found = found.chain(as_declaration(text)).map(|reading| SymbolQuery {
            written: trimmed.to_owned(),
            path: path.clone(),
            ..reading
        });
        let found: Vec<SymbolQuery> = found.collect();
        if found.is_empty() { Err(format!("no declaration at {written}")) } else { Ok(found) }
    }

    /// The name of a declaration.
    pub(crate) fn named(name: &str) -> SymbolQuery {
        SymbolQuery {
            written: name.to_owned(),
            name: name.to_owned(),
            signed: name.to_owned(),
            ..SymbolQuery::default()
        }
    }

    /// Whether a declaration can have been asked for by this name.
    pub(crate) fn is_named(&self, declared: &str) -> bool {
        same_name(declared, &self.name)
    }

    /// # Errors
    /// Why there is none, as the end of a sentence; empty if no declaration has the line.
    fn at_line(
        context: &RelationContext<'_>,
        written: &str,
        path: &str,
        line: u32,
    ) -> Result<SymbolQuery, String> {
        let file = context.open(path).ok_or(": the file cannot be read")?;
        let lines = file.lines.count();
        if line == 0 || line > lines {
            let lines = count(lines as usize, "line", "lines");
            return Err(format!(": the file has {lines}"));
        }
        if file.language.is_none() {
            return Err(": of such a file no declarations are read".to_owned());
        }
        // The first declaration whose name is on the line, or else the innermost one that contains the line.
        let symbols = &file.facts.symbols;
        let named_there = symbols.iter().find(|symbol| symbol.name_line == line);
        let contains_line = |s: &&crate::facts::Symbol| s.start <= line && line <= s.end;
        let symbol = named_there.or_else(|| symbols.iter().rfind(contains_line));
        let symbol = symbol.ok_or_else(String::new)?;
        Ok(SymbolQuery {
            written: written.trim().to_owned(),
            path: Some(path.to_owned()),
            line: Some(symbol.name_line),
            ..SymbolQuery::named(&symbol.name)
        })
    }
}

/// The file and the name of `path#name`, `path::name` or `path:name`, if the path names one file.
fn path_and_name<'t>(context: &RelationContext<'_>, text: &'t str) -> Option<(String, &'t str)> {
    let marks = ["#", "::", ":"];
    let split = |(at, mark): (usize, &str)| (&text[..at], text[at..].trim_start_matches(mark));
    let all = marks.iter().flat_map(|mark| text.match_indices(mark));
    let mut at_files = all.map(split).filter(|(path, _)| context.inventory.contains(path));
    if let Some((path, rest)) = at_files.next() {
        return Some((path.to_owned(), rest));
    }
    let first = |mark: &&'static str| Some((text.find(*mark)?, *mark));
    let (path, rest) = split(marks.iter().find_map(first)?);
    let places = WrittenPlace::all(path);
    let [place] = &places[..] else { return None };
    let is_path = place.path_bytes.len() == path.len() && path.contains(['.', '/', '\\']);
    let tree = NamedFiles::of(&context.inventory.files, context.tree.workspace(), &places);
    let only = tree.only(place).filter(|_| is_path)?;
    Some((only.to_owned(), rest))
}

// Which of the declarations with a name a query means.

/// Keeps those of the declarations that fit a query, with these qualifiers, which it means most likely.
pub(crate) fn keep_meant(targets: &mut Vec<Target>, name: &SymbolQuery, qualifiers: &[String]) {
    prefer_declarations(targets);
    prefer_spelling(targets, name);
    prefer_arity(targets, name.arity);
    prefer_parameters(targets, name.parameters.as_deref());
    prefer_containers(targets, qualifiers);
    // `A#b` is a member of the values of `A`.
    if name.written.ends_with(&format!("#{}", name.name)) {
        keep_best(targets, Target::is_of_values);
    }
    let member_queried = qualifiers.last().is_some_and(|last| *last == name.name);
    prefer_types(targets, member_queried);
}

/// Of several spellings of a name, such as `#name` and `name`, the one that was asked for is meant.
fn prefer_spelling(targets: &mut Vec<Target>, name: &SymbolQuery) {
    for spelling in [&name.signed, &name.name] {
        let is_spelled = |target: &Target| target.symbol().name == *spelling;
        if targets.iter().any(is_spelled) {
            targets.retain(is_spelled);
            return;
        }
    }
}

/// Qualifiers that are the scopes of some targets are no parts of the paths of others: `a::go`, not `b::go` in `a.cpp`.
fn prefer_containers(targets: &mut Vec<Target>, qualifiers: &[String]) {
    keep_best(targets, |target| {
        let wanted = qualifiers.iter().rev();
        let both = wanted.zip(target.scopes());
        both.take_while(|(wanted, scope)| wanted == scope).count()
    });
}

/// Of functions that differ by how many arguments they take, those that were asked for are meant.
fn prefer_arity(targets: &mut Vec<Target>, arity: Option<u8>) {
    keep_best(targets, |target| {
        let parameters = target.symbol().parameters.as_ref().zip(arity);
        parameters.is_some_and(|(parameters, arity)| parameters.contains(&arity))
    });
}

/// Of functions of one name, those with most of the parameters that were asked for are meant.
fn prefer_parameters(targets: &mut Vec<Target>, wanted: Option<&[String]>) {
    let Some(wanted) = wanted.filter(|wanted| !wanted.is_empty()) else { return };
    keep_best(targets, |target| {
        let own = target.parameter_types().unwrap_or_default();
        let is_as_long = own.len() == wanted.len();
        let alike = own.iter().zip(wanted).filter(|(own, wanted)| own == wanted).count();
        if is_as_long { alike } else { 0 }
    });
}

/// Variables that only name what they import, or the member of its name of another value, are no declarations, if there are
/// others.
fn prefer_declarations(targets: &mut Vec<Target>) {
    keep_best(targets, |target| {
        let (file, symbol) = (&target.file, target.symbol());
        let mut bound = file.bound(&symbol.name);
        let bound = bound.find(|bound| bound.name.start == symbol.name_span.start);
        let is_taken = bound.and_then(|bound| file.taken_name(bound)) == Some(&symbol.name);
        !is_taken
            && !file.facts.imports.iter().any(|import| {
                let is_there = import.at.contains(&symbol.name_span.start);
                is_there && import.local == symbol.name && !import.source.is_empty()
            })
    });
}

/// If a type has a member of its own name, a constructor, the type is meant; the member is meant if it was queried as
/// such: `A.A` (`member_queried`).
fn prefer_types(targets: &mut Vec<Target>, member_queried: bool) {
    let own = |target: &Target| target.container() == Some(target.symbol().name.as_str());
    if member_queried && targets.iter().any(own) {
        targets.retain(own);
        return;
    }
    let types = targets.iter().filter(|target| target.symbol().is_type());
    let types: HashSet<(String, usize)> = types.map(Target::key).collect();
    targets.retain(|target| {
        if own(target) && !target.symbol().is_type() && !types.is_empty() {
            return false;
        }
        let mut around = target.file.facts.containers(target.symbol);
        !around.any(|at| types.contains(&(target.file.path.clone(), at)))
    });
}
