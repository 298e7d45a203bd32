//! The conventions of each language, as one closed table. A language is a row of [`FAMILIES`].

use super::tables::Kind;

/// How a text stands in a file's name, its extension aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// It is the name.
    Is,
    /// First, with something after it.
    Starts,
    /// Last, with something before it.
    Ends,
    /// First, before a capital letter, case and all: `TestCache`, not `Testament`.
    Leads,
    /// Last, case and all: `CacheTest`, not `latest`.
    Closes,
    /// Last, case and all, after a lower-case letter or a digit: `UserIT`, not `AUDIT`.
    ClosesLower,
}

impl Shape {
    /// Whether `text` stands so in the name. Unless it is "case and all", `text` is lower case.
    pub(super) fn fits(self, text: &str, stem: &str, lower: &str) -> bool {
        let after = |stem: &str| stem.strip_prefix(text).and_then(|rest| rest.chars().next());
        let before = |stem: &str| {
            stem.strip_suffix(text)
                .and_then(|rest| rest.chars().next_back())
        };
        match self {
            Self::Is => lower == text,
            Self::Starts => after(lower).is_some(),
            Self::Ends => before(lower).is_some(),
            Self::Leads => after(stem).is_some_and(char::is_uppercase),
            Self::Closes => before(stem).is_some(),
            Self::ClosesLower => {
                before(stem).is_some_and(|c| c.is_lowercase() || c.is_ascii_digit())
            }
        }
    }
}

/// Any of the texts, standing so, gives the trait.
pub(super) struct Rule(
    pub(super) Kind,
    pub(super) Shape,
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
    FAMILIES
        .iter()
        .find(|family| family.extensions.contains(&extension))
}

const fn row(
    extensions: &'static [&'static str],
    spec_folders: bool,
    rules: &'static [Rule],
) -> Family {
    Family {
        extensions,
        spec_folders,
        rules,
    }
}

use Kind::{Generated, Support, Test};
use Shape::{Closes, ClosesLower, Ends, Is, Leads, Starts};

#[rustfmt::skip]
const FAMILIES: &[Family] = &[
    row(&["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "vue", "svelte", "astro"], true, &[
        Rule(Test, Ends, &["_test", "_spec"]),
        Rule(Support, Is, &[
            "test-utils", "test-helpers", "setuptests", "gulpfile", "gruntfile", "jest.config",
            "jest.setup", "karma.conf", "vitest.config", "vitest.setup", "vitest.workspace",
            "playwright.config", "cypress.config",
        ]),
        Rule(Generated, Ends, &["_pb", "_pb.d", "-min"]),
        Rule(Generated, Is, &[".pnp"]),
    ]),
    row(&["rs"], false, &[
        Rule(Test, Is, &["tests"]),
        Rule(Test, Ends, &["_test", "_tests"]),
        Rule(Support, Is, &["test_util", "test_utils", "test_helpers", "testutil"]),
        Rule(Support, Starts, &["bench_"]),
        Rule(Support, Ends, &["_bench"]),
    ]),
    row(&["py", "pyi"], false, &[
        Rule(Test, Is, &["tests", "conftest"]),
        Rule(Test, Starts, &["test_"]),
        Rule(Test, Ends, &["_test", "_tests"]),
        Rule(Support, Is, &["noxfile"]),
        Rule(Support, Starts, &["bench_", "benchmark_"]),
        Rule(Generated, Ends, &["_pb2", "_pb2_grpc"]),
    ]),
    row(&["go"], false, &[
        Rule(Test, Ends, &["_test"]),
        Rule(Support, Starts, &["mock_"]),
        Rule(Support, Ends, &["_mock", "_mocks"]),
        Rule(Support, Is, &["magefile"]),
        Rule(Generated, Ends, &["_gen"]),
        Rule(Generated, Starts, &["zz_generated"]),
        Rule(Generated, Is, &["bindata"]),
    ]),
    row(&["java"], false, &[
        Rule(Test, Closes, &["Test", "Tests", "TestCase"]),
        Rule(Test, Leads, &["Test"]),
        Rule(Test, ClosesLower, &["IT", "ITCase"]),
        Rule(Support, Closes, &["Benchmark"]),
    ]),
    row(&["kt", "kts"], false, &[
        Rule(Test, Closes, &["Test", "Tests", "Spec"]),
        Rule(Test, ClosesLower, &["IT"]),
        Rule(Support, Closes, &["Benchmark"]),
    ]),
    row(&["scala", "sc"], false, &[
        Rule(Test, Closes, &["Test", "Tests", "Spec", "Specs", "Suite"]),
        Rule(Support, Closes, &["Benchmark"]),
    ]),
    row(&["cs"], false, &[
        Rule(Test, Closes, &["Test", "Tests"]),
        Rule(Support, Closes, &["Benchmarks"]),
        Rule(Generated, Ends, &[".designer", ".g.i"]),
    ]),
    row(&["c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx"], false, &[
        Rule(Test, Starts, &["test_", "test-", "tst_"]),
        Rule(Test, Ends, &["_test", "_tests", "-test", "-tests", "_unittest", "_unittests"]),
        Rule(Test, Closes, &["Test", "Tests"]),
        Rule(Support, Ends, &["_benchmark", "_bench"]),
    ]),
    row(&["rb", "rake"], true, &[
        Rule(Test, Starts, &["test_"]),
        Rule(Test, Ends, &["_test", "_spec"]),
        Rule(Support, Is, &["test_helper", "spec_helper", "rails_helper"]),
    ]),
    row(&["php"], true, &[
        Rule(Test, Closes, &["Test", "Cest", "Cept"]),
    ]),
    row(&["swift"], false, &[
        Rule(Test, Closes, &["Test", "Tests"]),
    ]),
    // No runner of shell tests finds them by the beginning of a name, and `test_functions.bash` can be the runner.
    row(&["sh", "bash", "zsh"], true, &[
        Rule(Test, Ends, &["_test", "-test", "_spec"]),
    ]),
    row(&["lua"], true, &[
        Rule(Test, Starts, &["test_"]),
        Rule(Test, Ends, &["_test", "_spec"]),
    ]),
    row(&["ex", "exs"], false, &[
        Rule(Test, Ends, &["_test"]),
        Rule(Support, Is, &["test_helper"]),
    ]),
];

/// For a name of any language.
pub(super) const ANY_NAME: &[Rule] = &[
    Rule(Generated, Is, &["generated"]),
    Rule(Generated, Ends, &["_generated", "-generated"]),
];
