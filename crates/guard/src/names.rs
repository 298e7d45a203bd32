//! What a name stands for: the expressions that the file binds to it, by the places of bindings, calls and parameters.

use std::collections::BTreeMap;

use crate::language::NodeShape;
use crate::syntax::{Id, Syntax};

/// The most expressions that are looked at to say where a value comes from.
const MAX_ORIGINS: usize = 64;

/// What a name is of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Named<'a> {
    /// A variable of a scope.
    Variable(Id, &'a str),
    /// A field of any value: it may be used anywhere in the file.
    Field(&'a str),
    /// What a function of the file returns.
    Returned(&'a str),
}

/// The names of a file.
pub(crate) struct Names<'s, 'a> {
    syntax: &'s Syntax<'a>,
    values: BTreeMap<Named<'a>, Vec<Id>>,
    /// The file's functions, by name.
    functions: BTreeMap<&'a str, Vec<Id>>,
    /// The types of parameters, by scope and name.
    types: BTreeMap<(Id, &'a str), &'a str>,
}

impl<'s, 'a> Names<'s, 'a> {
    pub(crate) fn of(syntax: &'s Syntax<'a>) -> Self {
        let (values, functions, types) = Default::default();
        let mut names = Self { syntax, values, functions, types };
        for id in syntax.all() {
            if syntax.shape(id) == NodeShape::Function {
                names.add_function(id);
            }
        }
        for id in syntax.all() {
            let shape = syntax.shape(id);
            let (NodeShape::Binding(first, second)
            | NodeShape::Field(first, second)
            | NodeShape::Call(first, second)) = shape
            else {
                continue;
            };
            let Some((first, second)) = syntax.child(id, first).zip(syntax.child(id, second))
            else {
                continue;
            };
            match shape {
                NodeShape::Binding(..) => names.bind(syntax.node(id).scope, first, second),
                NodeShape::Field(..) => names.add(Named::Field(syntax.text(first)), second),
                _ => names.pass(first, second),
            }
        }
        names
    }

    /// Whether the value, or something that it comes from, is such a one.
    pub(crate) fn comes_from(&self, id: Id, is: impl FnMut(Id) -> bool) -> bool {
        self.origins(id).into_iter().any(is)
    }

    /// The value and all that it comes from: what its methods are called on, what is indexed or referred to, and what
    /// its names are bound to.
    fn origins(&self, id: Id) -> Vec<Id> {
        let mut found = vec![id];
        let mut at = 0;
        while let Some(&id) = found.get(at).filter(|_| at < MAX_ORIGINS) {
            for source in self.sources(id) {
                if !found.contains(&source) {
                    found.push(source);
                }
            }
            at += 1;
        }
        found
    }

    /// The type of the parameter that a name is; `None` if the name is another one, or the parameter has no type.
    pub(crate) fn parameter_type(&self, id: Id) -> Option<&'a str> {
        let key = (self.syntax.node(id).scope, self.syntax.text(id));
        (self.syntax.shape(id) == NodeShape::Name).then(|| self.types.get(&key).copied())?
    }

    fn sources(&self, id: Id) -> Vec<Id> {
        let syntax = self.syntax;
        let values = |named: Named<'a>| self.values.get(&named).cloned().unwrap_or_default();
        match syntax.shape(id) {
            NodeShape::Name => {
                let (scope, name) = (syntax.node(id).scope, syntax.text(id));
                [scope, 0].map(|scope| values(Named::Variable(scope, name))).concat()
            }
            NodeShape::Member(object, name) => {
                let name = syntax.child(id, name).map(|name| Named::Field(syntax.text(name)));
                let mut found = name.map(values).unwrap_or_default();
                found.extend(syntax.child(id, object));
                found
            }
            NodeShape::Call(callee, _) => {
                let Some(called) = syntax.child(id, callee) else {
                    return Vec::new();
                };
                let mut found = values(Named::Returned(last_name(syntax.text(called))));
                found.extend(syntax.receiver(called));
                found
            }
            NodeShape::Plain | NodeShape::Index => {
                let mut parts = syntax.named(id);
                let value = parts.find(|&part| syntax.node(part).kind != "mutable_specifier");
                value.into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    fn add(&mut self, named: Named<'a>, value: Id) {
        self.values.entry(named).or_default().push(value);
    }

    /// Notes a function's name, its parameters' types, and what it returns: its last expression.
    fn add_function(&mut self, function: Id) {
        let syntax = self.syntax;
        let scope = syntax.node(function).scope;
        for parameter in self.parameters(function) {
            let kind = syntax.child(parameter, "type");
            if let (Some(name), Some(kind)) = (syntax.first_name(parameter), kind) {
                self.types.insert((scope, name), syntax.text(kind));
            }
        }
        // A closure has the name that it is bound to.
        let parent = syntax.node(function).parent;
        let name = syntax.child(function, "name").or_else(|| {
            let NodeShape::Binding(name, _) = syntax.shape(parent) else {
                return None;
            };
            syntax.child(parent, name)
        });
        if let Some(name) = name.map(|name| syntax.text(name)) {
            self.functions.entry(name).or_default().push(function);
            let body = syntax.child(function, "body").map(|body| {
                let last = syntax.named(body).last();
                last.filter(|_| syntax.node(body).kind.ends_with("block")).unwrap_or(body)
            });
            if let Some(body) = body {
                self.add(Named::Returned(name), body);
            }
        }
    }

    /// The nodes of a function's parameters, without `self`.
    fn parameters(&self, function: Id) -> Vec<Id> {
        let syntax = self.syntax;
        let list = syntax.child(function, "parameters");
        let Some(list) = list.or_else(|| syntax.child(function, "parameter")) else {
            return Vec::new();
        };
        if syntax.shape(list) == NodeShape::Name {
            return vec![list];
        }
        syntax
            .named(list)
            .filter(|&id| {
                let name = syntax.first_name(id);
                name.is_some_and(|name| !["self", "cls"].contains(&name))
            })
            .collect()
    }

    /// Binds the names below a pattern to a value.
    fn bind(&mut self, scope: Id, pattern: Id, value: Id) {
        for part in pattern..self.syntax.node(pattern).subtree_end {
            if self.syntax.shape(part) == NodeShape::Name {
                self.add(Named::Variable(scope, self.syntax.text(part)), value);
            }
        }
    }

    /// Binds parameters by a call: those of the file's own function to its arguments, and those of a function that a
    /// method is given to what the method is called on.
    fn pass(&mut self, called: Id, arguments: Id) {
        let syntax = self.syntax;
        let own = |names: &Self, name: &str| names.functions.get(name).cloned().unwrap_or_default();
        let functions = own(self, last_name(syntax.text(called)));
        for (position, argument) in syntax.named(arguments).enumerate() {
            for &function in &functions {
                if let Some(&parameter) = self.parameters(function).get(position) {
                    self.bind(syntax.node(function).scope, parameter, argument);
                }
            }
            let Some(receiver) = syntax.receiver(called) else {
                continue;
            };
            let given = match syntax.shape(argument) {
                NodeShape::Function => vec![argument],
                NodeShape::Name => own(self, syntax.text(argument)),
                _ => Vec::new(),
            };
            for function in given {
                for parameter in self.parameters(function) {
                    self.bind(syntax.node(function).scope, parameter, receiver);
                }
            }
        }
    }
}

/// The last name of a path or of a chain of members.
pub(crate) fn last_name(called: &str) -> &str {
    called.rsplit(['.', ':']).next().unwrap_or(called).trim()
}
