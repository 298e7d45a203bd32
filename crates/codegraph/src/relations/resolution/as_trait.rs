//! Members of a type as one that it implements, as in Rust: `<T as U>::name`.

use crate::answer::Resolution;
use crate::relations::types::declared_type::DeclaredType;
use crate::relations::written::type_text::parts;
use crate::relations::{Decided, Occurrence, Resolver, Target, by_name};

/// The type and the trait of `<T as U>`.
fn as_written(qualifier: &str) -> Option<(&str, &str)> {
    let inner = qualifier.strip_prefix('<')?.strip_suffix('>')?;
    let (own, of) = inner.split_once(" as ")?;
    Some((own.trim(), of.trim()))
}

impl DeclaredType {
    /// Whether a member is one of a trait that the type implements, and the type declares the name itself, too.
    pub(super) fn hides_of_trait(&self, member: &Target) -> bool {
        let is_of_trait = |member: &Target| {
            let around = member.owner().filter(|around| around.symbol().kind == "impl");
            around.map(|around| around.heritage().next().is_some())
        };
        let is_own = |other: &Target| {
            let is_named =
                other.symbol().name == member.symbol().name && other.symbol().is_function();
            is_named && is_of_trait(other) == Some(false) && self.owns(other)
        };
        is_of_trait(member) == Some(true)
            && self
                .parts
                .iter()
                .flat_map(|part| Target::all(&part.file))
                .any(|other| is_own(&other))
    }
}

impl Resolver<'_> {
    /// A type from outside the tree, such as `u8`, as what the tree implements for it.
    fn implementing_type(&self, written: &str) -> Option<Vec<DeclaredType>> {
        let name = parts(written)?.pop()?;
        let known = self.context.types_named(&name, self.of_expression)?;
        let is_foreign = !known.is_empty() && known.iter().all(|part| part.symbol().kind == "impl");
        is_foreign.then(|| {
            vec![DeclaredType { name, parts: known.to_vec(), resolution: Resolution::Scope }]
        })
    }

    /// Resolves a name after `<T as U>`; `None` if the qualifier is none such or the types are unknown.
    pub(super) fn member_as_trait(
        &self,
        name: &Occurrence<'_>,
        qualifier: &str,
    ) -> Option<Decided> {
        let (own, of) = as_written(qualifier)?;
        let file = name.file;
        let of_types = self.declared_type(name.spot(), of)?;
        let trait_name = parts(of)?.pop()?;
        let own_types = self.declared_type(name.spot(), own);
        let own_types = own_types.or_else(|| self.implementing_type(own)).unwrap_or_default();
        // A type parameter may be of any type that implements the trait.
        let is_bounded = own_types.iter().any(|own| of_types.iter().any(|of| of.may_be(own)));
        let implements = |member: &Target| {
            let around = member.owner();
            let in_impl = around.is_some_and(|around| {
                let mut supers = around.heritage();
                supers.any(|span| around.file.slice(span) == trait_name)
            });
            in_impl && own_types.iter().any(|own| own.owns(member))
        };
        let found = self.find(implements);
        let of_trait = || self.find(|target| of_types.iter().any(|of| of.owns(target)));
        let has_own = || {
            let parts = own_types.iter().flat_map(|own| &own.parts);
            let mut members = parts.flat_map(|part| Target::all(&part.file));
            members.any(|member| member.symbol().name == name.text && implements(&member))
        };
        let found = found.or_else(|| of_trait().filter(|_| is_bounded || !has_own()));
        let types = if is_bounded { &of_types } else { &own_types };
        Some(Decided(match found {
            Some(target) => self.reached_by(file, target, of_types.first()?.resolution),
            None => by_name().filter(|_| is_bounded && self.may_dispatch(types)),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_written_as_a_trait() {
        let check = |qualifier: &str, expect: Option<(&str, &str)>| {
            assert_eq!(as_written(qualifier), expect, "{qualifier}");
        };
        check("<T as U>", Some(("T", "U")));
        check("<a::T<V> as b::U<V>>", Some(("a::T<V>", "b::U<V>")));
        check("<T>", None);
        check("T", None);
        check("a as b", None);
    }
}
