//! The deterministic fallback where no selection is usable: the places that the ranking puts first.

use std::collections::{BTreeMap, HashSet};

use firsthand_registry::{
    Candidate, LineRange, PackLimits, QueryTokens, Registry, RepoPath, TokenCount, clamp,
    only_begins_sentences, pack, rank, spelling, split_words,
};

use crate::draft::{CitedPlace, Context, Limits};
use crate::finding::{Finding, Rule};
use crate::present::ranges_of;
use crate::report::{Body, Outcome, Place, PlaceObservations};
use crate::{Action, Confidence, RunFacts, StopReason, VerifiedReport};

/// The most ranked places that are read again before the fallback is built.
const MAX_RANKED: usize = 12;
/// A search target has at least this share of the most informative token's information.
const MIN_INFORMATION_SHARE: f64 = 0.5;
/// A search target occurs in at most this share of the files.
const MAX_FILE_SHARE: f64 = 0.5;

/// The paths of the places that a fallback may cite, with the ranges observed there: the files to read again
/// before it is built.
#[must_use]
pub fn fallback_ranges(registry: &Registry, query: &str) -> BTreeMap<RepoPath, Vec<LineRange>> {
    ranges_of(ranked_candidates(registry, query).into_iter())
}

/// The candidates that rank first, at most [`MAX_RANKED`]; without lines only where none has lines.
fn ranked_candidates<'a>(registry: &'a Registry, query: &str) -> Vec<&'a Candidate> {
    let ranked = rank(registry, &QueryTokens::of(query));
    let limits = PackLimits {
        least: 0,
        most: MAX_RANKED,
    };
    let packed = pack(registry, &ranked, limits);
    // Overlapping places, too: one of them may replace a better place whose lines have changed.
    let overlapping = packed.held_back.iter().map(|(id, _)| id);
    let ids = packed.ids.iter().chain(overlapping).take(MAX_RANKED);
    let all: Vec<_> = ids.filter_map(|&id| registry.get(id)).collect();
    let (with_lines, path_only): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|c| c.range().is_some());
    if with_lines.is_empty() {
        path_only
    } else {
        with_lines
    }
}

/// The report where no selection is usable: the highest ranked places that are unchanged, low
/// confidence, and the rarest of the query's own tokens that really occur in the repository as
/// search targets. It is never a skip: a run without a selection has not found that nothing is there.
///
/// A stop reason of `facts` that states an accepted selection is replaced by [`StopReason::NothingVerified`], since a
/// fallback has no selection.
#[must_use]
pub fn fallback(context: &Context<'_>, mut facts: RunFacts) -> VerifiedReport {
    if facts.stats.stop_reason.has_selection() {
        facts.stats.stop_reason = StopReason::NothingVerified;
    }
    let Context {
        registry,
        present,
        limits,
        intent,
        ..
    } = context;
    let mut findings = Vec::new();
    let mut primary: Vec<CitedPlace<'_>> = Vec::new();
    for candidate in ranked_candidates(registry, &facts.query) {
        if primary.len() == limits.primary {
            break;
        }
        if !present.is_unchanged(candidate) {
            let rule = present.rejection_rule(candidate);
            let why = match rule {
                Rule::Redacted => "holds a secret, as the whole file shows",
                Rule::Unreadable => "could not be read again",
                _ => "no longer reads as it was seen",
            };
            findings.push(Finding::new(rule, format!("{}: {why}", candidate.id())));
            continue;
        }
        let mut cited = CitedPlace::new(candidate);
        cited.range = cited.range.map(|range| {
            clamp(
                range,
                candidate.hits(),
                candidate.declarations(),
                limits.range_lines,
            )
        });
        if !primary.iter().any(|listed| listed.overlaps(&cited)) {
            primary.push(cited);
        }
    }
    let search_targets = match facts.host_terms.is_empty() {
        true => without_sentence_openers(
            search_targets(registry, &facts.query, *limits),
            &facts.query,
        ),
        false => std::mem::take(&mut facts.host_terms),
    };
    let body = Body {
        outcome: Outcome::Fallback,
        action: Action::TargetedGapSearch,
        confidence: Confidence::Low,
        primary: primary.iter().map(Place::of).collect(),
        flow: Vec::new(),
        read_targets: Vec::new(),
        search_targets,
        missing: Vec::new(),
        losses: Vec::new(),
        findings,
        observed: PlaceObservations::of(&primary.iter().collect::<Vec<_>>(), registry),
    };
    let files = body.files(present);
    VerifiedReport::new(body, *intent, files, facts)
}

