//! The class of a file by the shape of its path.
//!
//! Only conventions of languages, their test runners and their build tools count, and only on whole
//! folder names and whole parts of a file's name: `latest.ts` is not a test. The conventions are
//! rows of the closed tables in `path_class/`; a path that matches only ambiguous conventions has no trait.

mod banner;
mod languages;
mod tables;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{RepoPath, split_words};
pub use banner::is_marked_generated;
use languages::{ANY_NAME, Rule, family};
use tables::{
    DOC_EXTENSIONS, DOC_NAMES, DOC_TEXT, DOCS_FOLDERS, DOCS_WORDS, EXACT_FILES, EXTENSIONS,
    FOLDER_PAIRS, FOLDERS, JVM_LANGUAGES, KINDS_OF_TESTS, Kind, NOT_BELOW_SRC, PACKAGE_ROOTS,
    PARTS, ROOT_FILES, ROOT_FOLDERS, SOURCE_ROOTS, TEST, TESTS,
};

/// The class of a file by the shape of its path, by the conventions of the supported languages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct PathClass {
    /// A test.
    pub test: bool,
    /// What tests or builds lean on: fixtures, mocks, benchmarks, scripts of the build, vendored code.
    pub support: bool,
    /// Written by a program.
    pub generated: bool,
    /// Documentation or an example.
    pub docs: bool,
}

impl PathClass {
    /// Reads the traits off a path. A file can have several; product code has none.
    #[must_use]
    pub fn of(path: &RepoPath) -> Self {
        let mut traits = Self::default();
        let parts: Vec<&str> = path.as_str().split('/').collect();
        if let Some((name, folders)) = parts.split_last() {
            let context = read_folders(folders, extension(name), &mut traits);
            read_name(name, context, &mut traits);
        }
        traits
    }

    /// Whether a build tool, a package manager or a CI service prescribes this file name: `Makefile`, `yarn.lock`.
    #[must_use]
    pub fn is_conventional(name: &str) -> bool {
        let lower = name.to_lowercase();
        // Without an extension or a capital letter the name may be an ordinary word: `makefile`.
        let marked = name.contains('.') || name.starts_with(char::is_uppercase);
        marked && EXACT_FILES.iter().any(|(exact, _)| *exact == lower)
    }

    /// Whether it has any trait at all.
    #[must_use]
    pub fn any(self) -> bool {
        self.test || self.support || self.generated || self.docs
    }

    fn set(&mut self, kind: Kind) {
        match kind {
            Kind::Test => self.test = true,
            Kind::Support => self.support = true,
            Kind::Generated => self.generated = true,
            Kind::Docs => self.docs = true,
        }
    }
}

/// The facts about a file's folders that the reading of its name depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct FolderContext {
    /// Whether the file lies in the repository's root.
    at_root: bool,
    /// Whether a folder `src` is above the file.
    below_src: bool,
    /// Whether the file lies in a source set that a build tool declares to be product code: `src/main/java`.
    product: bool,
}

/// Reads the traits of the folders, outermost first.
fn read_folders(folders: &[&str], extension: &str, traits: &mut PathClass) -> FolderContext {
    let mut context =
        FolderContext { at_root: folders.is_empty(), below_src: false, product: false };
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
        if FOLDER_PAIRS.iter().any(|(a, b)| outer == Some(*a) && *b == folder) {
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
                || rest.iter().all(|word| KINDS_OF_TESTS.contains(&word.as_str()))
        }
        _ => false,
    }
}

/// Whether the first or the last of the folder's several words says that it holds documentation: `docs-next`.
fn holds_docs(folder: &str) -> bool {
    let is_docs = |word: &str| DOCS_WORDS.contains(&word);
    let ends = folder.split_once(['-', '_']).zip(folder.rsplit_once(['-', '_']));
    ends.is_some_and(|((first, _), (_, last))| is_docs(first) || is_docs(last))
}

fn is_spec(folder: &str) -> bool {
    matches!(folder, "spec" | "specs" | "__specs__")
}

/// The text after the name's last dot; empty if there is no dot, or only one at the very start.
fn extension(name: &str) -> &str {
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
fn read_name(name: &str, context: FolderContext, traits: &mut PathClass) {
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
    for (_, kind) in EXACT_FILES.iter().chain(at_root).filter(|(exact, _)| *exact == lower_name) {
        add_trait(*kind);
    }
    for (listed, kind) in EXTENSIONS {
        if lower_name.strip_suffix(listed).is_some_and(|rest| rest.ends_with('.')) {
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
        if texts.iter().any(|text| position.matches(text, stem, &lower)) {
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
