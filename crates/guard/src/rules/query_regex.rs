//! `query-regex`: a regex that is written in the source is applied to the query.

use super::RuleHit;
use crate::language::NodeShape;
use crate::reading::Reading;
use crate::syntax::{Id, Syntax};
use crate::words::joined;

/// Words in the names of functions that construct or apply a regex.
const MAKERS: &[&str] = &["regex", "regexp"];
/// Python's module of regexes.
const PYTHON_MODULE: &str = "re.";

pub(super) fn check(reading: &Reading<'_, '_>) -> Vec<RuleHit> {
    let syntax = reading.syntax;
    let is_regex = |part: Id| {
        reading.names.comes_from(part, |origin| {
            constructs_regex(syntax, origin)
                || (reading.constructs(origin)
                    && syntax.below(origin).any(|id| constructs_regex(syntax, id)))
        })
    };
    let is_query = |part: Id| syntax.shape(part) != NodeShape::Text && reading.is_query(part);
    let operations = syntax.operations().filter(|(id, parts)| {
        let inline = constructs_regex(syntax, *id) && parts.iter().any(|&part| is_query(part));
        let applied = parts.iter().any(|&part| {
            is_regex(part) && parts.iter().any(|&other| other != part && is_query(other))
        });
        (inline || applied) && !only_splits(syntax, *id)
    });
    let message = "a regex of the source is applied to the query";
    operations.map(|(id, _)| RuleHit::new(syntax.range(id), message)).collect()
}

/// Whether a name contains one of [`MAKERS`]. The words of the name are joined, since `RegExp` splits into two words.
fn names_maker(text: &str) -> bool {
    let name = joined(text);
    MAKERS.iter().any(|maker| name.contains(maker))
}

/// Whether a call only splits a text at non-word characters, which gives the query's raw tokens and is allowed.
fn only_splits(syntax: &Syntax<'_>, id: Id) -> bool {
    let is_literal = |part: &Id| matches!(syntax.shape(*part), NodeShape::Text | NodeShape::Regex);
    let has_letters = |part: Id| {
        let text = syntax.text(part).replace('\\', " ");
        text.split(|c: char| !c.is_alphabetic()).any(|run| run.len() > 2)
    };
    syntax.called(id) == "split" && !syntax.below(id).filter(is_literal).any(has_letters)
}

/// Whether the node constructs a regex from a literal.
fn constructs_regex(syntax: &Syntax<'_>, id: Id) -> bool {
    let has_text = |id: Id| {
        let mut below = syntax.below(id);
        below.any(|part| syntax.shape(part) == NodeShape::Text)
    };
    match syntax.shape(id) {
        NodeShape::Regex => true,
        NodeShape::Call(callee, arguments) => {
            let parts = syntax.child(id, callee).zip(syntax.child(id, arguments));
            parts.is_some_and(|(called, arguments)| {
                let name = syntax.text(called);
                // A method called on a regex that is constructed in the same expression constructs none itself.
                let is_method_of_result = syntax
                    .below(called)
                    .any(|part| matches!(syntax.shape(part), NodeShape::Call(..)));
                let makes = name.starts_with(PYTHON_MODULE) || names_maker(name);
                makes && !is_method_of_result && has_text(arguments)
            })
        }
        // The arguments of a macro are plain tokens: a constructor's name and a literal among them suffice.
        NodeShape::Macro => {
            let is_maker =
                |part| syntax.shape(part) == NodeShape::Name && names_maker(syntax.text(part));
            syntax.below(id).any(is_maker) && has_text(id)
        }
        _ => false,
    }
}
