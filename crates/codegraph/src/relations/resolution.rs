//! What does an occurrence of a name mean: through imports, through scopes, through what stands before it, or by name only?
//! Uses `scopes`, `modules` and `types`. Begin with [`Resolver::resolve`], which states the order of the rules; then
//! `qualified` for what follows a value, a type or a module, and `receiver` for what that is.

mod as_trait;
mod bare_members;
pub(super) mod declared_member;
mod extensions;
mod may_follow;
mod member_lookup;
mod overloads;
mod own_name;
mod qualified;
pub(super) mod receiver;
mod self_member;
mod self_value;

use crate::answer::Resolution;
use crate::facts::{Import, Label, ParsedFile, Symbol};
use crate::relations::scopes::local_names::{is_assigned, is_of_namespace};
use crate::relations::types::locate::inner_types;
use crate::relations::{
    Decided, Occurrence, Reach, ResolvedRef, Resolver, Rule, Target, by_name, resolved,
};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

impl Resolver<'_> {
    /// Resolves an occurrence; `None` if it means something else.
    pub(super) fn resolve(&self, name: &Occurrence<'_>) -> Option<ResolvedRef> {
        let reference = name.reference;
        if self.targets.is_empty() {
            return by_name();
        }
        if reference.call && !self.targets.iter().any(Target::is_callable) {
            return None;
        }
        if !self.is_known_to(name.file) {
            return None;
        }
        let is_apart = !name.file.language().overloads;
        let arguments = reference.arguments.filter(|_| is_apart);
        let mut targets = self.targets.iter();
        if !targets.any(|target| target.symbol().takes(arguments)) {
            return None;
        }
        let resolver = Resolver {
            is_call: reference.call && !reference.constructs,
            arguments,
            written: reference.arguments,
            expressions_left: AtomicU32::new(0),
            known: Arc::clone(&self.known),
            ..*self
        };
        let resolver = Resolver { own: resolver.own_before(name), ..resolver };
        if self.are_never_assigned(name) {
            return None;
        }
        let found = match name.qualifier() {
            Some(qualifier) => resolver.by_self(name, resolver.qualified(name, qualifier)),
            None => {
                let may_be_key = reference.label == Label::Shorthand && self.fits_key();
                let found = resolver.by_self(name, resolver.bare(name));
                found.or_else(|| by_name().filter(|_| may_be_key))
            }
        };
        let found = self.by_arguments(name, found?)?;
        let is_certain = found.resolution != Resolution::Name;
        let may_mean = || {
            self.sees_any(name)
                && self.may_follow(name)
                && self.may_stand_alone(name)
                && !self.is_no_tag(name)
        };
        (is_certain || may_mean()).then_some(found)
    }

    /// Resolves a name without a qualifier.
    pub(super) fn bare(&self, name: &Occurrence<'_>) -> Option<ResolvedRef> {
        match self.in_scopes(name) {
            Break(None) if self.may_be_function(name) => by_name(),
            Break(found) => found,
            Continue(unknown) => {
                let of_type = || self.bare_type(name).filter(|_| !unknown);
                match of_type().or_else(|| self.in_named_module(name, "")) {
                    Some(Decided(found)) => found,
                    None => self.wildcard_or_folder_targets(name, unknown),
                }
            }
        }
    }

    /// The rules for a bare name, the nearest scopes first; otherwise whether an import of it leads to nothing known.
    fn in_scopes(&self, name: &Occurrence<'_>) -> Rule<bool> {
        let Occurrence { file, reference, text } = *name;
        let at = reference.span.start;
        Decided::rule(self.specifier(file, text, at))?;
        if let Some(found) = self.import_segment(name) {
            return Break(found.and_then(|target| resolved(Resolution::Import, target)));
        }
        if reference.label == Label::Key {
            return Break(by_name().filter(|_| self.fits_key()));
        }
        let visible = file.facts.imports_as(text, at);
        let (inner, outer): (Vec<&Import>, Vec<&Import>) =
            visible.partition(|import| import.within.is_some());
        let mut unknown = false;
        Decided::rule(self.imported(file, &inner, &mut unknown))?;
        // A name that a function imports means nothing of the file.
        if !inner.is_empty() {
            let is_outside = |import: &&Import| self.is_outside(file, import);
            return Break(by_name().filter(|_| !inner.iter().all(is_outside)));
        }
        let implicit_self = file.language().implicit_self;
        if implicit_self && is_of_namespace(name) {
            self.own_or_inherited(name)?;
        }
        if !reference.call || !file.language().uncallable_kinds.contains(&"variable") {
            Decided::rule(self.resolve_local(name))?;
        }
        if self.are_no_values(name) {
            return Break(None);
        }
        let sees = |target: &Target| {
            let same = target.file.path == file.path && target.symbol().name == text;
            same && self.sees(name.spot(), target)
        };
        if implicit_self && self.is_hidden_by_inner_type(name) {
            return Break(None);
        }
        let is_type = |target: &Target| target.symbol().is_type();
        if implicit_self {
            self.own_or_inherited(name)?;
        }
        Decided::rule(self.nearest_constant(name))?;
        self.means(Resolution::Scope, sees)?;
        Decided::rule(self.taken_out_by_file(name))?;
        let member = implicit_self.then(|| self.implicit_member(name)).flatten();
        // A bare name means the member of the type around it, if there is one, where it cannot be that of a type.
        let may_be_type = || {
            let is_type = reference.of_type || self.targets.iter().any(is_type);
            is_type && !self.is_argument(name)
        };
        match member {
            Some(Decided(Some(found))) if found.target.is_some() => return Break(Some(found)),
            Some(Decided(None)) if !may_be_type() => return Break(None),
            _ => {}
        }
        Decided::rule(self.imported(file, &outer, &mut unknown))?;
        if !outer.is_empty() && outer.iter().all(|import| self.leads_nowhere(file, import)) {
            return Break(None);
        }
        if member.is_none() {
            Decided::rule(self.of_prototype(file, None, text))?;
        }
        // A method that is declared apart from its type, as in Go, is no name of the file.
        let outer = |symbol: &Symbol| {
            file.is_outer(symbol)
                && symbol.name == text
                && symbol.kind != "method"
                && !is_assigned(file, symbol)
                && symbol.takes(self.arguments)
        };
        if !unknown && file.facts.symbols.iter().any(outer) {
            return Break(None);
        }
        Continue(unknown)
    }

    /// Resolves a call as one of a member of a type around it, which is nearer than what the file declares. The
    /// construction of a type is no call of a member, though its constructor may be one of its name.
    fn own_or_inherited(&self, name: &Occurrence<'_>) -> Rule {
        if !name.reference.call || self.targets.iter().all(|target| target.symbol().is_type()) {
            return Continue(());
        }
        Decided::rule(self.bare_in_anonymous(name).or_else(|| self.implicit_member(name)))
    }

    /// Whether a type within the types around a name has the name, and none of the targets, which are types.
    fn is_hidden_by_inner_type(&self, name: &Occurrence<'_>) -> bool {
        let is_type = |target: &Target| target.symbol().is_type();
        let is_target = |inner: &Target| self.targets.iter().any(|target| target.is(inner));
        self.targets.iter().all(is_type) && {
            let inner = inner_types(name.spot(), name.text);
            !inner.is_empty() && !inner.iter().any(is_target)
        }
    }

    /// The result of following an import to the file that declares the imported name.
    pub(super) fn reach(&self, file: &ParsedFile, import: &Import) -> Reach {
        self.reach_name(file, import, &import.name)
    }
}