/// The search terms that a host may propose where a selection names none: the query's own tokens that
/// occur in the repository and distinguish places, each as `term` or `term in scope`. Empty where there are none.
#[must_use]
pub fn host_terms(registry: &Registry, query: &str) -> Vec<String> {
    search_targets(registry, query, Limits::default())
}

/// The terms of [`host_terms`], each with its token as the query spells it.
#[must_use]
pub fn with_query_spelling(terms: Vec<String>, query: &str) -> Vec<String> {
    let terms = terms.into_iter();
    terms
        .map(|term| match term.split_once(" in ") {
            Some((token, scope)) => format!("{} in {scope}", spelling(query, token)),
            None => spelling(query, &term).to_owned(),
        })
        .collect()
}

/// The terms of [`host_terms`] without the words that only open a sentence of the query, such as question words.
#[must_use]
pub fn without_sentence_openers(mut terms: Vec<String>, query: &str) -> Vec<String> {
    terms.retain(|term| {
        let token = term
            .split_once(" in ")
            .map_or(term.as_str(), |(token, _)| token);
        !only_begins_sentences(query, &token.to_lowercase())
    });
    terms
}

/// The query's own tokens that occur in the repository, the rarest first. Those with less than
/// half of the most informative one's information, and those in most files, would match nearly everything and are
/// left out. Where some tokens are part of an observed name (of a file or a declaration), all others are left out.
fn search_targets(registry: &Registry, query: &str, limits: Limits) -> Vec<String> {
    let tokens = QueryTokens::of(query);
    let observed_text = ObservedText::of(registry);
    let places = ranked_candidates(registry, query);
    let short_tokens = tokens
        .iter()
        .filter(|token| token.chars().count() <= limits.role_chars);
    // Counts come from tools or the host; a token that occurs only outside code is left out. An uncounted
    // token is a target only as part of an observed name. Information is compared only between tokens that
    // were counted over the same files.
    let observed_names = observed_names(registry);
    let (mut counted, mut uncounted) = (Vec::new(), Vec::new());
    for token in short_tokens {
        match registry.count_of(token) {
            Some(count) if count.occurrences > 0 && count.in_code == 0 => {}
            Some(count) => counted.push((count.clone(), token)),
            None if observed_names.contains(token) => {
                uncounted.push((observed_text.count(token), token));
            }
            None => {}
        }
    }
    let mut tokens: Vec<(f64, &str)> = [counted, uncounted]
        .iter()
        .flat_map(|token_counts| most_informative(token_counts))
        .collect();
    if tokens
        .iter()
        .any(|(_, token)| observed_names.contains(*token))
    {
        tokens.retain(|(_, token)| observed_names.contains(*token));
    }
    tokens.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut targets: Vec<String> = Vec::new();
    for (share, token) in tokens {
        if share <= MAX_FILE_SHARE {
            targets.push(with_scope(&places, token, limits.role_chars));
        }
    }
    targets.truncate(limits.search_targets);
    targets
}

