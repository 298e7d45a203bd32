//! Where the type of a name comes from: the type that is written at it, or the expression that gives it its value.
//!
//! `above` contains the ancestors of the name, nearest first. The kinds of nodes are those of all grammars.

use super::captures::Match;
use super::passed::passed_on;
use super::returned::returned;
use super::span;
use super::valued::valued;
use crate::facts::languages::{children, last_child};
use crate::facts::{Binding, Form, Given, Part};
use tree_sitter::Node;

/// The most nodes of a pattern around a name: `Some(&mut a)` has three.
const MAX_PATTERN: usize = 4;

/// A list of names, or of the values that they get.
const LIST: &str = "expression_list";
/// The most names of a list for which their values are found.
const MAX_NAMES: usize = 16;

impl Binding {
    /// The binding with what gives it a type: the captured type, or else what is written at the name.
    pub(super) fn of_type_at<'t>(
        self,
        name: Node<'t>,
        above: &[Node<'t>],
        parts: &Match<'_, 't>,
    ) -> Binding {
        let is_inferred =
            |of: &Node<'_>| matches!(of.kind(), "implicit_type" | "placeholder_type_specifier");
        let of = parts.get("of").filter(|of| !is_inferred(of));
        let made = parts.get("made").map(|ty| span(ty));
        let made = made.map(|span| Given { span, form: Form::Made, part: Part::Whole });
        let given = of.map(written).or(made).or_else(|| stated(name, above, parts.text));
        let given = given.or_else(|| value_of(name, above));
        Binding { given: given.or_else(|| passed_on(name, above, parts.text)), ..self }
    }
}

/// The words of a comment before the type of what follows it.
const STATING: [&str; 2] = ["@var", "@type"];

/// The type that the comment directly above a declaration or an assignment states for its name: `/** @var A $a */`.
fn stated(name: Node<'_>, above: &[Node<'_>], text: &[u8]) -> Option<Given> {
    let is_whole = |around: &&Node<'_>| {
        ["statement", "declaration"].iter().any(|end| around.kind().ends_with(end))
    };
    let whole = above.iter().take(MAX_PATTERN).find(is_whole)?;
    let before = text.get(..whole.start_byte())?.trim_ascii_end();
    let inner = before.strip_suffix(b"*/")?;
    let open = memchr::memmem::rfind(inner, b"/**")?;
    let comment = std::str::from_utf8(&inner[open..]).ok()?;
    let (at, word) = STATING.iter().find_map(|word| Some((comment.find(word)?, *word)))?;
    let rest = &comment[at + word.len()..];
    let words = rest.split_whitespace().take_while(|word| *word != "*").take(2);
    let words: Vec<&str> = words.map(|word| word.trim_matches(['{', '}'])).collect();
    let own = text.get(name.byte_range())?;
    let own = own.strip_prefix(b"$").unwrap_or(own);
    let is_variable = |word: &&str| word.starts_with('$');
    let is_other = words.iter().any(|word| is_variable(word) && word.as_bytes()[1..] != *own);
    let ty = words
        .into_iter()
        .find(|word| !is_variable(word))
        .filter(|ty| !is_other && !ty.is_empty())?;
    let start = open + (ty.as_ptr() as usize - comment.as_ptr() as usize);
    let span = start as u32..(start + ty.len()) as u32;
    Some(Given { span, form: Form::Type, part: Part::Whole })
}

/// The type that a function or a method declares for its result, or the expression that is its whole body.
pub(super) fn result(declaration: Node<'_>) -> Option<Given> {
    const FIELDS: [&str; 5] = ["return_type", "result", "returns", "type", "value"];
    let mut fields = FIELDS.iter().map(|field| (*field, declaration.child_by_field_name(field)));
    if let Some((field, Some(found))) = fields.find(|(_, found)| found.is_some()) {
        // A function that is the value of a variable.
        return if field == "value" { result(found) } else { Some(written(found)) };
    }
    let mut parts = children(declaration).into_iter();
    if parts.any(|part| part.kind() == "function_value_parameters")
        && let Some(next) = parts.next()
        && next.kind().ends_with("type")
    {
        return Some(written(next));
    }
    let mut parts = children(declaration).into_iter();
    let is_scala = declaration.kind() == "function_definition";
    let body = parts.find(|part| part.kind() == "function_body");
    let body = match body {
        Some(body) => {
            body.child(0).filter(|first| first.kind() == "=").and_then(|_| body.named_child(0))
        }
        None => declaration.child_by_field_name("body").filter(|body| {
            is_scala && body.prev_sibling().is_some_and(|before| before.kind() == "=")
        }),
    };
    body.map(|body| valued(body, Part::Whole)).or_else(|| returned(declaration))
}

