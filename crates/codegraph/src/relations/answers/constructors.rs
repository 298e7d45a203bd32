//! Finds what uses a constructor: the places that construct its type, by the type's name, and the calls of subtypes
//! that name neither, as `super(…)`.

use super::uses::{Kind, uses};
use crate::answer::Resolution;
use crate::facts::{ParsedFile, Span};
use crate::relations::modules::aliases::{Aliases, occurrence};
use crate::relations::types::lineage::walk_types;
use crate::relations::{
    Decided, Occurrence, RelationContext, ResolvedRef, Resolver, SymbolQuery, Target, resolved,
};
use std::sync::Arc;

/// The most types of which those that inherit a constructor are looked for.
const MAX_CONSTRUCTED: usize = 4;
/// The most types that inherit a constructor and are looked for.
const MAX_HEIRS: usize = 24;

/// The types that the constructors among the targets of a query construct, and the targets that are types.
pub(super) struct Constructors {
    types: Vec<Target>,
    /// The index of the target for each of the types.
    target_of: Vec<usize>,
    /// The names of the types whose constructors are targets; `None` if only types are.
    aliases: Option<Aliases>,
    /// Whether only names say that the types have these constructors.
    is_by_name: bool,
    /// The types that inherit one of them.
    heirs: Vec<Constructors>,
}

impl Constructors {
    /// The constructors among the targets of `resolver`.
    pub(super) fn of(resolver: &Resolver<'_>) -> Constructors {
        let (mut types, mut target_of) = (Vec::new(), Vec::new());
        let mut constructed = Vec::new();
        for (at, target) in resolver.targets.iter().enumerate() {
            if target.symbol().is_type() {
                types.push(target.clone());
                target_of.push(at);
            } else if target.file.is_constructor(target.symbol())
                && let Some(ty) = resolver.constructed_by(target)
            {
                constructed.push((ty.clone(), at));
                types.push(ty);
                target_of.push(at);
            }
        }
        let context = resolver.context;
        let first = constructed.first().map(|(ty, _)| ty.symbol().name.clone());
        let aliases = first.map(|name| aliases(context, &name, &types));
        let of_few = constructed.into_iter().filter(|_| types.len() <= MAX_CONSTRUCTED);
        let heirs = of_few.flat_map(|(ty, at)| inheriting(context, &ty, at)).collect();
        Constructors { types, target_of, aliases, is_by_name: false, heirs }
    }

    /// The files that may construct one of the types by its name.
    pub(crate) fn files(&self) -> Vec<&Arc<ParsedFile>> {
        let own = self.aliases.iter().flat_map(|aliases| &aliases.files);
        own.chain(self.heirs.iter().flat_map(Constructors::files)).collect()
    }

    /// The uses in a file of constructors that are targets, besides those by the constructor's own name; without
    /// `calls_only`, also the types that extend theirs.
    pub(super) fn uses(
        &self,
        resolver: &Resolver<'_>,
        file: &Arc<ParsedFile>,
        calls_only: bool,
    ) -> Vec<(Span, ResolvedRef)> {
        if self.types.is_empty() {
            return Vec::new();
        }
        let of_types = Resolver::new(resolver.context, &self.types);
        let locals = self.aliases.as_ref().map(|aliases| aliases.local_names(&of_types, file));
        let locals = locals.unwrap_or_default();
        let heirs = self.heirs.iter().flat_map(|heir| heir.uses(resolver, file, true));
        let mut found: Vec<(Span, ResolvedRef)> = heirs.collect();
        for reference in &file.facts.references {
            let name = occurrence(file, reference, &locals);
            let used = if locals.iter().any(|local| local == name.text) {
                let extends = || file.facts.heritage.contains(&reference.span);
                let is_use = reference.call || (!calls_only && extends());
                let used = is_use.then(|| of_types.resolve(&name));
                used.flatten()
            } else {
                self.unnamed(&of_types, &name)
            };
            let used = used.and_then(|used| {
                let target = used.target.map(|at| self.target_of[at]);
                let found = ResolvedRef { target, ..used };
                let by_name = ResolvedRef { resolution: Resolution::Name, ..found };
                resolver.by_arguments(&name, if self.is_by_name { by_name } else { found })
            });
            found.extend(used.map(|used| (reference.span.clone(), used)));
        }
        found
    }

