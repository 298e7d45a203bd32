//! Traits of the folders that a file lies in.

use super::PathClass;
use super::languages::family;
use super::tables::{
    DOCS_FOLDERS, DOCS_WORDS, FOLDER_PAIRS, FOLDERS, JVM_LANGUAGES, KINDS_OF_TESTS, Kind,
    NOT_BELOW_SRC, PACKAGE_ROOTS, ROOT_FOLDERS, SOURCE_ROOTS, TEST, TESTS,
};
use crate::split_words;

/// The facts about a file's folders that the reading of its name depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FolderContext {
    /// Whether the file lies in the repository's root.
    pub(super) at_root: bool,
    /// Whether a folder `src` is above the file.
    pub(super) below_src: bool,
    /// Whether the file lies in a source set that a build tool declares to be product code: `src/main/java`.
    pub(super) product: bool,
}

/// Reads the traits of the folders, outermost first.
pub(super) fn read(folders: &[&str], extension: &str, traits: &mut PathClass) -> FolderContext {
    let mut context = FolderContext {
        at_root: folders.is_empty(),
        below_src: false,
        product: false,
    };
    let family = family(&extension.to_lowercase());
    // A folder `spec` elsewhere holds a specification, or code about one.
    let spec_folders = family.is_some_and(|family| family.spec_folders);
    let mut below_source_root = false;
    let mut previous: Option<String> = None;
    for (depth, raw) in folders.iter().enumerate() {
        let folder = raw.to_lowercase();
        if JVM_LANGUAGES.contains(&folder.as_str())
            && let Some(set) = source_set(&folders[..depth])
        {
            // The folders below are freely chosen package names: `src/main/java/org/acme/test`.
            context.product = set == "main" || set.ends_with("Main");
            break;
        }
        let outer = previous.as_deref();
        // For code below a source root, a folder with the name of a documentation folder is a part of the program.
        let of_program = family.is_some() && below_source_root;
        for (table, applies) in [
            (FOLDERS, true),
            (ROOT_FOLDERS, depth == 0),
            (NOT_BELOW_SRC, !context.below_src),
            (DOCS_FOLDERS, !of_program && !is_package_root(outer)),
        ] {
            if applies && let Some((_, kinds)) = table.iter().find(|(name, _)| *name == folder) {
                kinds.iter().for_each(|kind| traits.set(*kind));
            }
        }
        if FOLDER_PAIRS
            .iter()
            .any(|(a, b)| outer == Some(*a) && *b == folder)
        {
            traits.set(Kind::Generated);
        }
        if !of_program && !is_package_root(outer) && holds_docs(&folder) {
            traits.set(Kind::Docs);
        }
        if holds_tests(raw, outer) || (spec_folders && is_spec(&folder)) {
            traits.set(Kind::Test);
        }
        context.below_src |= folder == "src";
        below_source_root |= SOURCE_ROOTS.contains(&folder.as_str());
        previous = Some(folder);
    }
    context
}

/// The name of the source set if the folders end with one, as in `src/main` or `src/androidTest`.
fn source_set<'a>(folders: &[&'a str]) -> Option<&'a str> {
    match folders {
        [.., "src", set] => Some(set),
        _ => None,
    }
}

/// Whether the folder begins a package name, so that the folder below it is a part of the name: `com/example`.
fn is_package_root(folder: Option<&str>) -> bool {
    folder.is_some_and(|folder| PACKAGE_ROOTS.contains(&folder))
}

/// Whether the folder's last word is `tests`, or `test` after words that name a kind of test, or `Test` in a source set
/// or after a dot. `outer` is the folder above it.
fn holds_tests(raw: &str, outer: Option<&str>) -> bool {
    let words: Vec<String> = split_words(raw).collect();
    match words.as_slice() {
        [.., last] if last == TESTS => true,
        // `test`, `Acme.Core.Test`, `src/androidTest`, `unit-test`; but `ab-test` does not decide.
        [rest @ .., last] if last == TEST => {
            raw.ends_with(".Test")
                || (outer == Some("src") && raw.ends_with("Test"))
                || rest
                    .iter()
                    .all(|word| KINDS_OF_TESTS.contains(&word.as_str()))
        }
        _ => false,
    }
}

/// Whether the first or the last of the folder's several words says that it holds documentation: `docs-next`.
fn holds_docs(folder: &str) -> bool {
    let is_docs = |word: &str| DOCS_WORDS.contains(&word);
    let ends = folder
        .split_once(['-', '_'])
        .zip(folder.rsplit_once(['-', '_']));
    ends.is_some_and(|((first, _), (_, last))| is_docs(first) || is_docs(last))
}

fn is_spec(folder: &str) -> bool {
    matches!(folder, "spec" | "specs" | "__specs__")
}
