//! Detects facts that mention code which their evidence does not contain. Only the shape of a word counts.

use firsthand_registry::{Candidate, LineRange};
use firsthand_source::{distinct, split_words};

/// What may be said of a place: its observed text, its path, and the names of what is declared there.
pub(crate) fn texts_of(candidate: &Candidate) -> impl Iterator<Item = &str> {
    let evidence = candidate.evidence().map(|evidence| evidence.text());
    let declared = candidate.declarations().iter().map(|it| it.name.as_str());
    let symbols = candidate.symbols().iter().map(|it| it.qualified.as_str());
    let path = std::iter::once(candidate.path().as_str());
    evidence.into_iter().chain(path).chain(declared).chain(symbols)
}

/// The code-shaped words of a text: in backticks, in snake or camel case, called, or numbers of two or more digits.
pub(crate) fn code_words(text: &str) -> Vec<&str> {
    let is_code = |word: &str, rest: &str| {
        let is_number = word.len() >= 2 && word.chars().all(|c| c.is_ascii_digit());
        is_call(rest) || is_snake_case(word) || is_camel_case(word) || is_number
    };
    let shaped = identifiers(text).filter(|(word, rest)| is_code(word, rest));
    let mut words = in_backticks(text);
    words.extend(shaped.map(|(word, _)| word));
    words
}

/// The fact's [code words](code_words) that occur in none of the `support` texts: what is cited anywhere in the report, and
/// the question. The number of a line in one of the cited `ranges` counts as supported, and numbers are the same with and
/// without separators: whichever reading of the fact has fewer such words is taken.
pub(crate) fn unsupported_claims(
    fact: &str,
    support: &[&str],
    ranges: &[LineRange],
) -> Vec<String> {
    let claims = unsupported_words(fact, support, ranges);
    if claims.is_empty() || !fact.contains(|c: char| c.is_ascii_digit()) {
        return claims;
    }
    let joined: Vec<String> = support.iter().map(|text| joined_numbers(text)).collect();
    let both: Vec<&str> =
        support.iter().copied().chain(joined.iter().map(String::as_str)).collect();
    let readings = [fact.to_owned(), joined_numbers(fact)];
    let readings = readings.map(|fact| unsupported_words(&fact, &both, ranges));
    readings.into_iter().min_by_key(Vec::len).unwrap_or(claims)
}

/// The text without the separators in its numbers: `1_000`, `1'000`, `1,000`, `0xFF_FF`.
fn joined_numbers(text: &str) -> String {
    let is_digit = |hex: bool| move |c: char| c.is_ascii_digit() || hex && c.is_ascii_hexdigit();
    let is_separator = |(at, c): (usize, char)| {
        if !matches!(c, '_' | '\'' | ',') {
            return false;
        }
        let (before, behind) = (&text[..at], &text[at + c.len_utf8()..]);
        let is_of_number = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '\'');
        let head = &before[before.trim_end_matches(is_of_number).len()..];
        if c == ',' {
            // Of thousands.
            let group = behind.len() - behind.trim_start_matches(is_digit(false)).len();
            return group == 3 && matches!(head.len(), 1..=3) && head.chars().all(is_digit(false));
        }
        let digit = is_digit(is_hexadecimal(head));
        head.starts_with(is_digit(false)) && head.ends_with(digit) && behind.starts_with(digit)
    };
    text.char_indices().filter(|at| !is_separator(*at)).map(|(_, c)| c).collect()
}

fn is_hexadecimal(word: &str) -> bool {
    word.starts_with("0x") || word.starts_with("0X")
}

/// The fact's code words that occur in none of the `support` texts, as they are written.
fn unsupported_words(fact: &str, support: &[&str], ranges: &[LineRange]) -> Vec<String> {
    let quoted = in_backticks(fact);
    let is_called = |word: &str| identifiers(fact).any(|(it, rest)| it == word && is_call(rest));
    // The name of a product or a protocol is written so, too, and stands in the names of code that has to do with it.
    let is_proper = |word: &str| {
        is_camel_case(word) && !is_snake_case(word) && !quoted.contains(&word) && !is_called(word)
    };
    let is_line = |word: &str| {
        let line = word.parse().ok().filter(|_| !quoted.contains(&word));
        line.is_some_and(|line| ranges.iter().any(|range| range.contains(line)))
    };
    let is_supported = |word: &str| {
        let has =
            |text: &&str| has_identifier(text, word) || (is_proper(word) && has_part(text, word));
        is_line(word)
            || support.iter().any(has)
            || support.iter().any(|text| has_number(text, word))
    };
    let claims = distinct(code_words(fact)).into_iter();
    claims.filter(|word| !is_supported(word)).map(str::to_owned).collect()
}

/// The identifiers in backticks.
fn in_backticks(text: &str) -> Vec<&str> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.flat_map(identifiers).map(|(word, _)| word).collect()
}

/// Whether the word stands in the text, not only inside a longer one, in any case, and as one or as several of it.
fn has_identifier(text: &str, word: &str) -> bool {
    let one = singular(word);
    identifiers(text).any(|(other, _)| {
        other.eq_ignore_ascii_case(word) || singular(other).eq_ignore_ascii_case(one)
    })
}

