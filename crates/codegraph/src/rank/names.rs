//! Names of declarations by a query: spelled whole, or made of its words.

use super::Score;
use super::symbols::QueryContext;
use crate::opened::Opened;
use crate::words::{each_word, word_hash};

/// The score of a name that the query spells whole, in units of its weight.
const EXACT_WEIGHT: f64 = 3.0;
/// The same of a qualified name.
const QUALIFIED_WEIGHT: f64 = 1.5;
/// The gain of a declaration whose name of several words is completely in the query and contains all of it, in units of
/// its score.
const FULL_NAME_WEIGHT: f64 = 2.0;

/// Scores a name of several words by the share of the query that it contains, less for each word of it that the
/// query does not contain. A name of one word may mean anything.
pub(super) fn add_full_name_match(name: &str, context: &QueryContext<'_>, score: &mut Score) {
    let (mut words, mut said) = (0_u32, 0_u32);
    each_word(name.as_bytes(), |word| {
        if word.part {
            words += 1;
            let word = &name[word.start..word.end];
            said += u32::from(!context.similar.matches(word).similarity.is_empty());
        }
    });
    if said == 0 {
        return;
    }
    let words = f64::from(words);
    let several = 1.0 - 1.0 / words;
    let pure = f64::from(said) / words;
    let share = several
        * pure
        * pure
        * context
            .rarity
            .query_share(&context.similar.matches(name).similarity);
    score.add("named", FULL_NAME_WEIGHT * share * score.total());
}

/// Names that the query spells whole, bare or qualified.
pub(super) fn add_exact_match(
    file: &Opened,
    index: usize,
    context: &QueryContext<'_>,
    score: &mut Score,
) {
    let symbol = &file.facts.symbols[index];
    let name = word_hash(&symbol.name);
    let word = crate::words::Word {
        start: 0,
        end: 1,
        hash: name,
        whole: true,
        part: true,
    };
    let Some(token) = context.tokens.find(&word) else {
        return;
    };
    let weight = context.rarity.weight[usize::from(token)];
    let said = &context.tokens.list[usize::from(token)];
    let share = match (said.spelling == symbol.name, said.compound || said.joined) {
        (true, true) => 1.0,
        (false, true) => 0.7,
        (true, false) => 0.4,
        (false, false) => 0.25,
    };
    score.add("exact", EXACT_WEIGHT * share * weight);
    let container = file
        .facts
        .containers(index)
        .next()
        .map(|at| &file.facts.symbols[at].name);
    let owner = container.cloned().or_else(|| owner_of(symbol));
    if owner.is_some_and(|owner| context.joined_words.contain(&[word_hash(&owner), name])) {
        score.add("qualified", QUALIFIED_WEIGHT * weight);
    }
}

/// The part of a qualified name before the name, when no container gives it.
fn owner_of(symbol: &crate::facts::Symbol) -> Option<String> {
    let before = symbol.qualified.strip_suffix(&symbol.name)?;
    let before = before.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
    before
        .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
        .next()
        .map(str::to_owned)
}
