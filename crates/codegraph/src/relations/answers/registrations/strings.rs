//! Strings, symbols and values of settings that are all of a name.

use super::parts::Partner;
use super::statements::Statements;
use super::{MAX_FILES, Site, is_qualified};
use crate::answer::Resolution;
use crate::facts::ParsedFile;
use crate::relations::{RelationContext, SymbolQuery, Target};
use crate::text::files_by_name::{finder, occurrences};
use crate::text::path_names::runs::{QUOTES, Run, is_path_byte, run_at};
use crate::text::words::is_word_byte;
use firsthand_source::split_words;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// The most files that are read for strings: those with the most occurrences.
const MAX_READ: usize = 300;

/// The strings, and the values in files of data, that are all of a name of the declarations, or of what was written.
pub(super) fn named_in_strings(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    targets: &[Target],
) -> Vec<Site> {
    let mut spelled: BTreeSet<String> = targets.iter().flat_map(spellings).collect();
    if name.written != name.name || targets.is_empty() {
        let is_mark = |c: char| !c.is_alphanumeric() && c != '}';
        spelled.insert(name.written.trim_matches(is_mark).to_owned());
    }
    let own_names = targets.iter().map(|target| &target.symbol().name);
    let names: BTreeSet<&String> = spelled.iter().chain(own_names).collect();
    let names: Vec<String> = names.into_iter().cloned().collect();
    let mut by_text: BTreeMap<(String, Resolution), Vec<Site>> = BTreeMap::new();
    let found = strings(context, &names);
    for of_file in found.chunk_by(|(_, one, _), (_, other, _)| Arc::ptr_eq(one, other)) {
        let Some((_, file, _)) = of_file.first().filter(|_| !context.cancel.is_cancelled()) else {
            break;
        };
        let mut statements = Statements::of(file);
        for (text, _, run) in of_file {
            let is_spelled = !targets.is_empty() && spelled.contains(text);
            // A route may have its verb before it.
            let behind_verb = text.split_once(' ').map(|(_, route)| route);
            let is_route = name.written.starts_with('/') && behind_verb == Some(&name.written);
            let is_plain = *text == name.written || is_spelled || is_route;
            let scopes = scopes(text);
            let is_own = |target: &Target| match scopes.as_slice() {
                [] => target.symbol().name == *text,
                scopes => is_qualified(target, scopes),
            };
            if !is_plain && !targets.iter().any(is_own) {
                continue;
            }
            let resolution = if is_plain { Resolution::Text } else { Resolution::Import };
            let site = site(context, text, (file, &mut statements), run, resolution);
            let is_known = |site: &Site| is_plain || !scopes.is_empty() || site.has_owner(targets);
            let kind = (text.clone(), resolution);
            by_text.entry(kind).or_default().extend(site.filter(is_known));
        }
    }
    let is_distinct = |((text, resolution), sites): &((String, Resolution), Vec<Site>)| {
        let files: BTreeSet<&str> = sites.iter().map(|site| site.file.path.as_str()).collect();
        let is_sure = *resolution == Resolution::Import;
        is_sure || files.len() <= MAX_FILES || split_words(text).count() > 1
    };
    let distinct = by_text.into_iter().filter(is_distinct);
    distinct.flat_map(|(_, sites)| sites).collect()
}

impl Site {
    /// Whether the type of one of the targets stands beside the name: `[Page::class, 'show']`.
    fn has_owner(&self, targets: &[Target]) -> bool {
        let mut owners = targets.iter().filter_map(Target::container);
        owners.any(|owner| self.partners.contains(&Partner::Name(owner.to_owned())))
    }
}

/// The qualifiers in a string that ends with a name.
fn scopes(text: &str) -> Vec<String> {
    let is_mark = |c: char| !c.is_alphanumeric() && c != '_';
    let before = text.trim_end_matches(|c: char| !is_mark(c));
    let scopes = before.split(is_mark).filter(|scope| !scope.is_empty());
    scopes.map(str::to_owned).collect()
}

