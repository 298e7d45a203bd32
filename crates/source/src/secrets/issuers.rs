//! Tokens and keys in the formats of their issuers, by the rules of `issuers.tsv`, which `cargo xtask issuers` writes
//! from a public rule set. A rule is applied where one of its keywords stands.

use std::ops::Range;
use std::sync::LazyLock;

use super::filter::{Literal, Mark};
use super::forms::AFTER;
use super::lines::around;
use super::values::{entropy, is_random};
use super::{HIDDEN, Secret, prefix_len};
use crate::pattern::Pattern;

/// The most bytes of a line before a keyword that a token may take.
const BEFORE: usize = 48;
/// The most bytes of a name after its keyword, of quotes, and of signs before a value.
const NAME: usize = 40;
const QUOTES: usize = 5;
/// The fewest characters of a token or a value.
const LEAST: usize = 10;
/// A value with fewer digits or less entropy in bits per character must look random in another way.
const LEAST_DIGITS: usize = 3;
const MIN_ENTROPY: f64 = 3.4;
/// From this length on a token needs no digit.
const LONG: usize = 24;

/// A rule.
pub(super) struct Rule {
    id: &'static str,
    /// Whether it recognizes a value that is assigned to a name with the keyword; else it recognizes a token.
    is_value: bool,
    keywords: &'static str,
    least_entropy: f64,
    pattern: Pattern,
    /// The keywords with which the pattern begins, as it writes them.
    openings: Vec<&'static str>,
}

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let rows = include_str!("issuers.tsv").lines();
    rows.filter_map(Rule::parse).collect()
});

/// The keywords of all rules.
pub(super) fn literals() -> impl Iterator<Item = Literal> {
    RULES.iter().flat_map(|rule| {
        let mark = Mark::Issuer(rule);
        rule.keywords.split(',').flat_map(move |keyword| {
            let exact = literal_in(&rule.pattern.text, keyword).filter(|_| !rule.is_value);
            let text = exact.map_or(keyword, |(text, _)| text);
            Literal::all(text, exact.is_some(), mark)
        })
    })
}

impl Rule {
    /// What it recognizes at its keyword at `at`; a token only if `values` is false.
    pub(super) fn find_at(&self, bytes: &[u8], at: usize, values: bool) -> Option<Secret> {
        let range = if self.is_value {
            values.then(|| self.value(bytes, at))?
        } else {
            self.token(bytes, at)
        };
        Some(Secret::new(range?, self.id))
    }

    fn parse(row: &'static str) -> Option<Self> {
        let mut cells = row.split('\t');
        let id = cells.next().filter(|id| !id.starts_with('#'))?;
        let is_value = cells.next()? == "value";
        let (keywords, least_entropy) = (cells.next()?, cells.next()?.parse().ok()?);
        let pattern = cells.next()?;
        let written = keywords.split(',').filter_map(|keyword| literal_in(pattern, keyword));
        let openings = written.filter(|(_, opens)| *opens).map(|(text, _)| text);
        Some(Self {
            id,
            is_value,
            keywords,
            least_entropy,
            openings: openings.collect(),
            pattern: Pattern::of(pattern),
        })
    }

    /// The token at or around the keyword.
    fn token(&self, bytes: &[u8], at: usize) -> Option<Range<usize>> {
        let line = around(bytes, at, BEFORE, AFTER);
        let has_digit = bytes[line.clone()].iter().any(u8::is_ascii_digit);
        let run = prefix_len(&bytes[at..line.end], AFTER, is_token_byte);
        if line.len() < LEAST || !(has_digit || run >= LONG) {
            return None;
        }
        let mut openings = self.openings.iter();
        let opens = openings.any(|text| bytes[at..].starts_with(text.as_bytes()));
        let from = if opens { at } else { line.start };
        self.matched(bytes, from..line.end, opens)
    }

    /// The value that is assigned to the name with the keyword.
    fn value(&self, bytes: &[u8], at: usize) -> Option<Range<usize>> {
        let line = around(bytes, at, BEFORE, AFTER);
        let in_name = |b: u8| b.is_ascii_alphanumeric() || b"_.- \t".contains(&b);
        let mut from = at + prefix_len(&bytes[at..line.end], NAME, in_name);
        from += prefix_len(&bytes[from..line.end], 3, |b| b"'\"]) \t".contains(&b));
        let sign = prefix_len(&bytes[from..line.end], 3, |b| b"=:>|?,".contains(&b));
        from += sign;
        from += prefix_len(&bytes[from..line.end], QUOTES, |b| b"`'\" \t".contains(&b));
        let run = prefix_len(&bytes[from..line.end], AFTER, is_token_byte);
        if sign == 0 || run < LEAST {
            return None;
        }
        let range = self.matched(bytes, from..line.end, true)?;
        let text = &bytes[range.clone()];
        let digits = text.iter().filter(|b| b.is_ascii_digit()).count();
        let plain = digits == text.len()
            || is_random(text)
            || (digits >= LEAST_DIGITS && entropy(text) >= MIN_ENTROPY);
        plain.then_some(range)
    }

    /// What the pattern matches in a part of the text: its group, if it has one.
    fn matched(&self, bytes: &[u8], part: Range<usize>, is_anchored: bool) -> Option<Range<usize>> {
        // The end of the line may end a token, too.
        let part = part.start..bytes.len().min(part.end + 1);
        let (_, range) = self.pattern.find(bytes, part, is_anchored)?;
        let text = &bytes[range.clone()];
        let replaced = memchr::memmem::find(text, HIDDEN.as_bytes()).is_some();
        (entropy(text) >= self.least_entropy && !replaced).then_some(range)
    }
}

/// The keyword as the pattern writes it, and whether the pattern begins with it. `None` if the pattern does not contain
/// it as a literal whose capitals matter.
fn literal_in<'p>(pattern: &'p str, keyword: &str) -> Option<(&'p str, bool)> {
    let at = pattern.to_ascii_lowercase().find(keyword)?;
    let before = &pattern[..at];
    let opens = before.replace(r"\b", "").replace("(?:", "").replace('(', "").is_empty();
    (!before.contains("(?i")).then(|| (&pattern[at..at + keyword.len()], opens))
}

fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-+/=.~:%".contains(&byte)
}
