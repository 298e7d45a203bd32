//! What must hold of every answer, over trees and queries made at random.

use firsthand_codegraph::{Cancel, Graph, Options, Query, Region, SearchResult};
use proptest::prelude::*;

use crate::repo::Repo;

/// What must hold of every answer.
fn laws(root: &std::path::Path, query: &Query, result: &SearchResult) {
    for region in &result.regions {
        let file = std::fs::read(root.join(&region.path)).unwrap();
        let lines: Vec<&[u8]> = file.split_inclusive(|byte| *byte == b'\n').collect();
        assert_eq!(region.file_lines as usize, lines.len());
        assert!(1 <= region.range.start() && region.range.start() <= region.range.end());
        assert!(region.range.end() <= region.file_lines);
        assert!(region.range.end() - region.range.start() < query.window_lines.max(1));
        let expect = lines[region.range.start() as usize - 1..region.range.end() as usize].concat();
        assert_eq!(region.bytes, expect, "region_bytes_are_the_files_bytes");
        assert!(
            region
                .hits
                .iter()
                .all(|hit| region.range.start() <= *hit && *hit <= region.range.end())
        );
        assert!(!region.hits.is_empty() && region.hits.is_sorted());
        let sum: f64 = region.components.iter().map(|part| part.1).sum();
        assert!((sum - region.score).abs() < 1e-9);
    }
    assert!(result.regions.len() <= query.limit);
    for (at, one) in result.regions.iter().enumerate() {
        let apart = |other: &Region| {
            other.path != one.path
                || other.range.end() < one.range.start()
                || one.range.end() < other.range.start()
        };
        assert!(
            result.regions[at + 1..].iter().all(apart),
            "no line is shown twice"
        );
    }
}

fn words() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("fn "),
        Just("struct "),
        Just("needle"),
        Just("hay"),
        Just("(x: u8)"),
        Just(" {\n"),
        Just("}\n"),
        Just("\n\n"),
        Just("// note\n"),
        Just("/// doc\n"),
        Just("impl "),
        Just(";\n"),
        Just("\r\n"),
        Just("mod "),
        Just("名"),
        Just("\u{feff}"),
    ];
    proptest::collection::vec(word, 0..120).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn regions_keep_their_laws(
        texts in proptest::collection::vec(words(), 1..4),
        text in "(needle|hay|note|fn|名|[a-z ]{0,6}){0,5}",
        window_lines in 1_u32..40,
        limit in 0_usize..8,
    ) {
        let repo = Repo::of(&[]);
        for (n, text) in texts.iter().enumerate() {
            let ending = ["rs", "ts", "txt"][n % 3];
            repo.write(&format!("f{n}.{ending}"), text.as_bytes());
        }
        let query = Query { text, window_lines, limit, ..Query::default() };
        let result = repo.graph().search(&query, &Cancel::default());
        laws(&repo.path(""), &query, &result);
    }

    #[test]
    fn search_is_deterministic(texts in proptest::collection::vec(words(), 1..6)) {
        let repo = Repo::of(&[]);
        for (n, text) in texts.iter().enumerate() {
            repo.write(&format!("f{n}.rs"), text.as_bytes());
        }
        let ask = |threads: usize| {
            let options = Options { threads, ..Options::default() };
            let graph = Graph::open(&repo.path(""), options).unwrap();
            let mut result = graph.search(&Query::new("needle hay note"), &Cancel::default());
            result.stats.elapsed_ms = 0;
            result
        };
        let one = ask(1);
        prop_assert_eq!(&one, &ask(4));
        prop_assert_eq!(&one, &ask(0));
    }
}
