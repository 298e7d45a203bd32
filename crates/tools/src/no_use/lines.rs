//! What the lines are that hold a name of which no use was found.

use std::collections::BTreeSet;

use firsthand_codegraph::{NameUse, Relation};
use firsthand_registry::RepoPath;
use schemars::JsonSchema;
use serde::Serialize;

use super::Unused;

/// The most files of such lines that are named.
const MAX_NAMED_FILES: usize = 100;
/// The most of them in a sentence, beside the first one.
const MAX_LABELLED_FILES: usize = 6;

/// Lines that hold a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct NameLines {
    /// What they are.
    pub what: &'static str,
    /// How many there are.
    pub lines: u64,
    /// The file of the first one.
    pub path: RepoPath,
    /// The first one, 1-based.
    pub line: u32,
    /// How many files hold them.
    pub files: u64,
    /// These files in the order of their paths, at most 100.
    pub named_files: Vec<RepoPath>,
    /// The file of the last one.
    #[serde(skip)]
    last: RepoPath,
}

impl NameLines {
    /// No lines yet, of which the first will be this one.
    pub(super) fn beginning_at(what: &'static str, path: &RepoPath, line: u32) -> Self {
        let (path, last) = (path.clone(), path.clone());
        Self { what, lines: 0, path, line, files: 0, named_files: Vec::new(), last }
    }

    /// Counts a line of a file.
    pub(super) fn add(&mut self, path: &RepoPath) {
        self.lines += 1;
        // The lines of a file follow each other.
        if self.files == 0 || self.last != *path {
            self.files += 1;
            self.last.clone_from(path);
            if self.named_files.len() < MAX_NAMED_FILES {
                self.named_files.push(path.clone());
            }
        }
    }

    /// How many they are, what, and where the first one is.
    pub(super) fn label(&self) -> String {
        format!("{} {} ({})", self.lines, self.what, self.first())
    }

    /// The same with the files that hold them.
    pub(super) fn label_with_files(&self) -> String {
        let others = self.named_files.iter().filter(|path| **path != self.path);
        let mut others: Vec<String> =
            others.take(MAX_LABELLED_FILES).map(ToString::to_string).collect();
        if others.is_empty() {
            return self.label();
        }
        let more = self.files.saturating_sub(1 + others.len() as u64);
        if more > 0 {
            others.push(format!("{more} more"));
        }
        let also = others.join(", ");
        format!("{} {} ({}; also in {also})", self.lines, self.what, self.first())
    }

    fn first(&self) -> String {
        let first = if self.lines == 1 { "at" } else { "first at" };
        format!("{first} {}:{}", self.path, self.line)
    }
}

/// A sentence about lines that were not decided; `None` if there are none.
pub(super) fn undecided_sentence(name: &str, beside: &str, groups: &[NameLines]) -> Option<String> {
    let labels: Vec<String> = groups.iter().map(NameLines::label_with_files).collect();
    (!labels.is_empty())
        .then(|| format!("lines with {name}{beside}, not decided: {}", labels.join("; ")))
}

/// What else a name can mean, by the lines that hold it.
pub(super) struct Others<'l> {
    /// Whether the tree declares it more than once, or gives it to a parameter, a local variable or a field.
    in_tree: bool,
    /// The files that import it, perhaps from outside of the tree; none if the tree has no file that declares it, as it is
    /// gone since: then nothing says where an import leads.
    importing: BTreeSet<&'l RepoPath>,
}

impl<'l> Others<'l> {
    pub(super) fn of(lines: &'l [(RepoPath, u32)], kinds: &[NameUse], is_here: bool) -> Self {
        let is_of = |expect: NameUse| kinds.iter().filter(move |kind| **kind == expect);
        let imports = lines.iter().zip(kinds).filter(|(_, kind)| **kind == NameUse::Import);
        let imports = imports.filter(|_| is_here);
        let is_another = is_of(NameUse::Declaration).count() > usize::from(is_here);
        Self {
            in_tree: is_another || is_of(NameUse::Binding).count() > 0,
            importing: imports.map(|((path, _), _)| path).collect(),
        }
    }

    /// Whether a line of a file can mean something else by the name. Where the tree has nothing else of that name, a use
    /// that no relation leads to is behind a path or a type that is not known.
    pub(super) fn may_be_meant_in(&self, path: &RepoPath) -> bool {
        self.in_tree || self.importing.contains(path)
    }
}

/// Whether a line that holds the name of a declaration, in a file that declares it or not, is no use in its empty relation,
/// and what it is then.
pub(super) fn meaning(
    kind: NameUse,
    unused: &Unused,
    is_declaring: bool,
    may_mean_another: bool,
) -> (bool, &'static str) {
    let is_callers = unused.relation == Relation::Callers;
    let is_heritage = unused.relation == Relation::Implementors;
    match kind {
        NameUse::Comment => (true, "in a comment"),
        NameUse::Declaration => (true, "of a declaration of that name"),
        NameUse::Binding => (true, "of a local name or a field"),
        NameUse::Import => (true, "of an import"),
        NameUse::Mention | NameUse::Call | NameUse::Behind if !unused.is_complete => {
            (false, "that not all was searched to decide")
        }
        NameUse::Mention if is_callers && unused.is_field => {
            (false, "that use its value, which the relation references lists")
        }
        NameUse::Mention if is_callers => {
            (false, "with the name and no call: what is handed over may be called elsewhere")
        }
        NameUse::Mention | NameUse::Call | NameUse::Behind if is_heritage => {
            (true, "that name it otherwise, or mean another declaration of that name")
        }
        NameUse::Mention if is_declaring => {
            (false, "in a file that declares it, such as an export")
        }
        NameUse::Behind => (false, "behind a path or a type that leads to no declaration here"),
        NameUse::Mention | NameUse::Call if !may_mean_another => {
            (false, "behind a path or a type that leads to no declaration here")
        }
        NameUse::Mention | NameUse::Call => (true, "that mean another declaration of that name"),
        NameUse::Local => (false, "of a local of that name, whose value is not followed"),
        NameUse::String => (false, "in a string"),
        NameUse::Text => (false, "in a file that is not code of a known language"),
        _ => (false, "in code that was not read or not understood"),
    }
}

/// The same of a line of code that no runtime runs together with the declaration.
pub(super) fn meaning_elsewhere(kind: NameUse) -> (bool, &'static str) {
    match kind {
        NameUse::String => (false, "in a string"),
        NameUse::Text => (false, "in a file that is not code of a known language"),
        _ => (true, "in code of a language that cannot use it"),
    }
}
