//! The fifth stage without a model: an answer put together from the evidence, a line for each place, each with the
//! line of it that says most.

use std::collections::BTreeSet;

use firsthand_agent::validator::{MAX_QUOTE_CHARS, find_quote};
use firsthand_registry::{Evidence as Seen, Symbol};
use firsthand_source::split_words;

use crate::classify::words_of;
use crate::hit::{Hit, is_test, tokens_of};
use crate::retrieve::{TEXT, Word};
use crate::work::{Draft, DraftClaim, DraftReference, Work};

/// Items of evidence that are looked at.
pub(crate) const SHOWN: usize = 30;
/// References of one claim.
const REFERENCES: usize = 4;
/// What a line that was a hit is worth beside its words, and one that names the declaration.
const HIT: f64 = 100.0;
const NAME: f64 = 0.5;

/// The claims that the evidence carries by itself: what each place is to the topic.
pub(crate) fn compose(work: &Work) -> Draft {
    let words = work.classified.as_ref().map(words_of).unwrap_or_default();
    let budget = work.intent.resolved_budget_tokens() as usize;
    let (mut claims, mut used): (Vec<DraftClaim>, usize) = (Vec::new(), 0);
    let mut quoted = BTreeSet::new();
    let shown = work.evidence.iter().take(SHOWN).enumerate();
    for (at, hit) in shown {
        let Some((line, quote)) = telling_line(hit, &words) else {
            continue;
        };
        // Windows on one place overlap.
        if !quoted.insert((hit.path().clone(), line)) {
            continue;
        }
        let (part, text) = what_it_is(hit);
        let tokens = tokens_of(&text) + tokens_of(&quote);
        if used + tokens > budget {
            continue;
        }
        let evidence = i64::try_from(at).unwrap_or(i64::MAX);
        let reference = DraftReference { evidence, quote };
        let same = |claim: &&mut DraftClaim| claim.text == text && claim.part == part;
        if let Some(claim) = claims.iter_mut().find(same) {
            if claim.references.len() < REFERENCES {
                used += tokens_of(&reference.quote);
                claim.references.push(reference);
            }
            continue;
        }
        used += tokens;
        let references = vec![reference];
        claims.push(DraftClaim {
            text,
            part,
            references,
        });
    }
    Draft { claims }
}

/// What a place is to the topic, by how it was retrieved, and the part of the answer that it belongs to.
fn what_it_is(hit: &Hit) -> (String, String) {
    let named = |symbol: &Symbol| format!("`{}` ({})", clean(&symbol.qualified), symbol.kind);
    let here = hit.window.symbol.as_ref().map(named);
    let file = clean(hit.path().file_name());
    let here = here.unwrap_or_else(|| format!("`{file}`, outside of every declaration"));
    let Some(related) = &hit.window.related else {
        let exact = hit
            .sources
            .iter()
            .any(|source| source != "bm25" && source != "text");
        let part = match (exact, is_test(hit)) {
            (true, _) => "definition",
            (false, true) => "tests",
            (false, false) => "place",
        };
        return (part.to_owned(), format!("{here}."));
    };
    let of = format!("`{}`", clean(&related.of));
    let text = match related.relation.as_str() {
        "callers" => format!("{here} calls {of}"),
        "callees" => format!("{here} is used by {of}"),
        "references" => format!("{here} names {of}"),
        "implementors" => format!("{here} implements or extends {of}"),
        "history" => format!("A commit changed {of}"),
        other => format!("{here}: {other} of {of}"),
    };
    let sure = match related.resolution.as_str() {
        "name" => ", by its name alone.",
        _ => ".",
    };
    let part = match is_test(hit) {
        true => "tests".to_owned(),
        false => related.relation.clone(),
    };
    (part, text + sure)
}

/// A name that cannot end the code span it stands in.
fn clean(name: &str) -> String {
    name.replace('`', "'")
}

/// The line of a place that carries the most of the topic, as it can be quoted. Earlier lines win ties.
fn telling_line(hit: &Hit, words: &[Word]) -> Option<(u32, String)> {
    let evidence = Seen::of(&hit.window.span);
    let related = hit.window.related.is_some() || hit.sources.iter().any(|one| one == TEXT);
    let worth = |number: u32, text: &str| {
        let held: BTreeSet<String> = split_words(text).collect();
        let words = words.iter().filter(|word| held.contains(&word.word));
        let words: f64 = words.map(|word| word.information).sum();
        let is_hit = related && hit.window.hits.contains(&number);
        let named = !hit.label().is_empty() && text.contains(hit.label());
        words + if is_hit { HIT } else { 0.0 } + if named { NAME } else { 0.0 }
    };
    let mut lines: Vec<(f64, u32, &str)> = evidence
        .lines()
        .map(|(number, text)| (worth(number, text), number, text))
        .collect();
    lines.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    lines.into_iter().find_map(|(_, number, text)| {
        let quote = firsthand_registry::clip(text.trim(), MAX_QUOTE_CHARS);
        let quote = quote.trim_end_matches('…').trim_end();
        let found = find_quote(&evidence, quote, &[number]);
        found.is_ok().then(|| (number, quote.to_owned()))
    })
}
