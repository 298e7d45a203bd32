//! What the values of a type hold.

use super::written_type::WrittenType;
use crate::relations::Resolver;
use crate::relations::written::type_text::element;

impl Resolver<'_> {
    /// The type of what a value holds, unless the tree declares the type of the value.
    pub(super) fn element_of(&self, held: &WrittenType, by_key: bool) -> Option<WrittenType> {
        let Some(inner) = element(&held.text, by_key) else {
            let meant = self.meant_by(held)?;
            return meant.with(element(&meant.text, by_key)?);
        };
        let is_form = held.name().is_empty() || held.text.ends_with("[]") || self.is_foreign(held);
        held.with(inner).filter(|_| is_form)
    }

    /// The type of what a value hands to a function that is passed to its method, if it is a collection.
    pub(super) fn passed_element(&self, held: &WrittenType) -> Option<WrittenType> {
        let meant = if self.is_collection(held) { None } else { self.meant_by(held) };
        let held = meant.as_ref().unwrap_or(held);
        self.element_of(held, false).filter(|_| self.is_collection(held))
    }

    /// The type of a member of a collection that the language has: of one value that this holds, or of a collection of them.
    pub(super) fn member_of_collection(
        &self,
        held: &WrittenType,
        name: &str,
    ) -> Option<WrittenType> {
        let language = held.file.language();
        let (is_one, is_more) = (language.held.contains(&name), language.holding.contains(&name));
        let is_known = (is_one || is_more) && self.is_collection(held);
        let inner = is_known.then(|| self.element_of(held, true)).flatten()?;
        let list = || format!("{}<{}>", language.collections.first().unwrap_or(&""), inner.text);
        if is_one { Some(inner) } else { held.with(&list()) }
    }

    fn is_collection(&self, ty: &WrittenType) -> bool {
        let known = ty.file.language().collections;
        let is_form = ty.name().is_empty() || ty.text.ends_with("[]");
        is_form || (known.contains(&ty.last_name()) && self.is_foreign(ty))
    }
}
