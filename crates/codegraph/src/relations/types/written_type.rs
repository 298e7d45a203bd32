//! Types as they are written at a place, and the declarations that they mean.

use super::declared_type::DeclaredType;
use super::expression_type::functions_of;
use crate::facts::{ParsedFile, is_type_kind};
use crate::relations::written::expression::MAX_LENGTH;
use crate::relations::written::type_text::{
    alternatives, arguments, core, is_of_functions, name_of, without_inner_arguments,
};
use crate::relations::{Resolver, Spot, Target};
use crate::text::brackets::partner;
use crate::text::words::is_name_char;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

/// The most expressions that are read for the type of one: its variables may have many values, and these are expressions.
const MAX_EXPRESSIONS: u32 = 100;

/// A type as a place writes it.
#[derive(Clone)]
pub(crate) struct WrittenType {
    pub(crate) file: Arc<ParsedFile>,
    pub(crate) text: String,
    pub(super) at: u32,
    /// Whether it follows from what calls return, and not from what is written at a name.
    pub(super) is_inferred: bool,
    /// Whether it is no interface, as what a pointer of Go leads to, or the type of a value that is made.
    pub(super) is_concrete: bool,
}

impl WrittenType {
    pub(super) fn of(Spot { file, at, .. }: Spot<'_>, text: &str) -> Option<WrittenType> {
        let language = file.language.filter(|_| text.len() <= MAX_LENGTH)?;
        let inner = core(text, language);
        let before = &text[..inner.as_ptr() as usize - text.as_ptr() as usize];
        let is_concrete = language.types_are_values && before.trim_end().ends_with('*');
        let text = without_inner_arguments(inner);
        let is_value = !text.is_empty() && !is_of_functions(&text);
        let (file, is_inferred) = (Arc::clone(file), false);
        is_value.then_some(WrittenType { file, text, at, is_inferred, is_concrete })
    }

    pub(crate) fn spot(&self) -> Spot<'_> {
        Spot::new(&self.file, self.at)
    }

    /// Its name without arguments.
    pub(crate) fn name(&self) -> &str {
        name_of(&self.text)
    }

    /// The last part of its name.
    pub(super) fn last_name(&self) -> &str {
        self.name().rsplit(|c| !is_name_char(c)).next().unwrap_or_default()
    }

    /// Whether the name may be that of a type: the one of a value or of a module begins with a small letter, except
    /// where types and values are told apart by what follows them.
    pub(super) fn may_be_declared(&self) -> bool {
        let is_marked = self.file.language().separator == "::";
        is_marked || self.last_name().starts_with(char::is_uppercase)
    }

    pub(super) fn with(&self, text: &str) -> Option<WrittenType> {
        let found = WrittenType::of(self.spot(), text);
        found.map(|found| WrittenType { is_inferred: self.is_inferred, ..found })
    }

    pub(super) fn inferred(self) -> WrittenType {
        WrittenType { is_inferred: true, ..self }
    }

    /// The type of a value that is made.
    pub(super) fn made(self) -> WrittenType {
        WrittenType { is_concrete: true, ..self }
    }

    pub(super) fn is(&self, other: &WrittenType) -> bool {
        self.text == other.text && self.file.path == other.file.path
    }
}

/// What a type of Go without a name is written as, without its members. It has those of the declaration that it is in.
const NAMELESS: &str = "struct";

/// A type without the members of one that has no name: `[]struct` of `[]struct{ a int }`.
pub(super) fn without_body(text: &str) -> &str {
    let head = text.split_once('{').map_or(text, |(head, _)| head.trim_end());
    if head.ends_with(NAMELESS) && !head.contains('(') { head } else { text }
}

/// The type that all have; `None` if one is unknown, or if there is none.
pub(super) fn common(types: impl IntoIterator<Item = Option<WrittenType>>) -> Option<WrittenType> {
    let mut types = types.into_iter();
    let first = types.next()??;
    types.all(|next| next.is_some_and(|next| next.is(&first))).then_some(first)
}

/// The type to which an expression begins to cast: `A*` of `any_cast<A*>(a)`.
fn cast_to(expression: &str) -> Option<&str> {
    let (word, _) = expression.split_once("_cast<")?;
    let open = word.len() + "_cast".len();
    let close = open + partner(expression[open..].char_indices(), &['<'], &['>'])?;
    let is_call = word.chars().all(is_name_char) && expression[close + 1..].starts_with('(');
    is_call.then(|| &expression[open + 1..close])
}

/// The type of which a function that the file does not declare makes or finds a value: `A` of `f(A::class)`, in a language
/// whose types are so named; or the type that a cast names.
pub(super) fn of_class(spot: Spot<'_>, expression: &str) -> Option<WrittenType> {
    if spot.file.language().separator != "::" {
        return None;
    }
    if let Some(ty) = cast_to(expression) {
        return WrittenType::of(spot, ty);
    }
    let (function, arguments) = expression.split_once('(')?;
    let is_bare = !function.is_empty() && function.chars().all(is_name_char);
    let (ty, rest) = arguments.split_once("::class")?;
    let is_path = ty.chars().all(|c| is_name_char(c) || c == '\\');
    let is_argument = rest.trim_start().starts_with([')', ',']);
    let is_written = is_bare && is_path && is_argument;
    let is_other = is_written && functions_of(spot.file, function).is_empty();
    WrittenType::of(spot, ty.trim()).filter(|_| is_other)
}

