//! Ranks observed places by a sum of features, without a model.
//!
//! A score is the sum of named components:
//!
//! | component | feature of a place | value |
//! |---|---|---|
//! | `source` | the greatest weight among the tools that observed it | 0 to 0.5 |
//! | `basename` | the query's words in its file name | 0 to 0.75 |
//! | `symbol` | the query's words in the best of its names: symbols, and declarations that begin in it | 0 to 1.5 |
//! | `evidence` | the query's words in its text | 0 to 1 |
//! | `tightness` | few lines | above 0, to 0.3 |
//! | `cost` | the characters of its text, 4 to a token | above -0.2, to 0 |
//! | `distance` | few steps in the code graph, where they are known | above 0, to 0.4 |
//! | `trait` | the heaviest of test, support, generated and docs | -0.8 to -0.3 |
//!
//! A component that does not apply is left out. Words are weighted by their rarity in the repository
//! ([`TokenCount::rarity`](crate::TokenCount::rarity)), as a share of the whole query's rarity. A
//! word that no tool counted is weighted by the same formula over the observed places instead of the
//! files.

use std::collections::{BTreeSet, HashMap};

use firsthand_source::{identifiers, tokens_of};

use crate::{Candidate, CandidateId, PathClass, QueryTokens, Registry, TokenCount};

// Each component's value of the greatest magnitude, negative for a penalty; those of `trait` are in `trait_penalty`.
const SOURCE: f64 = 0.5;
const BASENAME: f64 = 0.75;
const SYMBOL: f64 = 1.5;
const EVIDENCE: f64 = 1.0;
const TIGHTNESS: f64 = 0.3;
const COST: f64 = -0.2;
const DISTANCE: f64 = 0.4;
/// At this many lines, half of the tightness is left.
const LINES_AT_HALF: f64 = 40.0;
/// At this many tokens, half of the cost is reached.
const TOKENS_AT_HALF: f64 = 1000.0;
/// The approximate length of a token, as the tokenizer is not known.
const CHARS_PER_TOKEN: f64 = 4.0;

/// A named part of a score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Component {
    /// The feature that it measures.
    pub name: &'static str,
    /// Its part of the score; negative for a penalty.
    pub value: f64,
}

/// A place with its score.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranked {
    /// The place.
    pub id: CandidateId,
    /// The parts, which sum to the score.
    pub components: Vec<Component>,
}

impl Ranked {
    /// The sum of the components.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.components.iter().map(|component| component.value).sum()
    }
}

/// All places of the registry, best first; ties by id.
#[must_use]
pub fn rank(registry: &Registry, query: &QueryTokens) -> Vec<Ranked> {
    let tokens = query.iter().zip(0..).collect();
    let matches: Vec<Matches> = registry.iter().map(|place| Matches::of(place, &tokens)).collect();
    let weights = weights(registry, query, &matches);
    let mut ranked: Vec<(f64, Ranked)> = registry
        .iter()
        .zip(&matches)
        .map(|(place, matches)| {
            let ranked =
                Ranked { id: place.id(), components: components(place, matches, &weights) };
            (ranked.score(), ranked)
        })
        .collect();
    ranked.sort_by(|(a, x), (b, y)| b.total_cmp(a).then(x.id.cmp(&y.id)));
    ranked.into_iter().map(|(_, ranked)| ranked).collect()
}

/// The tokens of the query (by index) in a place; each list ascending, without repeats.
#[derive(Debug, Default)]
struct Matches {
    /// In the file's name without its extension.
    basename: Vec<usize>,
    /// In its names: one list for each. No list only if the place has no names.
    names: Vec<Vec<usize>>,
    /// In its text.
    evidence: Vec<usize>,
}

impl Matches {
    fn of(place: &Candidate, tokens: &HashMap<&str, usize>) -> Self {
        let name = place.path().file_name();
        // The extension only names the language.
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let stem = if stem.is_empty() { name } else { stem };
        let mut matches = Self { basename: found_in(stem, tokens), ..Self::default() };
        if let (Some(range), Some(evidence)) = (place.range(), place.evidence()) {
            let declared = place.declarations().iter().filter(|d| range.contains(d.range.start()));
            let names = place.symbols().iter().map(|symbol| symbol.qualified.as_str());
            let names = names.chain(declared.map(|d| d.name.as_str()));
            matches.names = names.map(|name| found_in(name, tokens)).collect();
            matches.evidence = found_in(evidence.text(), tokens);
        }
        matches
    }

