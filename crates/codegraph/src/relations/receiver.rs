//! Determines the static type of a receiver (the value before the dot), in languages in which the type decides what a
//! member's name means.

use super::follow::Calls;
use super::local::bindings;
use super::{Decided, Occurrence, RelationContext, Resolver, Spot, Target, by_name, resolved};
use crate::answer::Resolution;
use crate::facts::{Binding, Import, ParsedFile, Span};
use crate::relations::lineage::walk_types;
use std::collections::HashSet;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// The type of a receiver.
pub(super) enum Receiver {
    /// A value of one of these types of the tree, or one of the types itself.
    Types(Vec<Target>),
    /// A value of a type with this name, or the type itself; the tree does not declare it.
    External(String),
    /// Its type is unknown.
    Unknown,
}

/// The receivers of the calls of a declaration.
pub(super) struct Receivers {
    /// The files that declare the types of receivers, and their super types.
    pub(super) files: Vec<Arc<ParsedFile>>,
    /// Names that are called only on types from outside the tree.
    pub(super) external_names: HashSet<String>,
}

impl Receivers {
    pub(super) fn of(context: &RelationContext<'_>, caller: &Target, calls: &Calls) -> Receivers {
        let resolver = Resolver::new(context, &[]);
        let (mut types, mut external_names) = (Vec::new(), HashSet::new());
        for (name, uses) in calls {
            let mut all_external = true;
            for reference in uses {
                match resolver.receiver_of(&Occurrence::of(&caller.file, reference)) {
                    Receiver::External(_) => continue,
                    Receiver::Types(found) => types.extend(found),
                    Receiver::Unknown => {}
                }
                all_external = false;
            }
            if all_external {
                external_names.insert(name.clone());
            }
        }
        let mut files: Vec<Arc<ParsedFile>> = Vec::new();
        walk_types(types, |ty| {
            let supers = resolver.supers(&ty).0;
            files.push(ty.file);
            Continue::<(), _>(supers)
        });
        Receivers { files, external_names }
    }
}

