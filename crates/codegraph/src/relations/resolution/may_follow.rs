//! Which declarations cannot stand behind what is before a name, or without anything before it: functions that are no
//! members behind a value, members of unrelated types behind `super`, functions of other packages without an import.

use super::declared_member::outside_head;
use crate::facts::languages::Namespaces;
use crate::facts::{Import, ParsedFile};
use crate::relations::scopes::local_names::bindings;
use crate::relations::types::declared_type::DeclaredType;
use crate::relations::types::lineage::Lineage;
use crate::relations::written::type_text::parts;
use crate::relations::{Occurrence, Resolver, Spot, Target};
use crate::text::words::is_name_char;

impl Target {
    /// Whether it is neither a member of a type nor a part of a value, and extends no type.
    pub(crate) fn is_free(&self) -> bool {
        let symbol = self.symbol();
        let is_in_scope = || match self.around() {
            Some(around) => !around.is_type() && around.kind != "extension",
            None => symbol.qualified == symbol.name,
        };
        symbol.kind == "function" && !self.is_part() && is_in_scope()
    }

    /// Whether it is a variable that nothing is around, in a language that marks what stands behind a value.
    fn is_outermost_variable(&self) -> bool {
        let is_marked = !self.file.language().value_access.is_empty();
        is_marked && self.symbol().kind == "variable" && self.around().is_none()
    }

    /// Whether it is a function that nothing is around, whether it extends a type or not.
    fn is_outermost_function(&self) -> bool {
        self.symbol().kind == "function" && self.around().is_none()
    }

    /// Whether a module, a package or a namespace around it has a name, or that by which other languages find it.
    fn is_in_scope_of(&self, name: &str) -> bool {
        self.scopes().any(|scope| scope == name)
            || self.is_in(name)
            || self.file_type().as_deref() == Some(name)
    }
}

