//! Computes the type of an expression from declarations: of variables, fields, and the results of functions.

use super::type_of_path::type_named;
use super::written_type::{WrittenType, common, of_class, without_body};
use crate::facts::languages::folder;
use crate::facts::{Binding, Form, Given, ParsedFile, Part};
use crate::relations::scopes::local_names::typed_bindings;
use crate::relations::written::expression::{MAX_LENGTH, Step, called, last_step};
use crate::relations::written::type_text::arguments;
use crate::relations::{Resolver, Spot, Target, named};
use crate::text::distinct::keep_best;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

impl Resolver<'_> {
    /// The type of an expression; `None` for a name that no variable or field has.
    pub(crate) fn type_of_expression(&self, spot: Spot<'_>, text: &str) -> Option<WrittenType> {
        self.looking_up(false).value_type(spot, text)
    }

    fn value_type(&self, spot: Spot<'_>, expression: &str) -> Option<WrittenType> {
        let step = last_step(expression)?;
        let found = of_class(spot, expression).or_else(|| self.type_of_step(spot, step));
        found.or_else(|| self.type_of_outer_value(spot, step))
    }

    fn type_of_step(&self, spot: Spot<'_>, step: Step<'_>) -> Option<WrittenType> {
        let spot = spot.further()?;
        let left = &self.expressions_left;
        left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).ok()?;
        let language = spot.file.language();
        match step {
            Step::Cast(ty) => WrittenType::of(spot, ty),
            Step::Made(ty) => WrittenType::of(spot, ty).map(WrittenType::made),
            Step::Name(name) => self.type_of_name(spot, name),
            Step::Index(inner) => self.element_of(&self.value_type(spot, inner)?, true),
            Step::Awaited(inner) => {
                let awaited = self.value_type(spot, inner)?;
                self.element_of(&awaited, false).or(Some(awaited))
            }
            Step::Tried(inner) => {
                let tried = self.value_type(spot, inner)?;
                let held = arguments(&tried.text).first().map(|held| tried.with(held));
                match held.filter(|_| language.separator == "::" && self.is_foreign(&tried)) {
                    Some(held) => held,
                    None => Some(tried),
                }
            }
            Step::Member(of, name) => {
                let owner = self.owner_type(spot, of)?;
                let member = self.type_of_member_named(&owner, name, false, spot.steps);
                let makes = language.bare_calls && language.factories.contains(&name);
                member.or_else(|| Some(owner).filter(|_| makes))
            }
            Step::Call(None, name) => self.type_of_call(spot, name),
            Step::Call(Some(of), name) => {
                let owner = self.owner_type(spot, of);
                let member = owner.clone().and_then(|owner| {
                    let inner = self.inner_type(&owner, name);
                    self.type_of_member_named(&owner.inferred(), name, true, spot.steps).or(inner)
                });
                let made = || owner.filter(|_| language.returns_own_type(name));
                let is_type = name.starts_with(char::is_uppercase) && !language.made_by_word;
                let path = [of, name].join(language.separator);
                let is_other = |ty: &WrittenType| language.types_are_values && self.is_foreign(ty);
                let named =
                    || self.type_behind(spot, &path, of).filter(|ty| is_type && !is_other(ty));
                let imported = || self.type_of_imported_call(spot, of, name);
                member.or_else(imported).or_else(made).or_else(named)
            }
        }
    }

    /// The type of what is before a member: of a value, or the type that is named there.
    fn owner_type(&self, spot: Spot<'_>, expression: &str) -> Option<WrittenType> {
        self.value_type(spot, expression).or_else(|| type_named(spot, expression))
    }

    /// The type of the variable or the field that a bare name means.
    fn type_of_name(&self, spot: Spot<'_>, name: &str) -> Option<WrittenType> {
        let language = spot.file.language();
        if language.self_names.contains(&name) {
            let is_value = !language.super_names.contains(&name);
            return self.own_types(spot).into_iter().next().filter(|_| is_value);
        }
        // A value that is made from the variable itself has the type of another variable of the name.
        let is_own = |bound: &Binding| {
            let given = bound.given.as_ref().filter(|given| !given.names_type());
            given.is_some_and(|given| given.span.contains(&spot.at))
        };
        let bound = typed_bindings(spot, name, |bound| !is_own(bound));
        if !bound.is_empty() {
            return common(bound.into_iter().map(|bound| self.type_of_binding(spot, bound)));
        }
        // The name of a type of Rust is a value if the type has no parts.
        let is_type = language.value_access == ["."] && name.starts_with(char::is_uppercase);
        let unit = || WrittenType::of(spot, name).filter(|ty| is_type && !self.is_foreign(ty));
        self.type_of_own_member(spot, name, false).or_else(unit)
    }

    /// The type of a member that a bare name means in the body of its type.
    fn type_of_own_member(&self, spot: Spot<'_>, name: &str, call: bool) -> Option<WrittenType> {
        let is_seen = spot.file.language().implicit_self;
        let mut own = is_seen.then(|| self.own_types(spot)).into_iter().flatten();
        own.find_map(|own| self.type_of_member_named(&own, name, call, spot.steps))
    }

    /// The type of what is bound in the file of a place.
    pub(super) fn type_of_binding(&self, spot: Spot<'_>, bound: &Binding) -> Option<WrittenType> {
        self.type_given(spot, bound.given.as_ref()?, spot.file.slice(&bound.name))
    }

    fn type_given(&self, spot: Spot<'_>, given: &Given, name: &str) -> Option<WrittenType> {
        let spot = spot.moved(given.span.start);
        let end = match given.form {
            Form::Type | Form::Made | Form::Value => given.span.end,
            Form::Call(arguments) => arguments,
            Form::Object => spot.at,
        };
        let text = spot.file.slice(&(spot.at..end));
        let text = if given.names_type() { without_body(text) } else { text };
        if text.len() > MAX_LENGTH {
            return None;
        }
        let whole = match given.form {
            Form::Type => WrittenType::of(spot, text)?,
            Form::Made => WrittenType::of(spot, text)?.made(),
            Form::Value => self.value_type(spot, text)?,
            Form::Object => WrittenType::of(spot, name)?,
            Form::Call(arguments) => {
                let rest = spot.file.text.len().min(arguments as usize + MAX_LENGTH) as u32;
                let whole = format!("{text}{}", spot.file.slice(&(arguments..rest)));
                let of_class = of_class(spot, &whole);
                of_class.or_else(|| self.type_of_step(spot, called(text)?))?
            }
        };
        match given.part {
            Part::Whole => Some(whole),
            Part::Element => self.element_of(&whole, false),
            Part::Passed => self.passed_element(&whole),
            Part::Member => self.type_of_member_named(&whole, name, false, spot.steps),
            Part::Renamed(at) => {
                let name = spot.file.name_at(at);
                self.type_of_member_named(&whole, name, false, spot.steps)
            }
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
        let lineage = self.lineage(self.declared_as(owner, true).unwrap_or_default());
        let parts = lineage.types.iter().flat_map(|ty| ty.parts.iter().map(move |part| (ty, part)));
        for (ty, part) in parts {
            let file = &part.file;
            let is_record = part.symbol().kind == "record";
            let fields = file.facts.fields.iter().filter(|field| {
                (!call || is_record)
                    && file.spells(&field.name, name)
                    && file.facts.type_around(field.name.start) == Some(part.symbol)
                    && is_of_self(file, field)
            });
            let mut fields: Vec<&Binding> = fields.collect();
            keep_best(&mut fields, |field| {
                field.given.as_ref().is_some_and(|given| given.form == Form::Type)
            });
            let is_method = |member: &Target| {
                let symbol = member.symbol();
                let head = file.slice(&(symbol.name_span.end..symbol.body));
                let is_meant = call || !head.trim_start().starts_with('(') || member.is_read();
                (symbol.is_function() || symbol.is_prototype()) && is_meant && ty.owns(member)
            };
            let methods: Vec<Target> = named(file, name).filter(is_method).collect();
            if !methods.is_empty() {
                return self.common_result(&methods, Some(owner), steps);
            }
            if !fields.is_empty() {
                let spot = Spot { file, at: 0, steps };
                return common(fields.into_iter().map(|field| self.type_of_binding(spot, field)));
            }
        }
        self.member_of_collection(owner, name)
    }

    /// The type that all of these functions return to a call on `owner`.
    pub(super) fn common_result(
        &self,
        functions: &[Target],
        owner: Option<&WrittenType>,
        steps: usize,
    ) -> Option<WrittenType> {
        common(functions.iter().map(|function| {
            let spot = Spot { steps, ..function.spot() };
            let symbol = function.symbol();
            let found = self.type_given(spot, symbol.result.as_ref()?, &symbol.name)?;
            if !spot.file.language().self_names.contains(&found.name()) {
                return Some(found.inferred());
            }
            let own = owner.cloned().or_else(|| self.own_types(spot).into_iter().next());
            own.map(WrittenType::inferred)
        }))
    }
}

