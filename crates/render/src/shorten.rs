//! Shortens the prose of a report to its limits.

use std::borrow::Cow;

use firsthand_registry::clip_between_words;

/// A text is cut at white space rather than in a word, where that loses at most this many more characters.
const MAX_WORD_LOSS_CHARS: usize = 16;

/// Cuts a text to at most `most` characters; a cut text ends with a whole word and `…`,
/// unless that word is long. A code span that is cut is closed.
pub(crate) fn shorten(text: &str, most: usize) -> Cow<'_, str> {
    let cut = clip_between_words(text, most, MAX_WORD_LOSS_CHARS);
    let is_cut = matches!(cut, Cow::Owned(_));
    match cut.strip_suffix('…').filter(|_| is_cut && is_in_code_span(&cut)) {
        Some(head) => close_code_span(head, most).into(),
        None => cut,
    }
}

/// Whether a text ends inside a code span.
fn is_in_code_span(text: &str) -> bool {
    text.matches('`').count() % 2 == 1
}

/// Ends a text that was cut inside a code span with `…` and the end of the span; without the span if nothing of it is
/// left. The result has at most `most` characters.
fn close_code_span(head: &str, most: usize) -> String {
    let kept: String = head.chars().take(most.saturating_sub(2)).collect();
    let before = kept.strip_suffix('`').unwrap_or(&kept);
    if is_in_code_span(before) {
        format!("{before}…`")
    } else {
        format!("{}…", before.trim_end_matches([' ', ',']))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_words() {
        let check = |text: &str, most: usize, expect: &str| {
            let cut = shorten(text, most);
            assert_eq!(cut, expect, "{text:?} at {most}");
            assert!(cut.chars().count() <= most);
        };
        check("headers of the policy are held back", 40, "headers of the policy are held back");
        check("headers of the policy are held back", 28, "headers of the policy are…");
        check("headers of the policy are held back", 26, "headers of the policy are…");
        check("headers of the policy are held back", 25, "headers of the policy…");
        check("a::very_long_name_that_goes_on_and_on", 20, "a::very_long_name_t…");
        check("see a::very_long_name_that_goes_on", 24, "see a::very_long_name_t…");
        check("`fn first(a: u8) -> u8`", 12, "`fn…`");
        check("see `a::very_long_name_that_goes_on`", 24, "see `a::very_long_name…`");
        check("holds `a` and more of it", 14, "holds `a` and…");
        check("größe über alles", 9, "größe…");
        check("abc …d", 5, "abc…");
    }
}