/// `token in scope`, where scope is the folder (or the file at the root) of the first place that has the token; the
/// token alone where there is no such place, or its scope is too long or no plain name.
fn with_scope(places: &[&Candidate], token: &str, max_chars: usize) -> String {
    let contains = |text: &str| text.to_lowercase().contains(token);
    let first_place = places.iter().find(|candidate| {
        let in_text = candidate.evidence().is_some_and(|e| contains(e.text()));
        in_text || contains(candidate.path().as_str())
    });
    let scope = first_place.map(|candidate| candidate.path().as_str());
    let scope = scope.map(|path| path.rsplit_once('/').map_or(path, |(folder, _)| folder));
    // A name such as `b.ts:1-2` would read as lines of a file that the report does not hold.
    let is_plain_char = |c: char| c.is_alphanumeric() || matches!(c, '/' | '_' | '-' | '.');
    let scope = scope.filter(|scope| scope.chars().all(is_plain_char));
    let scoped_token = scope.map(|scope| format!("{token} in {scope}"));
    let scoped_token = scoped_token.filter(|text| text.chars().count() <= max_chars);
    scoped_token.unwrap_or_else(|| token.to_owned())
}

/// The observed names of symbols, declarations and paths, and their words, in lower case.
fn observed_names(registry: &Registry) -> HashSet<String> {
    let mut observed_names = HashSet::new();
    for candidate in registry.iter() {
        let symbols = candidate.symbols().iter().map(|symbol| &symbol.name);
        let declared = candidate
            .declarations()
            .iter()
            .map(|declaration| &declaration.name);
        let path = candidate.path().as_str();
        for name in symbols.chain(declared).map(String::as_str).chain([path]) {
            observed_names.insert(name.to_lowercase());
            observed_names.extend(split_words(name).map(|word| word.to_lowercase()));
        }
    }
    observed_names
}

/// The tokens with at least half of the most informative one's information, each with the share of files that have it.
fn most_informative<'t>(token_counts: &[(TokenCount, &'t str)]) -> Vec<(f64, &'t str)> {
    let occurring = token_counts.iter().filter(|(count, _)| count.files > 0);
    let best = occurring.clone().map(|(count, _)| information(count));
    let best = best.fold(0.0, f64::max);
    let informative =
        occurring.filter(|(count, _)| information(count) >= best * MIN_INFORMATION_SHARE);
    informative
        .map(|(count, token)| (file_share(count), *token))
        .collect()
}

/// The share of the files that have the token, from 0 to 1.
fn file_share(count: &TokenCount) -> f64 {
    f64::from(count.files) / f64::from(count.of_files.max(count.files).max(1))
}

/// The token's inverse document frequency, lowered where the repository uses it in prose rather than in code.
fn information(count: &TokenCount) -> f64 {
    let code_factor = count.information() / count.rarity().max(f64::MIN_POSITIVE);
    let (files, all_files) = (
        f64::from(count.files.max(1)),
        f64::from(count.of_files.max(count.files)),
    );
    ((1.0 + all_files) / files).ln() * code_factor
}

/// The observed path and text of each file, in lower case.
struct ObservedText(BTreeMap<RepoPath, String>);

impl ObservedText {
    fn of(registry: &Registry) -> Self {
        let mut files: BTreeMap<RepoPath, String> = BTreeMap::new();
        for candidate in registry.iter() {
            let text = files
                .entry(candidate.path().clone())
                .or_insert_with(|| candidate.path().as_str().to_lowercase());
            if let Some(evidence) = candidate.evidence() {
                text.push('\n');
                text.push_str(&evidence.text().to_lowercase());
            }
        }
        Self(files)
    }

    fn count(&self, token: &str) -> TokenCount {
        let finder = memchr::memmem::Finder::new(token);
        let containing = self
            .0
            .values()
            .filter(|text| finder.find(text.as_bytes()).is_some());
        let to_u32 = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let (files, of_files) = (to_u32(containing.count()), to_u32(self.0.len()));
        TokenCount {
            token: token.to_owned(),
            files,
            of_files,
            ..TokenCount::default()
        }
    }
}
