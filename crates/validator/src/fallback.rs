//! The deterministic fallback where no selection is usable: the places that the ranking puts first.

use std::collections::{BTreeMap, HashSet};

mod leads;

use firsthand_registry::{
    Candidate, CandidateId, LineRange, QueryTokens, Registry, RepoPath, TokenCount, clamp,
    distinct, pack, rank, spelling, split_words,
};

use crate::present::ranges_of;
use crate::standing::{places_with_words, standing_words, telling_words};
use crate::{
    Action, Confidence, Context, Limits, Outcome, Place, ReportBody, RunFacts, SearchTarget,
    StopReason,
};
use leads::{quoted_places, seen_terms};

/// The most ranked places that are read again before the fallback is built.
const MAX_RANKED: usize = 12;
/// A search target has at least this share of the most informative token's information.
const MIN_INFORMATION_SHARE: f64 = 0.5;
/// A search target occurs in at most this share of the files, and at least the other share of its occurrences are in code.
const MAX_FILE_SHARE: f64 = 0.25;
const MIN_CODE_SHARE: f64 = 0.5;
/// Of so few files, and of those that were seen where a token was not counted, a larger share says nothing yet.
const FEW_FILES: u32 = 3;
const MAX_SHARE_OF_FEW: f64 = 0.5;
/// An observed name is a search target if so many of its words are words of the question.
const MIN_ASKED_WORDS: usize = 2;

/// The paths of the places that a fallback may cite, with the ranges observed there: the files to read again
/// before it is built.
#[must_use]
pub fn fallback_ranges(
    registry: &Registry,
    facts: &RunFacts,
) -> BTreeMap<RepoPath, Vec<LineRange>> {
    ranges_of(ranked_candidates(registry, facts).into_iter())
}

/// Of a run that ended with an unfounded skip, only the places that hold words of the question are leads.
fn is_lead<'f>(
    registry: &'f Registry,
    facts: &RunFacts,
) -> impl Fn(&CandidateId) -> bool + use<'f> {
    let asked = (facts.stats.stop_reason == StopReason::SkipUnfounded)
        .then(|| places_with_words(registry, &standing_words(registry, &facts.query)));
    move |id| asked.as_ref().is_none_or(|asked| asked.contains(id))
}

/// The candidates that the model's prose quotes, then those that rank first, at most [`MAX_RANKED`]; without lines only where
/// none of these has lines.
fn ranked_candidates<'a>(registry: &'a Registry, facts: &RunFacts) -> Vec<&'a Candidate> {
    let ranked = rank(registry, &QueryTokens::of(&facts.query));
    let packed = pack(registry, &ranked);
    let quoted = quoted_places(registry, &facts.prose).into_iter().map(|(place, _)| place.id());
    // Those that are held back, too: one of them may replace a better place whose lines have changed.
    let ranked = packed.diverse.iter().chain(&packed.held_back).copied();
    let ids = distinct(quoted.chain(ranked)).into_iter().filter(is_lead(registry, facts));
    let ids = ids.take(MAX_RANKED);
    let all: Vec<_> = ids.filter_map(|id| registry.get(id)).collect();
    let (with_lines, path_only): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|c| c.range().is_some());
    if with_lines.is_empty() { path_only } else { with_lines }
}

/// The report where no selection is usable: the highest ranked places that are unchanged, low
/// confidence, and the host's terms as search targets. It is never a skip: a run without a selection has not found that
/// nothing is there.
pub(crate) fn fallback(context: &Context<'_>, facts: &RunFacts) -> ReportBody {
    let Context { registry, present, limits, intent, .. } = *context;
    let quoted = quoted_places(registry, &facts.prose);
    let mut body = ReportBody {
        search_targets: host_terms(registry, facts, limits),
        ..ReportBody::new(intent, Outcome::Fallback, Action::TargetedGapSearch, Confidence::Low)
    };
    for candidate in ranked_candidates(registry, facts) {
        if body.primary.len() == limits.primary {
            break;
        }
        if !present.is_unchanged(candidate) {
            let rule = present.rejection_rule(candidate);
            body.add_finding(rule, format!("{}: {}", candidate.id(), rule.why_of_place()));
            continue;
        }
        let mut place = Place::of(candidate);
        if let Some(range) = place.range() {
            let of_candidate = quoted.iter().filter(|(place, _)| place.id() == candidate.id());
            let lines: Vec<u32> = of_candidate.map(|(_, line)| *line).collect();
            let hits = if lines.is_empty() { candidate.hits() } else { &lines };
            place.show(clamp(range, hits, candidate.declarations(), limits.range_lines));
        }
        if !body.primary.iter().any(|listed| listed.overlaps(&place)) {
            body.primary.push(place);
        }
    }
    body.attested(context)
}

