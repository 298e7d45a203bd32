//! The static type of a receiver, in languages where it decides which member a name means.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use super::callees::Calls;
use super::context::RelationContext;
use super::local::bindings;
use super::resolve::{Resolver, Settled, by_name};
use super::targets::Target;
use crate::facts::{Import, Reference, Span};
use crate::opened::Opened;

/// Types that are looked at on the way up from one.
const MAX_TYPES: usize = 32;

/// What a receiver is.
pub(super) enum Receiver {
    /// A value of one of these types of the tree, or one of the types itself.
    Types(Vec<Target>),
    /// A value of a type by this name, or the type itself: the tree does not declare it.
    External(String),
    /// Its type is unknown.
    Unknown,
}

/// The field that a type has by a name.
enum FieldType {
    /// A part, and the type that it is said to have, in the file that says so.
    Known(Arc<Opened>, Option<Span>),
    None,
    /// None that is seen, but not all types on the way up are.
    Unknown,
}

/// What the calls of a declaration are made on.
pub(super) struct Receivers {
    /// Where the types of the tree are declared, and what those extend.
    pub(super) files: Vec<Arc<Opened>>,
    /// Names that are called only on what is from outside of the tree.
    pub(super) foreign: HashSet<String>,
}

impl Receivers {
    pub(super) fn of(context: &RelationContext<'_>, caller: &Target, calls: &Calls) -> Receivers {
        let resolver = Resolver::new(context, &[]);
        let (mut types, mut foreign) = (Vec::new(), HashSet::new());
        for (name, uses) in calls {
            let mut all = true;
            for reference in uses {
                match resolver.receiver_of(&caller.file, reference) {
                    Receiver::External(_) => continue,
                    Receiver::Types(found) => types.extend(found),
                    Receiver::Unknown => {}
                }
                all = false;
            }
            if all {
                foreign.insert(name.clone());
            }
        }
        let mut files: Vec<Arc<Opened>> = Vec::new();
        let mut seen = HashSet::new();
        while let Some(kind) = types.pop() {
            if seen.len() < MAX_TYPES && seen.insert((kind.file.path.clone(), kind.symbol)) {
                types.extend(resolver.supers(&kind).0);
                files.push(kind.file);
            }
        }
        Receivers { files, foreign }
    }
}

