//! Selects which words of a question a report may name as absent: those whose absence says something.
//!
//! A name in code says something wherever it is missing. A plain word does so if most other words of the question do
//! occur, so that the tree has prose in which common words would occur, too (of a long word, which is less often a common
//! one, half of them are enough); if the question has no short words and so is no sentence; or, if it is not very short,
//! where no word of the question occurs at all: it may be in another language than the tree. Shapes and counts alone
//! decide; there is no list of words.

mod shape;

use firsthand_source::{Letter, distinct, each_letter, sentence_openers, tokens_of};

use self::shape::{QueryWord, Shape, words_of};

/// The fewest letters of a long plain word: most common words are shorter.
const LONG_WORD_LETTERS: usize = 8;
/// The most letters of a short word.
const MAX_SHORT_WORD_LETTERS: usize = 4;
/// The fewest other words of the question that must occur before the absence of a plain word says something, and the
/// least share of them: two thirds; for a long word, half.
const MIN_PRESENT_WORDS: usize = 2;
const MIN_PRESENT_SHARE: (usize, usize) = (2, 3);
const MIN_PRESENT_SHARE_FOR_LONG: (usize, usize) = (1, 2);
/// The fewest letters of a shorter form of a word, and the most letters that it lacks.
const MIN_FORM_LETTERS: usize = 4;
const MAX_ENDING_LETTERS: usize = 3;
/// The most different words of a question whose subject may be any of them.
const MAX_SHORT_QUERY: usize = 64;

/// The words of a question that occur in no file and whose absence says something, as the question spells them, most
/// telling first. `stands` returns whether a file contains a token of the question (in lower case); `None` if no search
/// was made for it. Letters without case are named only if no word of the question occurs, nor a part of a run of such
/// letters: where words end is not known, and beside a name that occurs they are the sentence around it.
pub fn absent_words(query: &str, stands: impl Fn(&str) -> Option<bool>) -> Vec<String> {
    let words = words_of(query);
    let occurring = PlainWords::of(&words, &stands);
    let enough_occur = occurring.has_share(MIN_PRESENT_SHARE);
    let enough_occur_for_long = occurring.has_share(MIN_PRESENT_SHARE_FOR_LONG);
    // A long text, such as a log, has many words that are not its subject.
    let is_short = words.len() <= MAX_SHORT_QUERY;
    let is_list = is_list(&words);
    let openers = sentence_openers(query);
    let mut telling = words.iter().filter(|word| word.shape != Shape::Other);
    let none_occurs = telling.all(|word| word.is_absent(&stands));
    let has_names = words.iter().any(|word| matches!(word.shape, Shape::Name { .. }));
    let mut absent: Vec<&QueryWord<'_>> = Vec::new();
    for word in &words {
        let says_something = match word.shape {
            Shape::Name { is_certain: true } => true,
            Shape::Name { .. } => is_short || enough_occur,
            Shape::Uncased => none_occurs && is_short,
            Shape::Plain { letters } => {
                // Where one of several plain words is named, the others are taken to be there.
                let least = if has_names { LONG_WORD_LETTERS } else { MAX_SHORT_WORD_LETTERS };
                let is_of_none = none_occurs && letters >= least;
                let is_long = letters >= LONG_WORD_LETTERS && enough_occur_for_long;
                let is_telling = is_short && (is_long || is_of_none) || enough_occur || is_list;
                is_telling && !openers.contains(&word.token)
            }
            Shape::Other => false,
        };
        if says_something && word.is_absent(&stands) {
            absent.push(word);
        }
    }
    absent.sort_by_key(|word| word.shape.order());
    absent.iter().map(|word| word.text.to_owned()).collect()
}

/// The plain words of a question, in lower case, that are as short as the words that only make a sentence of it: that one of
/// them is missing somewhere says nothing. None of a question that has no other words.
#[must_use]
pub fn slight_words(query: &str) -> Vec<String> {
    let words = words_of(query);
    if is_list(&words) {
        return Vec::new();
    }
    let is_slight = |word: &QueryWord<'_>| match word.shape {
        Shape::Plain { letters } => letters <= MAX_SHORT_WORD_LETTERS,
        Shape::Other => true,
        Shape::Name { .. } | Shape::Uncased => false,
    };
    let slight = words.into_iter().filter(is_slight);
    slight.map(|word| word.token).collect()
}

