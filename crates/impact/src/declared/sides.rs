//! The declarations of one state of a file, each with its own lines.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use firsthand_codegraph::{Declaration, Graph};
use firsthand_source::{Cancel, LineRange, RepoPath};

use super::{Lines, Side, is_same_value, lines_in};
use crate::layout::{blanked, normal};

/// The kind of a member that its type enumerates.
const VARIANT: &str = "variant";

/// The declarations of one state of a file, and the code outside of them.
pub(super) struct Sides {
    pub(super) sides: Vec<Side>,
    pub(super) outside: String,
}

pub(super) fn sides(graph: &Graph, path: &RepoPath, bytes: &[u8], cancel: &Cancel) -> Sides {
    let declared = graph.declarations(path.as_str(), bytes, cancel);
    let comments = graph.comments(path.as_str(), bytes, cancel);
    let broken = broken_lines(bytes, &comments, &declared).and_then(|broken| {
        let again = graph.declarations(path.as_str(), &broken, cancel);
        let name = |one: &Declaration| (one.qualified.clone(), one.kind.clone());
        again.iter().map(name).eq(declared.iter().map(name)).then_some((broken, again))
    });
    match broken {
        // Each declaration with the text that it has on lines of its own, and with its lines as they are.
        Some((broken, again)) => {
            let Sides { mut sides, outside } = sides_of(graph, path, &broken, again, cancel);
            for (side, declaration) in sides.iter_mut().zip(declared) {
                side.declaration = declaration;
            }
            Sides { sides, outside }
        }
        None => sides_of(graph, path, bytes, declared, cancel),
    }
}

/// The text without comments and with line ends at the brackets and separators of the lines on which several
/// declarations begin; `None` if there are none.
fn broken_lines(
    bytes: &[u8],
    comments: &[Range<usize>],
    declared: &[Declaration],
) -> Option<Vec<u8>> {
    let mut begun = BTreeSet::new();
    let starts = declared.iter().map(|one| one.head.start());
    let several: BTreeSet<u32> = starts.filter(|line| !begun.insert(*line)).collect();
    if several.is_empty() {
        return None;
    }
    let mut broken = Vec::with_capacity(bytes.len());
    let code = blanked(bytes, comments);
    for (line, text) in (1..).zip(code.split_inclusive(|byte| *byte == b'\n')) {
        for byte in text {
            let is_broken = several.contains(&line);
            if is_broken && *byte == b'}' {
                broken.push(b'\n');
            }
            broken.push(*byte);
            if is_broken && matches!(byte, b'{' | b';' | b',') {
                broken.push(b'\n');
            }
        }
    }
    Some(broken)
}

fn sides_of(
    graph: &Graph,
    path: &RepoPath,
    bytes: &[u8],
    declared: Vec<Declaration>,
    cancel: &Cancel,
) -> Sides {
    let comments = graph.comments(path.as_str(), bytes, cancel);
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let code = blanked(bytes, &comments);
    let code_lines: Vec<&[u8]> = code.split_inclusive(|byte| *byte == b'\n').collect();
    let imports = graph.imports(path.as_str(), bytes, cancel);
    let outside = blanked(&code, &imports);
    let outside: Vec<&[u8]> = outside.split_inclusive(|byte| *byte == b'\n').collect();
    // The innermost declaration of each line.
    let mut owner: Vec<Option<usize>> = vec![None; lines.len()];
    for (index, declaration) in declared.iter().enumerate() {
        for line in rows(declaration.range, lines.len()) {
            let is_inner = owner[line]
                .is_none_or(|other| declared[other].range.len() >= declaration.range.len());
            if is_inner {
                owner[line] = Some(index);
            }
        }
    }
    // A variant is a part of what its type enumerates.
    let enumeration = |declaration: &Declaration| {
        let around = declaration.container().filter(|_| declaration.kind == VARIANT)?;
        declared.iter().position(|other| other.qualified == around)
    };
    let enumerations: Vec<Option<usize>> = declared.iter().map(enumeration).collect();
    let mut of_lines: BTreeMap<Lines<'_>, Vec<usize>> = BTreeMap::new();
    for (index, one) in declared.iter().enumerate() {
        of_lines.entry(lines_in(one)).or_default().push(index);
    }
    let mut own: Vec<(Vec<u8>, Vec<&[u8]>)> = vec![Default::default(); declared.len()];
    let mut outside_lines: Vec<&[u8]> = Vec::new();
    for (at, owner) in owner.into_iter().enumerate() {
        let Some(index) = owner else {
            outside_lines.extend(outside.get(at));
            continue;
        };
        let same = of_lines.get(&lines_in(&declared[index])).into_iter().flatten().copied();
        let same = same
            .filter(|other| *other == index || is_same_value(&declared[*other], &declared[index]));
        for holder in same.chain(enumerations[index]) {
            own[holder].0.extend_from_slice(lines[at]);
            own[holder].1.extend(code_lines.get(at));
        }
    }
    let sides = declared.into_iter().zip(own).map(|(declaration, (text, code))| Side {
        path: path.clone(),
        code: normal(&code),
        text,
        declaration,
    });
    Sides { sides: sides.collect(), outside: normal(&outside_lines) }
}

/// The indices of the lines of a range.
fn rows(range: LineRange, count: usize) -> Range<usize> {
    let start = range.start() as usize - 1;
    start.min(count)..(range.end() as usize).min(count)
}