impl Resolver<'_> {
    /// The same resolver for types that only what calls return depends on, or for others.
    pub(super) fn looking_up(&self, of_expression: bool) -> Resolver<'_> {
        Resolver {
            of_expression: of_expression || self.of_expression,
            expressions_left: AtomicU32::new(MAX_EXPRESSIONS),
            known: Arc::clone(&self.known),
            ..*self
        }
    }

    /// The types around byte `at`, innermost first.
    pub(super) fn own_types(&self, spot: Spot<'_>) -> Vec<WrittenType> {
        if spot.file.facts.anonymous_around(spot.at).is_some() {
            return Vec::new();
        }
        let own = self.enclosing_types(spot).into_iter();
        let written = own.filter_map(|own| WrittenType::of(own.parts.first()?.spot(), &own.name));
        written.collect()
    }

    /// Whether the type of a value can be no interface: what is written says so, or, in Go, another place of the tree that
    /// points to such a type or makes a value of it.
    pub(crate) fn is_concrete(&self, ty: &WrittenType) -> bool {
        let is_made = || self.context.is_made(ty.name(), ty.last_name());
        ty.is_concrete || (ty.file.language().types_are_values && is_made())
    }

    /// The types of the tree that a type may mean by its name, or that modules lead to, once they are known.
    pub(super) fn named_by(&self, ty: &WrittenType) -> Option<Arc<Vec<Target>>> {
        if ty.file.language().declared_types {
            return self.context.types_named(ty.last_name(), self.of_expression || ty.is_inferred);
        }
        Some(Arc::new(self.types_in_modules(ty.spot(), ty.name())))
    }

    /// Whether the tree does not declare a type.
    pub(crate) fn is_foreign(&self, ty: &WrittenType) -> bool {
        self.named_by(ty).is_some_and(|named| named.is_empty())
    }

    /// The types of the tree that a written type means; with `through`, also what a pointer of that type points to.
    pub(crate) fn declared_as(&self, ty: &WrittenType, through: bool) -> Option<Vec<DeclaredType>> {
        self.declared_from(ty.spot(), ty, through)
    }

    /// The same as it is known at a place, which is as many steps away.
    pub(super) fn declared_from(
        &self,
        spot: Spot<'_>,
        ty: &WrittenType,
        through: bool,
    ) -> Option<Vec<DeclaredType>> {
        if ty.text == NAMELESS && ty.file.language().types_are_values {
            let symbol = ty.file.facts.enclosing(ty.at)?;
            return Some(vec![DeclaredType::at(&Target { file: Arc::clone(&ty.file), symbol })]);
        }
        let resolver = self.looking_up(ty.is_inferred);
        let marks_access = ty.file.language().pointer_access.is_some();
        let pointed = match arguments(&ty.text).as_slice() {
            [only] if through && marks_access => ty.with(only),
            _ => None,
        };
        let texts = alternatives(&ty.text).chain(pointed.iter().map(|ty| ty.text.as_str()));
        let declared = texts.filter_map(|text| resolver.declared_type(spot, name_of(text)));
        let found: Vec<DeclaredType> = declared.flatten().collect();
        (!found.is_empty()).then_some(found)
    }
}

// Other names for types: `type A = B`, `using A = B`, `typedef B A`, and a constant that is a type.

/// The word before a type that gets another name behind it.
const TYPEDEF: &str = "typedef";

/// The type that a declaration is another name for, as it is written, and its first byte; `None` if it declares a type of
/// its own.
pub(crate) fn aliased(alias: &Target) -> Option<(&str, u32)> {
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

/// Whether a type has members: in it, or, of one that is not written as another name for a type, apart from it.
pub(super) fn has_members(ty: &Target) -> bool {
    let name = Some(ty.symbol().name.as_str());
    let is_apart = aliased(ty).is_none();
    let is_own = |member: &Target| ty.is_around(member) || is_apart && member.container() == name;
    Target::all(&ty.file).any(|member| is_own(&member))
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
        let is_string = written.starts_with(['"', '\'']);
        self.declared_type(
            spot,
            if is_string { written } else { core(written, alias.file.language()) },
        )
    }

    /// The type that one is only another name for.
    pub(super) fn meant_by(&self, ty: &WrittenType) -> Option<WrittenType> {
        let named = self.named_by(ty)?;
        let alias = named.first().filter(|_| named.len() == 1)?;
        let (text, at) = aliased(alias)?;
        WrittenType::of(Spot::new(&alias.file, at), text)
    }
}