    /// The tokens of all lists, each once.
    fn all_tokens(&self) -> BTreeSet<usize> {
        let names = self.names.iter().flatten();
        names.chain(&self.basename).chain(&self.evidence).copied().collect()
    }
}

/// The tokens in a text, which is split as [`QueryTokens`] splits a query.
fn found_in(text: &str, tokens: &HashMap<&str, usize>) -> Vec<usize> {
    let words = identifiers(text).flat_map(|(_, identifier)| tokens_of(identifier));
    let found: BTreeSet<usize> =
        words.filter_map(|word| tokens.get(word.as_str()).copied()).collect();
    found.into_iter().collect()
}

/// One weight for each token of the query; they sum to 1, unless all are 0.
fn weights(registry: &Registry, query: &QueryTokens, matches: &[Matches]) -> Vec<f64> {
    let mut place_counts = vec![0_u32; query.len()];
    for token in matches.iter().flat_map(Matches::all_tokens) {
        place_counts[token] += 1;
    }
    let places = u32::try_from(matches.len()).unwrap_or(u32::MAX);
    let rarity = |(token, files): (&str, u32)| match registry.count_of(token) {
        Some(count) => count.rarity(),
        None => TokenCount { files, of_files: places, ..TokenCount::default() }.rarity(),
    };
    let mut weights: Vec<f64> = query.iter().zip(place_counts).map(rarity).collect();
    let total: f64 = weights.iter().sum();
    if total > 0.0 {
        weights.iter_mut().for_each(|weight| *weight /= total);
    }
    weights
}

fn components(place: &Candidate, matches: &Matches, weights: &[f64]) -> Vec<Component> {
    // The part of the query's total weight that these tokens have.
    let share = |tokens: &Vec<usize>| tokens.iter().map(|&token| weights[token]).sum::<f64>();
    let source = place.provenance().iter().map(|p| p.source.weight).fold(0.0, f64::max).min(1.0);
    let symbol = matches.names.iter().map(share).fold(0.0, f64::max);
    let mut parts =
        vec![("source", SOURCE * source), ("basename", BASENAME * share(&matches.basename))];
    if !matches.names.is_empty() {
        parts.push(("symbol", SYMBOL * symbol));
    }
    if let (Some(range), Some(evidence)) = (place.range(), place.evidence()) {
        let lines = f64::from(range.len());
        let chars = u32::try_from(evidence.text().chars().count()).unwrap_or(u32::MAX);
        let tokens = f64::from(chars) / CHARS_PER_TOKEN;
        parts.push(("evidence", EVIDENCE * share(&matches.evidence)));
        parts.push(("tightness", TIGHTNESS * LINES_AT_HALF / (LINES_AT_HALF + lines - 1.0)));
        parts.push(("cost", COST * tokens / (TOKENS_AT_HALF + tokens)));
    }
    if let Some(steps) = place.distance() {
        parts.push(("distance", DISTANCE / (1.0 + f64::from(steps))));
    }
    if let Some(penalty) = trait_penalty(place.traits()) {
        parts.push(("trait", penalty));
    }
    parts.into_iter().map(|(name, value)| Component { name, value }).collect()
}

/// The heaviest of the penalties of a path's traits.
fn trait_penalty(traits: PathClass) -> Option<f64> {
    let PathClass { test, support, generated, docs } = traits;
    [(generated, -0.8), (test, -0.6), (support, -0.4), (docs, -0.3)]
        .into_iter()
        .find_map(|(has_trait, penalty)| has_trait.then_some(penalty))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_and_their_words_are_matched() {
        for (query, text, expect) in [
            ("parseHTTPRequest", "fn parse_request()", vec![1, 3]),
            ("parseHTTPRequest", "x.parseHTTPRequest(", vec![0, 1, 2, 3]),
            ("bar_baz", "BAR_BAZ foobar", vec![0, 1, 2]),
            ("cat", "concat category", vec![]),
            ("größe_x", "die—GRÖSSE_x größe_X—y", vec![0, 1, 2]),
        ] {
            let query = QueryTokens::of(query);
            let tokens = query.iter().zip(0..).collect();
            assert_eq!(found_in(text, &tokens), expect, "{text}");
        }
    }
}
