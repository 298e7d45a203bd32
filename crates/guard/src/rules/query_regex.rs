//! `query-regex`: a regex that is written in the source is applied to the query.

use super::Rule;
use crate::flow::Flow;
use crate::language::NodeShape;
use crate::reading::{Reading, RuleHit};
use crate::syntax::{Id, Syntax};
use crate::words::joined;

pub(super) const RULE: Rule = Rule {
    name: "query-regex",
    what: "A regex written in the source decides what a query means.",
    help: "split the query into its raw tokens, and look for them as they are",
    exempts_closed_tables: false,
    check,
};

/// Words in the names of functions that construct or apply a regex.
const MAKERS: &[&str] = &["regex", "regexp"];
/// The name of Python's module of regexes.
const PYTHON_MODULE: &str = "re";

fn check(reading: &Reading<'_, '_>) -> Vec<RuleHit> {
    let syntax = reading.syntax;
    let regex = Flow::of_made(syntax, |id| constructs_regex(syntax, id));
    let mut hits = Vec::new();
    for (id, parts) in reading.operations() {
        let is_query = |part: &Id| reading.query.carries(*part);
        let inline = constructs_regex(syntax, id)
            && parts
                .iter()
                .any(|part| is_query(part) && !is_text(syntax, *part));
        let applied = parts.iter().any(|&part| {
            regex.carries(part) && parts.iter().any(|other| *other != part && is_query(other))
        });
        if (inline || applied) && !only_splits(reading, id) {
            hits.push(RuleHit::new(
                syntax.range(id),
                "a regex of the source is applied to the query",
            ));
        }
    }
    hits
}

/// Whether a name contains one of [`MAKERS`]. The words of the name are joined, since `RegExp` splits into two words.
fn names_maker(text: &str) -> bool {
    let name = joined(text);
    MAKERS.iter().any(|maker| name.contains(maker))
}

fn is_text(syntax: &Syntax<'_>, id: Id) -> bool {
    syntax.shape(id) == NodeShape::Text
}

/// Whether a call only splits a text at non-word characters, which gives the query's raw tokens and is allowed.
fn only_splits(reading: &Reading<'_, '_>, id: Id) -> bool {
    let syntax = reading.syntax;
    let is_literal = |part: &Id| matches!(syntax.shape(*part), NodeShape::Text | NodeShape::Regex);
    let has_letters = |part: Id| {
        let text = syntax.text(part).replace('\\', " ");
        text.split(|c: char| !c.is_alphabetic())
            .any(|run| run.len() > 2)
    };
    reading.called(id) == "split" && !syntax.below(id).filter(is_literal).any(has_letters)
}

/// Whether the node constructs a regex from a literal.
fn constructs_regex(syntax: &Syntax<'_>, id: Id) -> bool {
    let constructs = |called: Id, argument_list: Id| {
        let text = syntax.text(called);
        let module = text.split('.').next() == Some(PYTHON_MODULE);
        let makes = names_maker(text);
        (module || makes)
            && syntax
                .below(argument_list)
                .any(|part| is_text(syntax, part))
    };
    match syntax.shape(id) {
        NodeShape::Regex => true,
        NodeShape::Call { callee, arguments } => {
            match (syntax.child(id, callee), syntax.child(id, arguments)) {
                // A method called on a regex that is constructed in the same expression constructs none itself.
                (Some(called), Some(argument_list)) => {
                    !contains_call(syntax, called) && constructs(called, argument_list)
                }
                _ => false,
            }
        }
        // The arguments of a macro are plain tokens: a constructor's name and a literal among them suffice.
        NodeShape::Macro => {
            let makes =
                |part| syntax.shape(part) == NodeShape::Name && names_maker(syntax.text(part));
            syntax.below(id).any(makes) && syntax.below(id).any(|part| is_text(syntax, part))
        }
        _ => false,
    }
}

fn contains_call(syntax: &Syntax<'_>, id: Id) -> bool {
    syntax
        .below(id)
        .any(|part| matches!(syntax.shape(part), NodeShape::Call { .. }))
}