/// Whether the word is a number that stands in the text, also in a name (`404` in `Http404`) or before a unit (`30s`), but
/// in no longer number, and in none of another base.
fn has_number(text: &str, word: &str) -> bool {
    let is_number = word.chars().all(|c| c.is_ascii_digit());
    let mut others = identifiers(text).filter(|(other, _)| is_number && !is_hexadecimal(other));
    others.any(|(other, _)| other.split(|c: char| !c.is_ascii_digit()).any(|it| it == word))
}

/// The name of one of several: without the letter by which several are written in code. A number has none.
fn singular(name: &str) -> &str {
    name.strip_suffix('s').unwrap_or(name)
}

/// Whether whole words of an identifier in the text are this word, in any case.
fn has_part(text: &str, word: &str) -> bool {
    let parts: Vec<String> = split_words(word).collect();
    let word = parts.concat();
    identifiers(text).any(|(other, _)| {
        let others: Vec<String> = split_words(other).collect();
        (0..others.len()).any(|from| {
            let mut joined = String::new();
            for part in &others[from..] {
                joined += part;
                if joined.len() >= word.len() {
                    break;
                }
            }
            joined == word
        })
    })
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

    fn check(fact: &str, expect: &[&str]) {
        let evidence =
            "fn resolve_rules(a: &RuleSet) { a.first(); retry(30); setGraphQLErrors; Http404 }";
        let support = [evidence, "src/rules.rs", "Engine::resolve", "why is runAll slow?"];
        let ranges: Vec<LineRange> = LineRange::new(10, 20).into_iter().collect();
        assert_eq!(unsupported_claims(fact, &support, &ranges), expect, "{fact:?}");
    }

    #[test]
    fn code_words_need_support() {
        check("Resolves the rules in order.", &[]);
        check("`resolve_rules` takes a RuleSet and calls first() on `a`", &[]);
        check("Retries 30 times, see line 15", &[]);
        check("Removes the item(s) by rule", &[]); // a plural, not a call
        check("The last is kept: resolve_rules(x) ends", &[]); // `last` is not followed by `(`
        check("`Engine::resolve` is where", &[]);
        check("This is what runAll() waits for", &[]); // a word of the question
        check("Calls `second`, then `second` again", &["second"]);
        check("then merge_rules runs", &["merge_rules"]);
        check("builds a RuleMap by last()", &["RuleMap", "last"]);
        check("Retries 300 times", &["300"]);
        check("Answers 404, 40, 04 and 4040", &["40", "04", "4040"]);
        check("`rul` and rst() and `solve_rules`", &["rul", "solve_rules", "rst"]);
        check("", &[]);
        // In any case, and one or several of it; a longer name is another one.
        check("`Resolve_Rules` takes RuleSets", &[]);
        check("`resolve_rule` takes a `ruleset`", &[]);
        check("`RuleSetters` and resolve_ruless", &["RuleSetters", "resolve_ruless"]);
        // A proper name is a part of names; what is written as code is not.
        check("The SetGraphQL server answers", &[]);
        check("Handles GraphQL and OpenAuth", &["OpenAuth"]);
        check("`GraphQL` is handled by GraphQL()", &["GraphQL"]);
        check("Handles GraphQ", &["GraphQ"]);
    }

    /// Digit separators, the case of digits and units do not tell numbers apart; values are not computed.
    #[test]
    fn a_number_is_the_same_with_and_without_separators() {
        let check = |fact: &str, evidence: &str, expect: &[&str]| {
            assert_eq!(unsupported_claims(fact, &[evidence], &[]), expect, "{fact} in {evidence}");
        };
        for number in ["100000", "100,000", "100_000", "`100000`", "`100_000`", "100'000"] {
            let fact = format!("At most {number} are kept");
            for evidence in ["= 100_000", "= 100'000;", "(100,000)", "= 100000L", "= 1_00_000u32"] {
                check(&fact, evidence, &[]);
            }
            for evidence in ["= 1_000_000", "= 10_000", "= 100_0000", "= 0x100000", "= 1e5"] {
                assert_eq!(
                    unsupported_claims(&fact, &[evidence], &[]).len(),
                    1,
                    "{fact} in {evidence}"
                );
            }
        }
        check("Of 1,234,567 bytes", "1_234_567", &[]);
        check("Masked with `0x1FFF`", "0x1f_ff", &[]);
        check("Masked with `0x1F`", "0x1e", &["0x1F"]);
        check("Waits 30 seconds, or `30s`", "timeout: 30s", &[]);
        check("Waits 30 seconds", "timeout: 300s", &["30"]);
        check("Kept for 1000 ms", "1_000L", &[]);
        check("Ten are kept: 10", "0x10", &["10"]);
        // A list, not a number.
        check("Answers 200,404 or 500", "[200, 404, 500]", &[]);
        check("Answers 200,404 or 500", "[200, 500]", &["404"]);
    }
}
