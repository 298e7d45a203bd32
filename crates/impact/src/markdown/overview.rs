//! A large change on one screen: its files, each on one line.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use firsthand_registry::{PathClass, count, escape};
use firsthand_source::RepoPath;

use super::named;
use crate::document::{ChangedDeclaration, ImpactDocument};

/// The declarations that are named in the line of a file.
const MAX_NAMED: usize = 2;

/// A changed file with the declarations of it on which something outside of the change depends.
#[derive(Default)]
struct ChangedFile<'d> {
    /// The declarations, with the number of such places.
    declarations: Vec<(usize, &'d ChangedDeclaration)>,
    places: usize,
}

/// The files of a change, those first on which most places outside of it depend, and what is generated last; the rest is
/// counted.
pub(super) fn overview(
    out: &mut String,
    document: &ImpactDocument,
    changed: &[(usize, &ChangedDeclaration)],
    most: usize,
) {
    let mut files: BTreeMap<&str, ChangedFile<'_>> = BTreeMap::new();
    for (of, one) in changed {
        let places = document.outside(*of);
        let file = files.entry(one.path.as_str()).or_default();
        file.declarations.push((places, one));
        file.places += places;
    }
    let mut files: Vec<(&str, ChangedFile<'_>)> = files.into_iter().collect();
    files.sort_by_key(|(path, file)| {
        let is_generated = RepoPath::new(path).is_ok_and(|path| PathClass::of(&path).generated);
        let size = (file.places, file.declarations.len());
        (is_generated, std::cmp::Reverse(size))
    });
    let _ = writeln!(
        out,
        "\n{} of {}, by how many places outside of the change use them:",
        count(changed.len(), "declaration", "declarations"),
        count(files.len(), "file", "files")
    );
    for (path, file) in files.iter_mut().take(most) {
        let _ = writeln!(out, "- {}: {}", escape(path), of_file(file));
    }
    if let Some(rest) = files.get(most..).filter(|rest| !rest.is_empty()) {
        let declarations = rest.iter().map(|(_, file)| file.declarations.len()).sum();
        let places = rest.iter().map(|(_, file)| file.places).sum();
        let _ = writeln!(
            out,
            "- and {} with {}, {}",
            count(rest.len(), "more file", "more files"),
            count(declarations, "declaration", "declarations"),
            count(places, "place", "places")
        );
    }
}

/// How many places use the declarations of a file, and those that most of them use.
fn of_file(file: &mut ChangedFile<'_>) -> String {
    let declarations = &mut file.declarations;
    // What changed most stands first among those that as many places use.
    declarations.sort_by_key(|(places, one)| (std::cmp::Reverse(*places), one.state));
    let names = declarations.iter().take(MAX_NAMED).map(|(places, one)| {
        let name = escape(&one.name);
        match places {
            0 if one.not_looked_up => format!("`{name}` ({}) not looked up", one.state),
            _ => format!(
                "`{name}` ({}) {}{places}",
                one.state,
                if one.cut { "at least " } else { "" }
            ),
        }
    });
    let places = count(file.places, "place", "places");
    let is_cut = declarations.iter().any(|(_, one)| one.not_looked_up);
    let cut = if is_cut { ", not all looked up" } else { "" };
    format!("{places}{cut}: {}", named(names, declarations.len()))
}
