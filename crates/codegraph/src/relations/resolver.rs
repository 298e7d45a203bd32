//! What all rules of resolution share: the targets that they ask for, what is known of them, and what a rule can answer.

use super::{RelationContext, Target};
use crate::answer::Resolution;
use crate::facts::Own;
use crate::facts::languages::Sight;
use crate::relations::modules::module_values::Handed;
use crate::relations::modules::steps::{Named, Step};
use crate::relations::resolution::declared_member::Members;
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
    /// Whether what it resolves is behind the name of a class or a value of a known type, which have members of their own.
    pub(super) own: Option<Own>,
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
            own: None,
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
}

/// Resolved by name only.
pub(super) fn by_name() -> Option<ResolvedRef> {
    Some(ResolvedRef { resolution: Resolution::Name, target: None })
}

/// Resolved to a target.
pub(super) fn resolved(resolution: Resolution, target: usize) -> Option<ResolvedRef> {
    Some(ResolvedRef { resolution, target: Some(target) })
}
