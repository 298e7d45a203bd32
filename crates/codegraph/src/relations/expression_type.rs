//! Computes the type of an expression from declarations: of variables, fields, and the results of functions.

use super::declared::{DeclaredType, MAX_STEPS};
use super::expression::{Step, last_step};
use super::lineage::walk_types;
use super::local::typed_bindings;
use super::type_text::{arguments, core, element, name_of};
use super::{Resolver, Target};
use crate::facts::{Binding, Given, Import, ParsedFile, Part};
use std::ops::ControlFlow::Continue;
use std::sync::Arc;

/// The most modules that are opened for a function that is imported.
const MAX_MODULES: usize = 4;

/// A type as a place writes it.
#[derive(Clone)]
pub(super) struct WrittenType {
    pub(super) file: Arc<ParsedFile>,
    pub(super) text: String,
    pub(super) at: u32,
}

impl WrittenType {
    fn of(file: &Arc<ParsedFile>, text: &str, at: u32) -> Option<WrittenType> {
        let language = file.language?;
        let text = core(text, language).to_owned();
        (!text.is_empty()).then(|| WrittenType {
            file: Arc::clone(file),
            text,
            at,
        })
    }

    /// Its name without arguments.
    pub(super) fn name(&self) -> &str {
        name_of(&self.text)
    }

    /// Whether the name may be that of a type: the one of a value or of a module begins with a small letter, except
    /// where types and values are told apart by what follows them.
    fn may_be_declared(&self) -> bool {
        let last = self
            .name()
            .rsplit(|c: char| !(c.is_alphanumeric() || c == '_'))
            .next();
        let is_marked = self.file.language_is(|language| language.separator == "::");
        is_marked || last.is_some_and(|last| last.starts_with(char::is_uppercase))
    }

    fn with(&self, text: &str) -> Option<WrittenType> {
        WrittenType::of(&self.file, text, self.at)
    }

    fn is(&self, other: &WrittenType) -> bool {
        self.text == other.text && self.file.path == other.file.path
    }
}

/// The type that all have; `None` if one is unknown, or if there is none.
fn common(types: impl IntoIterator<Item = Option<WrittenType>>) -> Option<WrittenType> {
    let mut types = types.into_iter();
    let first = types.next()??;
    types
        .all(|next| next.is_some_and(|next| next.is(&first)))
        .then_some(first)
}

