//! Full names: what a file declares under its namespace, and what a name means that is written with one.

use crate::answer::Resolution;
use crate::facts::languages::Namespaces;
use crate::facts::{Import, ParsedFile};
use crate::relations::written::type_text::parts;
use crate::relations::{Decided, Occurrence, Reach, ResolvedRef, Resolver, Spot, Target, named};
use std::sync::Arc;

/// What joins a namespace and a name in PHP.
pub(crate) const NAMESPACE_SEPARATOR: &str = "\\";

impl Target {
    /// The namespace that its file declares around it.
    pub(crate) fn namespace(&self) -> Option<&str> {
        let start = self.symbol().name_span.start;
        self.file.facts.namespace_at(start)
    }

    /// Whether this is its name with the namespace and the types around it, joined by dots, in a language of full names; or
    /// the one by which another language of the same runtime knows it.
    pub(crate) fn has_full_name(&self, name: &str) -> bool {
        self.file.language().namespaces != Namespaces::None
            && name.ends_with(self.symbol().name.as_str())
            && (self.full_name() == name || self.full_name_in_file_type().as_deref() == Some(name))
    }

    /// The type in which another language of the same runtime finds it, if it is a function outside of types.
    pub(crate) fn file_type(&self) -> Option<String> {
        let is_free = self.symbol().container.is_none() && !self.symbol().is_type();
        let name = self.file.language().file_type.filter(|_| is_free)?;
        name(&self.file.path, &self.file.text)
    }

    fn full_name_in_file_type(&self) -> Option<String> {
        let namespace = self.namespace().map_or(String::new(), |namespace| format!("{namespace}."));
        Some(format!("{namespace}{}.{}", self.file_type()?, self.symbol().name))
    }

    /// Its name with the namespace and the types around it, joined by dots. A type or a module may be written with what is
    /// around it, as in `defmodule A.B`; anything else that is written so extends a type from outside, and is in none.
    pub(crate) fn full_name(&self) -> String {
        let symbol = self.symbol();
        let is_outer = symbol.is_type() || symbol.kind == "module";
        let is_alone = symbol.container.is_none() && !is_outer;
        let inner = if is_alone { &symbol.name } else { &symbol.qualified };
        let qualified = inner.replace("::", ".");
        match self.namespace() {
            Some(namespace) => format!("{namespace}.{qualified}"),
            None => qualified,
        }
    }
}

/// Whether a path of names, of which this is the last, is written from the outermost namespace.
pub(super) fn is_absolute(name: &Occurrence<'_>) -> bool {
    let language = name.file.language();
    let root = if language.namespaces == Namespaces::Scopes {
        language.separator
    } else {
        NAMESPACE_SEPARATOR
    };
    let start = name.reference.qualifier.as_ref().map_or(name.at(), |before| before.start);
    name.qualifier().is_some_and(|of| of.starts_with(root))
        || name.file.text[..start as usize].ends_with(root.as_bytes())
}

