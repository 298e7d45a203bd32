//! The relation between a name and what it is registered with: a declaration that is handed over in a table, an attribute
//! or a call beside a string or another declaration, and a string that is all of a declaration's name. No container is
//! known: a declaration is found by its name in brackets ([`brackets`]) or in a string, and the string or the declaration
//! beside it is the other end.

mod brackets;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use super::context::RelationContext;
use super::name::SymbolQuery;
use super::places::{RelatedPlace, gap_around};
use super::targets::{self, Target, fits};
use super::uses::{self, Kind};
use crate::answer::Resolution;
use crate::facts::parsed_file::ParsedFile;
use crate::query::Relation;
use crate::text::files_by_name::{finder, occurrences};
use crate::text::path_names::runs::{Run, run_at};
use brackets::{Brackets, Member, Partner};

/// A string that is all of a name is no evidence if more files have it, nor is a string by which something is registered.
const MAX_FILES: usize = 8;
/// The most files that are read for strings: those with the most occurrences.
const MAX_READ: usize = 300;
/// The most other ends that are searched for.
const MAX_ENDS: usize = 12;
/// The most declarations of a name that is another end.
const MAX_DECLARED: usize = 3;

/// A place at which the name is handed over, or is all of a string.
struct Site {
    file: Arc<ParsedFile>,
    line: u32,
    resolution: Resolution,
    partners: Vec<Partner>,
}

/// The places that register the declarations, or that have the written name as a string, and the other ends.
pub(super) fn registrations(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    all: &[Target],
) -> Vec<RelatedPlace> {
    let is_meant = |target: &&Target| fits(target, &name.qualifiers);
    let targets: Vec<Target> = all.iter().filter(is_meant).cloned().collect();
    let mut sites = handed_over(context, name, &targets);
    sites.extend(named_in_strings(context, name, &targets));
    let own_names = targets.iter().flat_map(own_attributes);
    let ends = sites.iter().flat_map(|site| &site.partners).cloned();
    let ends: BTreeSet<Partner> = ends.chain(own_names).collect();
    let of = targets
        .first()
        .map_or(&name.written, |target| &target.symbol().qualified);
    let mut found = Vec::new();
    let is_own = |site: &Site| {
        targets
            .iter()
            .any(|target| target.holds(&site.file, site.line))
    };
    for site in sites.iter().filter(|site| !is_own(site)) {
        let file = Arc::clone(&site.file);
        RelatedPlace::add_line(&mut found, file, (1, site.line), of, site.resolution);
    }
    for end in ends.iter().take(MAX_ENDS) {
        add_end(context, end, name, &mut found);
    }
    context.weigh(&mut found);
    found
}

impl Target {
    fn holds(&self, file: &ParsedFile, line: u32) -> bool {
        self.file.path == file.path && self.symbol().range().contains(line)
    }
}

/// The uses of the declarations that hand them over.
fn handed_over(context: &RelationContext<'_>, name: &SymbolQuery, targets: &[Target]) -> Vec<Site> {
    if targets.is_empty() {
        return Vec::new();
    }
    let is_type = targets.iter().any(|target| target.symbol().is_type());
    let is_function = targets.iter().any(|target| target.symbol().is_function());
    let mut sites = Vec::new();
    for place in uses::uses(context, name, targets, Kind::All) {
        let file = &place.file;
        let Some(finder) = finder([&name.name]).filter(|_| context.is_code(&file.path)) else {
            continue;
        };
        for (line, resolution) in &place.lines {
            let bytes = file.lines.bytes(*line, *line);
            let members = occurrences(&finder, &file.text[bytes.clone()]).filter_map(|(at, _)| {
                let start = bytes.start + at;
                member(file, &(start..start + name.name.len()))
            });
            let is_wanted = |member: &Member| match member.is_bare {
                true if is_type || is_function => true,
                true => !member.partners.is_empty(),
                false => {
                    is_type
                        && member
                            .partners
                            .iter()
                            .any(|end| matches!(end, Partner::Text(_)))
                }
            };
            sites.extend(members.filter(is_wanted).map(|member| Site {
                file: Arc::clone(file),
                line: *line,
                resolution: *resolution,
                partners: member.partners,
            }));
        }
    }
    sites
}

