//! Numbers that a question states, in digits or in words, alone or with a unit of time or of bytes.

use crate::text::distinct::distinct;
use std::ops::Range;

use firsthand_source::Letter;
use parse_size::Config;
use text2num::{Language, replace_numbers_in_text};

/// A smaller number without a unit is in every sentence and in every file.
const MIN_PLAIN: f64 = 3.0;
/// A smaller value in another unit than the stated one is no evidence.
const MIN_CONVERTED: f64 = 10.0;
/// Whole numbers in this range without a unit are years.
const YEARS: Range<f64> = 1900.0..2100.0;
/// A text has more punctuation if it is code or a log: one in this many characters.
const MAX_PUNCTUATION: usize = 6;
/// Units in which programs state times and sizes: in seconds, and in bytes.
const TIMES: [f64; 7] = [1e-9, 1e-6, 1e-3, 1.0, 60.0, 3_600.0, 86_400.0];
const SIZES: [f64; 5] = [1.0, 1_000.0, 1_024.0, 1_000_000.0, 1_048_576.0];
// guard: allow(word-list) reason="how settings write the units of time and of bytes behind a number"
const SUFFIXES: [&str; 27] = [
    "ns", "us", "ms", "s", "sec", "m", "min", "h", "d", "w", "k", "K", "kb", "kB", "KB", "Ki",
    "KiB", "M", "mb", "MB", "Mi", "MiB", "g", "G", "GB", "Gi", "GiB",
];
/// Factors of expressions: a source may have these instead of their product.
const FACTORS: [f64; 2] = [60.0, 1_024.0];

/// A number that a question states.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Quantity {
    /// As it was written, in digits.
    pub(crate) written: String,
    /// The number itself first, then what it is in other units.
    pub(super) values: Vec<f64>,
    /// What it is with its unit.
    amounts: Vec<Amount>,
}

/// A time or a size, in seconds or in bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Amount {
    Seconds(f64),
    Bytes(f64),
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
            let words = grouped(spelled.split_whitespace().map(bare));
            let mut words = words.iter().map(String::as_str).peekable();
            while let Some(word) = words.next() {
                let product = words.peek().and_then(|next| times(line, word, next));
                words.next_if(|_| product.is_some());
                let quantity =
                    Quantity::read(product.as_deref().unwrap_or(word), words.peek().copied());
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
        // A counter of a script without case is written on its number.
        let rest = if rest.starts_with(is_uncased) { "" } else { rest };
        let unit = match rest.trim_start_matches('-') {
            "" => next.unwrap_or_default(),
            own => own,
        };
        let share = matches!(unit, "%" | "percent").then_some(number / 100.0);
        let converted = if unit.is_empty() { Vec::new() } else { in_units(number, unit) };
        let is_other = !matches!(rest, "" | "%");
        if converted.is_empty() && (is_other || number < MIN_PLAIN || YEARS.contains(&number)) {
            return None;
        }
        let unit = if converted.is_empty() { "" } else { unit };
        let written = format!("{digits} {unit}").trim_end().to_owned();
        let values = std::iter::once(number).chain(converted).chain(share).collect();
        let amounts = amounts(number, unit);
        Some(Quantity { written, values, amounts })
    }

    /// Whether a number with this unit behind it is the same time or size.
    pub(super) fn is_amount(&self, number: f64, unit: &str) -> bool {
        let others = || amounts(number, unit);
        !self.amounts.is_empty() && others().iter().any(|other| self.amounts.contains(other))
    }

    /// How a source can write the whole numbers that it means, by themselves, with a unit, and as a product.
    pub(crate) fn spellings(&self) -> Vec<String> {
        let grouped = |plain: &str, mark: &str| {
            let groups = plain.as_bytes().rchunks(3).rev();
            groups.map(String::from_utf8_lossy).collect::<Vec<_>>().join(mark)
        };
        let plain = self.values.iter().map(f64::to_string);
        let numbers = plain.flat_map(|plain| [grouped(&plain, "_"), grouped(&plain, "'"), plain]);
        let whole = self.values.iter().filter(|value| value.fract() == 0.0 && **value < 1e15);
        let whole: Vec<u64> = whole.map(|value| *value as u64).collect();
        let hex = whole.iter().flat_map(|value| [format!("0x{value:x}"), format!("0x{value:X}")]);
        let factors = FACTORS.iter().filter(|factor| {
            self.values.iter().any(|value| value > factor && value % **factor == 0.0)
        });
        let with_unit = SUFFIXES.iter().flat_map(|suffix| {
            let counts = self.amounts.iter().filter_map(|own| own.in_unit(suffix));
            counts.flat_map(move |count| {
                // `PT90S`, `P30D`: a period as ISO 8601 writes it.
                let mark = if matches!(*suffix, "d" | "w") { "P" } else { "PT" };
                let is_period = matches!(*suffix, "s" | "m" | "h" | "d" | "w");
                let period = format!("{mark}{count}{}", suffix.to_uppercase());
                std::iter::once(format!("{count}{suffix}")).chain(is_period.then_some(period))
            })
        });
        // `2.weeks`, `14.days`: the number is a word of its own.
        let counts = self.amounts.iter().flat_map(|own| own.in_whole_units());
        let numbers = numbers.chain(hex).chain(factors.map(f64::to_string));
        distinct(numbers.chain(with_unit).chain(counts.map(|count| count.to_string())))
    }
}