impl Resolver<'_> {
    /// Where an import of a full name leads, of which `wanted` is the last part; `None` if imports name files.
    pub(crate) fn reach_full(
        &self,
        file: &ParsedFile,
        import: &Import,
        wanted: &str,
    ) -> Option<Reach> {
        let all = import.local.is_empty() && import.name == "*";
        let name = if all { format!("{}.{wanted}", import.source) } else { import.source.clone() };
        let found = self.named_in_full(file, &name)?;
        Some(match found {
            Some(target) => Reach::Target(target),
            None if all => Reach::Absent,
            None if self.may_inherit(file, &import.source) => Reach::Unknown,
            None => Reach::Elsewhere,
        })
    }

    /// Whether the type before the last part of a full name may inherit a target of that name.
    fn may_inherit(&self, file: &ParsedFile, full_name: &str) -> bool {
        let is_member = |target: &Target| !target.symbol().is_type() && target.owner().is_some();
        let Some((outer, _)) = full_name.rsplit_once('.') else {
            return false;
        };
        let name = outer.rsplit('.').next().unwrap_or(outer);
        let inherits = |ty: &Target| ty.heritage().next().is_some();
        self.targets.iter().any(is_member)
            && if file.language().declared_types {
                let named = self.context.types_named(name, self.of_expression);
                let is_closed = file.language().nominal_types;
                named.is_none_or(|named| {
                    named.iter().any(inherits) || (is_closed && named.is_empty())
                })
            } else {
                let found = self.declared_types(self.context.resolve(file, outer), name, 0);
                found.is_empty() || found.iter().any(inherits)
            }
    }

    /// What a name in an import means that is not what it imports, as `B` in `import a.B.c`: the index of a target of
    /// that full name or in that file, or nothing; `None` for any other name.
    pub(crate) fn import_segment(&self, name: &Occurrence<'_>) -> Option<Option<usize>> {
        let (file, text) = (name.file, name.text);
        let imports = file.facts.imports.iter();
        let statement = imports.filter(|import| import.at.contains(&name.at()));
        let imports: Vec<&Import> = statement.collect();
        let is_imported = |import: &&Import| import.local == text || import.name == text;
        if file.facts.module || imports.iter().any(is_imported) {
            return None;
        }
        let outer = imports.iter().find_map(|import| {
            let ends = import.source.match_indices('.').map(|(at, _)| at);
            let ends = ends.chain([import.source.len()]);
            let mut outer = ends.map(|end| &import.source[..end]);
            outer.find(|outer| outer.rsplit('.').next() == Some(text))
        })?;
        self.named_in_full(file, outer).or_else(|| {
            let files = self.context.resolve(file, outer);
            let is_there = |target: &Target| {
                target.symbol().container.is_none() && files.contains(&target.file.path)
            };
            Some(self.find(is_there))
        })
    }

    /// Whether an import by full name, which leads to no target, is of a type that has the name of the targets' type, or of
    /// a module, which inherits nothing, by its whole name.
    pub(crate) fn is_of_other_namespace(&self, file: &ParsedFile, import: &Import) -> bool {
        let mut containers = self.targets.iter().map(Target::container);
        let head = import.source.split('.').next();
        let is_local = |other: &Import| Some(other.local.as_str()) == head;
        let is_whole = || !file.facts.imports.iter().any(is_local);
        file.language().namespaces != Namespaces::None
            && (containers.all(|container| container == Some(&import.name))
                || (head.is_some_and(|head| self.is_of_module_names(file, head)) && is_whole()))
    }

    /// Resolves a name that is written behind its namespace: `\A\b`, which can mean nothing else.
    pub(crate) fn in_namespace(&self, name: &Occurrence<'_>) -> Option<ResolvedRef> {
        if name.file.facts.is_import(name.at()) {
            return self.bare(name);
        }
        let Decided(found) = self.fully_named_member(name)?;
        found
    }

    /// Resolves a name that is named in full with the path before it; a nearer declaration of the file may hide a target.
    pub(crate) fn fully_named_member(&self, name: &Occurrence<'_>) -> Option<Decided> {
        let file = name.file;
        let qualifier = name.qualifier()?;
        let path = parts(&format!("{qualifier}.{}", name.text))?;
        self.full_names(name.spot(), path, is_absolute(name)).iter().find_map(|full_name| {
            let is_named = |target: &Target| target.has_full_name(full_name);
            if let Some(target) = self.find(is_named) {
                return Some(Decided(self.reached_by(file, target, Resolution::Import)));
            }
            let is_other = named(file, name.text).any(|own| is_named(&own))
                || self.is_other_type(name, full_name);
            is_other.then_some(Decided(None))
        })
    }

    /// Whether a full name, which is not called, is that of a type of the tree, and the targets are none.
    fn is_other_type(&self, name: &Occurrence<'_>, full_name: &str) -> bool {
        let may_be = !name.reference.call && !self.targets.iter().any(|t| t.symbol().is_type());
        let is_named = |ty: &Target| ty.has_full_name(full_name);
        may_be && {
            let known = self.context.types_named(name.text, self.of_expression);
            known.is_some_and(|known| known.iter().any(is_named))
        }
    }

    /// The full names that a path of names may mean at byte `at`, the nearest first: through an import of its first name,
    /// and in the namespaces and types around it; of an `absolute` path, only itself. Empty if the language has no full
    /// names.
    pub(crate) fn full_names(
        &self,
        Spot { file, at, .. }: Spot<'_>,
        mut path: Vec<String>,
        absolute: bool,
    ) -> Vec<String> {
        let is_relative = match file.language().namespaces {
            Namespaces::None => return Vec::new(),
            namespaces => namespaces != Namespaces::Absolute,
        };
        let namespace = file.facts.namespace_at(at).map(str::to_owned);
        // `global::A` of C#, `_root_.A` of Scala and `namespace\A` of PHP.
        let mark = path.first().filter(|_| path.len() > 1).cloned();
        match mark.as_deref() {
            Some("global" | "_root_") if is_relative => return vec![path.split_off(1).join(".")],
            Some("namespace") if !is_relative => {
                let outer = namespace.into_iter();
                return vec![outer.chain(path.split_off(1)).collect::<Vec<_>>().join(".")];
            }
            _ if absolute => return vec![path.join(".")],
            _ => {}
        }
        let enclosing = file.facts.enclosing(at).filter(|_| is_relative);
        let around = enclosing.map(|symbol| Target { file: Arc::clone(file), symbol }.full_name());
        let scopes = namespace.clone().filter(|_| is_relative).unwrap_or_default();
        let outer = around.or(namespace);
        let written = path.join(".");
        let inner = path.iter().skip(1).map(|part| format!(".{part}"));
        let inner: String = inner.collect();
        let head = path.first().map_or("", String::as_str);
        let is_module = self.is_of_module_names(file, head);
        let mut names: Vec<String> = Vec::new();
        for import in file.facts.imports_as(head, at) {
            // What it imports may itself begin with the name of an import.
            if let Some((outer, rest)) = import.source.split_once('.').filter(|_| is_relative) {
                let outer = file.facts.imports_as(outer, at);
                names.extend(outer.map(|outer| format!("{}.{rest}{inner}", outer.source)));
            }
            names.push(format!("{}{inner}", import.source));
            // It may begin in one of the namespaces around.
            let ends = scopes.match_indices('.').map(|(at, _)| at).chain([scopes.len()]);
            let outer = ends.map(|end| &scopes[..end]).filter(|outer| !outer.is_empty());
            names.extend(outer.map(|outer| format!("{outer}.{}{inner}", import.source)));
        }
        // An alias of a module hides one of its name.
        let is_aliased = is_module && !names.is_empty();
        let mut around = outer.as_deref().filter(|_| !is_aliased);
        while let Some(scope) = around {
            if self.may_hold(file, scope, head) {
                names.push(format!("{scope}.{written}"));
            }
            around = scope.rsplit_once('.').map(|(outer, _)| outer);
            around = around.filter(|_| is_relative);
        }
        let stars = file.facts.stars().filter(|star| star.visible_at(at));
        names.extend(stars.map(|star| format!("{}.{written}", star.source)));
        names.push(written);
        let values = file.language().object_values;
        let of_types: Vec<String> =
            names.iter().filter_map(|name| without_object_value(name, values)).collect();
        names.extend(of_types);
        names
    }

    /// The index of the target with a full name as `file` writes it; `None` if its language has no such names.
    fn named_in_full(&self, file: &ParsedFile, name: &str) -> Option<Option<usize>> {
        let language = file.language();
        let namespaces = language.namespaces;
        let of_type = without_object_value(name, language.object_values);
        let (head, rest) = name.split_once('.').unwrap_or((name, ""));
        let is_whole = self.is_of_module_names(file, head);
        // What an import names may begin with the name of another one.
        let aliased = |full_name: &str| {
            let mut known = file.facts.imports.iter().filter(|import| import.local == head);
            known.any(|import| full_name == format!("{}.{rest}", import.source))
        };
        let is_named = |target: &Target| {
            let full_name = target.full_name();
            let outer = full_name.strip_suffix(name);
            let is_own = outer.is_some_and(|outer| match namespaces {
                Namespaces::None | Namespaces::Scopes => false,
                Namespaces::Absolute => outer.is_empty(),
                Namespaces::Relative if is_whole => {
                    let scope = outer.strip_suffix('.');
                    outer.is_empty() || scope.is_some_and(|scope| self.may_hold(file, scope, head))
                }
                Namespaces::Relative => outer.is_empty() || outer.ends_with('.'),
            });
            is_own
                || of_type.as_ref() == Some(&full_name)
                || (is_whole && aliased(&full_name))
                || target.full_name_in_file_type().as_deref() == Some(name)
        };
        let by_name = !matches!(namespaces, Namespaces::None | Namespaces::Scopes);
        by_name.then(|| self.find(is_named))
    }
}

/// A full name of a member of an object's value as that of the member of the type: `A.b` of `A.Companion.b`; `None` of any
/// other name.
fn without_object_value(name: &str, values: &[&str]) -> Option<String> {
    let (of, member) = name.rsplit_once('.')?;
    let (ty, value) = of.rsplit_once('.')?;
    values.contains(&value).then(|| format!("{ty}.{member}"))
}
