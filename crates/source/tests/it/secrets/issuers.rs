//! Each rule of the issuers' table hides a value that is generated from its regex.

use firsthand_source::secrets::redact;
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::string::string_regex;
use proptest::test_runner::TestRunner;

/// The number of values of each rule, and how many of them must be hidden: few random values look like words.
const VALUES: usize = 20;
const HIDDEN: usize = 17;
/// The rules whose alphabet has signs and whose regex has no fixed part, so that a value must look random. The generator
/// draws a sign as often as a letter or a digit, and such a value has too few digits: of these rules, the values with
/// the fewest signs are checked, as issuers give them.
const WITH_SIGNS: &[&str] = &["discord-client-secret", "fastly-api-token", "nytimes-access-token"];

/// The regex without what a generator does not know: boundaries, the end, flags; only ASCII characters are generated.
fn generator(pattern: &str) -> String {
    let replaced = [
        (r"(?:[^\w-]|$)", ""),
        (r#"(?:[\x60'"\s;]|\\[nr]|$|\b)"#, ""),
        (r"(?:[^\w-]|\z)", ""),
        (r"(?:[^a-zA-Z0-9+/]|\z)", ""),
        (r"\b", ""),
        (r"\r\n", ""),
        ("(?i)", ""),
        ("(?i:", "(?:"),
        ("(?-i:", "(?:"),
        (r"[\w", "[0-9A-Za-z_"),
        (r"\w", "[0-9A-Za-z_]"),
        (r"F\d]", "F0-9]"),
        (r"\d", "[0-9]"),
        ("hooks.slack.com", r"hooks\.slack\.com"),
        ("xoxe.xox", r"xoxe\.xox"),
    ];
    let pattern =
        pattern.replace(r#"(?:^|[\\'"\x60\s>=:(,)])"#, "").replace(r#"(?:$|[\\'"\x60\s<),])"#, "");
    replaced.iter().fold(pattern, |pattern, (from, to)| pattern.replace(from, to))
}

#[test]
fn every_rule_hides_its_values() {
    let table = include_str!("../../../src/secrets/issuers.tsv");
    let rows = table.lines().filter(|row| !row.starts_with('#'));
    let (mut missed, mut rules) = (Vec::new(), 0);
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        let [id, form, keywords, least_entropy, pattern] = cells[..] else {
            panic!("{row}");
        };
        let keyword = keywords.split(',').next().unwrap();
        let strategy =
            string_regex(&generator(pattern)).unwrap_or_else(|why| panic!("{id}: {why}"));
        let mut runner = TestRunner::deterministic();
        let least_entropy: f64 = least_entropy.parse().unwrap();
        let values = std::iter::from_fn(|| Some(strategy.new_tree(&mut runner).ok()?.current()));
        // Generated values have less entropy than tokens, since the generator draws from ranges of characters.
        let values = values.take(50 * VALUES);
        let values = values.filter(|value| entropy(value) >= least_entropy.max(2.5));
        let mut values: Vec<String> = values.take(10 * VALUES).collect();
        let signs = |value: &String| value.chars().filter(|c| !c.is_ascii_alphanumeric()).count();
        if WITH_SIGNS.contains(&id) {
            values.sort_by_key(signs);
        }
        values.truncate(VALUES);
        let hidden = values.iter().filter(|value| {
            let is_named = form == "value"
                || !keywords.split(',').any(|keyword| value.to_lowercase().contains(keyword));
            let line = if is_named {
                format!("{keyword}_id = \"{value}\"\n")
            } else {
                format!("ring(\"{value}\")\n")
            };
            let middle = &value[value.len() / 3..value.len() * 2 / 3];
            redact(line.as_bytes()).first().is_some_and(|line| !line.text.contains(middle))
        });
        let hidden = hidden.count();
        rules += 1;
        if values.is_empty() || hidden * VALUES < HIDDEN * values.len() {
            missed.push(format!("{id}: {hidden} of {}", values.len()));
        }
    }
    assert!(rules >= 200, "{rules}");
    assert_eq!(missed, Vec::<String>::new());
}

/// The entropy in bits per character.
fn entropy(text: &str) -> f64 {
    let mut counts = std::collections::HashMap::new();
    for byte in text.bytes() {
        *counts.entry(byte).or_insert(0.0) += 1.0;
    }
    let all = text.len() as f64;
    let bits = counts.values().map(|count: &f64| -count / all * (count / all).log2());
    bits.sum()
}
