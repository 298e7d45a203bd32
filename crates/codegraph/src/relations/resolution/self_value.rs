//! Whose member a name means that is written without an owner, behind `this`, or behind a type.

use crate::answer::Resolution;
use crate::facts::{Anonymous, Facts, Import, Own, ParsedFile, Symbol};
use crate::relations::scopes::rules::is_callable;
use crate::relations::types::declared_type::DeclaredType;
use crate::relations::written::type_text::named_self;
use crate::relations::{
    Decided, Occurrence, Reach, ResolvedRef, Resolver, Spot, Target, named, resolved,
};
use std::sync::Arc;

impl Target {
    /// Whether a value belongs to it, or it itself, or neither; `None` if the source does not say: of a member of a module,
    /// which may be lent to both.
    pub(super) fn own(&self) -> Option<Own> {
        let is_module = self.around().is_none_or(|around| around.lends);
        let facts = &self.file.facts;
        let (part, own) =
            facts.self_part(self.symbol().code.start, self.symbol().name_span.start)?;
        let is_known = !is_module && part.end == self.symbol().code.end;
        Some(*own).filter(|own| is_known && matches!(own, Own::Type | Own::Value))
    }

    /// Whether it belongs to the types that name the module around its own, and not to their values.
    fn is_lent(&self) -> bool {
        let lent = self.file.language().lent_module;
        lent.is_some_and(|lent| self.container() == Some(lent))
    }

    /// Whether it is known to be a member of the values of a type.
    pub(crate) fn is_of_values(&self) -> bool {
        self.own() == Some(Own::Value)
    }

    /// Whether the member of the same declaration that a value is given to has the name, too, as that of an `attr_accessor`.
    pub(super) fn has_writer(&self) -> bool {
        let symbol = self.symbol();
        let writer = format!("{}=", symbol.name);
        let mut writers = named(&self.file, &writer);
        symbol.name.ends_with('=')
            || writers.any(|writer| writer.symbol().name_span.start == symbol.name_span.start)
    }
}

/// What `this` is at byte `at`.
fn own_at(file: &Arc<ParsedFile>, at: u32) -> Own {
    let facts = &file.facts;
    let mut around = facts.around(at).map(|symbol| Target { file: Arc::clone(file), symbol });
    let holder = around.find(|around| around.symbol().is_type() || around.is_object());
    let nameless = facts.anonymous_around(at).map_or(0, |around| around.body.start);
    let from = holder.as_ref().map_or(0, |holder| holder.symbol().code.start).max(nameless);
    match facts.self_part(from, at) {
        Some((part, Own::Other)) if is_member(file, part.start, part.end, holder.as_ref()) => {
            Own::Value
        }
        Some((_, own)) => *own,
        None => Own::Value,
    }
}

/// Whether a part is the value of a declaration that is a member of the type around, if there is one.
fn is_member(file: &Arc<ParsedFile>, start: u32, end: u32, holder: Option<&Target>) -> bool {
    let is_mark = |c: char| c.is_whitespace() || matches!(c, ';' | ',');
    let is_whole = |symbol: &Symbol| {
        let rest = end..symbol.code.end.max(end);
        symbol.is_function() && file.slice(&rest).chars().all(is_mark)
    };
    file.facts.enclosing(start).is_some_and(|symbol| {
        let own = Target { file: Arc::clone(file), symbol };
        is_whole(own.symbol()) && holder.is_none_or(|holder| holder.is_around(&own))
    })
}

/// Whether a name is written as a word that names a method for later, as a symbol of Ruby.
fn is_quoted(name: &Occurrence<'_>) -> bool {
    let before = &name.file.text[..name.at() as usize];
    name.qualifier().is_none() && before.ends_with(b":") && !before.ends_with(b"::")
}