impl Amount {
    /// How many of a unit it is, if that is a whole number.
    fn in_unit(self, unit: &str) -> Option<f64> {
        let counts = amounts(1.0, unit).into_iter().filter_map(|one| match (self, one) {
            (Amount::Seconds(own), Amount::Seconds(one))
            | (Amount::Bytes(own), Amount::Bytes(one)) => Some((own / one * 1e6).round() / 1e6),
            _ => None,
        });
        counts.into_iter().find(|count| *count >= 1.0 && count.fract() == 0.0 && *count < 1e9)
    }

    fn in_whole_units(self) -> impl Iterator<Item = f64> {
        ["s", "min", "h", "d", "w", "kb", "mb", "gb"]
            .into_iter()
            .filter_map(move |unit| self.in_unit(unit))
    }
}

/// The product of a number in digits and of one that is spelled out behind it in a line, as of `10 million`.
fn times(line: &str, word: &str, spelled: &str) -> Option<String> {
    let zeros =
        spelled.strip_prefix('1').filter(|zeros| zeros.len() >= 3 && !line.contains(spelled))?;
    let are_zeros = zeros.bytes().all(|byte| byte == b'0');
    let product = number_of(word)? * spelled.parse::<f64>().ok()?;
    are_zeros.then(|| product.to_string())
}

fn is_uncased(c: char) -> bool {
    Letter::of(c) == Letter::Uncased
}

/// Words with those together that are the groups of one number: `1 000 000`.
fn grouped<'t>(words: impl Iterator<Item = &'t str>) -> Vec<String> {
    let is_digits = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let mut found: Vec<String> = Vec::new();
    for word in words {
        match found.last_mut() {
            Some(last)
                if word.len() == 3
                    && is_digits(word)
                    && (1..=3).contains(&last.split(',').next().map_or(0, str::len))
                    && last.split(',').all(is_digits) =>
            {
                *last += ",";
                *last += word;
            }
            _ => found.push(word.to_owned()),
        }
    }
    found
}

/// A word without the marks of a sentence around it.
fn bare(word: &str) -> &str {
    let word = word.trim_start_matches(['(', '"', '\'', '`', '~', '<', '>', '=']);
    word.trim_end_matches([')', '"', '\'', '`', '.', ',', ';', ':', '?', '!'])
}

fn reads_as_prose(line: &str) -> bool {
    let marks = line.chars().filter(|c| c.is_ascii_punctuation() && *c != '%').count();
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
        values.filter(|value| *value >= MIN_CONVERTED && value.fract() == 0.0).collect::<Vec<f64>>()
    };
    // `M` is no minute: a million, or a size.
    if let Ok(one) = humantime::parse_duration(&format!("1{lower}"))
        && unit != "M"
    {
        return in_each(number * one.as_secs_f64(), &TIMES);
    }
    let short = size_in_letters(&lower).unwrap_or(lower);
    let configs = [Config::new().with_binary(), Config::new().with_decimal()];
    let sizes = configs.iter().filter_map(|config| config.parse_size(format!("1{short}")).ok());
    sizes.flat_map(|one| in_each(number * one as f64, &SIZES)).collect()
}

/// What a number with a unit can be; empty if it is no unit.
fn amounts(number: f64, unit: &str) -> Vec<Amount> {
    let rounded = |value: f64| (value * 1e9).round() / 1e9;
    let lower = unit.to_lowercase();
    if lower.is_empty() || lower.contains(|c: char| !c.is_alphabetic()) {
        return Vec::new();
    }
    let time = humantime::parse_duration(&format!("1{lower}")).ok();
    let time = time.map(|one| Amount::Seconds(rounded(number * one.as_secs_f64())));
    let short = size_in_letters(&lower).unwrap_or(lower);
    let configs = [Config::new().with_binary(), Config::new().with_decimal()];
    let sizes = configs.iter().filter_map(|config| config.parse_size(format!("1{short}")).ok());
    let sizes = sizes.map(|one| Amount::Bytes(rounded(number * one as f64)));
    time.into_iter().chain(sizes).collect()
}

/// The short form of a unit of bytes: `mb` of `megabytes`, `mib` of `mebibytes`.
fn size_in_letters(unit: &str) -> Option<String> {
    // guard: allow(word-list) reason="the long names of the units of bytes"
    let prefix = unit.trim_end_matches('s').strip_suffix("byte")?;
    let binary = if prefix.ends_with("bi") { "i" } else { "" };
    Some(format!("{}{binary}b", prefix.get(..1).unwrap_or_default()))
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
            ("a 30-day trial and 1,000 items", "30 day|1,000"),
            ("retries it 4 times", "4"),
            ("wait 250ms", "250 ms"),
            ("at most 1 000 000 rows", "1,000,000"),
            ("12 345 and 6789 101 112", "12,345|6789|101,112"),
            ("since v1.2.3 (#4711), see 10.0.0.1:8080, in 2024 at 12:30", ""),
            ("two people, one page, the third time", ""),
            ("    timeout = 30", ""),
            ("[12:00:01] {a:1} <b> (30) [31] - {x} ok", ""),
            ("```\nlimit 30\n```", ""),
            ("more than 10 million rows", "10000000"),
            ("above 85 % it warns", "85"),
            ("30\u{5929} of it", "30"),
        ] {
            let seen: Vec<String> =
                Quantity::all(text).into_iter().map(|quantity| quantity.written).collect();
            assert_eq!(seen.join("|"), expect, "{text}");
        }
    }
}