/// A type without what only leads to it, such as the word before a bound.
fn written(ty: Node<'_>) -> Given {
    const WRAPPERS: [&str; 6] =
        ["constraint", "trait_bounds", "type", "type_annotation", "type_bound", "upper_bound"];
    let ends = ty.named_child(0).zip(last_child(ty)).filter(|_| WRAPPERS.contains(&ty.kind()));
    let (first, last) = ends.unwrap_or((ty, ty));
    let only = without_null(first).filter(|_| first == last);
    let span = only.map_or(span(first).start..span(last).end, span);
    Given { span, form: Form::Type, part: Part::Whole }
}

/// The only type of a union that is not that of no value: `T` of `T | null`.
fn without_null(ty: Node<'_>) -> Option<Node<'_>> {
    if !matches!(ty.kind(), "union_type" | "binary_operator") {
        return Some(ty);
    }
    let is_value =
        |part: &Node<'_>| !matches!(part.kind(), "literal_type" | "none" | "predefined_type");
    let mut parts = children(ty).into_iter().filter(is_value);
    let only = parts.next().filter(|_| parts.next().is_none());
    only.and_then(without_null)
}

/// The type or the value at the declaration that a name is the pattern of, or is in the pattern of.
fn value_of(name: Node<'_>, above: &[Node<'_>]) -> Option<Given> {
    let (mut part, mut pattern) = (Part::Whole, name);
    for holder in above.iter().take(MAX_PATTERN) {
        match holder.kind() {
            "attribute"
            | "expression_list"
            | "member_access_expression"
            | "member_expression"
            | "mut_pattern"
            | "object_assignment_pattern"
            | "pattern"
            | "pointer_declarator"
            | "property_element"
            | "ref_pattern"
            | "reference_declarator" => {}
            "array_pattern" if part == Part::Whole => part = Part::Element,
            "object_pattern" if part == Part::Whole => part = Part::Member,
            "object_pattern" if matches!(part, Part::Renamed(_)) => {}
            "pair_pattern" if part == Part::Whole => {
                part = Part::Renamed(span(holder.child_by_field_name("key")?).start);
            }
            "object_pattern" | "pair_pattern" => return None,
            "recursive_pattern" | "var_pattern" if holder.child_by_field_name("type").is_none() => {
            }
            "tuple_struct_pattern" if holder.named_child_count() == 2 => part = Part::Element,
            // The type before a pattern is not that of its parts.
            "case_class_pattern" | "tuple_struct_pattern" => return None,
            "variable_declaration" if holder.named_child_count() <= 2 && is_kotlin(*holder) => {
                if let Some(ty) = holder.named_child(1) {
                    return Some(written(ty));
                }
            }
            _ => {
                let given = at_holder(*holder, pattern, name)?;
                return Some(Given {
                    part: match (part, given.part) {
                        (part, Part::Whole) | (Part::Whole, part) => part,
                        _ => return None,
                    },
                    ..given
                });
            }
        }
        pattern = *holder;
    }
    None
}

/// Whether a declaration of a variable is only its name and its type, as in Kotlin.
fn is_kotlin(holder: Node<'_>) -> bool {
    let first = holder.named_child(0);
    first.is_some_and(|name| name.kind() == "identifier")
        && holder.child_count() <= 3
        && holder.child_by_field_name("type").is_none()
}