/// The words of a question with the form of a name, as the question spells them: of several words, with a digit, in capitals,
/// called, quoted or marked as code; and letters without case, of which no form is known.
#[must_use]
pub fn named_words(query: &str) -> Vec<&str> {
    let is_name = |word: &QueryWord<'_>| matches!(word.shape, Shape::Name { .. } | Shape::Uncased);
    words_of(query).into_iter().filter(is_name).map(|word| word.text).collect()
}

/// The shorter words, in lower case, of which a plain word may be another form: what is left without its last letters
/// (`compare` of `compared`, `tick` of `ticked`). A word is not absent if one of these stands in a file.
#[must_use]
pub fn shorter_forms(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.to_lowercase().chars().collect();
    if !letters.iter().all(|c| c.is_alphabetic()) {
        return Vec::new();
    }
    let least = MIN_FORM_LETTERS.max(letters.len().saturating_sub(MAX_ENDING_LETTERS));
    (least..letters.len()).map(|kept| letters.iter().take(kept).collect()).collect()
}

/// The texts that show that such words are absent if none of them occurs in a file: the words, and the parts of those of
/// letters without case.
#[must_use]
pub fn texts_to_check(absent: &[String]) -> Vec<String> {
    let parts = absent.iter().flat_map(|word| uncased_parts(word));
    distinct(absent.iter().cloned().chain(parts))
}

/// The words of which none of the [texts](texts_to_check) is among those that occur.
#[must_use]
pub fn without_occurring(absent: Vec<String>, occurring: &[String]) -> Vec<String> {
    let occurs = |text: &String| occurring.contains(text);
    let is_absent = |word: &String| !occurs(word) && !uncased_parts(word).iter().any(occurs);
    absent.into_iter().filter(is_absent).collect()
}

/// The parts of a word of letters without case, each of which may be a word; none of another word.
fn uncased_parts(word: &str) -> Vec<String> {
    let is_uncased = each_letter(word).all(|(_, letter)| letter == Letter::Uncased);
    let parts = is_uncased.then(|| tokens_of(word));
    parts.into_iter().flatten().collect()
}

/// Whether the question is one word, or only names its subjects: it has none of the short words that sentences have.
fn is_list(words: &[QueryWord<'_>]) -> bool {
    let is_long = |word: &QueryWord<'_>| match word.shape {
        Shape::Plain { letters } => letters > MAX_SHORT_WORD_LETTERS,
        Shape::Name { .. } | Shape::Uncased => true,
        Shape::Other => false,
    };
    words.len() == 1 || (words.len() <= MAX_SHORT_QUERY && words.iter().all(is_long))
}

/// How many of the question's plain words occur in a file.
struct PlainWords {
    present: usize,
    counted: usize,
}

