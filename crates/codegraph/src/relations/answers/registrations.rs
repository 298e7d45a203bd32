//! The relation between a name and what it is registered with: a declaration that is handed over in a table, an attribute
//! or a call beside a string or another declaration, and a string that is all of a declaration's name. No container is
//! known: a declaration is found by its name in brackets ([`brackets`]) or in a string, and the string or the declaration
//! beside it is the other end.

mod brackets;
mod parts;
mod statements;
mod strings;

use super::uses::{self, Kind};
use crate::answer::Resolution;
use crate::facts::ParsedFile;
use crate::query::Relation;
use crate::relations::{RelatedPlace, RelationContext, SymbolQuery, Target, fits, targets};
use crate::text::files_by_name::{finder, occurrences};
use crate::text::words::is_name_char;
use brackets::{Brackets, Member};
use parts::{Partner, without_qualifiers};
use statements::Statements;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use strings::{named_in_strings, strings};

/// A string that is a name of one word is no evidence if more files have it, nor is what something is registered as.
const MAX_FILES: usize = 8;
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

impl Site {
    /// Adds its line to the places that are related to `of`.
    fn add_to(&self, found: &mut Vec<RelatedPlace>, of: &str) {
        if !RelatedPlace::is_known(found, &self.file.path, self.line) {
            let file = Arc::clone(&self.file);
            RelatedPlace::add_line(found, file, (1, self.line), of, self.resolution);
        }
    }
}

/// The places that register the declarations, or that have the written name as a string, and the other ends.
pub(super) fn registrations(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    targets: &[Target],
) -> Vec<RelatedPlace> {
    let mut sites = handed_over(context, name, targets);
    sites.extend(named_in_strings(context, name, targets));
    let own_names = targets.iter().flat_map(own_attributes);
    let ends = sites.iter().flat_map(|site| &site.partners).cloned();
    let ends: BTreeSet<Partner> = ends.chain(own_names).collect();
    let of = targets.first().map_or(&name.written, |target| &target.symbol().qualified);
    let mut found = Vec::new();
    let is_own = |site: &Site| targets.iter().any(|target| target.holds(&site.file, site.line));
    sites.iter().filter(|site| !is_own(site)).for_each(|site| site.add_to(&mut found, of));
    // A string that names a declaration with what is around it is the other end itself.
    let declared = targets.iter().filter(|target| is_string_of(name, target)).take(MAX_DECLARED);
    declared.for_each(|target| add_declaration(target, &name.written, &mut found));
    for end in ends.iter().take(MAX_ENDS) {
        add_end(context, end, name, &mut found);
    }
    context.weigh(&mut found);
    found
}

impl Target {
    fn is_function(&self) -> bool {
        self.symbol().is_function() || self.symbol().is_prototype()
    }

    fn holds(&self, file: &ParsedFile, line: u32) -> bool {
        self.file.path == file.path && self.symbol().range().contains(line)
    }
}

/// The lines that hand over a function and are not among its calls.
pub(super) fn handing_over(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    targets: &[Target],
    calls: &[RelatedPlace],
) -> Vec<RelatedPlace> {
    let functions: Vec<Target> = targets.iter().filter(|it| it.is_function()).cloned().collect();
    let mut sites = handed_over(context, name, &functions);
    sites.retain(|site| !RelatedPlace::is_known(calls, &site.file.path, site.line));
    let of = functions.first().map_or(&name.written, |target| &target.symbol().qualified);
    let mut found = Vec::new();
    sites.iter().for_each(|site| site.add_to(&mut found, of));
    context.weigh(&mut found);
    found.iter_mut().for_each(|place| place.is_handed_over = true);
    found
}

