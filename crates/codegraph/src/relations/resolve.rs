//! Resolves an occurrence of a name: through imports, through scopes, or by name only.

use super::declared_member::Members;
use super::handed::Handed;
use super::local::{is_assigned, is_of_namespace};
use super::locate::inner_types;
use super::steps::{Named, Step};
use super::{Occurrence, RelationContext, Target};
use crate::answer::Resolution;
use crate::facts::languages::Sight;
use crate::facts::{Import, Label, ParsedFile, Symbol};
use std::collections::HashMap;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex};

/// The resolution of an occurrence; more certain ones order first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ResolvedRef {
    pub(super) resolution: Resolution,
    /// The index of the target, if one is known.
    pub(super) target: Option<usize>,
}

/// A decided resolution; `None` if the name means something else than a target.
pub(super) struct Decided(pub(super) Option<ResolvedRef>);

/// What a rule says of a name: it breaks with what it decides; otherwise the next rule is asked.
pub(super) type Rule<T = ()> = ControlFlow<Option<ResolvedRef>, T>;

impl Decided {
    pub(super) fn rule(decided: Option<Decided>) -> Rule {
        decided.map_or(Continue(()), |Decided(found)| Break(found))
    }
}

/// The result of following an import.
#[derive(Clone, Copy)]
pub(super) enum Reach {
    /// The index of the target.
    Target(usize),
    /// The name means a declaration that is no target.
    Elsewhere,
    /// Every file on the way was read, and none declares the name.
    Absent,
    /// A file on the way is not in the tree or was not read.
    Unknown,
}

/// Resolves occurrences to targets.
pub(super) struct Resolver<'a> {
    pub(super) context: &'a RelationContext<'a>,
    pub(super) targets: &'a [Target],
    /// All declarations of the name, if they are known.
    pub(super) members: Option<&'a Members>,
    /// What members are given that a name stands behind, if it is known.
    pub(super) handed: Option<&'a Handed>,
    /// Whether it resolves a call, which can mean only a callable declaration.
    pub(super) is_call: bool,
    /// How many arguments what it resolves gets, if functions of one name differ by that.
    pub(super) arguments: Option<u8>,
    /// How many it gets where functions of one type alone differ by that.
    pub(super) written: Option<u8>,
    /// Whether it finds the type of an expression, for which no tree that is large is read once more.
    pub(super) of_expression: bool,
    /// How many more expressions it may find the type of, for the one that it was made for.
    pub(super) expressions_left: AtomicU32,
    pub(super) known: Arc<Known>,
}

/// What a resolver found out about its targets, for all occurrences.
#[derive(Default)]
pub(super) struct Known {
    /// What following a name from some files found: many files import the same ones.
    pub(super) followed: Mutex<HashMap<Vec<Arc<Named>>, Reach>>,
    /// What names mean in the files that they were followed through.
    pub(super) steps: Mutex<HashMap<Arc<Named>, Step>>,
    /// Whether files open the namespaces of targets.
    pub(super) opened: Mutex<HashMap<Opened, bool>>,
    /// How far targets are seen, by the addresses of their files and their indices.
    pub(super) sights: Mutex<HashMap<(usize, usize), Sight>>,
}

/// What a file may open: its path, and a namespace and a name in it.
pub(super) type Opened = (String, [String; 2]);

impl<'a> Resolver<'a> {
    pub(super) fn new(context: &'a RelationContext<'a>, targets: &'a [Target]) -> Resolver<'a> {
        Resolver {
            context,
            targets,
            members: None,
            handed: None,
            is_call: false,
            arguments: None,
            written: None,
            of_expression: false,
            expressions_left: AtomicU32::new(0),
            known: Arc::default(),
        }
    }

    /// A resolver that also knows the declarations of the name that are no targets.
    pub(super) fn with_members(self, members: &'a Members) -> Resolver<'a> {
        Resolver { members: Some(members), ..self }
    }

    /// A resolver that also knows what members are given.
    pub(super) fn with_handed(self, handed: &'a Handed) -> Resolver<'a> {
        Resolver { handed: Some(handed), ..self }
    }

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

    /// The index of the first target that fits. For a call, only a target that can be called fits.
    pub(super) fn find(&self, mut fits: impl FnMut(&Target) -> bool) -> Option<usize> {
        let mut targets = self.targets.iter();
        targets.position(|target| {
            let is_callable = !self.is_call || target.is_callable();
            is_callable && target.symbol().takes(self.arguments) && fits(target)
        })
    }

    /// Decides for the first target that fits.
    pub(super) fn means(&self, how: Resolution, fits: impl FnMut(&Target) -> bool) -> Rule {
        self.find(fits).map_or(Continue(()), |target| Break(resolved(how, target)))
    }

    /// The result of following an import to the file that declares the imported name.
    pub(super) fn reach(&self, file: &ParsedFile, import: &Import) -> Reach {
        self.reach_name(file, import, &import.name)
    }
}

/// Resolved by name only.
pub(super) fn by_name() -> Option<ResolvedRef> {
    Some(ResolvedRef { resolution: Resolution::Name, target: None })
}

/// Resolved to a target.
pub(super) fn resolved(resolution: Resolution, target: usize) -> Option<ResolvedRef> {
    Some(ResolvedRef { resolution, target: Some(target) })
}
