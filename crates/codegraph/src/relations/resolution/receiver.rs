//! Determines what stands before a name: a value of a declared type (that of a parameter, a local variable, a field, or of the
//! enclosing type), a type, or something from outside the tree.

use crate::answer::Resolution;
use crate::facts::{Import, ParsedFile};
use crate::relations::modules::follow::Calls;
use crate::relations::scopes::assigned::head;
use crate::relations::scopes::local_names::bindings;
use crate::relations::types::declared_type::DeclaredType;
use crate::relations::types::written_type::WrittenType;
use crate::relations::written::type_text::{ROOTS, parts};
use crate::relations::{Occurrence, RelationContext, Resolver, Spot, Target, named};
use std::collections::HashSet;
use std::sync::Arc;

/// What stands before a name.
pub(crate) enum Receiver {
    /// A value of these types, or one of them.
    Types(Vec<DeclaredType>),
    /// A value of a type from outside the tree, or that type, in a language in which a value has the members of its type
    /// alone.
    Outside(DeclaredType),
}

impl Resolver<'_> {
    /// What stands before a name; `None` if it is unknown.
    pub(crate) fn receiver(&self, name: &Occurrence<'_>, qualifier: &str) -> Option<Receiver> {
        let (spot, language) = (name.spot(), name.file.language());
        let outside_type =
            |spot: Spot<'_>, name: &str| self.outside_type(spot, name).map(Receiver::Outside);
        let outside = |spot: Spot<'_>, written: &str| {
            language.nominal_types.then(|| outside_type(spot, written)).flatten()
        };
        let access = language.pointer_access;
        let through = access.is_none_or(|access| name.separator().contains(access));
        if let Some(ty) = self.type_of_expression(spot, qualifier) {
            if let Some(list) = self.list_name(&ty) {
                let adds = |target: &Target| target.container() == Some(list);
                let is_added = self.targets.iter().any(adds);
                let list = DeclaredType::of(list, None, Resolution::Name);
                return Some(Receiver::Outside(list)).filter(|_| !is_added);
            }
            let types = self.declared_as(&ty, through).map(Receiver::Types);
            // Elsewhere than in Go, what is made of an object may have the functions in it.
            let is_of_type = |target: &Target| {
                let of =
                    target.owner().map(|of| of.symbol().is_type() && of.symbol().name != ty.name());
                language.types_are_values || of == Some(true)
            };
            let is_made = || self.is_concrete(&ty) && self.targets.iter().all(is_of_type);
            let of_outside = || {
                let decides = language.nominal_types || is_made();
                decides
                    .then(|| outside_type(ty.spot(), ty.name().trim_start_matches('\\')))
                    .flatten()
            };
            return types.or_else(of_outside);
        }
        let path = parts(qualifier)?;
        let head = path.first()?;
        let mut bound = bindings(spot, head, false);
        if !language.declared_types {
            // An object that the file declares has the functions in it.
            let mut own = named(spot.file, head).filter(Target::is_object);
            let own = own.next().map(|own| own.symbol().name_span.start);
            bound.retain(|bound| Some(bound.name.start) != own);
        }
        if let ([only], [_]) = (bound.as_slice(), path.as_slice())
            && only.parameter
            && language.injecting_file.is_some()
        {
            return self.injected_types(spot.file, head).map(Receiver::Types);
        }
        let is_module = |import: &Import| import.local == *head && import.name == "*";
        let is_alone = path.len() == 1;
        let is_self = language.self_names.contains(&head.as_str());
        let is_value = is_self
            || !bound.is_empty()
            || (language.declared_types
                && is_alone
                && spot.file.facts.imports.iter().any(is_module));
        let root = ROOTS.iter().find(|root| qualifier.starts_with(**root)).unwrap_or(&"");
        let written = format!("{root}{}", path.join(language.separator));
        let types = self.declared_type(spot, &written).filter(|_| !is_value);
        types.map(Receiver::Types).or_else(|| {
            // It may be a field that is inherited from outside the tree, unless it is known to be a type.
            let imported = || spot.file.facts.imports.iter().any(|import| import.local == *head);
            let may_inherit = || !self.lineage(self.enclosing_types(spot)).unknown.is_empty();
            let outside = outside(spot, qualifier).filter(|_| !is_self)?;
            (imported() || !may_inherit()).then_some(outside)
        })
    }

    /// The name of the type of a list, which the language has and not the tree, and which has none of the members of what
    /// it holds; `None` if it is another type.
    fn list_name<'t>(&self, ty: &'t WrittenType) -> Option<&'t str> {
        let language = ty.file.language();
        let known = language.collections;
        let is_marked = ty.text.ends_with("[]");
        let name = if is_marked { known.first().copied()? } else { ty.name() };
        let is_list = known.contains(&name) && (is_marked || self.is_foreign(ty));
        (is_list && !language.declared_types).then_some(name)
    }

    /// A type that the text `written` names, if it is outside of the tree: its import resolves to no file of the tree, or,
    /// without an import, the tree declares no type of its name.
    fn outside_type(&self, spot: Spot<'_>, written: &str) -> Option<DeclaredType> {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
        let head = head(written);
        // A function of the file may make values.
        let is_own =
            !spot.file.language().declared_types && spot.file.declared(head).next().is_some();
        let is_bound = |of_type| is_own || !bindings(spot, head, of_type).is_empty();
        let is_namespace = self.targets.iter().any(|target| {
            target.namespace() == Some(written) || target.file_type().as_deref() == Some(head)
        });
        if is_namespace || !written.chars().all(is_name) || is_bound(true) || is_bound(false) {
            return None;
        }
        let last = written.rsplit('.').next().unwrap_or(written);
        let file = spot.file;
        let mut imports = file.facts.imports_as(head, spot.at).peekable();
        let is_outside = if imports.peek().is_some() {
            imports.all(|import| self.context.resolve(file, &import.source).is_empty())
        } else {
            // `Type.CONSTANT` is a value of a type of the tree.
            let mut names = written
                .split('.')
                .filter(|part| *part == last || part.starts_with(char::is_uppercase));
            let named = |name| self.context.types_named(name, self.of_expression);
            // A script sees the names of others.
            (file.language().declared_types || file.facts.module)
                && names.all(|name| named(name).is_some_and(|known| known.is_empty()))
        };
        is_outside.then(|| DeclaredType::of(last, None, Resolution::Name))
    }

    /// The types around byte `at`, innermost first. The type to which a function says that it belongs is around it.
    pub(crate) fn enclosing_types(&self, Spot { file, at, .. }: Spot<'_>) -> Vec<DeclaredType> {
        let mut found = Vec::new();
        for symbol in file.facts.around(at) {
            let declared = &file.facts.symbols[symbol];
            let own = Target { file: Arc::clone(file), symbol };
            let of = |name, part| DeclaredType::of(name, part, Resolution::Scope);
            if !file.language().declared_types {
                let is_around = declared.is_type() || own.is_object();
                found.extend(is_around.then(|| DeclaredType::at(&own)));
            } else if declared.is_type() && declared.kind != "variant" {
                let known = self.declared_type(own.spot(), &declared.name);
                let known = known.and_then(|known| known.into_iter().next());
                let mut ty = known.unwrap_or_else(|| of(&declared.name, None));
                if !ty.parts.iter().any(|part| part.is(&own)) {
                    ty.parts.push(own);
                }
                ty.resolution = Resolution::Scope;
                found.push(ty);
            } else if declared.is_function()
                && !own.around().is_some_and(|around| around.is_type() || around.is_function())
                && declared.qualified != declared.name
                && let Some(name) = own.container()
                // A namespace of C++ is no type.
                && own.around().is_none_or(|around| around.kind != "namespace" || around.name != name)
            {
                let known = self.declared_type(own.spot(), name);
                found.extend(known.unwrap_or_else(|| vec![of(name, Some(own.clone()))]));
            }
        }
        found
    }
}