impl PlainWords {
    fn of(words: &[QueryWord<'_>], stands: &impl Fn(&str) -> Option<bool>) -> Self {
        let plain = words.iter().filter(|word| word.is_plain);
        let (mut present, mut counted) = (0, 0);
        for occurs in plain.filter_map(|word| stands(&word.token)) {
            counted += 1;
            present += usize::from(occurs);
        }
        Self { present, counted }
    }

    /// Whether at least this share of them occurs.
    fn has_share(&self, (share, of): (usize, usize)) -> bool {
        self.present >= MIN_PRESENT_WORDS && self.present * of >= self.counted * share
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The words of `query` that are named if a tree contains the tokens in `tree` alone.
    fn check(query: &str, tree: &str, expect: &str) {
        let tree: HashSet<&str> = tree.split(' ').collect();
        let named = absent_words(query, |token| Some(tree.contains(token)));
        assert_eq!(named.join(" "), expect, "{query} in {tree:?}");
    }

    #[test]
    fn a_word_is_a_form_of_shorter_ones() {
        let check = |word: &str, expect: &str| assert_eq!(shorter_forms(word).join(" "), expect);
        check("compared", "compa compar compare");
        check("Ticked", "tick ticke");
        check("stays", "stay");
        check("cron", "");
        check("größer", "größ größe");
        check("max_age", "");
        check("审批流程", "");
    }

    #[test]
    fn short_words_of_a_sentence_are_slight() {
        let check = |query: &str, expect: &str| assert_eq!(slight_words(query).join(" "), expect);
        check("how is the PDF of a page made", "how is the of a page made");
        check("pages locked", "");
        check("lock of rowStore", "lock of");
        check("where is `save` called", "is");
        check("审批流程 page", "page");
    }

    #[test]
    fn words_with_the_form_of_a_name_are_told_from_others() {
        let check = |query: &str, expect: &str| assert_eq!(named_words(query).join(" "), expect);
        check(
            "is somebody told of the PDF, or utf8, in maxDepth or max_depth?",
            "PDF utf8 maxDepth max_depth",
        );
        check("Where does `ledger` or \"basket\" begin, and renew() end", "ledger basket renew");
        check("Where is the ledger renewed", "");
        check("审批流程 page", "审批流程");
    }

    #[test]
    fn common_words_are_not_named_in_a_tree_without_prose() {
        check("what is the second alpha, please, when it is set?", "alpha set", "");
        check("where is the bluetooth pairing of alpha", "alpha", "");
        check("please throttle the calls", "calls", "");
        let report = "Steps to reproduce: 1. run keepRows 2. wait. Expected behavior: works.";
        check(report, "keeprows keep rows", "");
        let french = "où est keepRows et pourquoi est-ce que ça échoue";
        check(french, "keeprows keep rows", "");
        let sentence = "is there anything that makes keepRows idempotent or not?";
        check(sentence, "keeprows keep rows not", "");
        check("fix issue 1234 of 2026", "issue", "");
    }

    #[test]
    fn a_plain_word_is_named_where_most_others_occur() {
        check("where is a jwt validated by the server", "where is validated by the server", "jwt");
        check("how is it kept in kafka", "is it kept in", "kafka");
        check("how does bluetooth pairing work", "how does work", "bluetooth");
        // Nothing of the question is there.
        check("где проверяется подпись", "", "проверяется подпись");
        check("zzqq wibble frobnicator", "", "frobnicator wibble zzqq");
        check("how is a wibble kept by zzqq", "", "wibble kept zzqq");
        check("zzqq wibble frobnicator", "wibble", "");
        // A list of subjects, and a single word.
        check("zebra quantum", "", "quantum zebra");
        check("jwt", "", "jwt");
        check("jwt zebra", "", "zebra");
        // It asks, and is not the subject.
        check("How is it kept in the cache?", "is it kept in the cache", "");
    }

    #[test]
    fn names_are_named_as_they_are_spelled_and_first() {
        check("the throttling by keepRows or `ledger`", "", "keepRows ledger throttling");
        check("why does retry_now fail", "retry now", "retry_now");
        check("is 'ledger' kept, don't we", "", "ledger");
        check("basket.renew() fails, sha256 too", "", "basket renew sha256");
        check("export as PDF", "", "PDF");
        check("see https://example.com/renewal or me@example.org", "", "");
    }

    #[test]
    fn ids_of_machines_are_not_named() {
        check("a2863a7f-3b5f-b5dc 01T12 x9k2m4q7 deadbee1 619ms", "", "");
        check("ab ab_ x1 v2", "", "");
    }

    #[test]
    fn of_a_long_text_only_names_are_named() {
        let log: String = (0..100).map(|n| format!("{n} ERROR took{n} repeatedly\n")).collect();
        let words: String =
            ('a'..='z').flat_map(|a| ('a'..='c').map(move |b| format!("x{a}{b} "))).collect();
        check(&format!("Engine.boost fails in run_all {log} {words}"), "", "run_all");
    }

    #[test]
    fn letters_without_case_are_absent_only_with_all_their_parts() {
        check("审批流程在哪里", "审批", "");
        check("审批流程在哪里", "", "审批流程在哪里");
        check("修复 OrderService 的审批流程", "orderservice 流程", "");
        check("修复 OrderService 的审批", "修复 审批", "OrderService");
        check("keepRows 在哪里 为什么", "keeprows keep rows", "");
        check("keepRows はどこで定義されていますか", "keeprows", "");
        check("OrderService 在哪里", "", "OrderService 在哪里");
        check("결제를 어디에서", "결제", "");
        check("결제를 어디에서", "", "결제를 어디에서");
    }

    #[test]
    fn words_that_no_search_was_made_for_are_not_named() {
        assert_eq!(absent_words("keepRows bluetooth 审批", |_| None), [""; 0]);
    }
}
