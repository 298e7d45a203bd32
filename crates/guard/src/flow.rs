//! Data flow of a value inside one file: into names bound to it, into closures passed to its methods, and into
//! parameters of the file's own functions.
//!
//! An approximation that prefers false negatives: a value that is only passed to an unknown function is not followed.

mod calls;

use std::collections::BTreeSet;

use calls::constructs_container;
pub(crate) use calls::last_name;

use crate::language::NodeShape;
use crate::syntax::{Id, Syntax};
use crate::words::words;

/// The deepest nesting of an expression that is followed; only generated code nests deeper.
const MAX_DEPTH: usize = 48;
/// The most passes over the file. A pass follows bindings and calls in the order of the source; a value that is bound
/// after its use, as in a function that is declared before its caller, needs a further pass.
const MAX_ROUNDS: usize = 4;

/// The expressions of a file to which a value flows from seed nodes.
pub(crate) struct Flow<'s, 'a> {
    syntax: &'s Syntax<'a>,
    /// Whether a node is a seed by itself.
    seed: Box<dyn Fn(Id) -> bool + 's>,
    /// Words in the names of functions that return their argument in another form.
    reshaping: &'s [String],
    kind: Kind,
    /// Names that have the value, by scope.
    names: BTreeSet<(Id, &'a str)>,
    /// The file's functions by name.
    functions: Vec<(&'a str, Id)>,
    /// Names of the file's functions that return the value.
    returning: BTreeSet<&'a str>,
}

/// What kind of value is followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Values that are identified by their names: the query, a role.
    Named,
    /// Tables and regexes. They are wrapped (`HashSet::from`, `LazyLock::new`) before they are used, so what a
    /// constructor or a closure makes of one counts as the value.
    Made,
    /// The words of any text, identified by the calls that split it. Return values of functions are followed too.
    Words,
}

impl<'s, 'a> Flow<'s, 'a> {
    /// The flow of values whose names contain one of the words `subjects`.
    pub(crate) fn of_names(
        syntax: &'s Syntax<'a>,
        subjects: &'s [String],
        reshaping: &'s [String],
    ) -> Self {
        let seed = move |id| {
            syntax.shape(id) == NodeShape::Name && is_value(syntax.text(id)) && {
                let parts = words(syntax.text(id));
                parts.iter().any(|part| subjects.contains(&part.text))
            }
        };
        Self::of(syntax, Box::new(seed), Kind::Named, reshaping)
    }

    /// The flow of values that are constructed at the seed nodes.
    pub(crate) fn of_made(syntax: &'s Syntax<'a>, seed: impl Fn(Id) -> bool + 's) -> Self {
        Self::of(syntax, Box::new(seed), Kind::Made, &[])
    }

    /// The flow of the words into which calls split a text; `tokens` are words in the names of functions that split.
    pub(crate) fn of_words(
        syntax: &'s Syntax<'a>,
        tokens: &'s [String],
        reshaping: &'s [String],
    ) -> Self {
        let seed = move |id| calls::tokenizes(syntax, id, tokens);
        Self::of(syntax, Box::new(seed), Kind::Words, reshaping)
    }

    fn of(
        syntax: &'s Syntax<'a>,
        seed: Box<dyn Fn(Id) -> bool + 's>,
        kind: Kind,
        reshaping: &'s [String],
    ) -> Self {
        let functions = syntax
            .all()
            .filter(|&id| syntax.shape(id) == NodeShape::Function);
        let functions = functions
            .filter_map(|id| Some((syntax.text(syntax.child(id, "name")?), id)))
            .collect();
        let mut flow = Self {
            functions,
            syntax,
            seed,
            reshaping,
            kind,
            names: BTreeSet::new(),
            returning: BTreeSet::new(),
        };
        for _ in 0..MAX_ROUNDS {
            let before = (flow.names.len(), flow.returning.len());
            for id in syntax.all() {
                flow.follow(id);
            }
            if (flow.names.len(), flow.returning.len()) == before {
                break;
            }
        }
        flow
    }

    /// Whether the value of an expression is, or directly comes from, a seed.
    pub(crate) fn carries(&self, id: Id) -> bool {
        self.carries_within(id, MAX_DEPTH)
    }

    fn carries_within(&self, id: Id, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        let syntax = self.syntax;
        if (self.seed)(id) {
            return true;
        }
        let field_carries = |name| {
            syntax
                .child(id, name)
                .is_some_and(|part| self.carries_within(part, depth))
        };
        match syntax.shape(id) {
            NodeShape::Name => {
                let (scope, text) = (syntax.node(id).scope, syntax.text(id));
                self.names.contains(&(scope, text)) || self.names.contains(&(0, text))
            }
            NodeShape::Member { object, name } => field_carries(object) || field_carries(name),
            NodeShape::Call { callee, arguments } => {
                let Some(called) = syntax.child(id, callee) else {
                    return false;
                };
                let method = matches!(syntax.shape(called), NodeShape::Member { .. });
                let made = self.kind == Kind::Made && constructs_container(syntax, called);
                let passes_arguments = made || (!method && self.reshapes(called));
                (method && self.carries_within(called, depth))
                    || (passes_arguments && field_carries(arguments))
                    || self.returning.contains(last_name(syntax.text(called)))
            }
            NodeShape::Function => self.kind == Kind::Made && field_carries("body"),
            NodeShape::Text
            | NodeShape::Comment
            | NodeShape::Choice { .. }
            | NodeShape::Compare => false,
            _ => {
                let mut parts = syntax.named(id);
                parts.any(|part| self.carries_within(part, depth))
            }
        }
    }