/// The name with these bytes as a member of a bracket, unless it is a part of an import or of a signature.
fn member(file: &ParsedFile, name: &Range<usize>) -> Option<Member> {
    let at = name.start as u32;
    let facts = &file.facts;
    let is_imported = facts.imports.iter().any(|import| import.at.contains(&at));
    let in_signature = facts.around(at).any(|symbol| {
        let symbol = &facts.symbols[symbol];
        (symbol.name_span.end..symbol.body).contains(&at)
    });
    let text = std::str::from_utf8(&file.text).ok()?;
    let brackets = Brackets::of(text, &statements_around(file, at));
    let member = brackets
        .member(name)
        .filter(|_| !is_imported && !in_signature)?;
    let is_type = facts
        .reference_at(at)
        .is_some_and(|reference| reference.of_type);
    (member.is_type || !is_type).then_some(member)
}

/// The bytes of the innermost declaration around a place, or of what is between the outermost ones.
fn statements_around(file: &ParsedFile, at: u32) -> Range<usize> {
    if let Some(symbol) = file.facts.enclosing(at) {
        let span = &file.facts.symbols[symbol].span;
        return span.start as usize..span.end as usize;
    }
    let (first, last) = gap_around(file, file.line(at));
    file.lines.bytes(first, last)
}

/// The strings, and the values in files of data, that are all of a name of the declarations, or of what was written.
fn named_in_strings(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    targets: &[Target],
) -> Vec<Site> {
    let mut names: BTreeSet<String> = targets.iter().flat_map(spellings).collect();
    if name.written != name.name || targets.is_empty() {
        let is_mark = |c: char| !c.is_alphanumeric();
        names.insert(name.written.trim_matches(is_mark).to_owned());
    }
    let names: Vec<String> = names.into_iter().collect();
    let mut by_text: BTreeMap<String, Vec<Site>> = BTreeMap::new();
    for (text, file, run) in strings(context, &names) {
        let before = text.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        let scopes = before.split(|c: char| !c.is_alphanumeric() && c != '_');
        let scopes: Vec<String> = scopes
            .filter(|scope| !scope.is_empty())
            .map(str::to_owned)
            .collect();
        let is_spelled = || !targets.is_empty() && names.contains(&text);
        let is_plain = text == name.written || is_spelled();
        let is_meant = targets.iter().any(|target| fits(target, &scopes));
        if !is_plain && !is_meant {
            continue;
        }
        let source = std::str::from_utf8(&file.text).unwrap_or_default();
        let brackets = Brackets::of(source, &statements_around(&file, run.span.start as u32));
        if context.is_code(&file.path) && !brackets.is_string(&run.span) {
            continue;
        }
        let partners = brackets.partners(&run.span);
        let site = Site {
            line: file.line(run.span.start as u32),
            file,
            resolution: if is_plain {
                Resolution::Name
            } else {
                Resolution::Import
            },
            partners,
        };
        by_text.entry(text).or_default().push(site);
    }
    let is_rare = |sites: &Vec<Site>| {
        let files: BTreeSet<&str> = sites.iter().map(|site| site.file.path.as_str()).collect();
        files.len() <= MAX_FILES
            || sites
                .iter()
                .all(|site| site.resolution == Resolution::Import)
    };
    by_text.into_values().filter(is_rare).flatten().collect()
}

/// The strings and the values in files of data that end with one of the names, each with its file.
fn strings(context: &RelationContext<'_>, names: &[String]) -> Vec<(String, Arc<ParsedFile>, Run)> {
    let Some(finder) = finder(names).filter(|_| !names.is_empty()) else {
        return Vec::new();
    };
    let files = context.files_with(names);
    let is_read = |path: &&str| context.factor(path).is_some() && !context.class(path).docs;
    let paths = files.iter().map(|file| file.path.as_str()).filter(is_read);
    let paths: Vec<&str> = paths.take(MAX_READ).collect();
    let found = context.tree.threads.filter_map(&paths, 4, |path| {
        let file = context.open(path)?;
        let is_data = !context.is_code(path);
        let runs = occurrences(&finder, &file.text).filter_map(|(at, name)| {
            let run = run_at(&file.text, at)?;
            let is_end = run.span.end == at + names[usize::from(name)].len();
            (is_end && (run.is_quoted || is_data && is_value(&file.text, &run.span))).then_some(run)
        });
        let text = |run: &Run| String::from_utf8_lossy(&file.text[run.span.clone()]).into_owned();
        let runs: Vec<(String, Arc<ParsedFile>, Run)> = runs
            .map(|run| (text(&run), Arc::clone(&file), run))
            .collect();
        Some(runs)
    });
    found.into_iter().flatten().collect()
}

