//! Numbers that a question states, in digits or in words, alone or with a unit of time or of bytes; and the constant
//! expressions of a source with such a value.

use std::ops::Range;

use parse_size::Config;
use text2num::{Language, replace_numbers_in_text};

use super::words::is_word_byte;

/// A smaller number without a unit is in every sentence and in every file.
const MIN_PLAIN: f64 = 3.0;
/// A smaller value in another unit than the stated one is no evidence.
const MIN_CONVERTED: f64 = 10.0;
/// Whole numbers in this range without a unit are years.
const YEARS: Range<f64> = 1900.0..2100.0;
/// A text has more punctuation if it is code or a log: one in this many characters.
const MAX_PUNCTUATION: usize = 6;
/// Units in which programs state times and sizes: in seconds, and in bytes.
const TIMES: [f64; 6] = [1e-9, 1e-6, 1e-3, 60.0, 3_600.0, 86_400.0];
const SIZES: [f64; 4] = [1_000.0, 1_024.0, 1_000_000.0, 1_048_576.0];
/// The most nested parentheses of an expression.
const MAX_DEPTH: usize = 8;

/// A number that a question states.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Quantity {
    /// As it was written, in digits.
    pub(crate) written: String,
    /// The number itself, and what it is in other units.
    values: Vec<f64>,
}

impl Quantity {
    /// The numbers of a text, except those that are parts of something else: of a version, an issue's name, an address,
    /// a time, a year, or of code or a log.
    pub(crate) fn all(text: &str) -> Vec<Quantity> {
        let mut found: Vec<Quantity> = Vec::new();
        let mut is_fenced = false;
        for line in text.lines() {
            is_fenced ^= line.trim_start().starts_with("```");
            if is_fenced || !reads_as_prose(line) {
                continue;
            }
            let spelled = replace_numbers_in_text(line, &Language::english(), 0.0);
            let words: Vec<&str> = spelled.split_whitespace().map(bare).collect();
            for (at, word) in words.iter().enumerate() {
                let quantity = Quantity::read(word, words.get(at + 1).copied());
                found.extend(quantity.filter(|other| !found.contains(other)));
            }
        }
        found
    }

    /// Reads a word, and the next one if that is its unit.
    fn read(word: &str, next: Option<&str>) -> Option<Quantity> {
        let digits = word.find(|c: char| !c.is_ascii_digit() && !".,_".contains(c));
        let (digits, rest) = word.split_at(digits.unwrap_or(word.len()));
        let own_unit = rest.trim_start_matches('-');
        let number = number_of(digits)?;
        let values = |unit: &str| in_units(number, unit).filter(|_| !unit.is_empty());
        let (written, converted) = match (values(own_unit), next.and_then(values)) {
            (Some(own), _) => (format!("{digits} {own_unit}"), own),
            (None, _) if !own_unit.is_empty() && own_unit != "%" => return None,
            (None, Some(of_next)) => (format!("{digits} {}", next.unwrap_or_default()), of_next),
            (None, None) if number < MIN_PLAIN || YEARS.contains(&number) => return None,
            (None, None) => (digits.to_owned(), Vec::new()),
        };
        let mut values = vec![number];
        values.extend(
            converted
                .into_iter()
                .filter(|value| *value >= MIN_CONVERTED && value.fract() == 0.0),
        );
        Some(Quantity { written, values })
    }

    fn has(&self, value: f64) -> bool {
        self.values.contains(&value)
    }