impl Resolver<'_> {
    /// Resolves a name after `qualifier` by the qualifier's type; `None` if the type does not decide it.
    pub(super) fn member_of_receiver(
        &self,
        name: &Occurrence<'_>,
        qualifier: &str,
    ) -> Option<Decided> {
        let file = name.file;
        // The path before a type may be the name of its namespace.
        let full_name = format!("{qualifier}.{}", name.text);
        let is_named =
            |target: &Target| target.namespace().is_some() && target.has_full_name(&full_name);
        if let Some(target) = self.find(|target| target.symbol().is_type() && is_named(target)) {
            return Some(Decided(resolved(Resolution::Import, target)));
        }
        match self.receiver(name.spot(), qualifier) {
            Receiver::Types(types) => {
                let receivers = types.clone();
                let known = self.member(file, types, false, name.text);
                known.or_else(|| {
                    let names: Vec<&str> =
                        receivers.iter().map(|t| t.symbol().name.as_str()).collect();
                    Some(Decided(by_name().filter(|_| self.may_be_member(&names))))
                })
            }
            Receiver::External(ty) => {
                Some(Decided(by_name().filter(|_| self.may_be_member(&[&ty]))))
            }
            Receiver::Unknown => None,
        }
    }

    /// The receiver of an occurrence, if its language has static types.
    pub(super) fn receiver_of(&self, name: &Occurrence<'_>) -> Receiver {
        let nominal_types = name.file.language_is(|language| language.nominal_types);
        match name.qualifier() {
            _ if !nominal_types => Receiver::Unknown,
            Some(qualifier) => self.receiver(name.spot(), qualifier),
            // A constructed value has the constructed type.
            None if name.reference.of_type => self.type_at(name.spot(), name.text),
            None => Receiver::Unknown,
        }
    }

    /// The receiver that the text `qualifier` at byte `at` names.
    fn receiver(&self, spot: Spot<'_>, qualifier: &str) -> Receiver {
        if let Some(ty) = self.type_of_expression(spot, qualifier) {
            return self.type_at(ty.spot(), ty.name());
        }
        let file = spot.file;
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
        let head = qualifier.split('.').next().unwrap_or(qualifier);
        let is_value = file.language_is(|language| language.self_names.contains(&head))
            || !bindings(spot, head, false).is_empty();
        if is_value || !qualifier.chars().all(is_name) {
            return Receiver::Unknown;
        }
        let mut imports = file.facts.imports.iter();
        match (self.has_field(spot, head), self.type_at(spot, qualifier)) {
            (Some(true), _) => Receiver::Unknown,
            // It may be a field that is inherited from outside the tree, unless it is known to be a type.
            (None, Receiver::External(_)) if !imports.any(|import| import.local == head) => {
                Receiver::Unknown
            }
            (_, known) => known,
        }
    }

    /// Whether a type around byte `at`, or one of its super types, has a field; `None` if none is known to, and not all
    /// super types are known.
    fn has_field(&self, Spot { file, at, .. }: Spot<'_>, name: &str) -> Option<bool> {
        let mut all_known = file.facts.enclosing(at).is_some();
        let around = file.facts.around(at).filter(|&at| file.facts.symbols[at].is_type());
        let around = around.map(|symbol| Target { file: Arc::clone(file), symbol });
        let found = walk_types(around, |ty| {
            let facts = &ty.file.facts;
            let is_own = |field: &Binding| {
                ty.file.spells(&field.name, name)
                    && facts.type_around(field.name.start) == Some(ty.symbol)
            };
            if facts.fields.iter().any(is_own) {
                return Break(());
            }
            let (supers, supers_known) = self.supers(&ty);
            all_known &= supers_known;
            Continue(supers)
        });
        if found.is_some() { Some(true) } else { all_known.then_some(false) }
    }

    /// The receiver whose type the text `written` at byte `at` names.
    fn type_at(&self, spot: Spot<'_>, written: &str) -> Receiver {
        let types = self.types(spot, written);
        let name = written.rsplit('.').next().unwrap_or(written);
        if !types.is_empty() {
            Receiver::Types(types)
        } else if self.is_external(spot, written) {
            Receiver::External(name.to_owned())
        } else {
            Receiver::Unknown
        }
    }

    /// Whether a type that was not found is outside the tree: its import resolves to no file of the tree, or, without
    /// an import, the file does not declare its first name and no file of the tree is named after that.
    fn is_external(&self, spot: Spot<'_>, written: &str) -> bool {
        let Spot { file, at, .. } = spot;
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
        let head = written.split('.').next().unwrap_or(written);
        let is_bound = |of_type| !bindings(spot, head, of_type).is_empty();
        if !written.chars().all(is_name) || is_bound(true) || is_bound(false) {
            return false;
        }
        let matching: Vec<&Import> = file.facts.imports_as(head, at).collect();
        if !matching.is_empty() {
            let leads = |import: &&Import| !self.context.resolve(file, &import.source).is_empty();
            return !matching.iter().any(leads);
        }
        let symbols = &file.facts.symbols;
        !symbols.iter().any(|symbol| symbol.name == head) && !self.has_file_named_after(file, head)
    }

    /// Whether the super types of a type that are not found are surely outside of the tree, so that they extend none of
    /// its types.
    pub(super) fn extends_outside(&self, ty: &Target) -> bool {
        let file = &ty.file;
        let mut written = ty.written_heritage();
        file.language_is(|language| language.nominal_types)
            && written.all(|(span, written)| {
                let spot = Spot::new(file, span.start);
                self.is_external(spot, &written) || !self.types(spot, &written).is_empty()
            })
    }

    /// Whether a target may be a member of a value of a type with one of `names`: it is a member of a type with this
    /// name, or of one that extends it.
    fn may_be_member(&self, names: &[&str]) -> bool {
        let fits = |target: &Target| {
            let named = target.container().is_some_and(|name| names.contains(&name));
            named || target.owner().is_some_and(|ty| self.extends(ty, names))
        };
        self.targets.iter().any(fits)
    }

    /// Whether a type, or one of its super types in the tree, names one of `names` as a super type.
    fn extends(&self, ty: Target, names: &[&str]) -> bool {
        let extending = walk_types([ty], |ty| {
            let named = |span: &Span| names.contains(&ty.file.slice(span));
            if ty.heritage().any(named) {
                return Break(());
            }
            Continue(self.supers(&ty).0)
        });
        extending.is_some()
    }
}
