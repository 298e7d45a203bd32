//! Determines the declared type of a receiver: of a parameter, a local variable, a field, or of the enclosing type.

use super::declared::{DeclaredType, MAX_STEPS};
use super::local::bindings;
use super::receiver_path::{constructed, parts};
use super::{Occurrence, Resolver, Target};
use crate::answer::Resolution;
use crate::facts::{Binding, ParsedFile, Span};
use std::sync::Arc;

impl Resolver<'_> {
    /// The types of the value before a name, or the type itself that is written there; `None` if they are unknown.
    pub(super) fn receiver_types(
        &self,
        name: &Occurrence<'_>,
        qualifier: &str,
    ) -> Option<Vec<DeclaredType>> {
        self.written_receiver_types(name, qualifier).or_else(|| {
            let ty = self.type_of_expression(name.file, qualifier, name.at())?;
            let access = ty.file.language?.pointer_access;
            let through = access.is_none_or(|access| name.separator().contains(access));
            self.declared_as(&ty, through)
        })
    }

    /// The same of a path of names and of a value that is made there.
    fn written_receiver_types(
        &self,
        name: &Occurrence<'_>,
        qualifier: &str,
    ) -> Option<Vec<DeclaredType>> {
        let (file, at) = (name.file, name.at());
        let language = file.language?;
        if let Some(made) = constructed(qualifier, language.factories) {
            return self.declared_type(file, &made, at, MAX_STEPS);
        }
        let path = parts(qualifier)?;
        let (head, rest) = path.split_first()?;
        let through =
            language.pointer_access.is_none_or(|access| name.separator().contains(access));
        if language.self_names.contains(&head.as_str()) {
            if file.facts.anonymous_around(at).is_some() {
                return None;
            }
            let own = self.enclosing_types(file, at).into_iter().take(1).collect();
            return self.follow_fields(own, rest, through);
        }
        let bound = bindings(file, head, false, at);
        if let Some((first, more)) = bound.split_first() {
            let same = |other: &&Binding| written_types(file, first) == written_types(file, other);
            let types =
                more.iter().all(same).then(|| self.types_of_binding(file, first, through))??;
            return self.follow_fields(types, rest, through);
        }
        if language.implicit_self {
            for own in self.enclosing_types(file, at) {
                if let Some(types) = self.field_types(std::slice::from_ref(&own), head, through) {
                    return self.follow_fields(types, rest, through);
                }
            }
        }
        let mut imports = file.facts.imports.iter();
        if imports.any(|import| import.local == *head && import.name == "*") && rest.is_empty() {
            return None;
        }
        let written = path.join(language.separator);
        let found = self.declared_type(file, &written, at, MAX_STEPS);
        if found.is_some() || rest.is_empty() || language.separator != "." {
            return found;
        }
        let types = self.declared_type(file, head, at, MAX_STEPS)?;
        self.follow_fields(types, rest, through)
    }

    fn types_of_binding(
        &self,
        file: &ParsedFile,
        bound: &Binding,
        through: bool,
    ) -> Option<Vec<DeclaredType>> {
        let first = bound.type_span.as_ref()?;
        self.types_of_spans(file, first, &bound.more_types, through)
    }

    /// The types that a declaration names; with `through`, also what a pointer points to.
    fn types_of_spans(
        &self,
        file: &ParsedFile,
        first: &Span,
        more: &[Span],
        through: bool,
    ) -> Option<Vec<DeclaredType>> {
        let spans = std::iter::once(first).chain(more.iter().filter(|_| through));
        let known = spans
            .filter_map(|span| self.declared_type(file, file.slice(span), span.start, MAX_STEPS));
        let known: Vec<DeclaredType> = known.flatten().collect();
        (!known.is_empty()).then_some(known)
    }

    /// The types of the last of `fields`, each a field of the one before.
    fn follow_fields(
        &self,
        mut types: Vec<DeclaredType>,
        fields: &[String],
        through: bool,
    ) -> Option<Vec<DeclaredType>> {
        for field in fields.iter().take(MAX_STEPS) {
            types = self.field_types(&types, field, through)?;
        }
        (!types.is_empty() && fields.len() <= MAX_STEPS).then_some(types)
    }

    /// The types of a field of one of `types`, or of a super type.
    fn field_types(
        &self,
        types: &[DeclaredType],
        name: &str,
        through: bool,
    ) -> Option<Vec<DeclaredType>> {
        for part in self.lineage(types.to_vec()).types.iter().flat_map(|ty| &ty.parts) {
            let facts = &part.file.facts;
            let fields = facts.fields.iter().filter(|field| {
                part.file.slice(&field.name) == name
                    && facts.type_around(field.name.start) == Some(part.symbol)
            });
            let fields = declarations(&part.file, fields);
            let Some((first, more)) = fields.split_first() else {
                continue;
            };
            let type_span = first.type_span.as_ref()?;
            let written = |field: &Binding| {
                let span = field.type_span.as_ref();
                span.map(|span| part.file.slice(span))
            };
            let agree = more.iter().all(|field| written(field) == written(first));
            return agree
                .then(|| self.types_of_spans(&part.file, type_span, &first.more_types, through))?;
        }
        None
    }

    /// The types around byte `at`, innermost first. The type to which a function says that it belongs is around it.
    pub(super) fn enclosing_types(&self, file: &ParsedFile, at: u32) -> Vec<DeclaredType> {
        let Some(opened) = self.context.open(&file.path) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for symbol in file.facts.around(at) {
            let declared = &file.facts.symbols[symbol];
            let own = Target { file: Arc::clone(&opened), symbol };
            if declared.is_type() && declared.kind != "variant" {
                let name = declared.name.clone();
                let known = self.declared_type(file, &name, declared.name_span.start, MAX_STEPS);
                let mut ty =
                    known.and_then(|known| known.into_iter().next()).unwrap_or(DeclaredType {
                        name,
                        parts: Vec::new(),
                        resolution: Resolution::Scope,
                    });
                if !ty.parts.iter().any(|part| part.is(&own)) {
                    ty.parts.push(own);
                }
                ty.resolution = Resolution::Scope;
                found.push(ty);
            } else if declared.is_function()
                && own.owner().is_none()
                && declared.qualified != declared.name
                && let Some(name) = own.container()
            {
                let known = self.declared_type(file, name, declared.name_span.start, MAX_STEPS);
                let unknown = || {
                    let (name, parts) = (name.to_owned(), vec![own.clone()]);
                    vec![DeclaredType { name, parts, resolution: Resolution::Scope }]
                };
                found.extend(known.unwrap_or_else(unknown));
            }
        }
        found
    }
}

/// What gives a field its type: its declarations or, where no type is declared, the variables whose values it gets.
fn declarations<'f>(
    file: &'f ParsedFile,
    fields: impl Iterator<Item = &'f Binding>,
) -> Vec<&'f Binding> {
    let (mut declared, mut copied) = (Vec::new(), Vec::new());
    for field in fields {
        let span = field.type_span.as_ref();
        let bound = span.map(|span| bindings(file, file.slice(span), false, span.start));
        match bound.filter(|bound| !bound.is_empty()) {
            Some(bound) => copied.extend(bound),
            None => declared.push(field),
        }
    }
    if declared.is_empty() { copied } else { declared }
}

/// The types as written of a binding.
fn written_types<'f>(file: &'f ParsedFile, bound: &Binding) -> Vec<&'f str> {
    bound.type_span.iter().chain(&bound.more_types).map(|span| file.slice(span)).collect()
}
