//! Traits of a file's own name.

use super::PathClass;
use super::folders::FolderContext;
use super::languages::{ANY_NAME, Rule, family};
use super::tables::{
    DOC_EXTENSIONS, DOC_NAMES, DOC_TEXT, EXACT_FILES, EXTENSIONS, Kind, PARTS, ROOT_FILES,
};

/// The text after the name's last dot; empty if there is no dot, or only one at the very start.
pub(super) fn extension(name: &str) -> &str {
    split_extension(name).1
}

/// The name and its extension; a dot at the very start opens no extension.
fn split_extension(name: &str) -> (&str, &str) {
    match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => (stem, extension),
        _ => (name, ""),
    }
}

/// Reads the traits of a file's name.
pub(super) fn read(name: &str, context: FolderContext, traits: &mut PathClass) {
    let (stem, extension) = split_extension(name);
    let (lower_name, extension) = (name.to_lowercase(), extension.to_lowercase());
    let lower = stem.to_lowercase();
    let mut add_trait = |kind: Kind| {
        // The build tool's declaration as product code overrides the name.
        if !(context.product && kind == Kind::Test) {
            traits.set(kind);
        }
    };
    let at_root = if context.at_root { ROOT_FILES } else { &[] };
    for (_, kind) in EXACT_FILES
        .iter()
        .chain(at_root)
        .filter(|(exact, _)| *exact == lower_name)
    {
        add_trait(*kind);
    }
    for (listed, kind) in EXTENSIONS {
        if lower_name
            .strip_suffix(listed)
            .is_some_and(|rest| rest.ends_with('.'))
        {
            add_trait(*kind);
        }
    }
    // Below a folder `src`, `build.rs` is a module like any other.
    if lower_name == "build.rs" && !context.below_src {
        add_trait(Kind::Support);
    }
    if is_document(stem, &extension) {
        add_trait(Kind::Docs);
    }
    let family = family(&extension);
    let rules = family.map_or(&[][..], |family| family.rules);
    for Rule(kind, position, texts) in ANY_NAME.iter().chain(rules) {
        if texts
            .iter()
            .any(|text| position.matches(text, stem, &lower))
        {
            add_trait(*kind);
        }
    }
    // The parts between dots, the first and the extension aside: `a.test.ts`.
    for part in lower.split('.').skip(1) {
        for (_, kind) in PARTS.iter().filter(|(text, _)| *text == part) {
            // `api.spec.yaml` is a specification: such a part marks a test only in code.
            if *kind != Kind::Test || family.is_some() {
                add_trait(*kind);
            }
        }
    }
}

/// Whether a file is prose: by its extension, or by a name such as `LICENSE-MIT` without an extension or `README.txt`.
fn is_document(stem: &str, extension: &str) -> bool {
    let first = stem.split(['-', '_', '.']).next().unwrap_or(stem);
    let has_doc_name = DOC_NAMES.contains(&first.to_uppercase().as_str());
    DOC_EXTENSIONS.contains(&extension)
        || (has_doc_name && DOC_TEXT.contains(&extension))
        || (extension.is_empty() && DOC_NAMES.contains(&first))
}
