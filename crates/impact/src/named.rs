//! Lines that hold the name of a declaration on the way, and do not call it: strings, and functions that are handed over.

use std::collections::{BTreeSet, HashMap};

use firsthand_codegraph::{Declaration, NameUse, can_use, is_code};
use firsthand_source::{RepoPath, identifiers};

use crate::found::Line;
use crate::layout::{blanked, is_compound, line_of};
use crate::lookup::{Lookup, MAX_NAMESAKES};
use crate::out_of_sight::{OutOfSight, Why};

/// The most lines of one name in a file.
const MAX_LINES: usize = 20;

/// The lines that are uses of something on the way.
pub(crate) type Known = BTreeSet<Line>;

/// Those of the declarations that code names elsewhere, too, without a use that was found there.
pub(crate) fn only_named(
    lookup: &mut Lookup<'_>,
    mut declared: Vec<(RepoPath, Declaration)>,
    known: &Known,
) -> Vec<OutOfSight> {
    let mut seen = BTreeSet::new();
    declared.retain(|(_, one)| {
        let is_called = one.is_function() && !one.is_constructor && !one.is_test;
        is_compound(&one.name) && is_called && seen.insert(one.name.clone())
    });
    declared.retain(|(_, one)| lookup.namesakes(one) <= MAX_NAMESAKES);
    let names: Vec<String> = declared.iter().map(|(_, one)| one.name.clone()).collect();
    let lines = lookup.lines_with(&names, MAX_LINES);
    let mut code = Code::default();
    let mut lost = Vec::new();
    for ((path, one), lines) in declared.into_iter().zip(lines) {
        let heads = lookup.declarations_named(&one.name);
        let is_use = |(file, line): &Line| {
            // Within a file that declares the name itself, it means that.
            let in_declaration = |(other, head): &(RepoPath, Declaration)| {
                let is_own = *file != path && head.qualified == head.name;
                let is_head = head.head.contains(*line) || head.range.start() == *line;
                other == file && (is_own || is_head)
            };
            known.contains(&(file.clone(), *line))
                || !is_code(file.as_str())
                || heads.iter().any(in_declaration)
                || (*file == path && one.range.contains(*line))
        };
        let others = lines.into_iter().filter(|line| !is_use(line));
        let named: Vec<Line> =
            others.filter(|(file, line)| code.names(lookup, (file, *line), &one.name)).collect();
        let kinds = lookup.graph().uses_of_name(&one.name, &named, lookup.cancel);
        let named: Vec<Line> = named
            .into_iter()
            .zip(kinds)
            .filter(|((file, _), kind)| {
                // A string may name what another runtime runs.
                let is_string = *kind == NameUse::String;
                may_mean(*kind) && (is_string || can_use(file.as_str(), path.as_str()))
            })
            .map(|(at, _)| at)
            .collect();
        if let Some((file, line)) = named.first() {
            let why = Why::Named(format!("{file}:{line}"), named.len());
            lost.push(OutOfSight::new(&path, &one, why));
        }
    }
    lost
}

/// Whether a line of this kind may name a declaration elsewhere: not what another declaration, a field or a local is.
fn may_mean(kind: NameUse) -> bool {
    !matches!(kind, NameUse::Declaration | NameUse::Binding | NameUse::Local | NameUse::Comment)
}

/// The files that were looked at, without their imports and comments.
#[derive(Default)]
struct Code(HashMap<RepoPath, Vec<u8>>);

impl Code {
    /// Whether a line holds a name outside of imports and comments.
    fn names(&mut self, lookup: &Lookup<'_>, (path, line): (&RepoPath, u32), name: &str) -> bool {
        let code = self.0.entry(path.clone()).or_insert_with(|| {
            let bytes = lookup.text(path).unwrap_or_default();
            let comments = lookup.graph().comments(path.as_str(), &bytes, lookup.cancel);
            blanked(&lookup.without_imports(path, &bytes), &comments)
        });
        let line = String::from_utf8_lossy(line_of(code, line));
        identifiers(&line).any(|(_, other)| other == name)
    }
}
