//! A limit changes how many regions are returned, never which come first.

use firsthand_codegraph::{Cancel, Query};
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
