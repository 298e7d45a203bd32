//! A limit changes how many regions are returned, never which come first.

use firsthand_codegraph::{Cancel, Query, Relation};
use proptest::prelude::*;

use crate::repo::Repo;

/// A file of functions that contain some of the words, separated by blank lines.
fn source() -> impl Strategy<Value = String> {
    let word = prop_oneof![Just("needle"), Just("hay"), Just("barn"), Just("stack")];
    let function = (word.clone(), 1..30_usize, proptest::collection::vec(word, 0..4), 0..40_usize);
    proptest::collection::vec(function, 1..6).prop_map(|functions| {
        let text = functions.into_iter().enumerate().map(|(at, (name, lines, words, gap))| {
            let body = (0..lines)
                .map(|line| format!("    {}({line});\n", words.get(line % 7).unwrap_or(&"x")));
            format!("fn {name}_{at}() {{\n{}}}\n{}", body.collect::<String>(), "\n".repeat(gap))
        });
        text.collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// The regions of a search with a lower limit are the first ones of a search with a higher one.
    #[test]
    fn the_first_regions_do_not_depend_on_the_limit(sources in proptest::collection::vec(source(), 1..6)) {
        let paths: Vec<String> = (0..sources.len()).map(|at| format!("src/f{at}.rs")).collect();
        let files: Vec<(&str, &str)> = paths.iter().zip(&sources).map(|(p, s)| (p.as_str(), s.as_str())).collect();
        let repo = Repo::of(&files);
        let places = |limit: usize| -> Vec<String> {
            let query = Query { limit, ..Query::new("needle in the barn") };
            let found = repo.graph().search(&query, &Cancel::default());
            found.regions.iter().map(|region| format!("{}:{}", region.path, region.range)).collect()
        };
        let all = places(20);
        for limit in 1..20 {
            prop_assert_eq!(&places(limit)[..], &all[..limit.min(all.len())], "{}", limit);
        }
    }
}

/// Of more files with a name than are parsed, those come first whose lines look like a declaration; if none of the parsed
/// files declares it, that is not said of the others.
#[test]
fn a_declaration_among_too_many_uses_is_parsed_or_not_denied() {
    let check = |declaring: (&str, &str), using: (&str, &str), expect: &str| {
        let user = |at: usize| (format!("u{at:03}.{}", using.0), using.1.to_owned());
        let mut files: Vec<(String, String)> = (0..450).map(user).collect();
        files.push((declaring.0.to_owned(), declaring.1.to_owned()));
        let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (&**p, &**t)).collect();
        let result = Repo::of(&files).relate("tiny_limit", Relation::Definition);
        let regions = result.regions.iter().map(|region| region.path.as_str());
        let notes =
            result.notes.iter().map(String::as_str).filter(|note| note.contains(" declares "));
        let seen: Vec<&str> = regions.chain(notes).collect();
        assert_eq!(seen.join("|"), expect, "{declaring:?}");
    };
    let import = "from z import tiny_limit\ndef use():\n    return tiny_limit(tiny_limit(1))\n";
    check(("z.py", "def tiny_limit(x):\n    return x\n"), ("py", import), "z.py");
    check(("z.py", "tiny_limit = 5\n"), ("py", import), "z.py");
    let import = "import { tiny_limit } from './z';\ntiny_limit;\nf(tiny_limit);\n";
    check(("z.js", "export function tiny_limit(x) {}\n"), ("js", import), "z.js");
    let import = "use crate::z::tiny_limit;\nfn f() {\n    g(tiny_limit, tiny_limit);\n}\n";
    check(("z.rs", "pub fn tiny_limit() {}\n"), ("rs", import), "z.rs");
    let import = "package a\n\nfunc f() {\n\tg(tiny_limit, tiny_limit)\n}\n";
    check(("z.go", "package a\n\nfunc tiny_limit() {}\n"), ("go", import), "z.go");
    let user = "class A:\n    def f(self):\n        return tiny_limit(tiny_limit(1))\n";
    let hidden = "class Z:\n    x = [tiny_limit := 1]\n";
    check(("z.py", hidden), ("py", user), "no parsed file declares tiny_limit");
}
