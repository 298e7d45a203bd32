//! Computes the type of an expression from declarations: of variables, fields, and the results of functions.

use super::declared::MAX_STEPS;
use super::expression::{MAX_LENGTH, Step, called, last_step};
use super::local::typed_bindings;
use super::type_text::arguments;
use super::written_type::{WrittenType, common};
use super::{Resolver, Target};
use crate::facts::{Binding, Form, Given, ParsedFile, Part};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

impl Resolver<'_> {
    /// The type of an expression at byte `at`; `None` for a name that no variable or field has.
    pub(super) fn type_of_expression(
        &self,
        file: &ParsedFile,
        expression: &str,
        at: u32,
    ) -> Option<WrittenType> {
        let file = self.context.open(&file.path)?;
        self.looking_up(false).value_type(&file, expression, at, MAX_STEPS)
    }

    fn value_type(
        &self,
        file: &Arc<ParsedFile>,
        expression: &str,
        at: u32,
        steps: usize,
    ) -> Option<WrittenType> {
        self.type_of_step(last_step(expression)?, file, at, steps)
    }

    fn type_of_step(
        &self,
        step: Step<'_>,
        file: &Arc<ParsedFile>,
        at: u32,
        steps: usize,
    ) -> Option<WrittenType> {
        let steps = steps.checked_sub(1)?;
        let left = &self.expressions_left;
        left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).ok()?;
        let language = file.language?;
        let inner_type = |inner: &str| self.value_type(file, inner, at, steps);
        match step {
            Step::Cast(ty) => WrittenType::of(file, ty, at),
            Step::Name(name) => self.type_of_name(file, name, at, steps),
            Step::Index(inner) => self.element_of(&inner_type(inner)?, true),
            Step::Awaited(inner) => {
                let awaited = inner_type(inner)?;
                self.element_of(&awaited, false).or(Some(awaited))
            }
            Step::Tried(inner) => {
                let tried = inner_type(inner)?;
                let held = arguments(&tried.text).first().map(|held| tried.with(held));
                match held.filter(|_| language.separator == "::" && self.is_foreign(&tried)) {
                    Some(held) => held,
                    None => Some(tried),
                }
            }
            Step::Member(of, name) => {
                let owner = self.owner_type(file, of, at, steps)?;
                let member = self.type_of_member_named(&owner, name, false, steps);
                let makes = language.bare_calls && language.factories.contains(&name);
                member.or_else(|| Some(owner).filter(|_| makes))
            }
            Step::Call(None, name) => self.type_of_call(file, name, at, steps),
            Step::Call(Some(of), name) => {
                let owner = self.owner_type(file, of, at, steps);
                let member = owner.clone().and_then(|owner| {
                    self.type_of_member_named(&owner.inferred(), name, true, steps)
                });
                let made = || owner.filter(|_| language.factories.contains(&name));
                let is_type = name.starts_with(char::is_uppercase) && !language.types_are_values;
                let path = [of, name].join(language.separator);
                let named = || self.type_named(file, &path, at).filter(|_| is_type);
                member
                    .or_else(|| self.type_of_imported_call(file, of, name, at, steps))
                    .or_else(made)
                    .or_else(named)
            }
        }
    }

    /// The type of what is before a member: of a value, or the type that is named there.
    fn owner_type(
        &self,
        file: &Arc<ParsedFile>,
        expression: &str,
        at: u32,
        steps: usize,
    ) -> Option<WrittenType> {
        let value = self.value_type(file, expression, at, steps);
        value.or_else(|| self.type_named(file, expression, at))
    }

    /// The type that a path of names means, of which no value has the first one.
    fn type_named(&self, file: &Arc<ParsedFile>, path: &str, at: u32) -> Option<WrittenType> {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '\\');
        let head = path.split(|c: char| !(c.is_alphanumeric() || c == '_')).next()?;
        let is_bound = !typed_bindings(file, head, at, |_| true).is_empty();
        let is_type = path.chars().all(is_part) && !is_bound;
        let ty = WrittenType::of(file, path, at).filter(|_| is_type)?;
        Some(ty).filter(WrittenType::may_be_declared)
    }

    /// The type of the variable or the field that a bare name means.
    fn type_of_name(
        &self,
        file: &Arc<ParsedFile>,
        name: &str,
        at: u32,
        steps: usize,
    ) -> Option<WrittenType> {
        let language = file.language?;
        if language.self_names.contains(&name) {
            let is_value = !language.super_names.contains(&name);
            return self.own_types(file, at).into_iter().next().filter(|_| is_value);
        }
        // A value that is made from the variable itself has the type of another variable of the name.
        let is_own = |bound: &Binding| {
            let given = bound.given.as_ref().filter(|given| !given.names_type());
            given.is_some_and(|given| given.span.contains(&at))
        };
        let bound = typed_bindings(file, name, at, |bound| !is_own(bound));
        if !bound.is_empty() {
            return common(bound.into_iter().map(|bound| self.type_of_binding(file, bound, steps)));
        }
        if !language.implicit_self {
            return None;
        }
        self.own_types(file, at)
            .into_iter()
            .find_map(|own| self.type_of_member_named(&own, name, false, steps))
    }

    fn type_of_binding(
        &self,
        file: &Arc<ParsedFile>,
        bound: &Binding,
        steps: usize,
    ) -> Option<WrittenType> {
        self.type_given(file, bound.given.as_ref()?, file.slice(&bound.name), steps)
    }

    fn type_given(
        &self,
        file: &Arc<ParsedFile>,
        given: &Given,
        name: &str,
        steps: usize,
    ) -> Option<WrittenType> {
        let at = given.span.start;
        let end = match given.form {
            Form::Type | Form::Made | Form::Value => given.span.end,
            Form::Call(arguments) => arguments,
        };
        if (end - at) as usize > MAX_LENGTH {
            return None;
        }
        let text = file.slice(&(at..end));
        let whole = match given.form {
            Form::Type | Form::Made => WrittenType::of(file, text, at)?,
            Form::Value => self.value_type(file, text, at, steps)?,
            Form::Call(_) => self.type_of_step(called(text)?, file, at, steps)?,
        };
        match given.part {
            Part::Whole => Some(whole),
            Part::Element => self.element_of(&whole, false),
            Part::Member => self.type_of_member_named(&whole, name, false, steps),
        }
    }

    /// The type of a member of a value of a type: of a field, or of the result of a method.
    pub(super) fn type_of_member_named(
        &self,
        owner: &WrittenType,
        name: &str,
        call: bool,
        steps: usize,
    ) -> Option<WrittenType> {
        for (ty, part) in self.parts_of(owner) {
            let file = &part.file;
            let is_record = part.symbol().kind == "record";
            let fields = file.facts.fields.iter().filter(|field| {
                (!call || is_record)
                    && file.spells(&field.name, name)
                    && file.facts.type_around(field.name.start) == Some(part.symbol)
                    && is_of_self(file, field)
            });
            let (declared, others): (Vec<&Binding>, _) = fields.partition(|field| {
                field.given.as_ref().is_some_and(|given| given.form == Form::Type)
            });
            let fields = if declared.is_empty() { others } else { declared };
            let is_own = |member: &Target| match &ty {
                Some(ty) => ty.owns(member),
                None => member.owner().is_some_and(|owner| owner.is(&part)),
            };
            let is_method = |member: &Target| {
                let symbol = member.symbol();
                let head = file.slice(&(symbol.name_span.end..symbol.body));
                let is_meant = call || !head.trim_start().starts_with('(');
                (symbol.is_function() || symbol.is_prototype()) && is_meant && is_own(member)
            };
            let methods: Vec<Target> = named(file, name).filter(is_method).collect();
            if !methods.is_empty() {
                return common(
                    methods.iter().map(|method| self.type_of_result(method, Some(owner), steps)),
                );
            }
            if !fields.is_empty() {
                return common(
                    fields.into_iter().map(|field| self.type_of_binding(file, field, steps)),
                );
            }
        }
        None
    }

    /// The type of what a function returns to a call on `owner`.
    pub(super) fn type_of_result(
        &self,
        function: &Target,
        owner: Option<&WrittenType>,
        steps: usize,
    ) -> Option<WrittenType> {
        let (file, symbol) = (&function.file, function.symbol());
        let found = self.type_given(file, symbol.result.as_ref()?, &symbol.name, steps)?;
        let is_own = file.language_is(|language| language.self_names.contains(&found.name()));
        let found = match owner.filter(|_| is_own) {
            Some(owner) => owner.clone(),
            None if is_own => self.own_types(file, symbol.name_span.start).into_iter().next()?,
            None => found,
        };
        Some(found.inferred())
    }
}

/// The declarations of a name in a file.
pub(super) fn named<'f>(
    file: &'f Arc<ParsedFile>,
    name: &'f str,
) -> impl Iterator<Item = Target> + 'f {
    let symbols = file.facts.symbols.iter().enumerate();
    let named = symbols.filter(move |(_, symbol)| symbol.name == name);
    named.map(|(symbol, _)| Target { file: Arc::clone(file), symbol })
}

/// Whether a field is one of the value that it is in, and not of another value, as in `other.a = b`.
fn is_of_self(file: &ParsedFile, field: &Binding) -> bool {
    let known = file.facts.reference_at(field.name.start);
    let before = known.and_then(|reference| reference.qualifier.as_ref());
    before.is_none_or(|before| {
        file.language_is(|language| language.self_names.contains(&file.slice(before)))
    })
}