/// Whether a run in a file of data is all of a value, of the text of an element, or of a key.
fn is_value(text: &[u8], run: &Range<usize>) -> bool {
    let before = text[..run.start]
        .iter()
        .rev()
        .find(|byte| !b" \t".contains(byte));
    let after = text[run.end..].iter().find(|byte| !b" \t\r".contains(byte));
    before.is_none_or(|byte| b"\n:=->,[{".contains(byte))
        && after.is_none_or(|byte| b"\n<,]}:#".contains(byte))
}

/// How a string spells the name of a declaration: as it is; and a type's or a component's, if it has several words, in
/// lower case as conventions join them.
fn spellings(target: &Target) -> Vec<String> {
    let symbol = target.symbol();
    let words: Vec<String> = firsthand_source::split_words(&symbol.name).collect();
    let mut found = Vec::new();
    if symbol.is_type() || words.len() > 1 {
        found.push(symbol.name.clone());
    }
    if words.len() > 1 && !symbol.name.contains('_') && symbol.name.starts_with(char::is_uppercase)
    {
        let mut humps = symbol.name.clone();
        humps.replace_range(..1, &words[0][..1]);
        found.extend([words.join("-"), words.join("_"), humps]);
    }
    found
}

/// The strings in the attributes of a declaration.
fn own_attributes(target: &Target) -> Vec<Partner> {
    let symbol = target.symbol();
    let attributes = symbol.span.start as usize..symbol.name_span.start as usize;
    let text = std::str::from_utf8(&target.file.text).unwrap_or_default();
    let brackets = Brackets::of(text, &attributes);
    let names = brackets.names_in(&attributes);
    names.map(|name| Partner::Text(name.to_owned())).collect()
}

/// Adds the places of another end: the declarations of a name, or the other uses of a string.
fn add_end(
    context: &RelationContext<'_>,
    end: &Partner,
    name: &SymbolQuery,
    found: &mut Vec<RelatedPlace>,
) {
    match end {
        Partner::Name(other) if *other != name.name => {
            let readings = SymbolQuery::parse(context, other).unwrap_or_default();
            let (_, declared) = targets::find_first(context, readings, Relation::Definition);
            let is_common = declared.targets.len() > MAX_DECLARED;
            for target in declared.targets.iter().filter(|_| !is_common) {
                let (file, line) = (Arc::clone(&target.file), target.symbol().name_line);
                RelatedPlace::add_line(found, file, (2, line), &name.written, Resolution::Name);
            }
        }
        Partner::Text(text) if *text != name.written => {
            let word = text
                .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
                .find(|w| !w.is_empty());
            let same = strings(context, &[word.unwrap_or(text).to_owned()]);
            let same: Vec<_> = same
                .into_iter()
                .filter(|(other, ..)| other == text)
                .collect();
            let files: BTreeSet<&str> =
                same.iter().map(|(_, file, _)| file.path.as_str()).collect();
            if files.len() > MAX_FILES {
                return;
            }
            for (_, file, run) in &same {
                let line = file.line(run.span.start as u32);
                let is_known = |place: &RelatedPlace| {
                    place.file.path == file.path && place.lines.iter().any(|known| known.0 == line)
                };
                if !found.iter().any(is_known) {
                    RelatedPlace::add_line(
                        found,
                        Arc::clone(file),
                        (2, line),
                        text,
                        Resolution::Name,
                    );
                }
            }
        }
        Partner::Name(_) | Partner::Text(_) => {}
    }
}
