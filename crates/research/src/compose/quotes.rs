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
    let is_meant = hit.tier == Tier::Exact && hit.window.related.is_none();
    hit.declared().filter(|_| is_meant).filter_map(|declared| declared.head).collect()
}

/// The body line of a commit message that best explains the commit: the one with the most topic words, or else the
/// first. Trailers are skipped: see [`body_lines`].
pub(super) fn reason_line(hit: &Hit, words: &[Word]) -> Option<(u32, String)> {
    let span = &hit.window.span;
    let evidence = ObservedText::of(span);
    // The span begins with the subject; its end may cut the message.
    let is_whole = span.file_lines() == Some(span.range().end());
    let body = body_lines(&evidence.lines().collect::<Vec<_>>(), is_whole);
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
/// are no trailers. The last paragraph of a message that is cut is unknown, so it counts as text.
fn body_lines(lines: &[(u32, &str)], is_whole: bool) -> Vec<u32> {
    let trailers = first_trailer(lines).filter(|_| is_whole).unwrap_or(u32::MAX);
    let body = lines.iter().filter(|line| line.0 > 1 && line.0 < trailers);
    body.filter(|line| !line.1.trim().is_empty()).map(|line| line.0).collect()
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
    fn trailers_are_no_reasons() {
        let check = |message: &str, expect: &[u32]| {
            let lines: Vec<(u32, &str)> = (1..).zip(message.split('\n')).collect();
            assert_eq!(body_lines(&lines, true), expect, "{message:?}");
        };
        check("Raise\n\nIt was low.\n\nCloses: #1\nCc: T", &[3]);
        check("Raise\n\nIt was low.\n\nReason: it was far too low", &[3]);
        check("Raise\n\nIt was low.\nIt was far too low.", &[3, 4]);
        check("Raise\n\nFixes: #12", &[]);
        check("Raise\n\nFixes: #12\nReviewed-by: T U <t@example.org>", &[]);
        check("Raise\n\nCloses:#12, #13 and #14", &[]);
        check("Fix rounding\n\nLedger::post lost a cent.", &[3]);
        check("Raise", &[]);
        let cut = [(1, "Raise"), (2, ""), (3, "ci: the limit")];
        assert_eq!(body_lines(&cut, false), [3]);
    }
}
