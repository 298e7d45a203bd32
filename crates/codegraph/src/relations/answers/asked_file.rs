//! A symbol that is the path of a file: it means the declaration that the file is, or else the file.

use super::files;
use crate::answer::Resolution;
use crate::facts::languages::{self, folder};
use crate::facts::{OBJECT, ParsedFile};
use crate::query::Relation;
use crate::relations::{RelatedPlace, RelationContext, SymbolQuery, Target};
use crate::text::rank::Score;
use crate::text::words::folded;
use firsthand_source::fs::RootName;
use firsthand_source::join_at_most;
use std::sync::Arc;

/// The most files in a note about a path that names none.
const MAX_SUGGESTED: usize = 3;

/// The only file of the tree whose path, or the end of it, is a symbol; its bare name must be written as it is, and it is code.
fn file_of(context: &RelationContext<'_>, symbol: &str) -> Option<u32> {
    let trimmed = symbol.trim();
    let relative = context.tree.workspace().inside(trimmed.trim_start_matches("./"));
    let relative = relative.as_ref();
    if let Some(file) = context.file_index(relative) {
        return Some(file);
    }
    let language = languages::of_path(relative)?;
    let file = files::file_of(context, relative)?;
    let path = context.inventory.files[file as usize].path.as_str();
    let is_bare = !relative.contains('/');
    let ends = path.ends_with(&format!("/{relative}"));
    (ends && !(is_bare && language.is_data)).then_some(file)
}

/// The declaration that a file is: a component, what a module exports by default, or the only type that has its name.
fn own_declaration(file: &Arc<ParsedFile>) -> Option<Target> {
    let outermost = || Target::all(file).filter(|target| target.symbol().container.is_none());
    if let Some(component) = outermost().find(|target| target.symbol().kind == "component") {
        return Some(component);
    }
    let mut exports = file.facts.imports.iter();
    let export = exports.find(|export| {
        let is_named = !export.name.is_empty() && export.name != OBJECT;
        export.is_nameless_export() && export.source.is_empty() && is_named
    });
    if let Some(export) = export {
        return outermost().find(|target| target.symbol().name == export.name);
    }
    let name = file.path.rsplit('/').next()?;
    let stem = folded(&name.split('.').next()?.replace('-', ""));
    let mut named = outermost().filter(|target| {
        let symbol = target.symbol();
        symbol.is_type() && !symbol.is_secondary_declaration() && folded(&symbol.name) == stem
    });
    named.next().filter(|_| named.next().is_none())
}

/// The ways to read a symbol. Of one that names a file, what the file declares itself to be.
///
/// # Errors
/// The places of a file that is no declaration; none if the symbol cannot be read, of which a note says why.
pub(super) fn readings(
    context: &RelationContext<'_>,
    symbol: &str,
    relation: Relation,
    notes: &mut Vec<String>,
) -> Result<Vec<SymbolQuery>, Vec<RelatedPlace>> {
    let file = file_of(context, symbol);
    let path = file.map(|file| context.inventory.files[file as usize].path.as_str());
    let own = path.and_then(|path| own_declaration(&context.open(path)?));
    if let Some(own) = own {
        if own.symbol().kind != "component" {
            let (path, name) = (&own.file.path, &own.symbol().qualified);
            notes.push(format!(
                "{path} is taken as its {name}: the relation files lists what imports or names the file"
            ));
        }
        return Ok(vec![query_of(symbol, &own)]);
    }
    let whole = file.and_then(|file| places(context, file, relation, notes));
    let is_of_name = matches!(relation, Relation::Registrations | Relation::Siblings);
    let lacking = (file.is_none() && !is_of_name).then(|| lacking(context, symbol));
    match (whole, lacking.flatten()) {
        (Some(whole), _) => Err(whole),
        (None, Some(note)) => {
            notes.push(note);
            Err(Vec::new())
        }
        (None, None) => SymbolQuery::parse(context, symbol).map_err(|note| {
            notes.push(note);
            Vec::new()
        }),
    }
}

/// What a symbol asks for that is the declaration of a file.
fn query_of(written: &str, own: &Target) -> SymbolQuery {
    let symbol = own.symbol();
    SymbolQuery {
        written: written.trim().to_owned(),
        path: Some(own.file.path.clone()),
        line: Some(symbol.name_line),
        ..SymbolQuery::named(&symbol.name)
    }
}

/// The places of a file that is no declaration: what imports or names it, and for its definition where it begins. `None` for
/// the relations that are those of a name.
fn places(
    context: &RelationContext<'_>,
    file: u32,
    relation: Relation,
    notes: &mut Vec<String>,
) -> Option<Vec<RelatedPlace>> {
    let path = context.inventory.files[file as usize].path.as_str();
    match relation {
        Relation::Callers | Relation::References | Relation::Implementors => {
            let found = files::users(context, file);
            let what = if found.is_empty() {
                "nothing imports or names it"
            } else {
                "these lines import or name it"
            };
            notes.push(format!("{path} is a file, no declaration: {what}"));
            Some(found)
        }
        Relation::Definition => {
            let opened = context.open(path)?;
            notes.push(format!(
                "{path} is a file, no declaration: the relation files lists what imports or names it"
            ));
            let score = Score::of([("definition", 4.0)]);
            Some(vec![RelatedPlace::of_file(opened, Resolution::Scope, path, score)])
        }
        _ => None,
    }
}

/// A note that a symbol which is written as the path of a file of code names none; `None` of any other symbol.
fn lacking(context: &RelationContext<'_>, symbol: &str) -> Option<String> {
    let written = symbol.trim();
    let rooted = written.split_once(":/").filter(|(root, _)| RootName::new(root).is_ok());
    let below = rooted.map_or(written, |(_, path)| path);
    let is_path = written.contains('/') && !below.contains([' ', ':', '#', '(', '@']);
    let language = languages::of_path(written).filter(|_| is_path)?;
    let name = written.rsplit('/').next()?;
    let entries = context.inventory.files.iter().map(|entry| entry.path.as_str());
    // A path of a root that is not here is not corrected.
    let root = rooted.map_or("", |(root, _)| &written[..root.len() + 2]);
    let is_here = context.inventory.files.iter().any(|entry| entry.path.as_str().starts_with(root));
    let mut similar: Vec<&str> = entries
        .filter(|path| {
            is_here && path.rsplit('/').next().is_some_and(|own| folded(own) == folded(name))
        })
        .collect();
    let wanted = folder(written);
    let shared =
        |path: &&str| folder(path).chars().zip(wanted.chars()).take_while(|(a, b)| a == b).count();
    similar.sort_by_key(|path| std::cmp::Reverse(shared(path)));
    let named = join_at_most(&similar, MAX_SUGGESTED);
    let is_code = !language.is_data;
    is_code.then(|| {
        if similar.is_empty() {
            format!("no file {written}")
        } else {
            format!("no file {written}: did you mean {named}?")
        }
    })
}
