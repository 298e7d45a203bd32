//! Other names for types: `type A = B`, `using A = B`, `typedef B A`, and a constant that is a type.

use super::declared::DeclaredType;
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

impl Resolver<'_> {
    /// The types that a declaration is another name for: a type, or a constant whose value is one.
    pub(super) fn aliased_types(&self, alias: &Target, steps: usize) -> Option<Vec<DeclaredType>> {
        let (written, at) = aliased(alias)?;
        // `::T` is a name of the outermost scope.
        let at = if written.starts_with("::") { u32::MAX } else { at };
        let spot = Spot { steps, ..Spot::new(&alias.file, at) };
        if alias.symbol().is_type() {
            return self.declared_from(spot, &WrittenType::of(spot, written)?, true);
        }
        self.declared_type(spot, written)
    }

    /// The type that one is only another name for.
    pub(super) fn meant_by(&self, ty: &WrittenType) -> Option<WrittenType> {
        let named = self.named_by(ty)?;
        let alias = named.first().filter(|_| named.len() == 1)?;
        let (text, at) = aliased(alias)?;
        WrittenType::of(Spot::new(&alias.file, at), text)
    }
}
