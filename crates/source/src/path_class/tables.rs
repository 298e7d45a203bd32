//! The conventions that are not bound to one language, as closed tables.

/// One trait of [`PathClass`](super::PathClass).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Test,
    Support,
    Generated,
    Docs,
}

use Kind::{Docs, Generated, Support, Test};

/// Parts of a file's name between dots, except the first part and the extension. `Test` applies to code only.
#[rustfmt::skip]
pub(super) const PARTS: &[(&str, Kind)] = &[
    ("test", Test), ("tests", Test), ("spec", Test), ("specs", Test), ("e2e", Test),
    ("e2e-spec", Test), ("e2e-test", Test), ("cy", Test), ("test-d", Test), ("spec-d", Test),
    ("mock", Support), ("mocks", Support), ("fixture", Support), ("fixtures", Support),
    ("bench", Support), ("benchmark", Support), ("stories", Docs), ("story", Docs),
    ("min", Generated), ("bundle", Generated), ("chunk", Generated), ("pb", Generated),
    ("g", Generated), ("gen", Generated), ("generated", Generated), ("freezed", Generated),
];

/// Extensions that give a file a trait by themselves.
#[rustfmt::skip]
pub(super) const EXTENSIONS: &[(&str, Kind)] = &[
    ("bats", Test), ("phpt", Test), ("snap", Generated), ("snap.new", Generated),
    ("ambr", Generated), ("js.map", Generated), ("mjs.map", Generated), ("cjs.map", Generated),
    ("css.map", Generated), ("d.ts.map", Generated), ("tsbuildinfo", Generated),
];

/// Whole file names in lower case that give the trait in any folder.
#[rustfmt::skip]
pub(super) const EXACT_FILES: &[(&str, Kind)] = &[
    ("package-lock.json", Generated), ("npm-shrinkwrap.json", Generated), ("yarn.lock", Generated),
    ("pnpm-lock.yaml", Generated), ("bun.lock", Generated), ("bun.lockb", Generated),
    ("deno.lock", Generated), ("cargo.lock", Generated), ("poetry.lock", Generated),
    ("uv.lock", Generated), ("pdm.lock", Generated), ("pipfile.lock", Generated),
    ("gemfile.lock", Generated), ("composer.lock", Generated), ("go.sum", Generated),
    ("go.work.sum", Generated), ("mix.lock", Generated), ("podfile.lock", Generated),
    ("package.resolved", Generated), ("packages.lock.json", Generated), ("flake.lock", Generated),
    ("gradle.lockfile", Generated), ("makefile", Support), ("gnumakefile", Support),
    ("rakefile", Support), ("jenkinsfile", Support), ("justfile", Support),
    ("cmakelists.txt", Support), ("meson.build", Support), ("build.gradle", Support),
    ("build.gradle.kts", Support), ("settings.gradle", Support), ("settings.gradle.kts", Support),
    ("build.sbt", Support), (".gitlab-ci.yml", Support), (".travis.yml", Support),
];

/// Whole names that give the trait only at the repository's root.
#[rustfmt::skip]
pub(super) const ROOT_FILES: &[(&str, Kind)] = &[
    ("setup.py", Support), ("tasks.py", Support), ("build.sh", Support), ("configure", Support),
    ("test.js", Test), ("test.mjs", Test), ("test.cjs", Test), ("test.ts", Test), ("test.py", Test),
    ("test.sh", Test), ("test.c", Test), ("test.cpp", Test), ("test.rb", Test), ("test.lua", Test),
];

/// Extensions of files of prose.
pub(super) const DOC_EXTENSIONS: &[&str] =
    &["md", "mdx", "markdown", "rst", "adoc", "asciidoc", "rdoc"];

/// Extensions that are prose under one of [`DOC_NAMES`].
pub(super) const DOC_TEXT: &[&str] = &["txt", "text", "html"];

/// The first words of the names of documents that have no extension, or one of [`DOC_TEXT`].
#[rustfmt::skip]
pub(super) const DOC_NAMES: &[&str] = &[
    "README", "CHANGELOG", "CHANGES", "HISTORY", "CONTRIBUTING", "LICENSE", "LICENCE", "COPYING",
    "NOTICE", "AUTHORS", "CONTRIBUTORS", "MAINTAINERS", "NEWS", "INSTALL", "SECURITY", "UPGRADING",
    "UNLICENSE",
];

