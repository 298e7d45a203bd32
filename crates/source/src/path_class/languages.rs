//! The conventions of each language, as one closed table. A language is a row of [`FAMILIES`].

use super::tables::Kind;

/// Where a text has to occur in a file's name without its extension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NamePosition {
    /// The text is the whole name.
    Exact,
    /// A prefix, with something after it.
    Prefix,
    /// A suffix, with something before it.
    Suffix,
    /// A case-sensitive prefix, before a capital letter: `TestCache`, not `Testament`.
    PrefixCased,
    /// A case-sensitive suffix, with something before it: `CacheTest`, not `latest`.
    SuffixCased,
    /// A case-sensitive suffix after a lower-case letter or a digit: `UserIT`, not `AUDIT`.
    SuffixAfterLower,
}

impl NamePosition {
    /// Whether `text` occurs in the name at this position. `text` is lower case unless the variant is case-sensitive.
    pub(super) fn matches(self, text: &str, stem: &str, lower: &str) -> bool {
        let after = |stem: &str| stem.strip_prefix(text).and_then(|rest| rest.chars().next());
        let before = |stem: &str| stem.strip_suffix(text).and_then(|rest| rest.chars().next_back());
        match self {
            Self::Exact => lower == text,
            Self::Prefix => after(lower).is_some(),
            Self::Suffix => before(lower).is_some(),
            Self::PrefixCased => after(stem).is_some_and(char::is_uppercase),
            Self::SuffixCased => before(stem).is_some(),
            Self::SuffixAfterLower => {
                before(stem).is_some_and(|c| c.is_lowercase() || c.is_ascii_digit())
            }
        }
    }
}

/// A naming convention: a file whose name has any of the texts at the position has the trait.
pub(super) struct Rule(
    pub(super) Kind,
    pub(super) NamePosition,
    pub(super) &'static [&'static str],
);

/// The conventions of one language, or of several that share them.
pub(super) struct Family {
    pub(super) extensions: &'static [&'static str],
    /// Whether a folder `spec` holds tests; elsewhere it holds a specification, or code about one.
    pub(super) spec_folders: bool,
    pub(super) rules: &'static [Rule],
}

/// The family of a file's extension (lower case).
pub(super) fn family(extension: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.extensions.contains(&extension))
}

const fn row(
    extensions: &'static [&'static str],
    spec_folders: bool,
    rules: &'static [Rule],
) -> Family {
    Family { extensions, spec_folders, rules }
}

use Kind::{Generated, Support, Test};
use NamePosition::{Exact, Prefix, PrefixCased, Suffix, SuffixAfterLower, SuffixCased};

const SHELL_TEST_SUFFIXES: &[&str] = &["_test", "-test", "_spec"];

