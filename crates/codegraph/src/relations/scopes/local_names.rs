//! Resolves the names of parameters, local variables and nested declarations, which shadow equal names of the file.

use crate::answer::Resolution;
use crate::facts::languages::{Structural, folder};
use crate::facts::{Binding, Form, Given, ParsedFile, Part, Reference, Span, Symbol};
use crate::relations::written::type_text::{is_of_functions, name_of};
use crate::relations::{
    Decided, Occurrence, ResolvedRef, Resolver, Spot, Target, by_name, resolved,
};
use crate::text::brackets::split;
use crate::text::distinct::keep_best;
use std::cmp::Reverse;

/// A name that is bound within a part of a file.
struct Local<'f> {
    within: Span,
    name_start: u32,
    /// The parameter or local variable; `None` of a nested declaration.
    bound: Option<&'f Binding>,
}

/// The innermost bindings of `name`, as a value or as a type, that are visible at byte `at`; several if the name is
/// bound repeatedly.
pub(crate) fn bindings<'f>(spot: Spot<'f>, name: &str, of_type: bool) -> Vec<&'f Binding> {
    let bound = spot.file.bound(name);
    innermost(spot, bound.filter(|bound| bound.of_type == of_type))
}

/// The most checks before a place that are looked at: the innermost ones that hold there begin last.
const MAX_CHECKS: usize = 64;

/// The innermost bindings of the value `name` that are visible at byte `at` and fit; a check that gives a value a type
/// counts as one.
pub(crate) fn typed_bindings<'f>(
    spot: Spot<'f>,
    name: &str,
    fits: impl Fn(&Binding) -> bool,
) -> Vec<&'f Binding> {
    let facts = &spot.file.facts;
    let begins = |check: &Binding| check.within.as_ref().is_some_and(|part| part.start <= spot.at);
    let begun = &facts.narrowed[..facts.narrowed.partition_point(begins)];
    let checks = &begun[begun.len().saturating_sub(MAX_CHECKS)..];
    let checks = checks.iter().filter(|check| spot.file.spells(&check.name, name));
    let bound = spot.file.bound(name).filter(|bound| !bound.of_type);
    let mut found = innermost(spot, bound.chain(checks).filter(|bound| fits(bound)));
    if let Some(first) = found.first().filter(|first| !declares_type(first)) {
        let within = first.within.as_ref();
        // Where types are checked, only what is made there may be of another type.
        let is_checked = spot.file.language().structural != Structural::No;
        let is_made = |given: &Given| given.form == Form::Made;
        let assigned = facts.assigned.iter().filter(|assigned| {
            within.is_none_or(|within| within.contains(&assigned.name.start))
                && spot.file.spells(&assigned.name, name)
                && fits(assigned)
                && (!is_checked || assigned.given.as_ref().is_some_and(is_made))
        });
        found.extend(assigned);
    }
    found
}

/// Whether a variable has the type that is written at it, whatever it is given later.
fn declares_type(bound: &Binding) -> bool {
    bound.given.as_ref().is_some_and(|given| given.form == Form::Type)
}

/// Those of the bindings of a name that are visible at a place and have the smallest scope.
fn innermost<'f>(
    Spot { file, at, .. }: Spot<'f>,
    bound: impl Iterator<Item = &'f Binding>,
) -> Vec<&'f Binding> {
    let facts = &file.facts;
    let is_visible = |bound: &&Binding| bound.within.as_ref().is_none_or(|span| span.contains(&at));
    let mut bound: Vec<&Binding> =
        bound.filter(is_visible).filter(|bound| !facts.is_import(bound.name.start)).collect();
    let size =
        |bound: &&Binding| bound.within.as_ref().map_or(u32::MAX, |span| span.end - span.start);
    keep_best(&mut bound, |bound| Reverse(size(bound)));
    bound
}

/// The type that is written at what a declaration binds.
fn written_type<'f>(file: &'f ParsedFile, bound: &Binding) -> Option<&'f str> {
    let given = bound.given.as_ref().filter(|given| given.form == Form::Type)?;
    Some(file.slice(&given.span))
}

/// The scope of a nested declaration's name: the body of its container.
fn scope_of(file: &ParsedFile, symbol: &Symbol) -> Option<Span> {
    let around = file.facts.container(symbol)?;
    Some(around.body.min(around.code.end)..around.code.end)
}

