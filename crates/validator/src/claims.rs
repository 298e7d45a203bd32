//! Detects facts that mention code which their evidence does not contain. Only the shape of a word counts.

use firsthand_registry::{Candidate, LineRange};

/// What may be said of a place: its observed text, its path, and the names of what is declared there.
pub(crate) fn texts_of(candidate: &Candidate) -> impl Iterator<Item = &str> {
    let evidence = candidate.evidence().map(|evidence| evidence.text());
    let declared = candidate.declarations().iter().map(|it| it.name.as_str());
    let symbols = candidate.symbols().iter().map(|it| it.qualified.as_str());
    let path = std::iter::once(candidate.path().as_str());
    evidence
        .into_iter()
        .chain(path)
        .chain(declared)
        .chain(symbols)
}

/// Whether one of the fact's code-shaped words (in backticks, in snake or camel case, called, or numbers of
/// two or more digits) occurs in none of the `support` texts: the evidence, its path, the names of the
/// declarations observed there. The number of a cited line counts as supported.
pub(crate) fn has_unsupported_claim(
    fact: &str,
    support: &[&str],
    range: Option<LineRange>,
) -> bool {
    let is_supported = |word: &str| support.iter().any(|text| text.contains(word));
    let quoted = fact
        .split('`')
        .skip(1)
        .step_by(2)
        .flat_map(identifiers)
        .map(|(word, _)| word);
    let code_shaped = identifiers(fact)
        .filter(|(word, rest)| is_call(rest) || is_snake_case(word) || is_camel_case(word))
        .map(|(word, _)| word);
    let numbers = identifiers(fact)
        .map(|(word, _)| word)
        .filter(|word| word.len() >= 2 && word.chars().all(|c| c.is_ascii_digit()))
        .filter(|word| {
            !word
                .parse()
                .is_ok_and(|line| range.is_some_and(|range| range.contains(line)))
        });
    quoted
        .chain(code_shaped)
        .chain(numbers)
        .any(|word| !is_supported(word))
}

/// The identifiers of a text, each with the text that follows it.
fn identifiers(text: &str) -> impl Iterator<Item = (&str, &str)> {
    firsthand_source::identifiers(text).map(|(at, word)| (word, &text[at + word.len()..]))
}

/// `name(…)`, but not the plural in `item(s)`.
fn is_call(rest: &str) -> bool {
    rest.starts_with('(') && !rest.starts_with("(s)")
}

fn is_snake_case(word: &str) -> bool {
    word.trim_matches('_').contains('_')
}

fn is_camel_case(word: &str) -> bool {
    let mut chars = word.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_lowercase() && chars.peek().is_some_and(|next| next.is_uppercase()) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fact: &str, expect: bool) {
        let evidence = "fn resolve_rules(a: &RuleSet) { a.first(); retry(30) }";
        let range = LineRange::new(10, 20);
        assert_eq!(
            has_unsupported_claim(fact, &[evidence, "src/rules.rs", "Engine::resolve"], range),
            expect,
            "{fact:?}"
        );
    }

    #[test]
    fn code_words_need_support() {
        check("Resolves the rules in order.", false);
        check(
            "`resolve_rules` takes a RuleSet and calls first() on `a`",
            false,
        );
        check("Retries 30 times, see line 15", false);
        check("Removes the item(s) by rule", false); // a plural, not a call
        check("The last is kept: resolve_rules(x) ends", false); // `last` is not followed by `(`
        check("`Engine::resolve` is where", false);
        check("Calls `second`", true);
        check("then merge_rules runs", true);
        check("builds a RuleMap", true);
        check("ends with last()", true);
        check("Retries 300 times", true);
        check("", false);
    }
}
