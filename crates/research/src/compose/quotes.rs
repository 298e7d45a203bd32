//! The quotes of an item of evidence: its most informative line, and of a commit also a line of its message's body,
//! without trailers such as `Fixes: #12`.

use firsthand_agent::validator::{MAX_QUOTE_CHARS, find_quote};
use firsthand_registry::{Evidence as ObservedText, LineRange, clip};

use crate::hit::Hit;
use crate::payload::Tier;
use crate::retrieve::{Word, word_weight};

/// The weight of a line with the relation, or with a spelled name.
const HIT_WEIGHT: f64 = 100.0;
/// The weight of a line that contains the name of the place's declaration.
const NAME_WEIGHT: f64 = 0.5;

/// The least words of a trailer's value that may be a sentence.
const MIN_SENTENCE_WORDS: usize = 3;
/// The least digits of an abbreviated commit id.
const MIN_COMMIT_ID_DIGITS: usize = 7;

/// The most informative quotable line of a place: a line with the relation, or of a named declaration that which
/// declares it, or a line with a spelled name, or with topic words. Earlier lines win ties.
pub(super) fn best_line(hit: &Hit, words: &[Word], names: &[String]) -> Option<(u32, String)> {
    let declaring = declaring_lines(hit);
    best_quote(hit, |number, text| {
        let is_hit = if hit.window.related.is_some() {
            hit.window.hits.contains(&number)
        } else {
            names.iter().any(|name| text.contains(name.as_str()))
        };
        let is_named = !hit.label().is_empty() && text.contains(hit.label());
        let declares = is_named && declaring.iter().any(|lines| lines.contains(number));
        word_weight(text, words)
            + HIT_WEIGHT * f64::from(u8::from(is_hit) + u8::from(declares))
            + NAME_WEIGHT * f64::from(u8::from(is_named))
    })
}

/// The lines of the signature that a hit on a named declaration shows; those of an overloaded one are several.
fn declaring_lines(hit: &Hit) -> Vec<LineRange> {
    let symbol = hit.window.symbol.as_ref();
    let symbol = symbol.filter(|_| hit.tier == Tier::Exact && hit.window.related.is_none());
    let declared = hit.window.declarations.iter();
    let is_meant = |name: &str, kind: &str| {
        symbol.is_some_and(|symbol| symbol.name == name && symbol.kind == kind)
    };
    declared.filter(|d| is_meant(&d.name, &d.kind)).filter_map(|d| d.head).collect()
}

/// The body line of a commit message that best explains the commit: the one with the most topic words, or else the
/// first. Trailers are skipped: see [`body_lines`].
pub(super) fn reason_line(hit: &Hit, words: &[Word]) -> Option<(u32, String)> {
    let span = &hit.window.span;
    let evidence = ObservedText::of(span);
    let lines: Vec<(u32, &str)> = evidence.lines().collect();
    // The span begins with the subject; its end may cut the message.
    let is_whole = span.file_lines() == Some(span.range().end());
    let body = body_lines(&lines, is_whole);
    best_quote(
        hit,
        |number, text| {
            if body.contains(&number) { 1.0 + word_weight(text, words) } else { -1.0 }
        },
    )
}

/// The first quotable line of the greatest weight; lines of negative weight are skipped.
fn best_quote(hit: &Hit, weight: impl Fn(u32, &str) -> f64) -> Option<(u32, String)> {
    let evidence = ObservedText::of(&hit.window.span);
    let lines = evidence.lines().map(|(number, text)| (weight(number, text), number, text));
    let mut lines: Vec<(f64, u32, &str)> = lines.filter(|line| line.0 >= 0.0).collect();
    lines.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    lines.into_iter().find_map(|(_, number, text)| {
        let quote = clip(text.trim(), MAX_QUOTE_CHARS);
        let quote = quote.trim_end_matches('…').trim_end();
        let found = find_quote(&evidence, quote, &[number]);
        found.is_ok().then(|| (number, quote.to_owned()))
    })
}

/// The numbers of the lines of a message's body that may state the reason of the commit: those below the subject that
/// are no trailers. If there is none, a last paragraph with the form of trailers is taken for text; only its short
/// values are left out. `is_whole` is whether these are all lines of the message: if it is cut, its last paragraph is
/// unknown, so that only trailers with a hyphenated token are left out.
fn body_lines(lines: &[(u32, &str)], is_whole: bool) -> Vec<u32> {
    let first_trailer = if is_whole { first_trailer(lines) } else { None };
    let is_text = |line: &(u32, &str)| {
        line.0 > 1 && !line.1.trim().is_empty() && !has_hyphenated_token(line.1)
    };
    let is_before_trailers = |line: &(u32, &str)| first_trailer.is_none_or(|first| line.0 < first);
    let text = lines.iter().copied().filter(is_text);
    let (mut body, mut trailers): (Vec<_>, Vec<_>) = text.partition(is_before_trailers);
    if body.is_empty() {
        trailers.retain(|line| has_sentence(line.1));
        body = trailers;
    }
    body.into_iter().map(|line| line.0).collect()
}

/// The number of the first line of a message's trailers. As for git, the last paragraph below the subject consists of
/// trailers if each of its lines is a token with a value, or is indented and continues one.
fn first_trailer(lines: &[(u32, &str)]) -> Option<u32> {
    let is_blank = |line: &(u32, &str)| line.1.trim().is_empty();
    let last = lines.iter().rposition(|line| !is_blank(line))?;
    let blank = lines[..last].iter().rposition(is_blank)?;
    let (first, others) = lines[blank + 1..=last].split_first()?;
    let continues = |text: &str| text.starts_with(char::is_whitespace);
    let mut others = others.iter();
    let all = has_token(first.1) && others.all(|line| continues(line.1) || has_token(line.1));
    all.then_some(first.0)
}