    fn reshapes(&self, called: Id) -> bool {
        let name = words(last_name(self.syntax.text(called)));
        name.iter().any(|word| self.reshaping.contains(&word.text))
    }

    /// Adds the names, parameters and functions to which the node passes the value.
    fn follow(&mut self, id: Id) {
        match self.syntax.shape(id) {
            NodeShape::Binding { name, value } => {
                self.follow_binding(id, name, value, self.syntax.node(id).scope);
            }
            // A field name has file scope, since its struct can be used anywhere in the file.
            NodeShape::Field { name, value } if self.kind != Kind::Named => {
                self.follow_binding(id, name, value, 0);
            }
            NodeShape::Function if self.kind == Kind::Words => self.follow_return(id),
            NodeShape::Call { callee, arguments } => {
                let syntax = self.syntax;
                let (Some(called), Some(argument_list)) =
                    (syntax.child(id, callee), syntax.child(id, arguments))
                else {
                    return;
                };
                self.follow_call(called, argument_list);
            }
            _ => {}
        }
    }

    fn follow_binding(&mut self, id: Id, name: &str, value: &str, scope: Id) {
        let syntax = self.syntax;
        if let (Some(name), Some(value)) = (syntax.child(id, name), syntax.child(id, value))
            && self.carries(value)
        {
            for part in name..syntax.node(name).subtree_end {
                if syntax.shape(part) == NodeShape::Name
                    && (self.kind == Kind::Made || is_value(syntax.text(part)))
                {
                    self.names.insert((scope, syntax.text(part)));
                }
            }
        }
    }

    /// Follows the value into functions that its methods are given, and into functions that it is an argument of.
    fn follow_call(&mut self, called: Id, argument_list: Id) {
        let syntax = self.syntax;
        let arguments: Vec<Id> = syntax.named(argument_list).collect();
        let on_value = matches!(syntax.shape(called), NodeShape::Member { object, .. }
            if syntax.child(called, object).is_some_and(|object| self.carries(object)));
        for &argument in arguments.iter().filter(|_| on_value) {
            match syntax.shape(argument) {
                NodeShape::Function => self.enter_parameters(argument, None),
                NodeShape::Name => self.enter_function_named(syntax.text(argument), None),
                _ => {}
            }
        }
        let name = last_name(syntax.text(called));
        for (position, &argument) in arguments.iter().enumerate() {
            if self.carries(argument) {
                self.enter_function_named(name, Some(position));
            }
        }
    }

    /// Records that the function returns the value if its last expression or a `return` carries it.
    fn follow_return(&mut self, function: Id) {
        let syntax = self.syntax;
        let (name, Some(body)) = (self.name_of(function), syntax.child(function, "body")) else {
            return;
        };
        let returned = syntax.below(body).filter(|&part| {
            syntax.shape(part) == NodeShape::Return && self.function_around(part) == Some(function)
        });
        let tail = match syntax.node(body).kind {
            "block" => syntax.named(body).last().unwrap_or(body),
            _ => body,
        };
        if let Some(name) = name
            && returned.chain([tail]).any(|part| self.carries(part))
        {
            self.returning.insert(name);
        }
    }

    fn function_around(&self, id: Id) -> Option<Id> {
        let mut ancestors = self.syntax.ancestors(id);
        ancestors.find(|&up| self.syntax.shape(up) == NodeShape::Function)
    }

    /// The name of a function; of a closure, the name that it is bound to.
    fn name_of(&self, function: Id) -> Option<&'a str> {
        let syntax = self.syntax;
        let own_name = syntax.child(function, "name");
        let bound_name = || match syntax.shape(syntax.node(function).parent) {
            NodeShape::Binding { name, .. } => syntax.child(syntax.node(function).parent, name),
            _ => None,
        };
        own_name.or_else(bound_name).map(|name| syntax.text(name))
    }

    fn enter_function_named(&mut self, name: &str, position: Option<usize>) {
        let same = self.functions.iter().filter(|(known, _)| *known == name);
        let found: Vec<Id> = same.map(|&(_, id)| id).collect();
        for function in found {
            self.enter_parameters(function, position);
        }
    }

    /// Adds the function's parameter at `position` (0-based, without `self`), or all its parameters.
    fn enter_parameters(&mut self, function: Id, position: Option<usize>) {
        let syntax = self.syntax;
        let list = syntax
            .child(function, "parameters")
            .or_else(|| syntax.child(function, "parameter"));
        let Some(list) = list else { return };
        let single = syntax.shape(list) == NodeShape::Name;
        let all: Vec<Id> = if single {
            vec![list]
        } else {
            syntax.named(list).collect()
        };
        let names = all.into_iter().filter_map(|id| syntax.first_name(id));
        let names = names.filter(|name| !["self", "cls"].contains(name));
        let scope = syntax.node(function).scope;
        for (nth, name) in names.enumerate() {
            if position.is_none_or(|position| position == nth) {
                self.names.insert((scope, name));
            }
        }
    }
}

/// Whether a name is that of a value: a variable, or a constant without lower-case letters. Other names that begin with
/// a capital are types and constructors.
fn is_value(name: &str) -> bool {
    let all_upper = !name.chars().any(char::is_lowercase);
    all_upper || !name.starts_with(char::is_uppercase)
}