impl Resolver<'_> {
    /// What a name after `qualifier` means by the type of that; `None` where the type does not decide it.
    pub(super) fn typed(
        &self,
        file: &Opened,
        qualifier: &str,
        at: u32,
        text: &str,
    ) -> Option<Settled> {
        match self.receiver(file, qualifier, at) {
            Receiver::Types(types) => {
                let met = types.clone();
                let known = self.member(file, types, false, text);
                known.or_else(|| {
                    let names: Vec<&str> = met.iter().map(|t| t.symbol().name.as_str()).collect();
                    Some(Settled(by_name().filter(|_| self.could_be(&names))))
                })
            }
            Receiver::External(name) => {
                Some(Settled(by_name().filter(|_| self.could_be(&[&name]))))
            }
            Receiver::Unknown => None,
        }
    }

    /// The receiver of a use, where its language has static types.
    pub(super) fn receiver_of(&self, file: &Opened, reference: &Reference) -> Receiver {
        let nominal_types = file.language.is_some_and(|language| language.nominal_types);
        let at = reference.span.start;
        match &reference.qualifier {
            _ if !nominal_types => Receiver::Unknown,
            Some(span) => self.receiver(file, file.slice(span), at),
            // What is made is of its own type.
            None if reference.of_type => self.type_at(file, file.slice(&reference.span), at),
            None => Receiver::Unknown,
        }
    }

    fn receiver(&self, file: &Opened, qualifier: &str, at: u32) -> Receiver {
        let Some(language) = file.language else {
            return Receiver::Unknown;
        };
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
        if !qualifier.chars().all(is_name) || language.self_names.contains(&qualifier) {
            return Receiver::Unknown;
        }
        let (head, rest) = qualifier.split_once('.').unwrap_or((qualifier, ""));
        if language.self_names.contains(&head) {
            let held = self.part_around(file, rest, at);
            return match held {
                FieldType::Known(file, Some(of)) => self.type_at(&file, file.slice(&of), of.start),
                _ => Receiver::Unknown,
            };
        }
        let bound = bindings(file, head, false, at);
        if let Some((first, more)) = bound.split_first() {
            let Some(of) = first.of.as_ref().filter(|_| rest.is_empty()) else {
                return Receiver::Unknown;
            };
            let kind = file.slice(of);
            let same = |of: &Span| file.slice(of) == kind;
            return match more.iter().all(|b| b.of.as_ref().is_some_and(same)) {
                true => self.type_at(file, kind, of.start),
                false => Receiver::Unknown,
            };
        }
        match self.part_around(file, head, at) {
            FieldType::Known(file, Some(of)) if rest.is_empty() => {
                self.type_at(&file, file.slice(&of), of.start)
            }
            FieldType::Known(..) => Receiver::Unknown,
            FieldType::None => self.type_at(file, qualifier, at),
            // It may be a part that a type from outside passes on, if nothing says that it is a type.
            FieldType::Unknown => {
                let mut imports = file.facts.imports.iter();
                match self.type_at(file, qualifier, at) {
                    Receiver::External(_) if !imports.any(|import| import.local == head) => {
                        Receiver::Unknown
                    }
                    known => known,
                }
            }
        }
    }

    /// What the types around byte `at` have by a name, innermost first.
    fn part_around(&self, file: &Opened, name: &str, at: u32) -> FieldType {
        let (Some(inside), Some(opened)) =
            (file.facts.enclosing(at), self.context.open(&file.path))
        else {
            return FieldType::Unknown;
        };
        let around = std::iter::once(inside).chain(file.facts.containers(inside));
        let mut whole = true;
        for symbol in around.filter(|&at| file.facts.symbols[at].is_type()) {
            let file = Arc::clone(&opened);
            match self.part(Target { file, symbol }, name) {
                FieldType::None => {}
                FieldType::Unknown => whole = false,
                held @ FieldType::Known(..) => return held,
            }
        }
        if whole {
            FieldType::None
        } else {
            FieldType::Unknown
        }
    }

    /// What a type, or what that extends, has by a name.
    fn part(&self, kind: Target, name: &str) -> FieldType {
        let mut waiting = VecDeque::from([kind]);
        let (mut seen, mut all) = (HashSet::new(), true);
        while let Some(kind) = waiting.pop_front() {
            if !seen.insert((kind.file.path.clone(), kind.symbol)) || seen.len() > MAX_TYPES {
                continue;
            }
            let facts = &kind.file.facts;
            let held = facts.fields.iter().find(|held| {
                kind.file.slice(&held.name) == name
                    && facts.type_around(held.name.start) == Some(kind.symbol)
            });
            if let Some(held) = held {
                return FieldType::Known(Arc::clone(&kind.file), held.of.clone());
            }
            let (supers, whole) = self.supers(&kind);
            all &= whole;
            waiting.extend(supers);
        }
        if all {
            FieldType::None
        } else {
            FieldType::Unknown
        }
    }

    /// The type `written` at byte `at`.
    fn type_at(&self, file: &Opened, written: &str, at: u32) -> Receiver {
        let types = self.types(file, written, at);
        let name = written.rsplit('.').next().unwrap_or(written);
        if !types.is_empty() {
            Receiver::Types(types)
        } else if self.is_foreign(file, written, at) {
            Receiver::External(name.to_owned())
        } else {
            Receiver::Unknown
        }
    }

    /// Whether a type that was not found is none of the tree: what imports it leads out of that, or no
    /// file goes by its name.
    fn is_foreign(&self, file: &Opened, written: &str, at: u32) -> bool {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
        let head = written.split('.').next().unwrap_or(written);
        let given = |of_type| !bindings(file, head, of_type, at).is_empty();
        if !written.chars().all(is_name) || given(true) || given(false) {
            return false;
        }
        let matching = |import: &&Import| import.local == head && import.seen_at(at);
        let matching: Vec<&Import> = file.facts.imports.iter().filter(matching).collect();
        if !matching.is_empty() {
            let leads = |import: &&Import| !self.context.resolve(file, &import.source).is_empty();
            return !matching.iter().any(leads);
        }
        let symbols = &file.facts.symbols;
        !symbols.iter().any(|symbol| symbol.name == head) && !self.names_file(file, head)
    }

    /// Whether a target may belong to a value of a type of one of `names`: it is a member of a type
    /// that goes by the name, or that names it as what it extends.
    fn could_be(&self, names: &[&str]) -> bool {
        let fits = |target: &Target| {
            let named = target.container().is_some_and(|name| names.contains(&name));
            named
                || target
                    .holder()
                    .is_some_and(|holder| self.extends(holder, names))
        };
        self.targets.iter().any(fits)
    }

    /// Whether a type, or what it extends in the tree, names one of `names` as what it extends.
    fn extends(&self, kind: Target, names: &[&str]) -> bool {
        let mut waiting = vec![kind];
        let mut seen = HashSet::new();
        while let Some(kind) = waiting.pop() {
            if !seen.insert((kind.file.path.clone(), kind.symbol)) || seen.len() > MAX_TYPES {
                continue;
            }
            let named = |span: &Span| names.contains(&kind.file.slice(span));
            if kind.heritage().any(named) {
                return true;
            }
            waiting.extend(self.supers(&kind).0);
        }
        false
    }
}