/// The search terms that a host may propose where a selection names none: what the caller guesses and was seen, names that
/// were seen and hold several words of these or of the query, then the query's own tokens, as the query spells them, that
/// occur in the repository and distinguish places. Words that only open a sentence of the query, such as question words,
/// are left out. Empty where there are none.
pub(crate) fn host_terms(
    registry: &Registry,
    facts: &RunFacts,
    limits: Limits,
) -> Vec<SearchTarget> {
    let query = &facts.query;
    let mut targets = search_targets(registry, facts, limits);
    let telling = telling_words(query);
    targets.retain(|target| telling.contains(&target.term.to_lowercase()));
    for target in &mut targets {
        target.term = spelling(query, &target.term).to_owned();
    }
    let places = ranked_candidates(registry, facts);
    let seen = seen_terms(registry, &places, facts, limits.role_chars).into_iter();
    let seen = seen.map(|term| with_scope(&places, &term, limits.role_chars));
    let mut terms: Vec<SearchTarget> = Vec::new();
    for target in seen.chain(targets) {
        let is_same = |other: &SearchTarget| other.term.eq_ignore_ascii_case(&target.term);
        if !terms.iter().any(is_same) {
            terms.push(target);
        }
    }
    terms.truncate(limits.search_targets);
    terms
}

/// The query's own tokens that occur in the repository, the rarest first. Those with less than
/// half of the most informative one's information, and those in most files, would match nearly everything and are
/// left out. Where some tokens are part of an observed name (of a file or a declaration), all others are left out.
fn search_targets(registry: &Registry, facts: &RunFacts, limits: Limits) -> Vec<SearchTarget> {
    let tokens = QueryTokens::of(&facts.query);
    let observed_text = ObservedText::of(registry);
    let places = ranked_candidates(registry, facts);
    let short_tokens = tokens.iter().filter(|token| token.chars().count() <= limits.role_chars);
    // Counts come from tools or the host; a token that occurs mostly outside code is left out. An uncounted
    // token is a target only as part of an observed name. Information is compared only between tokens that
    // were counted over the same files.
    let observed_names = observed_names(registry);
    let (mut counted, mut uncounted) = (Vec::new(), Vec::new());
    for token in short_tokens {
        match registry.count_of(token) {
            Some(count) if !distinguishes(count) => {}
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
        .filter(|(share, _)| *share <= MAX_SHARE_OF_FEW)
        .collect();
    if tokens.iter().any(|(_, token)| observed_names.contains(*token)) {
        tokens.retain(|(_, token)| observed_names.contains(*token));
    }
    tokens.sort_by(|a, b| a.0.total_cmp(&b.0));
    tokens
        .into_iter()
        .map(|(_, token)| with_scope(&places, token, limits.role_chars))
        .take(limits.search_targets)
        .collect()
}

/// Whether few files have a token, and use it in code at least as often as in prose, as far as that was counted.
fn distinguishes(count: &TokenCount) -> bool {
    let most = if count.files <= FEW_FILES { MAX_SHARE_OF_FEW } else { MAX_FILE_SHARE };
    let is_of_code = f64::from(count.in_code) >= MIN_CODE_SHARE * f64::from(count.occurrences);
    file_share(count) <= most && is_of_code
}

/// The token with its scope: the folder (or the file at the root) of the first place that has the token; without one
/// where there is no such place, or its scope is too long or no plain name.
fn with_scope(places: &[&Candidate], token: &str, max_chars: usize) -> SearchTarget {
    let token_in_lower_case = token.to_lowercase();
    let contains = |text: &str| text.to_lowercase().contains(&token_in_lower_case);
    let first_place = places.iter().find(|candidate| {
        let in_text = candidate.evidence().is_some_and(|e| contains(e.text()));
        in_text || contains(candidate.path().as_str())
    });
    let scope = first_place.map(|candidate| candidate.path().as_str());
    let scope = scope.map(|path| path.rsplit_once('/').map_or(path, |(folder, _)| folder));
    // A name such as `b.ts:1-2` would read as lines of a file that the report does not hold.
    let is_plain_char = |c: char| c.is_alphanumeric() || matches!(c, '/' | '_' | '-' | '.');
    let scope = scope.filter(|scope| scope.chars().all(is_plain_char));
    let target = |scope: Option<&str>| SearchTarget {
        term: token.to_owned(),
        scope: scope.map(str::to_owned),
    };
    Some(target(scope))
        .filter(|target| target.to_string().chars().count() <= max_chars)
        .unwrap_or_else(|| target(None))
}

/// The observed names of symbols, declarations and paths, and their words, in lower case.
fn observed_names(registry: &Registry) -> HashSet<String> {
    let mut observed_names = HashSet::new();
    for candidate in registry.iter() {
        let symbols = candidate.symbols().iter().map(|symbol| &symbol.name);
        let declared = candidate.declarations().iter().map(|declaration| &declaration.name);
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
    informative.map(|(count, token)| (file_share(count), *token)).collect()
}

/// The share of the files that have the token, from 0 to 1.
fn file_share(count: &TokenCount) -> f64 {
    f64::from(count.files) / f64::from(count.of_files.max(count.files).max(1))
}

/// The token's inverse document frequency, lowered where the repository uses it in prose rather than in code.
fn information(count: &TokenCount) -> f64 {
    let code_factor = count.information() / count.rarity().max(f64::MIN_POSITIVE);
    let (files, all_files) =
        (f64::from(count.files.max(1)), f64::from(count.of_files.max(count.files)));
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
        let containing = self.0.values().filter(|text| finder.find(text.as_bytes()).is_some());
        let to_u32 = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let (files, of_files) = (to_u32(containing.count()), to_u32(self.0.len()));
        TokenCount { token: token.to_owned(), files, of_files, ..TokenCount::default() }
    }
}