/// The uses of the declarations that hand them over.
fn handed_over(context: &RelationContext<'_>, name: &SymbolQuery, targets: &[Target]) -> Vec<Site> {
    if targets.is_empty() {
        return Vec::new();
    }
    let is_type = targets.iter().any(|target| target.symbol().is_type());
    let are_functions = targets.iter().all(Target::is_function);
    let mut sites = Vec::new();
    for place in uses::uses(context, name, targets, Kind::All) {
        let file = &place.file;
        let mut statements = Statements::of(file);
        let Some(finder) = finder([&name.name]).filter(|_| context.is_code(&file.path)) else {
            continue;
        };
        for (line, resolution) in &place.lines {
            if context.cancel.is_cancelled() {
                return sites;
            }
            let bytes = file.lines.bytes(*line, *line);
            let members = occurrences(&finder, &file.text[bytes.clone()]).filter_map(|(at, _)| {
                let start = bytes.start + at;
                let own = start..start + name.name.len();
                let is_assigned = || are_functions && is_assigned(file, &own);
                member(&mut statements, &own).or_else(|| {
                    is_assigned().then_some(Member { is_bare: true, ..Member::default() })
                })
            });
            let is_wanted = |member: &Member| {
                member.is_bare || is_type && member.partners.iter().any(Partner::is_text)
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
fn member(statements: &mut Statements<'_>, name: &Range<usize>) -> Option<Member> {
    let (file, at) = (statements.file, name.start as u32);
    let facts = &file.facts;
    let in_signature = facts.around(at).any(|symbol| {
        let symbol = &facts.symbols[symbol];
        (symbol.is_function() || symbol.is_prototype() || symbol.is_type())
            && (symbol.name_span.end..symbol.body).contains(&at)
    });
    if facts.is_import(at) || in_signature {
        return None;
    }
    let member = statements.brackets_around(at)?.member(name);
    let is_type = facts.reference_at(at).is_some_and(|reference| reference.of_type);
    let member = member.filter(|member| member.is_type || !is_type);
    member.or_else(|| command_member(file, name))
}

/// Whether the name is all that a line gives to a member or adds to an event: `button.onclick = save;`.
fn is_assigned(file: &ParsedFile, name: &Range<usize>) -> bool {
    let line = file.line(name.start as u32);
    let bytes = file.lines.bytes(line, line);
    let [head, rest] = [bytes.start..name.start, name.end..bytes.end]
        .map(|part| std::str::from_utf8(&file.text[part]).unwrap_or_default());
    let head = without_qualifiers(head).trim_end_matches([' ', '&']);
    let to = head.strip_suffix('=').unwrap_or_default().trim_end();
    let to = to.rsplit(char::is_whitespace).next().unwrap_or_default();
    let is_member = to.contains(['.', '>']) && to.ends_with(is_name_char);
    (is_member || to.ends_with('+')) && matches!(rest.trim_end(), "" | ";" | ",")
}

/// The name as an argument of a call without brackets, in a language that has these. A keyword before a name, as in
/// `return Name`, has no receiver, and nothing beside the name.
fn command_member(file: &ParsedFile, name: &Range<usize>) -> Option<Member> {
    let line = file.line(name.start as u32);
    let bytes = file.lines.bytes(line, line);
    let text = std::str::from_utf8(&file.text[bytes.clone()]).ok()?.trim_end();
    let start = text.len() - text.trim_start().len();
    let end = start + text[start..].find(' ')?;
    let callee = &text[start..end];
    // A keyword, as `rescue`, is no name.
    let callee_at = (bytes.start + start) as u32;
    let last = callee.rfind(['.', ':']).map_or(0, |at| at + 1) as u32;
    let is_name = file.facts.reference_at(callee_at + last).is_some();
    let is_call = file.language().bare_calls
        && is_name
        && callee.chars().all(|c| c.is_alphanumeric() || "_.:!?".contains(c));
    let bracketed = format!("{}({})", &text[..end], &text[end + 1..]);
    let own = name.start - bytes.start..name.end - bytes.start;
    let member = Brackets::of(&bracketed, &(0..bracketed.len())).member(&own);
    member.filter(|member| is_call && (callee.contains('.') || !member.partners.is_empty()))
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

/// Whether a declaration is asked for by a string that names it with what is around it, as `users#show`, and not by its
/// place or its own qualified name.
fn is_string_of(name: &SymbolQuery, target: &Target) -> bool {
    let parts = |text: &str| -> Vec<String> {
        text.split("::").flat_map(|part| part.split('.')).map(str::to_owned).collect()
    };
    let qualified = parts(&target.symbol().qualified);
    name.written != name.name && name.path.is_none() && !qualified.ends_with(&parts(&name.written))
}

fn add_declaration(target: &Target, of: &str, found: &mut Vec<RelatedPlace>) {
    let (file, line) = (Arc::clone(&target.file), target.symbol().name_line);
    RelatedPlace::add_line(found, file, (2, line), of, Resolution::Name);
}

/// Whether qualifiers mean a declaration: all of them, all but the outermost one, which may be in no path, or its
/// namespace.
pub(super) fn is_qualified(target: &Target, qualifiers: &[String]) -> bool {
    let namespace = target.namespace();
    let is_namespace = || namespace.is_some_and(|namespace| namespace == qualifiers.join("."));
    let without_root = qualifiers.get(1..).filter(|rest| !rest.is_empty());
    fits(target, qualifiers)
        || without_root.is_some_and(|rest| fits(target, rest))
        || is_namespace()
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
            let targets = declared.targets.iter().filter(|_| !is_common);
            targets.for_each(|target| add_declaration(target, &name.written, found));
        }
        Partner::Text(text) if *text != name.written => add_users(context, text, found),
        Partner::Name(_) | Partner::Text(_) => {}
    }
}

/// Adds the places that have a string and are not yet known.
fn add_users(context: &RelationContext<'_>, text: &str, found: &mut Vec<RelatedPlace>) {
    let is_part = |c: char| !c.is_alphanumeric() && c != '_';
    let word = text.rsplit(is_part).find(|word| !word.is_empty());
    let mut same = strings(context, &[word.unwrap_or(text).to_owned()]);
    same.retain(|(other, ..)| other == text);
    let files: BTreeSet<&str> = same.iter().map(|(_, file, _)| &*file.path).collect();
    if files.len() > MAX_FILES {
        return;
    }
    for (_, file, run) in same {
        let line = file.line(run.span.start as u32);
        if !RelatedPlace::is_known(found, &file.path, line) {
            RelatedPlace::add_line(found, file, (2, line), text, Resolution::Text);
        }
    }
}
