//! What must hold of the result of any search, over trees and queries made at random.

use firsthand_codegraph::{Cancel, Graph, Options, Query, Region, SearchResult};
use firsthand_source::fs::text_of;
use proptest::prelude::*;

use crate::repo::Repo;

/// Checks what must hold of the result of any search.
fn check_laws(root: &std::path::Path, query: &Query, result: &SearchResult) {
    for region in &result.regions {
        let file = text_of(std::fs::read(root.join(&region.path)).unwrap());
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
    for (at, region) in result.regions.iter().enumerate() {
        let apart = |other: &Region| {
            other.path != region.path
                || other.range.end() < region.range.start()
                || region.range.end() < other.range.start()
        };
        assert!(result.regions[at + 1..].iter().all(apart), "no line is shown twice");
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
    fn region_bytes_are_the_files_bytes_and_regions_keep_the_limits(
        texts in proptest::collection::vec(words(), 1..4),
        text in "(needle|hay|note|fn|名|[a-z ]{0,6}){0,5}",
        window_lines in 1_u32..40,
        limit in 0_usize..8,
    ) {
        let repo = Repo::of(&[]);
        for (n, text) in texts.iter().enumerate() {
            let extension = ["rs", "ts", "txt"][n % 3];
            repo.write(&format!("f{n}.{extension}"), text.as_bytes());
        }
        let query = Query { text, window_lines, limit, ..Query::default() };
        let result = repo.graph().search(&query, &Cancel::default());
        check_laws(&repo.path(""), &query, &result);
    }

    #[test]
    fn search_is_deterministic(texts in proptest::collection::vec(words(), 1..6)) {
        let repo = Repo::of(&[]);
        for (n, text) in texts.iter().enumerate() {
            repo.write(&format!("f{n}.rs"), text.as_bytes());
        }
        let ask = |threads: usize| {
            let options = Options { threads, ..Options::default() };
            let graph = Graph::open(repo.path(""), options).unwrap();
            let mut result = graph.search(&Query::new("needle hay note"), &Cancel::default());
            result.stats.elapsed_ms = 0;
            result
        };
        let single_threaded = ask(1);
        prop_assert_eq!(&single_threaded, &ask(4));
        prop_assert_eq!(&single_threaded, &ask(0));
    }
}