impl Resolver<'_> {
    /// What a name means for which `found` was found: a member of what `this` is, or of a type that is named, may be another.
    pub(super) fn by_self(
        &self,
        name: &Occurrence<'_>,
        found: Option<ResolvedRef>,
    ) -> Option<ResolvedRef> {
        if is_quoted(name) {
            return found;
        }
        let language = name.file.language();
        let is_self = match name.qualifier() {
            Some(qualifier) => language.self_names.contains(&qualifier),
            None => language.implicit_self,
        };
        let by_name = || found.map(|found| ResolvedRef { resolution: Resolution::Name, ..found });
        let is_bare = name.qualifier().is_none();
        if is_self && !is_bare && self.is_of_other(name) {
            return by_name().or_else(crate::relations::by_name);
        }
        let target = found.and_then(|found| Some(&self.targets[found.target?]));
        let Some(target) = target.filter(|target| !target.symbol().is_type()) else {
            return found;
        };
        let is_other = || target.is_part() && self.is_of_other(name);
        let is_reader = !is_bare && name.is_written() && !target.has_writer();
        // A method that takes no argument gets no value.
        if is_reader && target.symbol().parameters.is_some() {
            return None;
        }
        if is_reader || (is_self && is_bare && (is_other() || self.is_inherited(name, target))) {
            return by_name();
        }
        if is_bare && self.is_imported_member(name) {
            return found;
        }
        let own = match is_self {
            true if !is_bare || name.reference.call => own_at(name.file, name.at()),
            false if self.is_type(name) => Own::Type,
            false if target.is_lent() => return by_name(),
            _ => return found,
        };
        if own == Own::Any || target.own().is_none_or(|declared| declared == own) {
            return found;
        }
        let is_meant = |other: &Target| {
            let is_beside = other.symbol().container == target.symbol().container;
            is_beside && other.file.path == target.file.path && other.own() == Some(own)
        };
        if let Some(other) = self.find(is_meant) {
            return found.map(|found| ResolvedRef { target: Some(other), ..found });
        }
        let mut others = named(&target.file, &target.symbol().name);
        by_name().filter(|_| !others.any(|other| is_meant(&other)))
    }

    /// Whether an import by full name gives a file the member of a type as a bare name.
    fn is_imported_member(&self, name: &Occurrence<'_>) -> bool {
        let (file, facts) = (name.file, &name.file.facts);
        let reaches = |import: &Import| {
            let wanted = if import.local.is_empty() { name.text } else { &import.name };
            matches!(self.reach_full(file, import, wanted), Some(Reach::Target(_)))
        };
        let by_name = facts.imports_as(name.text, name.at());
        by_name.chain(facts.stars().filter(|star| star.visible_at(name.at()))).any(reaches)
    }

    /// Whether what is before a name is surely the name of a class.
    fn is_type(&self, name: &Occurrence<'_>) -> bool {
        let Some(qualifier) = name.qualifier() else {
            return false;
        };
        let last = qualifier.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next();
        let is_class =
            |ty: &DeclaredType| ty.parts.iter().all(|part| part.symbol().kind == "class");
        let is_value = named_self(qualifier, name.file.language()).is_some();
        last.is_some_and(|last| last.starts_with(char::is_uppercase) && !is_value)
            && self.targets.iter().any(|target| target.own().is_some() || target.is_lent())
            && self.type_of_expression(name.spot(), qualifier).is_none()
            && self
                .declared_type(name.spot(), qualifier)
                .is_some_and(|types| types.iter().all(is_class))
    }

    /// Whether what is before a name is surely a class, or a value that has other members than its class.
    pub(super) fn own_before(&self, name: &Occurrence<'_>) -> Option<Own> {
        if self.is_type(name) {
            return Some(Own::Type);
        }
        let own_names = name.file.language().self_names;
        let qualifier = name.qualifier().filter(|before| !own_names.contains(before))?;
        let is_of_type = self.targets.iter().any(|target| target.own() == Some(Own::Type));
        let is_value = is_of_type && self.type_of_expression(name.spot(), qualifier).is_some();
        is_value.then_some(Own::Value)
    }

    /// Whether a member belongs to a class where a value is before the name, or to its values where the class is.
    pub(super) fn is_apart(&self, member: &Target) -> bool {
        self.own.is_some_and(|own| member.own().is_some_and(|of| of != own))
    }

    /// Whether a member that a name means without an owner, or behind `this`, is not, or need not be, that of the type
    /// around: what a caller gives comes first, if it has such a member.
    pub(super) fn is_of_other(&self, name: &Occurrence<'_>) -> bool {
        if is_quoted(name) || !self.targets.iter().any(Target::is_part) {
            return false;
        }
        match own_at(name.file, name.at()) {
            Own::Other => true,
            Own::Any => self.has_rivals(),
            Own::Type | Own::Value => false,
        }
    }

    /// Whether members of several types have the name.
    fn has_rivals(&self) -> bool {
        let members = self.members.into_iter().flat_map(|members| members.values().flatten());
        let mut owners = members.chain(self.targets).filter(|member| member.is_part());
        let first = owners.next().and_then(Target::container);
        owners.any(|member| member.container() != first)
    }

    /// Whether a type around a name that is nearer than the one whose member a target is, or than the file, may inherit the
    /// name from outside of the tree. A value of the file is what it seems to be all the same.
    fn is_inherited(&self, name: &Occurrence<'_>, target: &Target) -> bool {
        // A constant of Ruby is looked for in the scopes around before it is inherited.
        let is_lexical = name.file.language().bare_calls && !target.symbol().is_function();
        let is_free = !target.is_part() && !target.symbol().is_function();
        if is_free || target.file.path != name.file.path || is_lexical {
            return false;
        }
        let nearest =
            self.enclosing_types(name.spot()).into_iter().map(|ty| self.lineage(vec![ty]));
        let nameless = name.file.facts.anonymous_around(name.at());
        let nameless = nameless.filter(|one| !one.body.contains(&target.symbol().name_span.start));
        let mut open = nameless.is_some_and(|one| {
            let mut supers = one.supers.iter();
            supers.any(|span| {
                let written = name.file.slice(span);
                self.declared_type(name.spot().moved(span.start), written).is_none()
            })
        });
        for lineage in nearest {
            if lineage.types.iter().any(|ty| ty.owns(target)) {
                return open;
            }
            open |= !lineage.unknown.is_empty();
        }
        open
    }
}

