//! `imperative-text`: text of a report that gives its reader an order.

use super::RuleHit;
use crate::language::NodeShape;
use crate::reading::Reading;

/// Orders that are found anywhere in a text.
#[rustfmt::skip]
const ANYWHERE: &[&str] = &[
    "you must", "you should", "you shall", "you need to", "you have to", "you may not", "you can not", "you cannot",
    "must not be", "make sure", "be sure to",
];
/// Orders that count only at the beginning of a clause; [`find_imperative`] splits a text into clauses.
const OPENING: &[&str] = &[
    "do not",
    // An apostrophe splits words.
    "don t",
    "never",
    "always",
    "please",
    "ensure",
    "avoid",
    "ignore",
    "remember",
    "stop searching",
    "only use",
    "only read",
    "use only",
    "refrain",
];

pub(super) fn check(reading: &Reading<'_, '_>) -> Vec<RuleHit> {
    if !reading.config.is_report(reading.path) {
        return Vec::new();
    }
    let syntax = reading.syntax;
    let texts = syntax.all().filter(|&id| syntax.shape(id) == NodeShape::Text);
    texts
        .filter_map(|id| {
            let order = find_imperative(syntax.literal(id))?;
            let message = format!("an order in the text of a report: \"{order}\"");
            Some(RuleHit::new(syntax.range(id), message))
        })
        .collect()
}

/// The first order in a text.
fn find_imperative(text: &str) -> Option<&'static str> {
    let text = text.replace("\\n", "\n").to_lowercase();
    for clause in text.split(['.', '!', '?', ':', ';', ',', '\n', '(', '-', '*']) {
        let words: Vec<&str> =
            clause.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
        let clause = format!(" {} ", words.join(" "));
        let holds = |phrase: &&str| clause.contains(&format!(" {phrase} "));
        let opens = |phrase: &&str| clause.starts_with(&format!(" {phrase} "));
        let found = ANYWHERE.iter().copied().find(holds);
        if let Some(phrase) = found.or_else(|| OPENING.iter().copied().find(opens)) {
            return Some(phrase);
        }
    }
    None
}
