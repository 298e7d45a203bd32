//! Types as they are written at a place, and the declarations that they mean.

use super::declared::{DeclaredType, MAX_STEPS};
use super::lineage::walk_types;
use super::type_text::{arguments, core, element, name_of};
use super::{Resolver, Target};
use crate::facts::ParsedFile;
use std::ops::ControlFlow::Continue;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

/// The most expressions that are read for the type of one: its variables may have many values, and these are expressions.
const MAX_EXPRESSIONS: u32 = 100;

/// The longest type that is read, in bytes: it is read again at each use of a value.
const MAX_LENGTH: usize = 400;

/// A type as a place writes it.
#[derive(Clone)]
pub(super) struct WrittenType {
    pub(super) file: Arc<ParsedFile>,
    pub(super) text: String,
    pub(super) at: u32,
}

impl WrittenType {
    pub(super) fn of(file: &Arc<ParsedFile>, text: &str, at: u32) -> Option<WrittenType> {
        let language = file.language.filter(|_| text.len() <= MAX_LENGTH)?;
        let text = core(text, language).to_owned();
        (!text.is_empty()).then(|| WrittenType { file: Arc::clone(file), text, at })
    }

    /// Its name without arguments.
    pub(super) fn name(&self) -> &str {
        name_of(&self.text)
    }

    /// Whether the name may be that of a type: the one of a value or of a module begins with a small letter, except
    /// where types and values are told apart by what follows them.
    pub(super) fn may_be_declared(&self) -> bool {
        let last = self.name().rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next();
        let is_marked = self.file.language_is(|language| language.separator == "::");
        is_marked || last.is_some_and(|last| last.starts_with(char::is_uppercase))
    }

    pub(super) fn with(&self, text: &str) -> Option<WrittenType> {
        WrittenType::of(&self.file, text, self.at)
    }

    pub(super) fn is(&self, other: &WrittenType) -> bool {
        self.text == other.text && self.file.path == other.file.path
    }
}

/// The type that all have; `None` if one is unknown, or if there is none.
pub(super) fn common(types: impl IntoIterator<Item = Option<WrittenType>>) -> Option<WrittenType> {
    let mut types = types.into_iter();
    let first = types.next()??;
    types.all(|next| next.is_some_and(|next| next.is(&first))).then_some(first)
}

impl Resolver<'_> {
    /// The same resolver for types that only that of an expression depends on.
    pub(super) fn of_expressions(&self) -> Resolver<'_> {
        Resolver {
            of_expression: true,
            expressions_left: AtomicU32::new(MAX_EXPRESSIONS),
            followed: Arc::clone(&self.followed),
            steps: Arc::clone(&self.steps),
            opened: Arc::clone(&self.opened),
            ..*self
        }
    }

    /// The types around byte `at`, innermost first.
    pub(super) fn own_types(&self, file: &Arc<ParsedFile>, at: u32) -> Vec<WrittenType> {
        if file.facts.anonymous_around(at).is_some() {
            return Vec::new();
        }
        let around = file.facts.around(at).map(|at| &file.facts.symbols[at]);
        let types = around.filter(|around| around.is_type() && around.kind != "variant");
        types.filter_map(|ty| WrittenType::of(file, &ty.name, ty.name_span.start)).collect()
    }

    pub(super) fn own_type(&self, file: &Arc<ParsedFile>, at: u32) -> Option<WrittenType> {
        if !file.language_is(|language| language.declared_types) {
            return self.own_types(file, at).into_iter().next();
        }
        let own = self.enclosing_types(file, at).into_iter().next()?;
        let part = own.parts.first()?;
        let named = file.facts.anonymous_around(at).is_none();
        WrittenType::of(&part.file, &own.name, part.symbol().name_span.start).filter(|_| named)
    }

    /// The type of what a value holds, unless the tree declares the type of the value.
    pub(super) fn element_of(&self, held: &WrittenType, by_key: bool) -> Option<WrittenType> {
        let inner = element(&held.text, by_key)?;
        let is_form = held.name().is_empty() || held.text.ends_with("[]") || self.is_foreign(held);
        held.with(inner).filter(|_| is_form)
    }

    /// Whether the tree does not declare a type.
    pub(super) fn is_foreign(&self, ty: &WrittenType) -> bool {
        if ty.file.language_is(|language| language.declared_types) {
            let separator = |c: char| !(c.is_alphanumeric() || c == '_');
            let last = ty.name().rsplit(separator).next().unwrap_or_default();
            let named = self.context.types_named(last, self.of_expression);
            return named.is_some_and(|named| named.is_empty());
        }
        self.types(&ty.file, ty.name(), ty.at).is_empty()
    }

    /// The declarations of a type and of its super types, nearest first.
    pub(super) fn parts_of(&self, ty: &WrittenType) -> Vec<(Option<DeclaredType>, Target)> {
        if ty.file.language_is(|language| language.declared_types) {
            let known = self.declared_type(&ty.file, ty.name(), ty.at, MAX_STEPS);
            let lineage = self.lineage(known.unwrap_or_default()).types.into_iter();
            return lineage
                .flat_map(|ty| {
                    let parts = ty.parts.clone().into_iter();
                    parts.map(move |part| (Some(ty.clone()), part))
                })
                .collect();
        }
        let mut found = Vec::new();
        walk_types(self.types(&ty.file, ty.name(), ty.at), |ty| {
            let supers = self.supers(&ty).0;
            found.push((None, ty));
            Continue::<(), _>(supers)
        });
        found
    }

    /// The types of the tree that a written type means; with `through`, also what a pointer of that type points to.
    pub(super) fn declared_as(&self, ty: &WrittenType, through: bool) -> Option<Vec<DeclaredType>> {
        let resolver = self.of_expressions();
        let declared =
            |ty: &WrittenType| resolver.declared_type(&ty.file, ty.name(), ty.at, MAX_STEPS);
        let known = declared(ty);
        let access = ty.file.language?.pointer_access;
        let pointed = match arguments(&ty.text).as_slice() {
            [only] if through && access.is_some() => ty.with(only),
            _ => None,
        };
        known.or_else(|| declared(&pointed?))
    }
}