/// Folders that give the trait anywhere. `folders::holds_tests` recognizes further folders of tests.
#[rustfmt::skip]
pub(super) const FOLDERS: &[(&str, &[Kind])] = &[
    ("e2e", &[Test]), ("cypress", &[Test]), ("unittests", &[Test]), ("testdata", &[Test, Support]),
    ("test-data", &[Test, Support]), ("test_data", &[Test, Support]), ("testutil", &[Support]),
    ("testutils", &[Support]), ("test-utils", &[Support]), ("test_utils", &[Support]),
    ("test-helpers", &[Support]), ("test_helpers", &[Support]), ("test-support", &[Support]),
    ("testfixtures", &[Support]), ("fixtures", &[Support]), ("fixture", &[Support]),
    ("__fixtures__", &[Support]), ("test-fixtures", &[Support]), ("mocks", &[Support]),
    ("__mocks__", &[Support]), ("__mock__", &[Support]), (".github", &[Support]),
    (".gitlab", &[Support]), (".circleci", &[Support]), (".buildkite", &[Support]),
    (".azure-pipelines", &[Support]), (".ci", &[Support]), (".husky", &[Support]),
    (".devcontainer", &[Support]), (".storybook", &[Support]), (".vscode", &[Support]),
    (".idea", &[Support]), ("vendor", &[Support]), ("third_party", &[Support]),
    ("third-party", &[Support]), ("thirdparty", &[Support]), ("3rdparty", &[Support]),
    ("node_modules", &[Support]), ("bower_components", &[Support]), ("site-packages", &[Support]),
    ("generated", &[Generated]), ("__generated__", &[Generated]), ("_generated", &[Generated]),
    ("__snapshots__", &[Generated]), ("__pycache__", &[Generated]), (".next", &[Generated]),
    (".nuxt", &[Generated]), (".svelte-kit", &[Generated]), (".turbo", &[Generated]),
];

/// Folders that give the trait only at the repository's root.
#[rustfmt::skip]
pub(super) const ROOT_FOLDERS: &[(&str, &[Kind])] = &[
    ("scripts", &[Support]), ("script", &[Support]), ("ci", &[Support]), ("hack", &[Support]),
    ("xtask", &[Support]), ("deps", &[Support]), ("pods", &[Support]), ("site", &[Docs]),
    ("www", &[Docs]),
];

/// Folders that give the trait unless they are below a folder `src`; there they are a part of the program.
pub(super) const NOT_BELOW_SRC: &[(&str, &[Kind])] = &[
    ("dist", &[Generated]),
    ("bench", &[Support]),
    ("benches", &[Support]),
    ("benchmark", &[Support]),
    ("benchmarks", &[Support]),
    ("fuzz", &[Support]),
    ("fuzz_targets", &[Test]),
    ("fuzzing", &[Support]),
];

/// A folder and its subfolder that a build tool writes.
pub(super) const FOLDER_PAIRS: &[(&str, &str)] = &[
    ("build", "generated"),
    ("target", "debug"),
    ("target", "release"),
    ("target", "classes"),
    ("target", "generated-sources"),
    ("target", "generated-test-sources"),
];

/// Folders of prose and examples; for code below a source root they are a part of the program.
#[rustfmt::skip]
pub(super) const DOCS_FOLDERS: &[(&str, &[Kind])] = &[
    ("docs", &[Docs]), ("doc", &[Docs]), ("documentation", &[Docs]), ("__docs__", &[Docs]),
    ("examples", &[Docs]), ("example", &[Docs]), ("samples", &[Docs]), ("sample", &[Docs]),
    ("demos", &[Docs]), ("demo", &[Docs]), ("tutorials", &[Docs]), ("website", &[Docs]),
    ("playground", &[Docs]), ("playgrounds", &[Docs]),
];

/// The words of a folder's name that make it one of [`DOCS_FOLDERS`], first or last: `docs-next`, `react-examples`.
pub(super) const DOCS_WORDS: &[&str] = &["docs", "examples", "website"];

/// Folders that hold a program's own source.
pub(super) const SOURCE_ROOTS: &[&str] = &["src", "lib", "app", "pages", "pkg", "internal", "cmd"];

/// The last word of a folder's name that marks it as a test folder.
pub(super) const TESTS: &str = "tests";
/// The last word that marks a test folder only if the words before it name a kind of test ([`KINDS_OF_TESTS`]), or in
/// names such as `Acme.Core.Test` and `src/androidTest`.
pub(super) const TEST: &str = "test";

/// The words that may precede `test` in the name of a test folder.
#[rustfmt::skip]
pub(super) const KINDS_OF_TESTS: &[&str] = &[
    "unit", "integration", "functional", "acceptance", "system", "smoke", "regression", "e2e",
    "end", "to", "ui", "api", "browser", "fuzz", "int",
];

/// Folders of a source set that hold one language: the folders below them are a package name, as in
/// `src/main/java/org/acme`.
pub(super) const JVM_LANGUAGES: &[&str] = &["java", "kotlin", "scala", "groovy"];

/// First segments of package names.
pub(super) const PACKAGE_ROOTS: &[&str] = &["com", "org", "net"];