impl Resolver<'_> {
    /// The type of an expression at byte `at`; `None` for a name that no variable or field has.
    pub(super) fn type_of_expression(
        &self,
        file: &ParsedFile,
        expression: &str,
        at: u32,
    ) -> Option<WrittenType> {
        let file = self.context.open(&file.path)?;
        let resolver = self.of_expressions();
        resolver.value_type(&file, expression, at, MAX_STEPS)
    }

    /// The same resolver for types that only that of an expression depends on.
    fn of_expressions(&self) -> Resolver<'_> {
        Resolver {
            of_expression: true,
            followed: Arc::clone(&self.followed),
            steps: Arc::clone(&self.steps),
            opened: Arc::clone(&self.opened),
            ..*self
        }
    }

    fn value_type(
        &self,
        file: &Arc<ParsedFile>,
        expression: &str,
        at: u32,
        steps: usize,
    ) -> Option<WrittenType> {
        let steps = steps.checked_sub(1)?;
        let language = file.language?;
        match last_step(expression)? {
            Step::Cast(ty) => WrittenType::of(file, ty, at),
            Step::Name(name) => self.type_of_name(file, name, at, steps),
            Step::Index(inner) => {
                let held = self.value_type(file, inner, at, steps)?;
                self.element_of(&held, true)
            }
            Step::Awaited(inner) => {
                let awaited = self.value_type(file, inner, at, steps)?;
                self.element_of(&awaited, false).or(Some(awaited))
            }
            Step::Tried(inner) => {
                let tried = self.value_type(file, inner, at, steps)?;
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
                let member = owner
                    .as_ref()
                    .and_then(|owner| self.type_of_member_named(owner, name, true, steps));
                let made = || owner.filter(|_| language.factories.contains(&name));
                member
                    .or_else(|| self.type_of_imported_call(file, of, name, at, steps))
                    .or_else(made)
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
        value.or_else(|| {
            let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '\\');
            let mut names = expression.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            let head = names.next()?;
            let is_bound = !typed_bindings(file, head, at, |_| true).is_empty();
            let is_type = expression.chars().all(is_path) && !is_bound;
            let ty = WrittenType::of(file, expression, at).filter(|_| is_type)?;
            Some(ty).filter(WrittenType::may_be_declared)
        })
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
            return self.own_type(file, at).filter(|_| is_value);
        }
        // A value that is made from the variable itself has the type of another variable of the name.
        let is_own = |bound: &Binding| {
            let given = bound.given.as_ref().filter(|given| !given.is_type);
            given.is_some_and(|given| given.span.contains(&at))
        };
        let bound = typed_bindings(file, name, at, |bound| !is_own(bound));
        if !bound.is_empty() {
            return common(
                bound
                    .into_iter()
                    .map(|bound| self.type_of_binding(file, bound, steps)),
            );
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
        let name = file.slice(&bound.name);
        match &bound.given {
            Some(given) => self.type_given(file, given, name, steps),
            None => None,
        }
        .or_else(|| {
            let span = bound.type_span.as_ref()?;
            WrittenType::of(file, file.slice(span), span.start)
        })
    }

    fn type_given(
        &self,
        file: &Arc<ParsedFile>,
        given: &Given,
        name: &str,
        steps: usize,
    ) -> Option<WrittenType> {
        let (text, at) = (file.slice(&given.span), given.span.start);
        let whole = if given.is_type {
            WrittenType::of(file, text, at)?
        } else {
            self.value_type(file, text, at, steps)?
        };
        match given.part {
            Part::Whole => Some(whole),
            Part::Element => self.element_of(&whole, false),
            Part::Member => self.type_of_member_named(&whole, name, false, steps),
        }
    }

    /// The types around byte `at`, innermost first.
    fn own_types(&self, file: &Arc<ParsedFile>, at: u32) -> Vec<WrittenType> {
        if file.facts.anonymous_around(at).is_some() {
            return Vec::new();
        }
        let around = file.facts.around(at).map(|at| &file.facts.symbols[at]);
        let types = around.filter(|around| around.is_type() && around.kind != "variant");
        types
            .filter_map(|ty| WrittenType::of(file, &ty.name, ty.name_span.start))
            .collect()
    }

    fn own_type(&self, file: &Arc<ParsedFile>, at: u32) -> Option<WrittenType> {
        if !file.language_is(|language| language.declared_types) {
            return self.own_types(file, at).into_iter().next();
        }
        let own = self.enclosing_types(file, at).into_iter().next()?;
        let part = own.parts.first()?;
        let named = file.facts.anonymous_around(at).is_none();
        WrittenType::of(&part.file, &own.name, part.symbol().name_span.start).filter(|_| named)
    }

    /// The type of what a value holds, unless the tree declares the type of the value.
    fn element_of(&self, held: &WrittenType, by_key: bool) -> Option<WrittenType> {
        let inner = element(&held.text, by_key)?;
        let is_form = held.name().is_empty() || held.text.ends_with("[]") || self.is_foreign(held);
        held.with(inner).filter(|_| is_form)
    }

    /// Whether the tree does not declare a type.
    fn is_foreign(&self, ty: &WrittenType) -> bool {
        if ty.file.language_is(|language| language.declared_types) {
            let separator = |c: char| !(c.is_alphanumeric() || c == '_');
            let last = ty.name().rsplit(separator).next().unwrap_or_default();
            let named = self.context.types_named(last, self.of_expression);
            return named.is_some_and(|named| named.is_empty());
        }
        self.types(&ty.file, ty.name(), ty.at).is_empty()
    }

    /// The declarations of a type and of its super types, nearest first.
    fn parts_of(&self, ty: &WrittenType) -> Vec<(Option<DeclaredType>, Target)> {
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

    /// The type of a member of a value of a type: of a field, or of the result of a method.
    fn type_of_member_named(
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
            let fields: Vec<&Binding> = fields.collect();
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
                    methods
                        .iter()
                        .map(|method| self.type_of_result(method, Some(owner), steps)),
                );
            }
            if !fields.is_empty() {
                return common(
                    fields
                        .into_iter()
                        .map(|field| self.type_of_binding(file, field, steps)),
                );
            }
        }
        None
    }

    /// The type of what a function returns to a call on `owner`.
    fn type_of_result(
        &self,
        function: &Target,
        owner: Option<&WrittenType>,
        steps: usize,
    ) -> Option<WrittenType> {
        let (file, symbol) = (&function.file, function.symbol());
        let found = self.type_given(file, symbol.result.as_ref()?, &symbol.name, steps)?;
        let is_own = file.language_is(|language| language.self_names.contains(&found.name()));
        match owner.filter(|_| is_own) {
            Some(owner) => Some(owner.clone()),
            None if is_own => self.own_type(file, symbol.name_span.start),
            None => Some(found),
        }
    }

    /// The type of what a call of a bare name returns.
    fn type_of_call(
        &self,
        file: &Arc<ParsedFile>,
        name: &str,
        at: u32,
        steps: usize,
    ) -> Option<WrittenType> {
        let language = file.language?;
        // A variable that is called may hold any function.
        let is_callable = !language.uncallable_kinds.contains(&"variable");
        let is_bound = || !typed_bindings(file, name, at, |_| true).is_empty();
        if is_callable && functions_of(file, name).is_empty() && is_bound() {
            return None;
        }
        if language.implicit_self {
            let mut own = self.own_types(file, at).into_iter();
            if let Some(found) =
                own.find_map(|own| self.type_of_member_named(&own, name, true, steps))
            {
                return Some(found);
            }
        }
        let functions = functions_of(file, name);
        if !functions.is_empty() {
            return common(
                functions
                    .iter()
                    .map(|function| self.type_of_result(function, None, steps)),
            );
        }
        let imports: Vec<&Import> = file.facts.imports_as(name, at).collect();
        let imported = imports.iter().find_map(|import| {
            let files = self.context.resolve(file, &import.source);
            self.type_of_function_in(files, &import.name, steps)
        });
        let made = || WrittenType::of(file, name, at).filter(WrittenType::may_be_declared);
        imported.or_else(|| made().filter(|_| !language.types_are_values))
    }

    /// The type of what a function of an imported module returns: `a.f()`.
    fn type_of_imported_call(
        &self,
        file: &Arc<ParsedFile>,
        of: &str,
        name: &str,
        at: u32,
        steps: usize,
    ) -> Option<WrittenType> {
        let mut modules = file
            .facts
            .imports_as(of, at)
            .filter(|import| import.name == "*");
        modules.find_map(|module| {
            let files = self.context.resolve(file, &module.source);
            self.type_of_function_in(files, name, steps)
        })
    }

    fn type_of_function_in(
        &self,
        files: Vec<String>,
        name: &str,
        steps: usize,
    ) -> Option<WrittenType> {
        if files.len() > MAX_MODULES {
            return None;
        }
        let mut found = Vec::new();
        self.walk(files, name, |module, name| {
            let here = functions_of(module, name);
            if here.is_empty() {
                return self.origins(module, name);
            }
            found.extend(here);
            Vec::new()
        });
        common(
            found
                .iter()
                .map(|function| self.type_of_result(function, None, steps)),
        )
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

/// The declarations of a name in a file.
fn named<'f>(file: &'f Arc<ParsedFile>, name: &'f str) -> impl Iterator<Item = Target> + 'f {
    let symbols = file.facts.symbols.iter().enumerate();
    let named = symbols.filter(move |(_, symbol)| symbol.name == name);
    named.map(|(symbol, _)| Target {
        file: Arc::clone(file),
        symbol,
    })
}

/// The functions of a file that are members of no type.
fn functions_of(file: &Arc<ParsedFile>, name: &str) -> Vec<Target> {
    let is_free = |target: &Target| {
        let symbol = target.symbol();
        symbol.is_function() && file.is_outer(symbol) && !target.is_member()
    };
    named(file, name).filter(is_free).collect()
}

/// Whether a field is one of the value that it is in, and not of another value, as in `other.a = b`.
fn is_of_self(file: &ParsedFile, field: &Binding) -> bool {
    let known = file.facts.reference_at(field.name.start);
    let before = known.and_then(|reference| reference.qualifier.as_ref());
    before.is_none_or(|before| {
        file.language_is(|language| language.self_names.contains(&file.slice(before)))
    })
}