    /// How a source can write the whole numbers that it means.
    pub(crate) fn spellings(&self) -> Vec<String> {
        let grouped = |plain: &str| {
            let groups = plain.as_bytes().rchunks(3).rev();
            groups
                .map(String::from_utf8_lossy)
                .collect::<Vec<_>>()
                .join("_")
        };
        let plain = self.values.iter().map(f64::to_string);
        let mut found: Vec<String> = plain.flat_map(|plain| [grouped(&plain), plain]).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// A word without the marks of a sentence around it.
fn bare(word: &str) -> &str {
    let word = word.trim_start_matches(['(', '"', '\'', '`', '~', '<', '>', '=']);
    word.trim_end_matches([')', '"', '\'', '`', '.', ',', ';', ':', '?', '!'])
}

fn reads_as_prose(line: &str) -> bool {
    let marks = line.chars().filter(|c| c.is_ascii_punctuation()).count();
    marks * MAX_PUNCTUATION <= line.chars().count()
        && !line.starts_with(['\t', '>'])
        && !line.starts_with("    ")
}

/// The value of digits, perhaps in groups of three or with a fraction.
fn number_of(digits: &str) -> Option<f64> {
    let groups: Vec<&str> = digits.split([',', '_']).collect();
    let are_groups = groups[1..].iter().all(|group| group.len() == 3);
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit()) && are_groups;
    groups.concat().parse().ok().filter(|_| is_number)
}

/// What a number with a unit is in others; `None` if it is no unit.
fn in_units(number: f64, unit: &str) -> Option<Vec<f64>> {
    let lower = unit.to_lowercase();
    if let Ok(one) = humantime::parse_duration(&format!("1{lower}")) {
        let seconds = number * one.as_secs_f64();
        return Some(
            std::iter::once(seconds)
                .chain(TIMES.map(|unit| (seconds / unit * 1e3).round() / 1e3))
                .collect(),
        );
    }
    let sizes = [Config::new().with_binary(), Config::new().with_decimal()].map(|config| {
        let one = config.parse_size(format!("1{lower}")).ok()?;
        Some(number * one as f64)
    });
    let sizes: Vec<f64> = sizes.into_iter().flatten().collect();
    let converted = sizes.iter().flat_map(|size| SIZES.map(|unit| size / unit));
    (!sizes.is_empty()).then(|| sizes.iter().copied().chain(converted).collect())
}

/// A constant expression of a source that has the value of a quantity, and a name before it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Constant {
    /// The bytes of the expression.
    pub(crate) bytes: Range<usize>,
    /// The index of the quantity.
    pub(crate) quantity: usize,
}

/// The values of a text that are one of the quantities: a name, a separator, and an expression of numbers, perhaps as
/// an argument of a call.
pub(crate) fn constants(text: &[u8], quantities: &[Quantity]) -> Vec<Constant> {
    let mut found = Vec::new();
    let mut next = 0;
    while let Some(at) = text[next..]
        .iter()
        .position(u8::is_ascii_digit)
        .map(|at| next + at)
    {
        let is_part = at > 0 && (is_word_byte(text[at - 1]) || text[at - 1] == b'.');
        let start = expression_start(text, at);
        let Some((value, end)) = expression(text, start).filter(|(_, end)| !is_part && *end > at)
        else {
            next = at
                + text[at..]
                    .iter()
                    .take_while(|byte| is_word_byte(**byte))
                    .count();
            continue;
        };
        next = end.max(at + 1);
        let quantity = quantities.iter().position(|quantity| quantity.has(value));
        let bytes = start..end;
        if let Some(quantity) =
            quantity.filter(|_| is_whole(text, &bytes) && is_named(before(text, start)))
        {
            found.push(Constant { bytes, quantity });
        }
    }
    found
}

/// The start of the parentheses directly before an expression that are a part of it: those after no name.
fn expression_start(text: &[u8], at: usize) -> usize {
    let mut start = at;
    while let Some(before) = text[..start].strip_suffix(b"(") {
        if before
            .last()
            .is_some_and(|byte| is_word_byte(*byte) || b">!".contains(byte))
        {
            break;
        }
        start = before.len();
    }
    start
}

/// What is before an expression on its line.
fn before(text: &[u8], at: usize) -> &str {
    let start = memchr::memrchr(b'\n', &text[..at]).map_or(0, |end| end + 1);
    std::str::from_utf8(&text[start..at]).unwrap_or_default()
}