/// The receivers of the calls of a declaration.
#[derive(Default)]
pub(crate) struct Receivers {
    /// The files that declare the types of receivers, and their super types.
    pub(crate) files: Vec<Arc<ParsedFile>>,
    /// Names that are called only on types from outside the tree.
    pub(crate) external_names: HashSet<String>,
}

impl Receivers {
    pub(crate) fn of(context: &RelationContext<'_>, caller: &Target, calls: &Calls) -> Receivers {
        if !caller.file.language().nominal_types {
            return Receivers::default();
        }
        let resolver = Resolver::new(context, &[]);
        context.with_types(|| {
            let mut found = Receivers::default();
            for (name, uses) in calls {
                let mut all_external = true;
                for reference in uses {
                    let name = Occurrence::of(&caller.file, reference);
                    let receiver = name.qualifier().and_then(|of| resolver.receiver(&name, of));
                    all_external &= matches!(receiver, Some(Receiver::Outside(_)));
                    if let Some(Receiver::Types(types)) = receiver {
                        let parts = resolver.lineage(types).types.into_iter();
                        let parts = parts.flat_map(|ty| ty.parts);
                        found.files.extend(parts.map(|part| part.file));
                    }
                }
                if all_external {
                    found.external_names.insert(name.clone());
                }
            }
            found
        })
    }
}
