//! Tests of the hits in a text.

use super::*;

#[test]
fn a_hit_weighs_less_in_prose_and_less_if_the_word_is_only_similar() {
    let tokens = Tokens::of("redirect the user");
    let text = b"redirect(user); // we redirect users when redirected\nre";
    let found = token_matches(text, &tokens, &SimilarWords::of(&tokens));
    let found = found.iter().map(|hit| {
        let text = String::from_utf8_lossy(&text[hit.start as usize..hit.end as usize]);
        let exact = if hit.exact { "" } else { " alike" };
        format!("{text} {:.2}{exact}", hit.weight)
    });
    assert_eq!(
        found.collect::<Vec<_>>().join(", "),
        "redirect 1.00, user 1.00, redirect 0.50, users 0.17 alike, redirected 0.17 alike"
    );
}
