//! Exceptions in place: a comment `guard: allow(RULE) reason="…"` excuses the line it stands on, or, on a line of its
//! own, the item that follows.

use std::ops::Range;

use crate::finding::place;
use crate::language::NodeShape;
use crate::rules::rule;
use crate::syntax::{Id, Syntax};

const OPENING: &str = "guard: allow(";
/// Reasons of fewer bytes are rejected.
const MIN_REASON_BYTES: usize = 8;

/// One exception.
pub(crate) struct Exception {
    /// The byte range of its comment.
    pub(crate) range: Range<usize>,
    pub(crate) rules: Vec<String>,
    pub(crate) reason: String,
    /// The lines that it excuses, from 1; exclusive at the end.
    lines: Range<usize>,
}

impl Exception {
    pub(crate) fn covers(&self, rule: &str, line: usize) -> bool {
        self.fault().is_none() && self.lines.contains(&line) && self.rules.iter().any(|r| r == rule)
    }

    /// The reason why the exception is invalid; `None` if it is valid.
    pub(crate) fn fault(&self) -> Option<String> {
        fault(&self.rules, &self.reason)
    }
}

/// What is wrong with an exception for these rules; `None` if nothing is.
pub(crate) fn fault(rules: &[String], reason: &str) -> Option<String> {
    if let Some(unknown) = rules.iter().find(|name| rule(name).is_none()) {
        return Some(format!("there is no rule `{unknown}`"));
    }
    (reason.trim().len() < MIN_REASON_BYTES).then(|| "an exception without a reason".to_owned())
}

/// The exceptions of a file.
pub(crate) fn exceptions(syntax: &Syntax<'_>) -> Vec<Exception> {
    let comments = syntax.all().filter(|&id| syntax.shape(id) == NodeShape::Comment);
    comments.filter_map(|id| read(syntax, id)).collect()
}

/// The exception in a comment; `None` if the comment contains none.
fn read(syntax: &Syntax<'_>, id: Id) -> Option<Exception> {
    let text = syntax.text(id).trim_start_matches(['/', '*', '#', '!', ' ']);
    let (rules, rest) = text.strip_prefix(OPENING)?.split_once(')').unwrap_or_default();
    let reason = rest.trim_start().strip_prefix("reason");
    let reason = reason.and_then(|rest| rest.split('"').nth(1)).unwrap_or_default();
    Some(Exception {
        range: syntax.range(id),
        rules: rules.split(',').map(|rule| rule.trim().to_owned()).collect(),
        reason: reason.to_owned(),
        lines: lines(syntax, id),
    })
}

/// The lines that the exception in a comment covers, from 1, exclusive at the end: the comment's own line if code is
/// before it, else also the next item, or the next line if no item follows.
fn lines(syntax: &Syntax<'_>, id: Id) -> Range<usize> {
    let line_of = |byte| place(syntax.text, byte).0;
    let start = syntax.node(id).start;
    let comment_line = line_of(start);
    let line_start = syntax.text.get(..start).and_then(|t| t.rfind('\n')).map_or(0, |at| at + 1);
    let before = syntax.text.get(line_start..start).unwrap_or_default();
    if !before.trim().is_empty() {
        return comment_line..comment_line + 1;
    }
    let skipped_kinds = ["attribute_item", "decorator"];
    let mut after = syntax.named(syntax.node(id).parent).filter(|&next| next > id);
    let item = after.find(|&next| {
        syntax.shape(next) != NodeShape::Comment && !skipped_kinds.contains(&syntax.node(next).kind)
    });
    let end =
        item.map_or(comment_line + 1, |item| line_of(syntax.node(item).end.saturating_sub(1)));
    comment_line..end.max(comment_line + 1) + 1
}