/// Whether no operator joins an expression with something that has no known value; a factor, such as a unit, may.
fn is_whole(text: &[u8], bytes: &Range<usize>) -> bool {
    let is_joint = |byte: Option<&u8>| byte.is_some_and(|byte| b"+-/%^|&.[".contains(byte));
    let blank = |byte: &&u8| **byte != b' ';
    !is_joint(text[..bytes.start].iter().rev().find(blank))
        && !is_joint(text[bytes.end..].iter().find(blank))
}

/// Whether the text before a value on its line names it: a name and a separator, then nothing but names, brackets and
/// strings, as of a call.
fn is_named(before: &str) -> bool {
    let trimmed = before.trim_start();
    let is_sign = |at: usize, c: char| {
        let (head, tail) = (&before[..at], &before[at + c.len_utf8()..]);
        !head.ends_with(['=', '!', '<', '>', ':']) && !tail.starts_with(['=', ':'])
            || head.ends_with(':') && c == '='
    };
    let mut separators = before
        .char_indices()
        .filter(|(at, c)| "=:>".contains(*c) && is_sign(*at, *c));
    // A directive or an attribute has its name before a blank.
    let by_blank = || trimmed.starts_with(['#', '@']) && trimmed.split_whitespace().count() <= 2;
    let is_value = |at: usize| {
        let rest = &before[at + 1..];
        let has_name = before[..at].contains(|c: char| c.is_alphabetic());
        let is_plain =
            !rest.contains([';', '<', '?', '|', '{', '+', '/', '%']) && !rest.contains("&&");
        has_name
            && is_plain
            && !rest.contains("==")
            && rest.chars().filter(|c| *c == '>').count() <= 1
    };
    separators.any(|(at, _)| is_value(at)) || by_blank()
}

/// The value of the expression of numbers that begins at an offset, and its end.
fn expression(text: &[u8], at: usize) -> Option<(f64, usize)> {
    shifted(text, at, 0)
}

fn shifted(text: &[u8], at: usize, depth: usize) -> Option<(f64, usize)> {
    let one = |at| terms(text, at, depth);
    fold(text, at, one, &[b"<<"], |a, _, b| a * b.exp2())
}

fn terms(text: &[u8], at: usize, depth: usize) -> Option<(f64, usize)> {
    let one = |at| factors(text, at, depth);
    fold(text, at, one, &[b"+", b"-"], |a, sign, b| {
        if sign == 0 { a + b } else { a - b }
    })
}

fn factors(text: &[u8], at: usize, depth: usize) -> Option<(f64, usize)> {
    let one = |at| atom(text, at, depth);
    fold(text, at, one, &[b"*", b"/"], |a, sign, b| {
        if sign == 0 { a * b } else { a / b }
    })
}

/// Operands with operators between them, from the left; it ends before an operator without a second operand.
fn fold(
    text: &[u8],
    at: usize,
    operand: impl Fn(usize) -> Option<(f64, usize)>,
    operators: &[&[u8]],
    apply: impl Fn(f64, usize, f64) -> f64,
) -> Option<(f64, usize)> {
    let (mut value, mut end) = operand(at)?;
    loop {
        let next = after_blanks(text, end);
        let operator = operators
            .iter()
            .position(|sign| text[next..].starts_with(sign));
        let Some((operator, second)) = operator.and_then(|found| {
            Some((
                found,
                operand(after_blanks(text, next + operators[found].len()))?,
            ))
        }) else {
            return Some((value, end));
        };
        (value, end) = (apply(value, operator, second.0), second.1);
    }
}

fn after_blanks(text: &[u8], at: usize) -> usize {
    at + text[at..].iter().take_while(|byte| **byte == b' ').count()
}