/// The innermost parameter, local variable or nested declaration that `name` means at byte `at`.
fn local<'f>(spot: Spot<'f>, name: &str, of_type: bool) -> Option<Local<'f>> {
    let Spot { file, at, .. } = spot;
    let facts = &file.facts;
    // A declaration may bind its own name; it is local if it is in a block of the file.
    let own = |bound: &Binding| {
        let mut own = file.declared(name).map(|at| &facts.symbols[at]);
        own.find(|symbol| symbol.name_span.start == bound.name.start)
    };
    // The value of a variable that shadows a name may use that.
    let is_in_value = |bound: &&Binding| {
        let given = bound.given.as_ref().filter(|given| given.form != Form::Type);
        !bound.parameter && given.is_some_and(|given| given.span.contains(&at))
    };
    let bound = bindings(spot, name, of_type)
        .into_iter()
        .filter(|bound| !is_in_value(bound))
        .filter_map(|bound| {
            let (own, within) = (own(bound), bound.within.clone()?);
            let is_local = own.is_none_or(|symbol| facts.container(symbol).is_none());
            let (name_start, bound) = (bound.name.start, Some(bound).filter(|_| own.is_none()));
            is_local.then_some(Local { within, name_start, bound })
        });
    let declared = file.declared(name).filter_map(|symbol| {
        let symbol = &facts.symbols[symbol];
        let around = facts.container(symbol)?;
        let part = ["field", "method", "property"].contains(&symbol.kind.as_str());
        if part
            || symbol.is_secondary_declaration()
            || (of_type && !symbol.is_type())
            || around.is_type()
            || is_assigned(file, symbol)
        {
            return None;
        }
        let mut bound = file.bound(name);
        let bound = bound.find(|bound| bound.name.start == symbol.name_span.start);
        let within = bound.and_then(|bound| bound.within.clone());
        let within = within.or_else(|| scope_of(file, symbol));
        let within = within.filter(|within| within.contains(&at))?;
        Some(Local { within, name_start: symbol.name_span.start, bound: None })
    });
    bound.chain(declared).min_by_key(|local| local.within.end - local.within.start)
}

/// Whether a declaration is an assignment to a member: `a.b = function …`.
pub(crate) fn is_assigned(file: &ParsedFile, symbol: &Symbol) -> bool {
    let before = symbol.name_span.start.checked_sub(1);
    let is_after_dot = before.is_some_and(|at| file.text.get(at as usize) == Some(&b'.'));
    // What a module is has the name of its file, and not `exports`.
    is_after_dot && symbol.name.starts_with(file.slice(&symbol.name_span))
}

/// Whether a parameter, a local variable or, in a module, a nested declaration shadows the name of the file's scope.
pub(crate) fn is_shadowed(spot: Spot<'_>, name: &str, of_type: bool) -> bool {
    let local = local(spot, name, of_type);
    local.is_some_and(|local| spot.file.facts.module || local.bound.is_some())
}

/// Whether what a name means as a local is a declaration of a namespace: the members of a type in that are nearer.
pub(crate) fn is_of_namespace(name: &Occurrence<'_>) -> bool {
    let (file, text) = (name.file, name.text);
    let local = local(name.spot(), text, name.reference.of_type);
    local.filter(|local| local.bound.is_none()).is_some_and(|local| {
        let mut declared = file.declared(text).map(|at| &file.facts.symbols[at]);
        let symbol = declared.find(|symbol| symbol.name_span.start == local.name_start);
        let around = symbol.and_then(|symbol| file.facts.container(symbol));
        around.is_some_and(|around| !around.is_function())
    })
}

