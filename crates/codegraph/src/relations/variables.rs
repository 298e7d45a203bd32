//! Resolves a name after a variable or a field of a known type, in languages with modules.

use super::local::bindings;
use super::resolve::{Decided, Resolver, by_name};
use super::targets::Target;
use crate::facts::parsed_file::ParsedFile;
use crate::facts::{Field, Span};

impl Resolver<'_> {
    /// Resolves a name after a variable with a known type, or after a type that no local name shadows (`local`).
    pub(super) fn variable_member(
        &self,
        file: &ParsedFile,
        receiver: &str,
        local: bool,
        at: u32,
        text: &str,
    ) -> Option<Decided> {
        let bindings = bindings(file, receiver, false, at);
        let types = match bindings.split_first() {
            Some((first, more)) => {
                let type_span = first.type_span.as_ref()?;
                let type_name = file.slice(type_span);
                let same = |span: &Span| file.slice(span) == type_name;
                if !more.iter().all(|b| b.type_span.as_ref().is_some_and(same)) {
                    return None;
                }
                self.types(file, type_name, type_span.start)
            }
            None if local => return None,
            None => self.types(file, receiver, at),
        };
        self.member_or_none(file, &types, text)
    }

    /// Resolves a name on a value of one of `types`, which have no other members than those that they declare, if they
    /// are plain classes; `None` if the types do not decide it.
    pub(super) fn member_or_none(
        &self,
        file: &ParsedFile,
        types: &[Target],
        text: &str,
    ) -> Option<Decided> {
        let plain = !types.is_empty()
            && types.iter().all(Target::is_plain_class)
            && !self.targets.iter().any(Target::is_assigned);
        let known = self.member(file, types.to_vec(), false, text);
        let lacks = || Decided(by_name().filter(|_| self.may_extend(types)));
        known.or_else(|| plain.then(lacks))
    }

    /// Resolves a name after a field with a known type of the enclosing type: `self.part.name`.
    pub(super) fn field_member(
        &self,
        file: &ParsedFile,
        path: &str,
        at: u32,
        text: &str,
    ) -> Option<Decided> {
        let (own, part) = path.rsplit_once('.')?;
        let language = file
            .language
            .filter(|language| language.self_names.contains(&own))?;
        let facts = &file.facts;
        let own_type = facts.type_around(at)?;
        let of_self = |field: &Field| {
            let known = facts.reference_at(field.name.start);
            let before = known.and_then(|reference| reference.qualifier.as_ref());
            before.is_none_or(|before| language.self_names.contains(&file.slice(before)))
        };
        let mut type_span = None;
        for field in &facts.fields {
            let is_field = file.slice(&field.name) == part && of_self(field);
            if is_field && facts.type_around(field.name.start) == Some(own_type) {
                let next = field.type_span.as_ref()?;
                let same = |first: &Span| file.slice(first) == file.slice(next);
                if !type_span.is_none_or(same) {
                    return None;
                }
                type_span = Some(next);
            }
        }
        let type_span = type_span?;
        let types = self.types(file, file.slice(type_span), type_span.start);
        self.member_or_none(file, &types, text)
    }
}
