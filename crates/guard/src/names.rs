//! What a name stands for: the expressions that the same function, or the file, binds to it.

use std::collections::BTreeMap;

use crate::language::NodeShape;
use crate::syntax::{Id, Syntax};

/// The names of a file, by scope. A name that is bound anywhere in a scope counts as bound in all of it.
pub(crate) struct Names<'s, 'a> {
    syntax: &'s Syntax<'a>,
    values: BTreeMap<(Id, &'a str), Vec<Id>>,
    /// The functions of the file.
    functions: BTreeMap<&'a str, Vec<Id>>,
    /// The types of parameters.
    types: BTreeMap<(Id, &'a str), &'a str>,
}

impl<'s, 'a> Names<'s, 'a> {
    pub(crate) fn of(syntax: &'s Syntax<'a>) -> Self {
        let (values, functions, types) = Default::default();
        let mut names = Self { syntax, values, functions, types };
        for id in syntax.all() {
            match syntax.shape(id) {
                NodeShape::Function => names.add_function(id),
                NodeShape::Binding(pattern, value) => {
                    let bound = syntax.child(id, pattern).zip(syntax.child(id, value));
                    bound.into_iter().for_each(|(pattern, value)| names.bind(pattern, value));
                }
                _ => {}
            }
        }
        names
    }

    /// Whether the value, or something that it comes from, is such a one: what its methods are called on, what is indexed
    /// or referred to, what its names are bound to, and the last expression of a function that it calls.
    pub(crate) fn comes_from(&self, id: Id, is: impl FnMut(Id) -> bool) -> bool {
        let mut origins = vec![id];
        let mut at = 0;
        while let Some(&id) = origins.get(at) {
            let sources = self.sources(id);
            let new: Vec<Id> = sources.into_iter().filter(|id| !origins.contains(id)).collect();
            origins.extend(new);
            at += 1;
        }
        origins.into_iter().any(is)
    }

    /// The type of the parameter that a name is; `None` if the name is another one, or the parameter has no type.
    pub(crate) fn parameter_type(&self, id: Id) -> Option<&'a str> {
        let key = (self.syntax.node(id).scope, self.syntax.text(id));
        (self.syntax.shape(id) == NodeShape::Name).then(|| self.types.get(&key).copied())?
    }

    fn sources(&self, id: Id) -> Vec<Id> {
        let syntax = self.syntax;
        match syntax.shape(id) {
            NodeShape::Name => {
                let (scope, name) = (syntax.node(id).scope, syntax.text(id));
                let bound = [scope, 0].map(|scope| self.values.get(&(scope, name)));
                bound.into_iter().flatten().flatten().copied().collect()
            }
            NodeShape::Member(object, _) => syntax.child(id, object).into_iter().collect(),
            NodeShape::Call(callee, _) => {
                let called = syntax.child(id, callee);
                let own = self.functions.get(syntax.called(id)).into_iter().flatten().copied();
                own.chain(called.and_then(|called| syntax.receiver(called))).collect()
            }
            NodeShape::Function => {
                let body = syntax.child(id, "body");
                let last = body.and_then(|body| syntax.named(body).last());
                let is_block = body.is_some_and(|body| syntax.node(body).kind.ends_with("block"));
                last.filter(|_| is_block).or(body).into_iter().collect()
            }
            NodeShape::Plain | NodeShape::Index => {
                let mut parts = syntax.named(id);
                let value = parts.find(|&part| syntax.node(part).kind != "mutable_specifier");
                value.into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Notes a function's name and the types of its parameters; those of one that a method is given are bound to what the
    /// method is called on.
    fn add_function(&mut self, function: Id) {
        let syntax = self.syntax;
        let parent = syntax.node(function).parent;
        let bound = match syntax.shape(parent) {
            NodeShape::Binding(name, _) => syntax.child(parent, name),
            _ => None,
        };
        if let Some(name) = syntax.child(function, "name").or(bound) {
            self.functions.entry(syntax.text(name)).or_default().push(function);
        }
        let list = syntax.child(function, "parameters");
        let Some(list) = list.or_else(|| syntax.child(function, "parameter")) else {
            return;
        };
        for parameter in syntax.named(list) {
            let kind = syntax.child(parameter, "type");
            if let (Some(name), Some(kind)) = (syntax.first_name(parameter), kind) {
                let scope = syntax.node(function).scope;
                self.types.insert((scope, name), syntax.text(kind));
            }
        }
        let call = syntax.node(syntax.node(function).parent).parent;
        if let NodeShape::Call(callee, _) = syntax.shape(call)
            && let Some(receiver) = syntax.child(call, callee).and_then(|it| syntax.receiver(it))
        {
            self.bind(list, receiver);
        }
    }

    /// Binds the names below a pattern to a value.
    fn bind(&mut self, pattern: Id, value: Id) {
        let scope = self.syntax.node(pattern).scope;
        for part in pattern..self.syntax.node(pattern).subtree_end {
            if self.syntax.shape(part) == NodeShape::Name {
                self.values.entry((scope, self.syntax.text(part))).or_default().push(value);
            }
        }
    }
}

/// The last name of a path or of a chain of members.
pub(crate) fn last_name(called: &str) -> &str {
    called.rsplit(['.', ':']).next().unwrap_or(called).trim()
}
