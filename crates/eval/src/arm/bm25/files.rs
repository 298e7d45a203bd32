//! The files that BM25 ranks: source files without tests, documentation and generated files, because a search that ranks
//! a change log first would be too weak a comparison. What counts as which was fixed on 2026-11-26.

use std::io;
use std::path::Path;

/// Larger files are not ranked.
const MAX_FILE_BYTES: u64 = 2 << 20;

/// The endings of source files.
#[rustfmt::skip]
const SOURCES: &[&str] = &[
    "astro", "bash", "c", "cc", "cjs", "cpp", "cs", "cts", "cu", "cxx", "ex", "exs", "go", "gql", "graphql", "h", "hh",
    "hpp", "hs", "hxx", "inl", "ipp", "java", "jbuilder", "js", "json", "jsonc", "jsx", "kt", "kts", "lua", "mjs", "mk",
    "mts", "php", "phtml", "proto", "py", "pyi", "rake", "rb", "rs", "sbt", "sc", "scala", "sh", "sql", "svelte",
    "swift", "toml", "ts", "tsx", "vue", "yaml", "yml", "zig", "zsh",
];
/// Folders of tests and of generated files.
#[rustfmt::skip]
const LEFT_OUT: &[&str] = &[
    "__generated__", "__snapshots__", "__tests__", "_generated", "cypress", "dist", "e2e", "fuzz_targets", "generated",
    "spec", "specs", "test", "test-data", "test_data", "testdata", "tests", "unittests",
];
/// Words of the names of folders of documentation, as in `docs-v3`; below a folder of [`SOURCE_ROOTS`] they are a part of the program.
#[rustfmt::skip]
const DOCUMENTATION: &[&str] = &[
    "demo", "demos", "doc", "docs", "documentation", "example", "examples", "playground", "sample", "samples",
    "tutorials", "website",
];
const SOURCE_ROOTS: &[&str] = &["app", "cmd", "internal", "lib", "pages", "pkg", "src"];
/// Below this folder names are freely chosen, as in `src/main/java/org/acme/test`.
const PRODUCT: &str = "src/main/";
/// The last word of a file's name, or a part between dots, that marks a test or a generated file.
#[rustfmt::skip]
const MARKS: &[&str] = &[
    "conftest", "designer", "freezed", "g", "gen", "generated", "min", "pb", "pb2", "spec", "specs", "stories", "test",
    "tests",
];

/// The paths that are ranked, relative to the root, sorted.
pub(super) fn ranked(root: &Path) -> io::Result<Vec<String>> {
    let (mut folders, mut paths) = (vec![String::new()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root.join(&folder))? {
            let entry = entry?;
            let (kind, name) = (entry.file_type()?, entry.file_name());
            let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else {
                continue;
            };
            let path = format!("{folder}{name}");
            if kind.is_dir() {
                folders.push(path + "/");
            } else if kind.is_file()
                && is_ranked(&path)
                && entry.metadata()?.len() <= MAX_FILE_BYTES
            {
                paths.push(path);
            }
        }
    }
    paths.sort_by(|a, b| Path::new(a).cmp(Path::new(b)));
    Ok(paths)
}

fn is_ranked(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let Some((stem, ending)) = name.rsplit_once('.') else {
        return false;
    };
    let folders = folders.split(PRODUCT).next().unwrap_or_default();
    let mut is_program = false;
    for folder in folders.to_lowercase().split('/') {
        let last_word = folder.rsplit(['-', '_', '.']).next().unwrap_or_default();
        let mut words = folder.split(['-', '_']);
        let is_documentation = !is_program && words.any(|word| DOCUMENTATION.contains(&word));
        if LEFT_OUT.contains(&folder) || last_word == "tests" || is_documentation {
            return false;
        }
        is_program |= SOURCE_ROOTS.contains(&folder);
    }
    SOURCES.contains(&ending.to_lowercase().as_str()) && !is_marked(stem)
}

/// Whether a name is that of a test or of a generated file: `a.test`, `cache_test`, `CacheTests`, `test_cache`.
fn is_marked(stem: &str) -> bool {
    let lower = stem.to_lowercase();
    let ends_in_test = stem.ends_with("Test") || stem.ends_with("Tests") || stem.ends_with("Spec");
    let mark = lower.rsplit(['.', '_', '-']).next();
    ends_in_test || lower.starts_with("test_") || mark.is_some_and(|mark| MARKS.contains(&mark))
}

#[cfg(test)]
mod tests {
    use super::is_ranked;

    #[test]
    fn tests_documentation_and_generated_files_are_left_out() {
        let check = |paths: &str, expect: bool| {
            for path in paths.split_whitespace() {
                assert_eq!(is_ranked(path), expect, "{path}");
            }
        };
        check(
            "a.rs src/basket.ts src/latest.ts lib/docs/page.py src/main/java/org/acme/test/Shop.java",
            true,
        );
        check("a b.md README.md image.png", false);
        check(
            "tests/a.rs src/a.test.ts cache_test.go CacheTest.java test_cache.py conftest.py",
            false,
        );
        check(
            "acme.tests/a.cs docs/a.js docs-v3/a.json examples/a.py dist/a.js a.min.js a.pb.go",
            false,
        );
    }
}