impl Resolver<'_> {
    /// Whether one of the targets can stand behind what is before a name.
    pub(super) fn may_follow(&self, name: &Occurrence<'_>) -> bool {
        let Some(qualifier) = name.qualifier().filter(|_| !self.targets.is_empty()) else {
            return true;
        };
        let language = name.file.language();
        if language.super_names.contains(&qualifier) && self.is_of_no_super_type(name) {
            return false;
        }
        if !self.targets.iter().all(|target| target.is_free() || target.is_outermost_variable()) {
            return true;
        }
        let is_value = language.value_access.contains(&name.separator().trim())
            || (language.apart_from_values && !self.may_be_scope(name, qualifier));
        // In Go, a function of another package is behind the name of an import.
        let is_package = || {
            let mut imports = name.file.facts.imports_as(qualifier, name.at());
            imports.next().is_some() || self.package_named(name.file, qualifier).is_some()
        };
        !is_value && (!language.types_are_values || is_package())
    }

    /// Whether a name stands behind a variable of the file that the file itself gives another member of the name.
    pub(super) fn is_of_own_variable(&self, name: &Occurrence<'_>, qualifier: &str) -> bool {
        let file = name.file;
        let is_variable = |at: usize| file.facts.symbols[at].kind == "variable";
        let own = |at: usize| file.facts.symbols[at].qualifier() == Some(qualifier);
        let is_target = |at: usize| {
            self.targets.iter().any(|one| one.symbol == at && one.file.path == file.path)
        };
        let mut members = file.declared(name.text).filter(|at| own(*at)).peekable();
        file.declared(qualifier).any(is_variable)
            && members.peek().is_some()
            && !members.any(is_target)
    }

    /// Whether the targets are components, and a name is none of a tag: only markup gets components without an import.
    pub(super) fn is_no_tag(&self, name: &Occurrence<'_>) -> bool {
        let before = name.reference.qualifier.as_ref().map_or(name.at(), |before| before.start);
        let is_tag = name.file.text[..before as usize].ends_with(b"<");
        let mut targets = self.targets.iter();
        !is_tag
            && !self.targets.is_empty()
            && targets.all(|target| target.symbol().kind == "component")
    }

    /// Whether what is before a name may be a scope that holds one of the targets, or what an import binds.
    fn may_be_scope(&self, name: &Occurrence<'_>, qualifier: &str) -> bool {
        let last = qualifier.rsplit(|c| !is_name_char(c)).next().unwrap_or(qualifier);
        let mut imports = name.file.facts.imports_as(qualifier, name.at());
        imports.next().is_some() || self.targets.iter().any(|target| target.is_in_scope_of(last))
    }

    /// Whether one of the targets can be meant by a bare name: in a language of full names, a function of another namespace
    /// needs an import.
    pub(super) fn may_stand_alone(&self, name: &Occurrence<'_>) -> bool {
        let file = name.file;
        let namespaces = file.language().namespaces;
        if name.reference.qualifier.is_some() || namespaces == Namespaces::None {
            return true;
        }
        let own = file.facts.namespace_at(name.at()).unwrap_or_default();
        let is_around = |outer: &str| {
            let rest = own.strip_prefix(outer);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let is_open = |of: &str| match namespaces {
            Namespaces::Relative => is_around(of),
            _ => own == of,
        };
        let is_imported = |of: &str| {
            let mut stars = file.facts.stars().filter(|star| star.visible_at(name.at()));
            stars.any(|star| star.source == of || of.ends_with(&format!(".{}", star.source)))
        };
        file.facts.imports_as(name.text, name.at()).next().is_some()
            || self.targets.iter().any(|target| {
                !target.is_outermost_function()
                    || target.namespace().is_none_or(|of| is_open(of) || is_imported(of))
            })
    }

    /// Whether the targets are members of types that the type around a name does not inherit from: all of its super types
    /// are known, or come from outside of the tree.
    fn is_of_no_super_type(&self, name: &Occurrence<'_>) -> bool {
        let is_anonymous = name.file.facts.anonymous_around(name.at()).is_some();
        let own = self.enclosing_types(outside_head(name)).into_iter().next();
        let Some(own) = own.filter(|own| !is_anonymous && !own.parts.is_empty()) else {
            return false;
        };
        let is_own = |ty: &DeclaredType| {
            ty.parts.iter().any(|part| own.parts.iter().any(|one| one.is(part)))
        };
        let is_mixed = |target: &Target| {
            let below = target.owner().map(|ty| self.heirs(&ty));
            below.is_some_and(|below| below.iter().flat_map(|lineage| &lineage.types).any(is_own))
        };
        // A type below both may put a member of the one behind the other, where a type has several super types.
        if own.is_of_modules() && self.targets.iter().take(MAX_MIXED).any(is_mixed) {
            return false;
        }
        let lineage = self.lineage(vec![own]);
        let is_super = |target: &Target| lineage.types.iter().any(|ty| ty.owns(target));
        let is_member =
            |target: &Target| target.owner().is_some_and(|ty| ty.symbol().kind == "class");
        self.targets.iter().all(|target| is_member(target) && !is_super(target))
            && !self.may_inherit_more(&lineage)
    }

    /// Whether a type of a lineage may have a super type of the tree that is not known: one that no import leads out of it.
    pub(super) fn may_inherit_more(&self, lineage: &Lineage) -> bool {
        let parts = lineage.types.iter().flat_map(|ty| &ty.parts);
        let mut written = parts.flat_map(|part| {
            let heritage = part.written_heritage();
            heritage.map(move |(span, written)| (part, Spot::new(&part.file, span.start), written))
        });
        lineage.unknown.len() > MAX_UNKNOWN
            || written.any(|(part, spot, written)| {
                self.declared_type(spot, &written).is_none()
                    && !self.is_from_outside(&part.file, spot.at, &written)
            })
    }

    /// Whether a type that `written` names is imported from outside of the tree.
    fn is_from_outside(&self, file: &ParsedFile, at: u32, written: &str) -> bool {
        let head = written.split(|c| !is_name_char(c)).next().unwrap_or(written);
        let mut imports = file.facts.imports_as(head, at).peekable();
        let is_outside = |import: &Import| {
            if file.language().namespaces != Namespaces::None {
                let last = import.source.rsplit('.').next().unwrap_or(&import.source);
                let known = self.context.types_named(last, self.of_expression);
                return known
                    .is_some_and(|known| !known.iter().any(|ty| ty.has_full_name(&import.source)));
            }
            // The first name of a path of dots is that of a package.
            let package = import.source.split('.').next().filter(|first| !first.is_empty());
            let root = if import.source.contains('/') { None } else { package };
            self.context.resolve(file, &import.source).is_empty()
                && !self.context.may_lead_here(root.unwrap_or(&import.source))
        };
        imports.peek().is_some() && imports.all(is_outside)
    }

    /// Whether what is before a name is a class of the tree by its name or its path, and no value: then no other class is
    /// meant.
    pub(super) fn is_behind_class(&self, name: &Occurrence<'_>, types: &[DeclaredType]) -> bool {
        let Some(qualifier) = name.qualifier() else {
            return false;
        };
        let is_class = |ty: &DeclaredType| {
            let mut parts = ty.parts.iter().map(Target::symbol);
            !ty.parts.is_empty() && parts.all(|part| CLASSES.contains(&part.kind.as_str()))
        };
        let path = parts(qualifier).unwrap_or_default();
        let [head, .., last] = [path.first(), path.last()].map(|part| part.map_or("", |part| part));
        let (facts, at) = (&name.file.facts, name.at());
        let is_named = |ty: &DeclaredType| {
            let mut imports = facts.imports_as(last, at);
            ty.name == last || imports.any(|import| import.name == ty.name)
        };
        !path.is_empty()
            && !name.file.language().self_names.contains(&head)
            && types.iter().all(|ty| is_class(ty) && is_named(ty))
            && bindings(name.spot(), head, false).is_empty()
            && self.type_of_expression(name.spot(), qualifier).is_none()
    }
}

/// The kinds of types of which a name before a member means no subtype.
const CLASSES: [&str; 5] = ["class", "enum", "object", "record", "struct"];

/// The most targets of which types that extend theirs and another one are looked for.
const MAX_MIXED: usize = 4;

/// A lineage with more super types that are not known is not looked through.
const MAX_UNKNOWN: usize = 8;
