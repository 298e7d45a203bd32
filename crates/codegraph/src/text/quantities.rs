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
/// The most bytes before a value that are read.
const MAX_BEFORE: usize = 200;
/// Units in which programs state times and sizes: in seconds, and in bytes.
const TIMES: [f64; 7] = [1e-9, 1e-6, 1e-3, 1.0, 60.0, 3_600.0, 86_400.0];
const SIZES: [f64; 5] = [1.0, 1_000.0, 1_024.0, 1_000_000.0, 1_048_576.0];

/// A number that a question states.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Quantity {
    /// As it was written, in digits.
    pub(crate) written: String,
    /// The number itself first, then what it is in other units.
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
        let end = word.find(|c: char| !c.is_ascii_digit() && !".,_".contains(c));
        let (digits, rest) = word.split_at(end.unwrap_or(word.len()));
        let number = number_of(digits)?;
        let unit = match rest.trim_start_matches('-') {
            "" => next.unwrap_or_default(),
            own => own,
        };
        let converted = if unit.is_empty() {
            Vec::new()
        } else {
            in_units(number, unit)
        };
        let is_other = !matches!(rest, "" | "%");
        if converted.is_empty() && (is_other || number < MIN_PLAIN || YEARS.contains(&number)) {
            return None;
        }
        let written = match converted.is_empty() {
            true => digits.to_owned(),
            false => format!("{digits} {unit}"),
        };
        let values = std::iter::once(number).chain(converted).collect();
        Some(Quantity { written, values })
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

/// What a number with a unit is in others; empty if it is no unit.
fn in_units(number: f64, unit: &str) -> Vec<f64> {
    let lower = unit.to_lowercase();
    let in_each = |base: f64, units: &[f64]| {
        let values = units.iter().map(|unit| (base / unit * 1e3).round() / 1e3);
        values
            .filter(|value| *value >= MIN_CONVERTED && value.fract() == 0.0)
            .collect::<Vec<f64>>()
    };
    if let Ok(one) = humantime::parse_duration(&format!("1{lower}")) {
        return in_each(number * one.as_secs_f64(), &TIMES);
    }
    let short = size_in_letters(&lower).unwrap_or(lower);
    let configs = [Config::new().with_binary(), Config::new().with_decimal()];
    let sizes = configs
        .iter()
        .filter_map(|config| config.parse_size(format!("1{short}")).ok());
    sizes
        .flat_map(|one| in_each(number * one as f64, &SIZES))
        .collect()
}

/// The short form of a unit of bytes: `mb` of `megabytes`, `mib` of `mebibytes`.
fn size_in_letters(unit: &str) -> Option<String> {
    let prefix = unit.trim_end_matches('s').strip_suffix("byte")?;
    let binary = if prefix.ends_with("bi") { "i" } else { "" };
    Some(format!("{}{binary}b", prefix.get(..1).unwrap_or_default()))
}

/// A constant expression of a source that has the value of a quantity, and a name before it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Constant {
    /// The bytes of the expression.
    pub(crate) bytes: Range<usize>,
    /// The index of the quantity.
    pub(crate) quantity: usize,
    /// Whether it is the stated number itself, and not what this is in another unit.
    pub(crate) is_plain: bool,
}

/// The values of a text that are one of the quantities: a name, a separator, and an expression of numbers, perhaps as
/// an argument of a call.
pub(crate) fn constants(text: &[u8], quantities: &[Quantity]) -> Vec<Constant> {
    let mut found = Vec::new();
    let mut next = 0;
    while let Some(at) = text[next..].iter().position(u8::is_ascii_digit) {
        let start = next + at;
        let is_part = start > 0 && (is_word_byte(text[start - 1]) || text[start - 1] == b'.');
        let Some((value, end)) = expression(text, start, 0).filter(|_| !is_part) else {
            let word = text[start..].iter().take_while(|byte| is_word_byte(**byte));
            next = start + word.count();
            continue;
        };
        next = end;
        let quantity = quantities
            .iter()
            .position(|quantity| quantity.values.contains(&value));
        let bytes = start..end;
        if let Some(quantity) = quantity.filter(|_| is_whole(text, &bytes) && is_named(text, start))
        {
            let is_plain = quantities[quantity].values.first() == Some(&value);
            found.push(Constant {
                bytes,
                quantity,
                is_plain,
            });
        }
    }
    found
}

