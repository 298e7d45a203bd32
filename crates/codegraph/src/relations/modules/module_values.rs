//! Modules that are handed over as values: `T.prototype.$a = a`, `{ a }`, `provide('a', a)`, `self.a = a`. What stands behind
//! a member of that name means what the module has.

use crate::answer::Resolution;
use crate::facts::languages::of_text;
use crate::facts::{Label, ParsedFile, Part};
use crate::relations::scopes::local_names::is_shadowed;
use crate::relations::scopes::rules::loaded_module;
use crate::relations::written::expression::{Step, last_step};
use crate::relations::{Occurrence, ResolvedRef, Resolver, Spot, Target, by_name, resolved};
use crate::text::distinct::distinct;
use crate::text::files_by_name::{finder, occurrences};
use crate::text::words::is_name_char;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The most names of members whose values are looked for.
const MAX_NAMES: usize = 32;
/// The most files that are parsed for what they give these members.
const MAX_FILES: usize = 64;

/// What the members of some names are given in the whole tree.
#[derive(Default)]
pub(crate) struct Handed(HashMap<String, Values>);

/// What the members of one name are given.
#[derive(Clone, Debug, Default)]
struct Values {
    /// The targets in the modules that are handed over under the name.
    targets: Vec<usize>,
    /// Whether something else is given to a member of the name, too.
    others: bool,
}

/// What a text gives a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Giving<'t> {
    /// A value, to a member or a variable.
    Assigned(&'t str),
    /// A value, as that of a key or beside a string.
    Keyed(&'t str),
    /// A variable of the name.
    Shorthand,
}

impl Handed {
    /// What is given to the members behind which `files` have the name of the targets.
    pub(crate) fn of(resolver: &Resolver<'_>, name: &str, files: &[Arc<ParsedFile>]) -> Handed {
        let context = resolver.context;
        if !resolver.targets.iter().any(Target::is_name_of_module) {
            return Handed::default();
        }
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let alike = files.iter().filter(|file| resolver.shares_modules(file));
        for file in alike {
            let named = file.facts.references.iter();
            let named = named.filter(|reference| file.spells(&reference.span, name));
            for holder in named.filter_map(|reference| holder(&Occurrence::of(file, reference))) {
                *counts.entry(holder).or_default() += 1;
            }
        }
        let mut names: Vec<(&str, usize)> = counts.into_iter().collect();
        names.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        names.truncate(MAX_NAMES);
        let mut names: Vec<String> = names.iter().map(|(name, _)| (*name).to_owned()).collect();
        names.sort_unstable();
        if names.is_empty() || context.cancel.is_cancelled() {
            return Handed::default();
        }
        let mut found = Handed(names.iter().map(|n| (n.clone(), Values::default())).collect());
        let paths: Vec<String> =
            context.files_with(&names).iter().map(|file| file.path.clone()).collect();
        let giving = context.tree.threads.filter_map(&paths, 8, |path| {
            let text = context.listing.reader.read(path).ok()?;
            let is_alike = of_text(path, &text).is_some_and(|language| {
                resolver.targets.iter().any(|target| language.reaches(target.file.language()))
            });
            let found = finder(&names).filter(|_| is_alike)?;
            let mut all = occurrences(&found, &text);
            let gives =
                |at: usize, name: u16| giving(&text, at, names[usize::from(name)].len()).is_some();
            all.any(|(at, name)| gives(at, name)).then(|| path.clone())
        });
        for path in giving.into_iter().take(MAX_FILES) {
            if let Some(file) = context.open(&path) {
                found.add(resolver, &file, name, &names);
            }
        }
        found
    }

    /// Adds what a file gives members of the names.
    fn add(&mut self, resolver: &Resolver<'_>, file: &Arc<ParsedFile>, of: &str, names: &[String]) {
        let Some(finder) = finder(names) else { return };
        for (at, index) in occurrences(&finder, &file.text) {
            let name = &names[usize::from(index)];
            let Some(giving) = giving(&file.text, at, name.len()) else { continue };
            let spot = Spot::new(file, at as u32);
            let is_member = file.text[..at].ends_with(b".")
                || file.facts.fields.iter().any(|field| field.name.start == spot.at);
            let key = || file.facts.reference_at(spot.at).is_some_and(|r| r.label != Label::No);
            let value = match giving {
                Giving::Assigned(value) if is_member => value,
                // The name of an argument.
                Giving::Assigned(value) if key() => value,
                Giving::Keyed(value) => value,
                Giving::Shorthand if !file.facts.is_import(spot.at) => name,
                _ => continue,
            };
            let values = self.0.entry(name.clone()).or_default();
            match resolver.in_module_value(spot, value, of) {
                Some(target) => values.targets.push(target),
                None => values.others |= is_member && matches!(giving, Giving::Assigned(_)),
            }
        }
        self.0.values_mut().for_each(|values| values.targets = distinct(values.targets.drain(..)));
    }
}

impl Target {
    /// Whether files name it only through an import of it, or of its module.
    fn is_name_of_module(&self) -> bool {
        self.file.facts.module && self.file.is_outer(self.symbol()) && !self.is_part()
    }
}

/// The name of the member, or of the variable that is taken from one, behind which a name stands.
fn holder<'f>(name: &Occurrence<'f>) -> Option<&'f str> {
    match last_step(name.qualifier()?)? {
        Step::Member(_, member) => Some(member),
        Step::Name(local) => is_taken(name.spot(), local).then_some(local),
        _ => None,
    }
}

