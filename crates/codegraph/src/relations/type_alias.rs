//! Other names for types: `type A = B`, `using A = B`, `typedef B A`, and a constant that is a type.

use super::declared::DeclaredType;
use super::receiver_path::parts;
use super::type_text::only_name;
use super::written_type::WrittenType;
use super::{Resolver, Spot, Target};
use crate::facts::is_type_kind;

/// The word before a type that gets another name behind it.
const TYPEDEF: &str = "typedef";

/// The type that a declaration is another name for, as it is written, and its first byte; `None` if it declares a type of
/// its own.
pub(super) fn aliased(alias: &Target) -> Option<(&str, u32)> {
    let (file, symbol) = (&alias.file, alias.symbol());
    let after = file.slice(&(symbol.name_span.end..symbol.code.end));
    let before = file.slice(&(symbol.code.start..symbol.name_span.start));
    let written = match behind_parameters(after).trim_start().strip_prefix('=') {
        Some(value) => value,
        None => without_kind(before.trim_start().strip_prefix(TYPEDEF)?),
    };
    let written = written.trim_matches(|c: char| c.is_whitespace() || c == ';');
    let all = file.slice(&symbol.code);
    let offset = written.as_ptr() as usize - all.as_ptr() as usize;
    (!written.is_empty()).then_some((written, symbol.code.start + offset as u32))
}

/// The text behind the parameters and the type at its beginning: `= B` of `<T> = B`, `[T] = B` and `: C = B`.
fn behind_parameters(text: &str) -> &str {
    let text = text.trim_start();
    if !text.starts_with(['<', '[', ':']) {
        return text;
    }
    text.find('=').map_or("", |at| &text[at..])
}

/// A type without the word for its kind: `B` of `struct B`.
fn without_kind(written: &str) -> &str {
    let written = written.trim_start();
    let kind = written.split_once(' ').filter(|(kind, _)| is_type_kind(kind));
    kind.map_or(written, |(_, name)| name)
}

impl WrittenType {
    /// The type that a declaration is another name for, where it is declared.
    fn of_alias(alias: &Target) -> Option<WrittenType> {
        let (text, at) = aliased(alias)?;
        WrittenType::of(Spot::new(&alias.file, at), text)
    }
}

impl Resolver<'_> {
    /// The types that the only one of `aliases` is another name for.
    pub(super) fn aliased_types(
        &self,
        spot: Spot<'_>,
        aliases: &[DeclaredType],
    ) -> Option<Vec<DeclaredType>> {
        let [alias] = aliases else {
            return None;
        };
        let meant = WrittenType::of_alias(alias.parts.first()?)?;
        let around = Spot { steps: spot.steps, ..meant.spot() };
        let mut found = self.declared_from(around, &meant, true)?;
        for ty in &mut found {
            ty.resolution = ty.resolution.max(alias.resolution);
        }
        Some(found)
    }

    /// The declarations of the type that a declaration is another name for: a type, or a constant whose value is one.
    pub(super) fn types_of_alias(&self, alias: &Target, steps: usize) -> Vec<Target> {
        let further = Spot { steps, ..alias.spot() }.further();
        let (Some(spot), Some((written, at))) = (further, aliased(alias)) else {
            return Vec::new();
        };
        let path = match WrittenType::of(spot, written).filter(|_| alias.symbol().is_type()) {
            Some(meant) => only_name(&meant.text).and_then(parts),
            None => parts(written),
        };
        // `::T` is a name of the outermost scope.
        let at = if written.starts_with("::") { u32::MAX } else { at };
        path.map_or_else(Vec::new, |path| self.types(spot.moved(at), &path.join(".")))
    }

    /// The type that one is only another name for.
    pub(super) fn meant_by(&self, ty: &WrittenType) -> Option<WrittenType> {
        let declared = ty.file.language_is(|language| language.declared_types);
        let alias = if declared {
            let named = self.namesakes(ty)?;
            named.first().filter(|_| named.len() == 1)?.clone()
        } else {
            self.types(ty.spot(), ty.name()).pop()?
        };
        WrittenType::of_alias(&alias)
    }
}