/// Whether a line has the form of a trailer such as `Fixes: #12` or `Fixes:#12`: letters, digits and hyphens before a
/// colon. `Ledger::post` and `https://example.org` have another form.
fn has_token(line: &str) -> bool {
    let Some((token, value)) = line.split_once(':') else {
        return false;
    };
    let is_of_token = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let token = token.trim_end();
    let is_token = !token.is_empty() && token.chars().all(is_of_token);
    is_token && !value.starts_with(':') && !value.starts_with("//")
}

/// Whether the value of a trailer, or a line that continues one, may be a sentence: it has at least
/// [`MIN_SENTENCE_WORDS`] words, begins neither with `#` nor with a commit id, and has no address in angle brackets.
fn has_sentence(line: &str) -> bool {
    let value = line.split_once(':').map_or(line, |(_, value)| value).trim();
    let is_reference = value.starts_with('#') || starts_with_commit_id(value);
    let words = value.split_whitespace().count();
    !is_reference && !has_address(value) && words >= MIN_SENTENCE_WORDS
}

/// Whether a text begins with at least [`MIN_COMMIT_ID_DIGITS`] hexadecimal digits. One of them has to be a decimal
/// digit, because a word can consist of the letters a to f.
fn starts_with_commit_id(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).next().is_some_and(|word| {
        word.len() >= MIN_COMMIT_ID_DIGITS
            && word.chars().all(|c| c.is_ascii_hexdigit())
            && word.contains(|c: char| c.is_ascii_digit())
    })
}

/// Whether a text has an address in angle brackets: `<t@example.org>`.
fn has_address(text: &str) -> bool {
    let mut in_brackets = text.split('<').skip(1).filter_map(|rest| Some(rest.split_once('>')?.0));
    in_brackets.any(|text| text.contains('@') && !text.contains(char::is_whitespace))
}

/// Whether a line has the form of a trailer such as `Signed-off-by: NAME`, whose token is no word of a sentence: it is
/// a trailer beside other lines, too.
fn has_hyphenated_token(line: &str) -> bool {
    let token = line.split_once(": ").map(|(token, _)| token);
    token.is_some_and(|token| token.contains('-') && !token.contains(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_last_paragraph_of_tokens_with_values_is_the_trailers() {
        let check = |message: &str, expect: Option<u32>| {
            let lines: Vec<(u32, &str)> = (1..).zip(message.split('\n')).collect();
            assert_eq!(first_trailer(&lines), expect, "{message:?}");
        };
        check("Raise\n\nFixes: #12", Some(3));
        check("Raise\n\nFixes: #12\n\n", Some(3));
        check("Raise\n\nIt was low.\n\nCloses: #1\nCc: T", Some(5));
        check("Raise\n\nFixes: #12\n  and #13", Some(3));
        check("Raise\n\nFixes: #12\nand #13", None);
        check("Raise\n\nFixes: #12\n\nIt was low.", None);
        check("Raise\n\nIt fixes: #12", None);
        check("Raise\n\n: #12", None);
        check("Raise\n\nFixes:\n  #12", Some(3));
        check("Raise\n\nFixes:#12", Some(3));
        check("Raise\n\nIt was low.\n\nCc:T\nFixes:#12", Some(5));
        check("Raise\n\nLedger::post lost a cent.", None);
        check("Raise\n\nhttps://example.org/12", None);
        check("Fixes: #12", None);
        check("", None);
    }

    #[test]
    fn trailers_are_no_reasons_unless_only_they_are_sentences() {
        let check = |message: &str, expect: &[u32]| {
            let lines: Vec<(u32, &str)> = (1..).zip(message.split('\n')).collect();
            assert_eq!(body_lines(&lines, true), expect, "{message:?}");
        };
        check("Raise\n\nIt was low.\n\nCloses: #1\nCc: T", &[3]);
        check("Raise\n\nIt was low.\n\nReason: it was far too low", &[3]);
        check("Raise\n\nIt was low.\nSigned-off-by: T U <t@example.org>", &[3]);
        check("Raise\n\nFixes: #12", &[]);
        check("Raise\n\nFixes: #12\nReviewed-by: T U <t@example.org>", &[]);
        check("Raise\n\nCc: Jane Doe <jane@example.org>", &[]);
        check("Raise\n\nFixes: 54a4f0239f2e (\"KVM: MMU: make it return\")", &[]);
        check("Raise\n\nCloses:#12, #13 and #14", &[]);
        check("Raise\n\nReason: defaced pages <b> were served", &[3]);
        check("Raise\n\nReason: it was far too low\nFixes: #12", &[3]);
        check("Raise\n\nbuiltin: the next four places are read whole", &[3]);
        check("Raise\n\nquestions: forty blind ones\nci: the clients' server has a limit", &[3, 4]);
        check("Fix rounding\n\nLedger::post lost a cent.", &[3]);
        check("Raise", &[]);
    }

    #[test]
    fn the_last_paragraph_of_a_message_that_is_cut_is_text() {
        let lines = [
            (1, "Raise"),
            (2, ""),
            (3, "It was low."),
            (4, ""),
            (5, "ci: the limit"),
            (6, "Signed-off-by: T"),
        ];
        assert_eq!(body_lines(&lines, true), [3]);
        assert_eq!(body_lines(&lines, false), [3, 5]);
    }
}