/// Whether no operator joins an expression with something that has no known value; a factor, such as a unit, may.
fn is_whole(text: &[u8], bytes: &Range<usize>) -> bool {
    let is_joint = |byte: Option<&u8>| byte.is_some_and(|byte| b"+-/%^|&.[".contains(byte));
    let is_other = |byte: &&u8| **byte != b' ';
    !is_joint(text[..bytes.start].iter().rev().find(is_other))
        && !is_joint(text[bytes.end..].iter().find(is_other))
}

/// Whether the text before a value on its line names it: a name and a separator, then nothing but names and what opens
/// the arguments of a call. A directive has its name before a blank.
fn is_named(text: &[u8], at: usize) -> bool {
    let near = at.saturating_sub(MAX_BEFORE);
    let start = memchr::memrchr(b'\n', &text[near..at]).map_or(near, |end| near + end + 1);
    let before = String::from_utf8_lossy(&text[start..at]).replace("::", ".");
    let Some(sign) = before.rfind([':', '=', '>']) else {
        let line = before.trim_start();
        return line.starts_with(['#', '@']) && line.split_whitespace().count() <= 2;
    };
    let (head, rest) = (&before[..sign], &before[sign + 1..]);
    let is_separator = match before.as_bytes()[sign] {
        b'=' => !head.ends_with(['=', '!', '<', '>']),
        b'>' => head.ends_with('=') || head.trim_start().starts_with('<'),
        _ => true,
    };
    let mut rest = rest.chars();
    let is_plain = rest.all(|c| c.is_alphanumeric() || "_.(,\"'*[@ ".contains(c));
    is_separator && is_plain && head.contains(char::is_alphabetic)
}

/// Operators, those that bind more strongly later.
const OPERATORS: [(&[u8], fn(f64, f64) -> f64); 5] = [
    (b"<<", |a, b| a * b.exp2()),
    (b"+", |a, b| a + b),
    (b"-", |a, b| a - b),
    (b"*", |a, b| a * b),
    (b"/", |a, b| a / b),
];

/// The value of the numbers with operators between them that begin at an offset, and its end. Only operators from this
/// one on count.
fn expression(text: &[u8], at: usize, from: usize) -> Option<(f64, usize)> {
    let (mut value, mut end) = number(text, at)?;
    let after_blanks = |at: usize| at + text[at..].iter().take_while(|byte| **byte == b' ').count();
    loop {
        let next = after_blanks(end);
        let mut signs = OPERATORS.iter().enumerate().skip(from);
        let operator = signs.find(|(_, (sign, _))| text[next..].starts_with(sign));
        let Some((second, joined)) = operator.and_then(|(own, (sign, apply))| {
            let (second, end) = expression(text, after_blanks(next + sign.len()), own + 1)?;
            Some((apply(value, second), end))
        }) else {
            return Some((value, end));
        };
        (value, end) = (second, joined);
    }
}

/// A number with the marks of its type after it.
fn number(text: &[u8], at: usize) -> Option<(f64, usize)> {
    let is_digit = |byte: &&u8| byte.is_ascii_digit() || **byte == b'_';
    let digits = |at: usize| text[at..].iter().take_while(is_digit).count();
    let mut end = at + digits(at);
    if text.get(end) == Some(&b'.') && text.get(end + 1).is_some_and(u8::is_ascii_digit) {
        end += 1 + digits(end + 1);
    }
    let written = std::str::from_utf8(&text[at..end]).ok()?.replace('_', "");
    let marks = text[end..].iter().take_while(|byte| is_word_byte(**byte));
    let marks = &text[end..end + marks.count()];
    let is_type = marks.iter().all(|byte| b"uUlLfFdD".contains(byte))
        || matches!(marks, [b'u' | b'i' | b'f', rest @ ..] if rest.iter().all(u8::is_ascii_digit));
    let value = written.parse().ok().filter(|_| is_type)?;
    Some((value, end + marks.len()))
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
            ("5 MB", "max_kb = (5 * 1024)", "5 * 1024"),
            ("5 MB", "max = 1024 * 5 * 1024 + 0", "1024 * 5 * 1024 + 0"),
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