impl Resolver<'_> {
    /// Resolves a bare name that an enclosing scope binds; `None` if none does.
    pub(crate) fn resolve_local(&self, occurrence: &Occurrence<'_>) -> Option<Decided> {
        let (spot, name) = (occurrence.spot(), occurrence.text);
        let Spot { file, at, .. } = spot;
        let local = local(spot, name, occurrence.reference.of_type)?;
        let is_parameter = local.bound.is_some_and(|bound| bound.parameter);
        if let Some(bound) = local.bound.filter(|_| !file.facts.module) {
            // The ends of most scopes of local variables are approximate, so a possible local is resolved by name only. A
            // parameter hides the name, unless a call may mean a member because the parameter is no function.
            let is_value = |text: &str| !name_of(text).is_empty() && !is_of_functions(text);
            let may_be_member = self.is_call
                && file.language().implicit_self
                && written_type(file, bound).is_some_and(is_value);
            let is_other_value = || {
                self.are_never_bare(file) && self.taken_out(occurrence, local.name_start).is_none()
            };
            let is_exact = bound.is_exact && !(self.is_call && file.language().functions_apart);
            let hides = ((is_parameter || is_exact) && !may_be_member) || is_other_value();
            return Some(Decided(by_name().filter(|_| !hides)));
        }
        let nearer = |target: &Target| {
            let symbol = target.symbol();
            let inside = |scope: Span| {
                local.within.start <= scope.start
                    && scope.end <= local.within.end
                    && scope.contains(&at)
            };
            let own = symbol.name_span.start == local.name_start;
            let same = target.file.path == file.path && symbol.name == name;
            same && (own || (!target.is_part() && scope_of(file, symbol).is_some_and(inside)))
        };
        if let Some(target) = self.find(nearer) {
            return Some(Decided(resolved(Resolution::Scope, target)));
        }
        if let Some(found) = self.taken_out(occurrence, local.name_start) {
            return Some(Decided(found));
        }
        // A decorated function may be injected through a parameter of its name, in files of its folder or below.
        let use_folder = folder(&file.path);
        let injected = |target: &Target| {
            let target_folder = folder(&target.file.path);
            let is_inside = target_folder.is_empty()
                || use_folder == target_folder
                || use_folder.starts_with(&format!("{target_folder}/"));
            is_inside && target.is_decorated()
        };
        let injected = is_parameter && self.targets.iter().any(injected);
        Some(Decided(by_name().filter(|_| injected)))
    }

    /// Whether a call may mean a function although a nearer value has its name, which then can be no function.
    pub(crate) fn may_be_function(&self, name: &Occurrence<'_>) -> bool {
        let Occurrence { file, text, .. } = *name;
        let facts = &file.facts;
        let is_value = |symbol: &Symbol| matches!(symbol.kind.as_str(), "property" | "variable");
        let is_called = |symbol: &Symbol| {
            let mut known = facts.fields.iter().chain(&facts.bindings);
            let known = known.find(|known| known.name.start == symbol.name_span.start);
            known.and_then(|known| written_type(file, known)).is_some_and(is_of_functions)
        };
        name.reference.call
            && file.language().functions_apart
            && self.targets.iter().any(|target| target.symbol().is_function())
            && file.declared(text).map(|at| &facts.symbols[at]).any(is_value)
            && !file.declared(text).map(|at| &facts.symbols[at]).any(is_called)
    }

    /// Resolves a variable of the file that is a member of another value.
    pub(crate) fn taken_out_by_file(&self, name: &Occurrence<'_>) -> Option<Decided> {
        let mut bound = name.file.bound(name.text);
        let facts = &name.file.facts;
        let is_own = |bound: &&Binding| !bound.of_type && !facts.is_import(bound.name.start);
        let bound = bound.find(|bound| bound.within.is_none() && is_own(bound))?;
        self.taken_out(name, bound.name.start).map(Decided)
    }

    /// Resolves a variable that is a member of another value: `const { a: b } = value`, `a = value.a`. `None` if it is
    /// none.
    fn taken_out(
        &self,
        occurrence: &Occurrence<'_>,
        name_start: u32,
    ) -> Option<Option<ResolvedRef>> {
        let Occurrence { file, text, .. } = *occurrence;
        let bound = file.bound(text).find(|bound| bound.name.start == name_start)?;
        let given = bound.given.as_ref()?;
        let value = file.slice(&given.span);
        let taken = file.taken_name(bound);
        if given.form == Form::Type {
            let types = self.declared_type(occurrence.spot().moved(given.span.start), value)?;
            let Decided(found) = self.decide(file, &types, taken?)?;
            return found.filter(|found| found.target.is_some()).map(Some);
        }
        let holder = match given.part {
            Part::Member | Part::Renamed(_) => value,
            Part::Whole => value.strip_suffix(text)?.trim_end().strip_suffix('.')?.trim_end(),
            Part::Element if self.lists(occurrence.spot().moved(given.span.start), value, text) => {
                value
            }
            Part::Element | Part::Passed => return None,
        };
        let from = given.span.start;
        let qualifier = from..from + u32::try_from(holder.len()).ok()?;
        let reference = Reference {
            span: qualifier.end..qualifier.end,
            qualifier: Some(qualifier),
            ..occurrence.reference.clone()
        };
        let text = taken.unwrap_or(text);
        let member = Occurrence { reference: &reference, text, ..*occurrence };
        let is_named = || self.targets.iter().any(|target| target.symbol().name == text);
        let found = self.qualified(&member, holder);
        Some(found.filter(|found| found.target.is_some() || is_named()))
    }

    /// Whether an expression is a call of a function that returns a list with `name` in it: `return [a, b]`.
    fn lists(&self, spot: Spot<'_>, call: &str, name: &str) -> bool {
        let types = self.type_of_expression(spot, call);
        let types = types.and_then(|ty| self.declared_as(&ty, true));
        let mut functions = types.into_iter().flatten().flat_map(|ty| ty.parts);
        functions.any(|function| {
            let result = function.symbol().result.as_ref();
            let listed = result.map_or("", |given| function.file.slice(&given.span));
            let items = listed.strip_prefix('[').and_then(|items| items.strip_suffix(']'));
            items.is_some_and(|items| split(items, ',').iter().any(|item| item.trim() == name))
        })
    }
}
