//! The target `query`: the words of a question, and the search for it in a tree.

use firsthand_codegraph::{Cancel, Query, Relation};
use firsthand_registry::{QueryTokens, split_words};

use crate::facts::graph;
use crate::tree;

/// The data is a question. Its words occur in it, and an answer contains lines of existing files.
pub fn query(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let lower = text.to_lowercase();
    for word in split_words(&text) {
        assert!(!word.is_empty(), "an empty word");
        assert!(lower.contains(&word.to_lowercase()), "{word:?} is not in the question");
    }
    let tokens = QueryTokens::of(&text);
    assert_eq!(tokens.iter().count(), tokens.len(), "tokens are counted");
    let found = graph().search(&Query::new(text.as_ref()), &Cancel::default());
    let related = graph().relate(&text, Relation::Callers, &Query::default(), &Cancel::default());
    for region in found.regions.iter().chain(&related.regions) {
        assert!(tree().join(&region.path).is_file(), "{}", region.path);
        let range = region.range.start()..=region.range.end();
        assert!(
            region.range.start() >= 1
                && region.range.end() <= region.file_lines
                && !range.is_empty()
        );
        assert!(region.hits.iter().all(|hit| range.contains(hit)), "{:?}", region.hits);
        assert!(region.score.is_finite(), "{}", region.score);
    }
}