/// Whether a variable is the member of its name of another value: `const { a } = this`.
fn is_taken(spot: Spot<'_>, name: &str) -> bool {
    crate::relations::scopes::local_names::bindings(spot, name, false)
        .iter()
        .any(|bound| bound.given.as_ref().is_some_and(|given| given.part == Part::Member))
}

impl Resolver<'_> {
    /// Whether a file may have values that are modules of the targets.
    fn shares_modules(&self, file: &ParsedFile) -> bool {
        file.language.is_some_and(|own| {
            let mut targets = self.targets.iter().filter_map(|target| target.file.language);
            targets.any(|other| own.reaches(other))
        })
    }

    /// The target `name` of the module that `value` is.
    fn in_module_value(&self, spot: Spot<'_>, value: &str, name: &str) -> Option<usize> {
        let file = spot.file;
        if let Some(module) = loaded_module(value) {
            return self.reached(self.context.resolve(file, module), name, None);
        }
        let is_free = value.chars().all(is_name_char) && !is_shadowed(spot, value, false);
        let mut imports = file.facts.imports_as(value, spot.at).filter(|_| is_free);
        imports
            .find_map(|import| self.through_path(file, import, std::iter::empty(), (value, name)))
    }

    /// Resolves a name behind a member or a variable that is given a module; `None` if nothing says so. Behind a field of
    /// the own value that the tree gives nothing, it is resolved by name.
    pub(crate) fn of_handed(&self, name: &Occurrence<'_>, qualifier: &str) -> Option<ResolvedRef> {
        let values = self.handed?.0.get(holder(name)?)?;
        match values.targets.as_slice() {
            [only] if !values.others => resolved(Resolution::Import, *only),
            [first, ..] => resolved(Resolution::Name, *first),
            [] => {
                let names = name.file.language().self_names;
                let is_field = matches!(last_step(qualifier), Some(Step::Member(of, _)) if names.contains(&of));
                by_name().filter(|_| is_field && !values.others)
            }
        }
    }
}

/// What a text gives the name of so many bytes at a byte of it; `None` if nothing.
fn giving(text: &[u8], at: usize, length: usize) -> Option<Giving<'_>> {
    let before = text[..at].last().copied();
    let after = &text[at + length..];
    let is_quoted =
        before.is_some_and(|quote| b"'\"`".contains(&quote)) && after.first() == before.as_ref();
    let line =
        |rest: &'_ [u8]| -> usize { rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len()) };
    let rest = &after[usize::from(is_quoted)..];
    let rest = std::str::from_utf8(&rest[..line(rest)]).ok()?.trim_start();
    if is_quoted {
        let element = rest.strip_prefix(']').map(str::trim_start);
        if let Some(assigned) = element.and_then(|rest| rest.strip_prefix('=')) {
            return value(assigned).map(Giving::Keyed);
        }
        return value(rest.strip_prefix([',', ':'])?).map(Giving::Keyed);
    }
    if let Some(assigned) = rest.strip_prefix('=') {
        return value(assigned).map(Giving::Assigned);
    }
    if let Some(keyed) = rest.strip_prefix(':').filter(|rest| !rest.starts_with(':')) {
        return value(keyed).map(Giving::Keyed);
    }
    let opens = text[..at].trim_ascii_end().last().is_some_and(|b| b"{,".contains(b));
    let closes = text[at + length..].trim_ascii_start().first().is_some_and(|b| b",}".contains(b));
    (opens && closes).then_some(Giving::Shorthand)
}

/// The value at the beginning of the rest of a line.
fn value(rest: &str) -> Option<&str> {
    let rest = rest.trim_start();
    if rest.starts_with(['=', '>', '~']) {
        return None;
    }
    let name = rest.find(|c| !is_name_char(c)).unwrap_or(rest.len());
    let ends = |rest: &str| {
        let rest = rest.trim_start();
        rest.is_empty() || rest.starts_with([';', ',', ')', '}', '/', '#'])
    };
    if name > 0 && ends(&rest[name..]) {
        return Some(&rest[..name]);
    }
    let loaded =
        rest.find(')').map(|end| &rest[..=end]).filter(|call| loaded_module(call).is_some());
    Some(loaded.unwrap_or(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_text_gives_a_name() {
        let check = |text: &str, expect: &str| {
            let at = text.find("$a").unwrap();
            let found = giving(text.as_bytes(), at, 2);
            let found = found.map_or("-".to_owned(), |found| format!("{found:?}"));
            assert_eq!(found, expect, "{text}");
        };
        check("V.prototype.$a = api;", r#"Assigned("api")"#);
        check("this.$a = api", r#"Assigned("api")"#);
        check("this.$a = new Api()", r#"Assigned("")"#);
        check("this.$a = require('./a');", r#"Assigned("require('./a')")"#);
        check("x['$a'] = api;", r#"Keyed("api")"#);
        check("provide('$a', api)", r#"Keyed("api")"#);
        check("{ $a: api }", r#"Keyed("api")"#);
        check("{ b, $a }", "Shorthand");
        check("$a == api", "-");
        check("x => $a.f()", "-");
    }
}