/// A string as a site, unless it is the path of a module or a part of a comment.
fn site(
    context: &RelationContext<'_>,
    text: &str,
    (file, statements): (&Arc<ParsedFile>, &mut Statements<'_>),
    run: &Run,
    resolution: Resolution,
) -> Option<Site> {
    let at = run.span.start as u32;
    let brackets = statements.brackets_around(at)?;
    let is_other = file.facts.is_import(at)
        || text.starts_with('.')
        || run.is_quoted && !brackets.is_string(&run.span);
    let (line, mut partners) = (file.line(at), brackets.partners(&run.span));
    // Strings in one list are not registered with one another.
    partners.retain(|partner| !partner.is_text());
    (!is_other || !context.is_code(&file.path)).then(|| Site {
        line,
        partners,
        resolution,
        file: Arc::clone(file),
    })
}

/// The strings and the values in files of data that end with one of the names, each with its file.
pub(super) fn strings(
    context: &RelationContext<'_>,
    names: &[String],
) -> Vec<(String, Arc<ParsedFile>, Run)> {
    let Some(finder) = finder(names).filter(|_| !names.is_empty()) else {
        return Vec::new();
    };
    let files = context.files_with(names);
    let paths = context.first_paths(&files, MAX_READ);
    let found = context.tree.threads.filter_map(&paths, 4, |path| {
        let file = context.open(path)?;
        let is_data = !context.is_code(path);
        let runs = occurrences(&finder, &file.text).filter_map(|(at, name)| {
            let name = &names[usize::from(name)];
            let run = string_with(&file.text, at, name).or_else(|| run_at(&file.text, at))?;
            let is_end = run.span.end == at + name.len();
            let is_all = run.is_quoted
                || is_data && is_value(&file.text, &run.span)
                || is_symbol(&file, &run.span);
            (is_end && is_all).then_some(run)
        });
        let text = |run: &Run| String::from_utf8_lossy(&file.text[run.span.clone()]).into_owned();
        let runs: Vec<(String, Arc<ParsedFile>, Run)> =
            runs.map(|run| (text(&run), Arc::clone(&file), run)).collect();
        Some(runs)
    });
    found.into_iter().flatten().collect()
}

/// The string of one line that ends with a name at a byte, if that is no run.
fn string_with(text: &[u8], at: usize, name: &str) -> Option<Run> {
    let end = at + name.len();
    let quote = text.get(end).filter(|byte| QUOTES.contains(byte))?;
    let mut before = text[..at].iter().rev().take_while(|byte| **byte != b'\n');
    let length = before.position(|byte| byte == quote)?;
    let is_run = text[at - length..end].iter().all(|byte| is_path_byte(*byte));
    (!is_run).then_some(Run { span: at - length..end, is_quoted: true })
}

/// Whether a run in a file of data is all of a value, of the text of an element, or of a key.
fn is_value(text: &[u8], run: &Range<usize>) -> bool {
    let before = text[..run.start].iter().rev().find(|byte| !b" \t".contains(byte));
    let after = text[run.end..].iter().find(|byte| !b" \t\r".contains(byte));
    before.is_none_or(|byte| b"\n:=->,[{".contains(byte))
        && after.is_none_or(|byte| b"\n<,]}:#".contains(byte))
}

/// Whether a run is a symbol: `:name`, in a language that has these.
fn is_symbol(file: &ParsedFile, run: &Range<usize>) -> bool {
    let before = file.text[..run.start].strip_suffix(b":");
    let is_part = |byte: &u8| is_word_byte(*byte) || *byte == b':';
    file.language().bare_calls && before.is_some_and(|before| !before.last().is_some_and(is_part))
}

/// How a string spells the name of a declaration: as it is; and a type's or a component's, if it has several words, in
/// lower case as conventions join them.
fn spellings(target: &Target) -> Vec<String> {
    let symbol = target.symbol();
    let words: Vec<String> = split_words(&symbol.name).collect();
    let mut found = Vec::new();
    if symbol.is_type() || words.len() > 1 {
        found.push(symbol.name.clone());
    }
    if words.len() > 1 && !symbol.name.contains('_') && symbol.name.starts_with(char::is_uppercase)
    {
        let mut letters = symbol.name.chars();
        let first = letters.next().into_iter().flat_map(char::to_lowercase);
        let humps = first.chain(letters).collect();
        found.extend([words.join("-"), words.join("_"), humps]);
    }
    found
}
