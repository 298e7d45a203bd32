//! Types that stand for a value of another type, which a container holds: their only method returns the name under which it
//! is bound, or its type, and a super type from outside the tree passes calls on.

use super::declared_type::DeclaredType;
use super::lineage::Lineage;
use crate::answer::Resolution;
use crate::facts::Symbol;
use crate::relations::{Decided, RelationContext, Resolver, Spot, Target, by_name, resolved};
use crate::text::brackets::partner;
use crate::text::memo::remembered;
use crate::text::words::is_name_char;
use std::sync::Arc;

/// The most files with a bound name that are read.
const MAX_FILES: usize = 40;
/// The most characters of a binding that are read.
const MAX_BINDING: usize = 2_000;

/// Where a type is named for which a name is bound: the path, the first byte and the name.
pub(super) type Binding = (String, u32, String);

impl Resolver<'_> {
    /// Resolves a member of types that stand for others; `None` if they do not, or if the others lack it.
    pub(crate) fn through_facade(
        &self,
        types: &[DeclaredType],
        lineage: &Lineage,
        text: &str,
    ) -> Option<Decided> {
        let has_outside = !lineage.unknown.is_empty();
        let parts = types.iter().flat_map(|ty| &ty.parts).filter(|_| has_outside);
        parts.into_iter().find_map(|part| {
            let (returned, at) = only_result(part)?;
            let meant = self.meant_by_accessor(Spot::new(&part.file, at), returned);
            let Some(meant) = meant.filter(|meant| !meant.is_empty()) else {
                // What is bound is not known: a type of its name may be meant.
                let own = Some(part.symbol().name.as_str());
                let is_namesake = self.targets.iter().any(|target| target.container() == own);
                return is_namesake.then(|| Decided(by_name()));
            };
            let above = self.lineage(meant.clone());
            let is_own = |target: &Target| above.types.iter().any(|ty| ty.owns(target));
            match self.find(is_own) {
                Some(target) => Some(Decided(resolved(Resolution::Import, target))),
                None => self.member_of_types(&part.file, &meant, text, false),
            }
        })
    }

    /// The types for which an accessor returns the type itself, `A::class`, or the name that is bound to it.
    fn meant_by_accessor(&self, spot: Spot<'_>, returned: &str) -> Option<Vec<DeclaredType>> {
        if let Some(ty) = returned.strip_suffix("::class") {
            return self.declared_type(spot, ty);
        }
        let name = quoted(returned)?;
        let bound = self.context.bindings_of(name);
        bound.iter().find_map(|(path, at, ty)| {
            let file = self.context.open(path)?;
            self.declared_type(Spot { steps: spot.steps, ..Spot::new(&file, *at) }, ty)
        })
    }
}

/// What the only method of a type returns, all that it does, and its first byte.
fn only_result(ty: &Target) -> Option<(&str, u32)> {
    let facts = &ty.file.facts;
    let own = facts.members(ty.symbol).map(|member| &facts.symbols[member]);
    let methods: Vec<&Symbol> = own.filter(|member| member.is_function()).collect();
    let [symbol] = methods[..] else {
        return None;
    };
    let body = ty.file.slice(&(symbol.body..symbol.code.end));
    let inner = body.trim().strip_prefix('{')?.strip_suffix('}')?.trim();
    let value = inner.strip_prefix("return ")?.strip_suffix(';')?.trim();
    let offset = value.as_ptr() as usize - body.as_ptr() as usize;
    (!value.contains(';')).then_some((value, symbol.body + offset as u32))
}

/// The text of a string without quotes in it.
fn quoted(text: &str) -> Option<&str> {
    let inner = ['"', '\'']
        .into_iter()
        .find_map(|quote| text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)))?;
    (!inner.is_empty() && !inner.contains(['"', '\''])).then_some(inner)
}

impl RelationContext<'_> {
    /// Where code gives a name, the first argument of a call, and a type that another argument makes or names.
    fn bindings_of(&self, name: &str) -> Arc<Vec<Binding>> {
        remembered(&self.types.bound, name.to_owned(), |name| {
            let words: Vec<String> = name
                .split(|c| !is_name_char(c))
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect();
            let files = words.first().map(|first| self.files_with(std::slice::from_ref(first)));
            let files = files.iter().flat_map(|files| files.iter());
            let files = files.filter(|file| self.is_code(&file.path)).take(MAX_FILES);
            let mut found = Vec::new();
            for file in files.filter_map(|file| self.open(&file.path)) {
                let Ok(text) = std::str::from_utf8(&file.text) else { continue };
                for quote in ['"', '\''] {
                    let written = format!("{quote}{name}{quote}");
                    let bound = text.match_indices(&written);
                    found.extend(bound.filter_map(|(at, _)| {
                        let (ty, at) = bound_type(text, at, written.len())?;
                        Some((file.path.clone(), at, ty.to_owned()))
                    }));
                }
            }
            Arc::new(found)
        })
    }
}

/// The type that stands in the arguments behind the first one of a call: `new A(` or `A::class`.
fn bound_type(text: &str, at: usize, length: usize) -> Option<(&str, u32)> {
    let open = text[..at].trim_end();
    let is_first = open.ends_with('(');
    let rest = text[at + length..].trim_start();
    let behind = rest.strip_prefix(',').filter(|_| is_first)?;
    let start = text.len() - behind.len();
    let whole = &text[open.len() - 1..];
    let whole = &whole[..whole.floor_char_boundary(MAX_BINDING)];
    let close = partner(whole.char_indices(), &['('], &[')'])?;
    let arguments = text.get(start..open.len() - 1 + close)?;
    let is_part = |c: char| is_name_char(c) || c == '\\';
    let made = arguments.match_indices("new ").map(|(at, word)| {
        let from = at + word.len();
        let end = arguments[from..].find(|c| !is_part(c)).map_or(arguments.len(), |end| from + end);
        (from, end)
    });
    let named = arguments.match_indices("::class").map(|(end, _)| {
        let from = arguments[..end].rfind(|c| !is_part(c)).map_or(0, |at| at + 1);
        (from, end)
    });
    let (from, end) = made.chain(named).filter(|(from, end)| from < end).min()?;
    Some((&arguments[from..end], (start + from) as u32))
}