#[rustfmt::skip]
const FAMILIES: &[Family] = &[
    row(&["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "vue", "svelte", "astro"], true, &[
        Rule(Test, Suffix, &["_test", "_spec"]),
        Rule(Support, Exact, &[
            "test-utils", "test-helpers", "setuptests", "gulpfile", "gruntfile", "jest.config",
            "jest.setup", "karma.conf", "vitest.config", "vitest.setup", "vitest.workspace",
            "playwright.config", "cypress.config",
        ]),
        Rule(Generated, Suffix, &["_pb", "_pb.d", "-min"]),
        Rule(Generated, Exact, &[".pnp"]),
    ]),
    row(&["rs"], false, &[
        Rule(Test, Exact, &["tests"]),
        Rule(Test, Suffix, &["_test", "_tests"]),
        Rule(Support, Exact, &["test_util", "test_utils", "test_helpers", "testutil"]),
        Rule(Support, Prefix, &["bench_"]),
        Rule(Support, Suffix, &["_bench"]),
    ]),
    row(&["py", "pyi"], false, &[
        Rule(Test, Exact, &["tests", "conftest"]),
        Rule(Test, Prefix, &["test_"]),
        Rule(Test, Suffix, &["_test", "_tests"]),
        Rule(Support, Exact, &["noxfile"]),
        Rule(Support, Prefix, &["bench_", "benchmark_"]),
        Rule(Generated, Suffix, &["_pb2", "_pb2_grpc"]),
    ]),
    row(&["go"], false, &[
        Rule(Test, Suffix, &["_test"]),
        Rule(Support, Prefix, &["mock_"]),
        Rule(Support, Suffix, &["_mock", "_mocks"]),
        Rule(Support, Exact, &["magefile"]),
        Rule(Generated, Suffix, &["_gen"]),
        Rule(Generated, Prefix, &["zz_generated"]),
        Rule(Generated, Exact, &["bindata"]),
    ]),
    row(&["java"], false, &[
        Rule(Test, SuffixCased, &["Test", "Tests", "TestCase"]),
        Rule(Test, PrefixCased, &["Test"]),
        Rule(Test, SuffixAfterLower, &["IT", "ITCase"]),
        Rule(Support, SuffixCased, &["Benchmark"]),
    ]),
    row(&["kt", "kts"], false, &[
        Rule(Test, SuffixCased, &["Test", "Tests", "Spec"]),
        Rule(Test, SuffixAfterLower, &["IT"]),
        Rule(Support, SuffixCased, &["Benchmark"]),
    ]),
    row(&["scala", "sc"], false, &[
        Rule(Test, SuffixCased, &["Test", "Tests", "Spec", "Specs", "Suite"]),
        Rule(Support, SuffixCased, &["Benchmark"]),
    ]),
    row(&["cs"], false, &[
        Rule(Test, SuffixCased, &["Test", "Tests"]),
        Rule(Support, SuffixCased, &["Benchmarks"]),
        Rule(Generated, Suffix, &[".designer", ".g.i"]),
    ]),
    row(&["c", "h", "cc", "cpp", "cxx", "cppm", "ixx", "hh", "hpp", "hxx"], false, &[
        Rule(Test, Prefix, &["test_", "test-", "tst_"]),
        Rule(Test, Suffix, &["_test", "_tests", "-test", "-tests", "_unittest", "_unittests"]),
        Rule(Test, SuffixCased, &["Test", "Tests"]),
        Rule(Support, Suffix, &["_benchmark", "_bench"]),
    ]),
    row(&["rb", "rake"], true, &[
        Rule(Test, Prefix, &["test_"]),
        Rule(Test, Suffix, &["_test", "_spec"]),
        Rule(Support, Exact, &["test_helper", "spec_helper", "rails_helper"]),
    ]),
    row(&["php"], true, &[
        Rule(Test, SuffixCased, &["Test", "Cest", "Cept"]),
    ]),
    row(&["swift"], false, &[
        Rule(Test, SuffixCased, &["Test", "Tests"]),
    ]),
    row(&["sh", "zsh"], true, &[
        Rule(Test, Prefix, &["test_", "test-"]),
        Rule(Test, Suffix, SHELL_TEST_SUFFIXES),
    ]),
    // Files with this extension are loaded by others: `test_functions.bash` holds functions for tests, and no test.
    row(&["bash"], true, &[
        Rule(Test, Suffix, SHELL_TEST_SUFFIXES),
    ]),
    row(&["lua"], true, &[
        Rule(Test, Prefix, &["test_"]),
        Rule(Test, Suffix, &["_test", "_spec"]),
    ]),
    row(&["ex", "exs"], false, &[
        Rule(Test, Suffix, &["_test"]),
        Rule(Support, Exact, &["test_helper"]),
    ]),
];

/// The naming conventions for a file of any language, or of none.
pub(super) const ANY_NAME: &[Rule] = &[
    Rule(Generated, Exact, &["generated"]),
    Rule(Generated, Suffix, &["_generated", "-generated"]),
];