/// A number, with the marks of its type after it, or an expression in parentheses.
fn atom(text: &[u8], at: usize, depth: usize) -> Option<(f64, usize)> {
    if text.get(at) == Some(&b'(') && depth < MAX_DEPTH {
        let (value, end) = shifted(text, after_blanks(text, at + 1), depth + 1)?;
        let close = after_blanks(text, end);
        return (text.get(close) == Some(&b')')).then_some((value, close + 1));
    }
    let is_digit = |byte: &&u8| byte.is_ascii_digit() || **byte == b'_';
    let mut end = at + text[at..].iter().take_while(is_digit).count();
    if text.get(end) == Some(&b'.') && text.get(end + 1).is_some_and(u8::is_ascii_digit) {
        end += 1 + text[end + 1..].iter().take_while(is_digit).count();
    }
    let digits: String = text[at..end]
        .iter()
        .filter(|byte| **byte != b'_')
        .map(|byte| char::from(*byte))
        .collect();
    let rest = text[end..]
        .iter()
        .take_while(|byte| is_word_byte(**byte))
        .count();
    let marks = &text[end..end + rest];
    let is_type = marks.iter().all(|byte| b"uUlLfFdD".contains(byte))
        || marks.first().is_some_and(|byte| b"iu".contains(byte));
    let value = digits.parse().ok().filter(|_| is_type)?;
    Some((value, end + rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_a_sentence_is_read_with_its_unit() {
        for (text, expect) in [
            ("what happens after thirty days", "30 days"),
            ("files larger than 5 MB are refused", "5 MB"),
            ("it stops after ninety seconds, why", "90 seconds"),
            ("only twenty-five per page", "25"),
            ("a 30-day trial and 1,000 items", "30 days|1,000"),
            ("retries it 4 times", "4"),
            ("wait 250ms", "250 ms"),
            (
                "since v1.2.3 (#4711), see 10.0.0.1:8080, in 2024 at 12:30",
                "",
            ),
            ("two people, one page, the third time", ""),
            ("    timeout = 30", ""),
            ("[12:00:01] {a:1} <b> (30) [31] - {x} ok", ""),
            ("```\nlimit 30\n```", ""),
        ] {
            let seen: Vec<String> = Quantity::all(text)
                .into_iter()
                .map(|quantity| quantity.written)
                .collect();
            assert_eq!(seen.join("|"), expect, "{text}");
        }
    }

    #[test]
    fn a_constant_is_a_name_with_an_expression_of_the_same_value() {
        for (question, text, expect) in [
            ("30 days", "RETENTION = 30", "30"),
            (
                "30 days",
                "RETENTION = 30 * 24 * 60 * 60;",
                "30 * 24 * 60 * 60",
            ),
            (
                "30 days",
                "const KEEP: Duration = Duration::from_secs(2_592_000);",
                "2_592_000",
            ),
            ("30 days", "keep: 2592000000L", "2592000000L"),
            ("30 days", "keep = timedelta(days=30)", "30"),
            ("30 days", "#define KEEP 30", "30"),
            ("30 days", "@keep 30 * 86_400", "30 * 86_400"),
            ("30 days", "<keep>30</keep>", "30"),
            ("30 days", "var keep = time.Hour * 24 * 30", "24 * 30"),
            ("5 MB", "const max = 5 * 1024 * 1024", "5 * 1024 * 1024"),
            ("5 MB", "max_size: 5 << 20,", "5 << 20"),
            ("5 MB", "MAX(5242880)", ""),
            ("5 MB", "max_kb = (5 * 1024)", "(5 * 1024)"),
            ("90 seconds", "def run(timeout=90, tries=3):", "90"),
            ("90 seconds", "timeout: 1.5 * 60", "1.5 * 60"),
            ("30 days", "if (x == 30) return 30", ""),
            ("30 days", "for (i = 0; i < 30; i++)", ""),
            ("30 days", "x = y - 30", ""),
            ("30 days", "x = v30 + a.30", ""),
        ] {
            let found = constants(text.as_bytes(), &Quantity::all(question));
            let seen: Vec<&str> = found
                .into_iter()
                .map(|constant| &text[constant.bytes])
                .collect();
            assert_eq!(seen.join("|"), expect, "{question}: {text}");
        }
    }
}
