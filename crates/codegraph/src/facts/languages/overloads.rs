//! Counts the arguments of calls and the parameters of declarations, in languages where functions of one name differ by
//! these.

use tree_sitter::Node;

use super::{children, last_child, node_text};
use crate::text::brackets::{self, split};
use std::ops::RangeInclusive;

/// What marks a parameter that takes any number of arguments, before or behind its type.
const REPEATED: [&str; 3] = ["...", "params ", "vararg "];

/// A block behind a call, which is an argument.
const BLOCK: &str = "annotated_lambda";

/// How many arguments the call or the declaration of a name has; `None` if it is none, or if they are not all written.
pub(super) fn arguments(
    name: Node<'_>,
    above: &[Node<'_>],
    text: &[u8],
) -> Option<RangeInclusive<u8>> {
    let mut inner = name;
    for (at, around) in above.iter().enumerate() {
        if around.kind().ends_with("_declaration") || around.kind() == "method_elem" {
            return parameters(name, text);
        }
        let parts = children(*around).into_iter();
        let lists = parts.filter(|part| is_list(part) && part.start_byte() >= inner.end_byte());
        let mut lists: Vec<Node<'_>> = lists.collect();
        if !lists.is_empty() {
            // A block may be behind the whole call.
            let behind = above.get(at + 1).and_then(|next| last_child(*next));
            lists.extend(behind.filter(|part| part.kind() == BLOCK && !lists.contains(part)));
            let count = lists.into_iter().map(|list| written(list, text));
            let count: u8 = count.sum::<Option<u8>>()?;
            return Some(count..=count);
        }
        if around.end_byte() != inner.end_byte() && around.kind() != "generic_name" {
            return None;
        }
        inner = *around;
    }
    None
}

fn is_list(node: &Node<'_>) -> bool {
    const LISTS: [&str; 4] = [BLOCK, "argument_list", "call_suffix", "value_arguments"];
    LISTS.contains(&node.kind())
}

/// The number of arguments in a list of them, or of blocks behind a call; `None` if a list is spread.
fn written(list: Node<'_>, text: &[u8]) -> Option<u8> {
    if list.kind() == BLOCK {
        return Some(1);
    }
    let is_spread = |part: &Node<'_>| node_text(*part, text).starts_with('*');
    let parts = children(list).into_iter().filter(|part| !part.is_extra());
    parts.into_iter().try_fold(0_u8, |sum, part| match part.kind() {
        "value_arguments" => Some(sum + written(part, text)?),
        _ if is_spread(&part) => None,
        _ => sum.checked_add(1),
    })
}

/// How many arguments a function takes whose parameters follow its name.
fn parameters(name: Node<'_>, text: &[u8]) -> Option<RangeInclusive<u8>> {
    let rest = std::str::from_utf8(text.get(name.end_byte()..)?).ok()?;
    let (mut least, mut most) = (0_u8, 0_u8);
    for part in brackets::parameters(rest)? {
        let is_optional = split(part, '=').len() > 1 || part.starts_with("this ");
        if REPEATED.iter().any(|mark| part.contains(mark)) {
            most = u8::MAX;
        } else {
            least = least.checked_add(u8::from(!is_optional))?;
            most = most.saturating_add(1);
        }
    }
    Some(least..=most)
}