// Members of types without a name: what a bare name, `this.name` or `super.name` in the body of such a type means.

impl Resolver<'_> {
    /// Resolves a bare name in the bodies of types without a name, the innermost first; `None` if none of them is known
    /// to have it.
    pub(super) fn bare_in_anonymous(&self, name: &Occurrence<'_>) -> Option<Decided> {
        let mut at = name.at();
        loop {
            let around = name.file.facts.anonymous_around(at)?;
            if let Some(found) = self.member_of_anonymous(name, around, false) {
                return Some(found);
            }
            at = around.body.start.checked_sub(1)?;
        }
    }

    /// Resolves a name as a member of a type without a name, or with `super_only` of its super types; `None` if they are
    /// not known to have it.
    pub(super) fn member_of_anonymous(
        &self,
        name: &Occurrence<'_>,
        ty: &Anonymous,
        super_only: bool,
    ) -> Option<Decided> {
        let (file, text) = (name.file, name.text);
        if !super_only {
            let own = self.members_of_anonymous(file, ty, text);
            let is_own =
                |target: &Target| target.file.path == file.path && own.contains(&target.symbol);
            if let Some(target) = self.find(is_own) {
                return Some(Decided(resolved(Resolution::Scope, target)));
            }
            if !own.is_empty() {
                return Some(Decided(None));
            }
        }
        let mut supers = ty.supers.iter();
        supers.find_map(|span| {
            let written = file.slice(span);
            let types = self.declared_type(Spot::new(file, span.start), written)?;
            // No other type extends it, so what a sibling declares is not meant.
            self.member_of_types(file, &types, text, true)
        })
    }

    /// The declarations of a name that are members of a type without a name.
    fn members_of_anonymous(&self, file: &ParsedFile, ty: &Anonymous, name: &str) -> Vec<usize> {
        let symbols = file.facts.symbols.iter().enumerate();
        let named = symbols.filter(|(at, symbol)| {
            let around = file.facts.container(symbol);
            let is_direct = around.is_none_or(|around| around.span.start < ty.body.start);
            let is_there = ty.body.contains(&symbol.name_span.start) && is_direct;
            symbol.name == name && is_there && (!self.is_call || is_callable(file, *at))
        });
        let nested = |symbol: u32| file.facts.anonymous_around(symbol) != Some(ty);
        named.filter(|(_, symbol)| !nested(symbol.name_span.start)).map(|(at, _)| at).collect()
    }
}

impl Facts {
    /// Whether the name at byte `name` is that of a member of a type without a name, outside of which byte `at` is.
    pub(super) fn is_in_other_anonymous(&self, name: u32, at: u32) -> bool {
        let mut bodies = self.anonymous.iter().map(|one| &one.body);
        bodies.any(|body| body.contains(&name) && !body.contains(&at))
    }
}