/// Whether a field is one of the value that it is in, and not of another value, as in `other.a = b`.
fn is_of_self(file: &ParsedFile, field: &Binding) -> bool {
    let known = file.facts.reference_at(field.name.start);
    let before = known.and_then(|reference| reference.qualifier.as_ref());
    before.is_none_or(|before| file.language().self_names.contains(&file.slice(before)))
}

// The types of the results of functions that are called without a value before them.

impl Resolver<'_> {
    /// The type of what a call of a bare name returns.
    pub(super) fn type_of_call(&self, spot: Spot<'_>, name: &str) -> Option<WrittenType> {
        let (file, language) = (spot.file, spot.file.language());
        // A variable that is called may hold any function.
        let is_callable = !language.uncallable_kinds.contains(&"variable");
        let functions = functions_of(file, name);
        let is_bound = || !typed_bindings(spot, name, |_| true).is_empty();
        (!(is_callable && functions.is_empty() && is_bound())).then_some(())?;
        if let Some(member) = self.type_of_own_member(spot, name, true) {
            return Some(member);
        }
        // In a member of the type itself, a bare `new` makes a value of it.
        if language.bare_calls && language.factories.contains(&name) {
            return self.own_types(spot).into_iter().next();
        }
        if !functions.is_empty() {
            return self.common_result(&functions, None, spot.steps);
        }
        let mut imports = file.facts.imports_as(name, spot.at);
        let imported = imports.find_map(|import| {
            let files = self.context.resolve(file, &import.source);
            self.type_of_function_in(files, &import.name, spot.steps)
        });
        // In Go, a type that is called converts a value.
        let is_known = !language.declared_types || language.types_are_values;
        let is_declared = |ty: &WrittenType| {
            let by_name = ty.may_be_declared() && !language.types_are_values;
            by_name
                || (is_known && !self.is_foreign(ty))
                || language.collections.contains(&ty.text.as_str())
        };
        let made = || WrittenType::of(spot, name).filter(is_declared);
        let is_made = !language.made_by_word;
        imported
            .or_else(|| self.type_of_call_beside(spot, name))
            .or_else(|| made().filter(|_| is_made))
    }

    /// The type of what a function of another file in the same folder returns, if these share their names.
    fn type_of_call_beside(&self, spot: Spot<'_>, name: &str) -> Option<WrittenType> {
        let language = spot.file.language.filter(|language| language.folder_scope)?;
        let name_of = |path: &String| self.context.language_of(path).map(|own| own.name);
        let files = self.context.file_tree.in_folder(folder(&spot.file.path)).into_iter();
        let files = files.filter(|path| name_of(path) == Some(language.name)).collect();
        self.type_of_function_in(files, name, spot.steps)
    }

    /// The type of what a function of an imported module returns: `a.f()`.
    pub(super) fn type_of_imported_call(
        &self,
        spot: Spot<'_>,
        of: &str,
        name: &str,
    ) -> Option<WrittenType> {
        let imports = spot.file.facts.imports_as(of, spot.at);
        imports.filter(|import| import.name == "*").find_map(|module| {
            let files = self.context.resolve(spot.file, &module.source);
            self.type_of_function_in(files, name, spot.steps)
        })
    }

    fn type_of_function_in(
        &self,
        files: Vec<String>,
        name: &str,
        steps: usize,
    ) -> Option<WrittenType> {
        let found = self.declared_in_modules(self.few(files, name)?, name, functions_of);
        self.common_result(&found, None, steps)
    }
}

/// The functions of a file that are members of no type.
pub(super) fn functions_of(file: &Arc<ParsedFile>, name: &str) -> Vec<Target> {
    let is_free = |target: &Target| {
        let symbol = target.symbol();
        symbol.is_function() && file.is_outer(symbol) && !target.is_member()
    };
    named(file, name).filter(is_free).collect()
}