    /// Resolves the call of a constructor of the type around it, or of one of its super types: `this(…)`, `super(…)`.
    fn unnamed(&self, of_types: &Resolver<'_>, name: &Occurrence<'_>) -> Option<ResolvedRef> {
        let (file, reference, text) = (name.file, name.reference, name.text);
        if !reference.call || reference.qualifier.is_some() {
            return None;
        }
        // Where `super` calls an overridden function, it is resolved as such.
        let language = file.language.filter(|language| !language.bare_calls)?;
        let is_super = language.super_names.contains(&text);
        // Where constructors have no name of their own, others are called within the type, and no type is.
        let is_type = || self.aliases.is_some() || !language.constructors.is_empty();
        let is_own = language.own_types.contains(&text) && is_type();
        if !is_super && !is_own {
            return None;
        }
        let symbol = file.facts.type_around(name.at())?;
        let around = Target { file: Arc::clone(file), symbol };
        if is_super {
            return self.super_type(of_types, &around);
        }
        let at = self.types.iter().position(|ty| ty.is(&around))?;
        resolved(Resolution::Scope, at)
    }

    /// Resolves the name of a super type that is one of the types.
    fn super_type(&self, of_types: &Resolver<'_>, ty: &Target) -> Option<ResolvedRef> {
        ty.heritage().find_map(|span| {
            let text = ty.file.slice(span);
            let named = || self.types.iter().any(|ty| ty.symbol().name == text);
            let reference = ty.file.facts.reference_at(span.start)?;
            // Where types are known by their names, one with another name is another type, unless an import renames it.
            let declared = ty.file.language().declared_types;
            let mut imports = ty.file.facts.imports_as(text, span.start);
            if declared && !named() && !imports.any(|import| import.name != import.local) {
                return None;
            }
            let found = of_types.resolve(&Occurrence { file: &ty.file, reference, text })?;
            (found.target.is_some() || named()).then_some(found)
        })
    }
}

/// The other names of types with a name.
fn aliases(context: &RelationContext<'_>, name: &str, types: &[Target]) -> Aliases {
    let found = context.files_with(&[name.to_owned()]);
    let parsed = context.parse_for_name(&found, name);
    Aliases::find(&Resolver::new(context, types), name, parsed)
}

/// The types that inherit the constructor of a type, the target `at`: those of its subtypes that declare none, where a
/// constructor has a name of its own.
fn inheriting(context: &RelationContext<'_>, ty: &Target, at: usize) -> Vec<Constructors> {
    let mut heirs: Vec<(Target, bool)> = Vec::new();
    let inherits = !ty.file.language().constructors.is_empty();
    let first = inherits.then(|| (ty.clone(), false));
    walk_types(
        first,
        |(ty, _)| ty.key(),
        |(ty, by_name)| {
            let name = SymbolQuery::named(&ty.symbol().name);
            let places = uses(context, &name, std::slice::from_ref(&ty), Kind::Heritage);
            let subtypes = places.into_iter().filter_map(|place| {
                let heir = Target { file: place.file, symbol: place.symbol? };
                let is_heir = heir.symbol().is_type() && !heir.has_constructor();
                is_heir.then_some((heir, by_name || place.resolution == Resolution::Name))
            });
            let subtypes: Vec<_> = subtypes.take(MAX_HEIRS - heirs.len()).collect();
            heirs.extend(subtypes.iter().cloned());
            subtypes
        },
    );
    let constructed = heirs.into_iter().map(|(heir, is_by_name)| {
        let (name, types) = (heir.symbol().name.clone(), vec![heir]);
        let aliases = Some(aliases(context, &name, &types));
        Constructors { types, target_of: vec![at], aliases, is_by_name, heirs: Vec::new() }
    });
    constructed.collect()
}

impl Target {
    /// Whether it has a constructor of its own.
    fn has_constructor(&self) -> bool {
        self.members().any(|member| self.file.is_constructor(member.symbol()))
    }
}

impl Resolver<'_> {
    /// The type that a constructor constructs.
    fn constructed_by(&self, constructor: &Target) -> Option<Target> {
        let declared = || {
            let files = vec![constructor.file.path.clone()];
            let steps = constructor.spot().steps;
            self.declared_types(files, constructor.container()?, steps).into_iter().next()
        };
        constructor.owner().or_else(declared)
    }

    /// Resolves `super` where it calls the function of the super type that the one around it overrides, as in Ruby.
    pub(super) fn overridden(&self, name: &Occurrence<'_>) -> Option<ResolvedRef> {
        let facts = &name.file.facts;
        let function = &facts.symbols[facts.function_around(name.at())?].name;
        if !self.targets.iter().any(|target| target.symbol().name == *function) {
            return None;
        }
        let of_function = Occurrence { text: function, ..*name };
        let Decided(found) = self.own_member(&of_function, true)?;
        found.filter(|found| found.target.is_some())
    }
}
