//! The words of a question that stand in files: where some do, nobody has found that nothing relevant is there.

use firsthand_registry::{
    Candidate, CandidateId, QueryTokens, Registry, sentence_openers, slight_words,
};

/// A word in more than this share of the files, and in more than so few, says nothing of what a question is about.
const MAX_FILE_SHARE: f64 = 0.25;
const FEW_FILES: u32 = 3;

/// The words of a question that say something and stand in a file, in lower case, those in the fewest files first, each
/// with the number of files, as tools or the host counted them; of the observed places' files where nobody did.
pub(crate) fn standing_words(registry: &Registry, query: &str) -> Vec<(String, u32)> {
    let standing = telling_words(query).into_iter().filter_map(|word| {
        let (files, of_files) = match registry.count_of(&word) {
            Some(count) => (count.files, count.of_files.max(count.files)),
            None => (observed_files(registry, &word), 0),
        };
        let is_rare = f64::from(files) <= MAX_FILE_SHARE * f64::from(of_files);
        (files > 0 && (files <= FEW_FILES || of_files == 0 || is_rare)).then_some((word, files))
    });
    let mut standing: Vec<(String, u32)> = standing.collect();
    standing.sort_by_key(|(_, files)| *files);
    standing
}

/// The words of a question without those that only make a sentence of it.
pub(crate) fn telling_words(query: &str) -> Vec<String> {
    let (slight, openers) = (slight_words(query), sentence_openers(query));
    let tokens = QueryTokens::of(query);
    let says_something =
        |token: &&str| !slight.iter().any(|word| word == token) && !openers.contains(*token);
    tokens.iter().filter(says_something).map(str::to_owned).collect()
}

/// The observed places that hold one of these words in their text or path, in the order in which they were observed.
pub(crate) fn places_with_words(registry: &Registry, words: &[(String, u32)]) -> Vec<CandidateId> {
    let holds_any = |place: &&Candidate| words.iter().any(|(word, _)| holds(place, word));
    registry.iter().filter(holds_any).map(Candidate::id).collect()
}

/// Whether the text or the path of a place holds a word, in any case and inside of longer words, too.
fn holds(place: &Candidate, word: &str) -> bool {
    let in_text = place.evidence().is_some_and(|seen| seen.text().to_lowercase().contains(word));
    in_text || place.path().as_str().to_lowercase().contains(word)
}

fn observed_files(registry: &Registry, word: &str) -> u32 {
    let mut paths: Vec<_> = registry.iter().filter(|place| holds(place, word)).collect();
    paths.sort_by_key(|place| place.path());
    paths.dedup_by_key(|place| place.path());
    u32::try_from(paths.len()).unwrap_or(u32::MAX)
}