/// The type or the value at a declaration; `pattern` is its part that holds the name.
fn at_holder(holder: Node<'_>, pattern: Node<'_>, name: Node<'_>) -> Option<Given> {
    // The type of a loop's variable may be a word that stands for none; the patterns capture any other.
    let is_loop = holder.kind().starts_with("for") || holder.kind().starts_with("enhanced_for");
    if let Some(ty) = holder.child_by_field_name("type").filter(|_| !is_loop) {
        return Some(written(ty));
    }
    let field = |field: &str| holder.child_by_field_name(field);
    let next = || pattern.next_named_sibling();
    let (value, part) = match holder.kind() {
        "assignment"
        | "assignment_expression"
        | "operator_assignment"
        | "short_var_declaration" => (nth(field("right")?, pattern, name)?, Part::Whole),
        "default_parameter"
        | "field_definition"
        | "init_declarator"
        | "keyword_parameter"
        | "let_condition"
        | "let_declaration"
        | "named_expression"
        | "optional_parameter"
        | "public_field_definition"
        | "required_parameter"
        | "val_definition"
        | "var_definition"
        | "var_spec" => (nth(field("value")?, pattern, name)?, Part::Whole),
        "variable_declarator" => {
            let last = holder.named_child(holder.named_child_count().checked_sub(1)? as u32)?;
            (field("value").or(Some(last).filter(|last| *last != pattern))?, Part::Whole)
        }
        "is_pattern_expression" => (field("expression")?, Part::Whole),
        "variable_declaration" => (next()?, Part::Whole),
        "property_declaration" => {
            let next = next()?;
            if next.kind() == "type_annotation" {
                return Some(written(next));
            }
            let is_value = next.prev_sibling().is_some_and(|before| before.kind() == "=");
            (Some(next).filter(|_| is_value)?, Part::Whole)
        }
        "guard_statement" | "if_statement" => {
            match pattern.next_sibling().map(|next| next.kind()) {
                Some("=") => (next()?, Part::Whole),
                // `if let a` is short for `if let a = a`.
                _ => (pattern, Part::Whole),
            }
        }
        // What a module exports without a name.
        "export_statement" => (field("value")?, Part::Whole),
        "enumerator" => {
            let next = next()?;
            let is_loop = next.prev_sibling().is_some_and(|before| before.kind() == "<-");
            (next, if is_loop { Part::Element } else { Part::Whole })
        }
        "enhanced_for_statement" | "for_expression" => (field("value")?, Part::Element),
        "for_in_statement" if field("operator").is_none_or(|word| word.kind() != "of") => {
            return None;
        }
        "for_in_clause" | "for_in_statement" | "for_range_loop" => (field("right")?, Part::Element),
        "foreach_statement" => (field("right").or_else(|| holder.named_child(0))?, Part::Element),
        "for_statement" => (field("right").or(field("collection")).or_else(next)?, Part::Element),
        // The first name of several is that of the index.
        "range_clause" if pattern.named_child(1) == Some(name) => (field("right")?, Part::Element),
        _ => return None,
    };
    // What a name is given must be beside it, not the pattern around it.
    let is_own = value == pattern || !span(value).contains(&span(name).start);
    let given = is_own.then(|| valued(value, part))?;
    // What a caller gives instead of a default that is made has its type; instead of a name, it may be anything.
    let is_default = holder.kind().ends_with("_parameter");
    let is_made = given.form != Form::Value || value.kind() == "call";
    Some(given).filter(|_| !is_default || is_made)
}

/// Of several values, the one for the name; the first result of a call that has several. `pattern` is what the values are
/// given to.
fn nth<'t>(values: Node<'t>, pattern: Node<'t>, name: Node<'t>) -> Option<Node<'t>> {
    if values.kind() != LIST {
        return Some(values);
    }
    let (names, at) = if pattern.kind() == LIST {
        let mut walk = pattern.walk();
        let names = pattern.named_children(&mut walk).take(MAX_NAMES + 1);
        let names: Vec<Node<'_>> = names.collect();
        (names.len(), names.iter().position(|other| *other == name)?)
    } else {
        (1, 0)
    };
    let count = values.named_child_count();
    let is_only = count == 1 && at == 0;
    let is_meant = names <= MAX_NAMES && (is_only || count == names);
    values.named_child(at as u32).filter(|_| is_meant)
}
