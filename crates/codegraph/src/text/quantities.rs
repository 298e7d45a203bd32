//! Numbers that a question states, in digits or in words, alone or with a unit of time or of bytes.

use crate::text::distinct::distinct;
use std::ops::Range;

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

/// A number that a question states.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Quantity {
    /// As it was written, in digits.
    pub(crate) written: String,
    /// The number itself first, then what it is in other units.
    pub(super) values: Vec<f64>,
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
        let converted = if unit.is_empty() { Vec::new() } else { in_units(number, unit) };
        let is_other = !matches!(rest, "" | "%");
        if converted.is_empty() && (is_other || number < MIN_PLAIN || YEARS.contains(&number)) {
            return None;
        }
        let unit = if converted.is_empty() { "" } else { unit };
        let written = format!("{digits} {unit}").trim_end().to_owned();
        let values = std::iter::once(number).chain(converted).collect();
        Some(Quantity { written, values })
    }

    /// How a source can write the whole numbers that it means.
    pub(crate) fn spellings(&self) -> Vec<String> {
        let grouped = |plain: &str| {
            let groups = plain.as_bytes().rchunks(3).rev();
            groups.map(String::from_utf8_lossy).collect::<Vec<_>>().join("_")
        };
        let plain = self.values.iter().map(f64::to_string);
        distinct(plain.flat_map(|plain| [grouped(&plain), plain]))
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
        values.filter(|value| *value >= MIN_CONVERTED && value.fract() == 0.0).collect::<Vec<f64>>()
    };
    if let Ok(one) = humantime::parse_duration(&format!("1{lower}")) {
        return in_each(number * one.as_secs_f64(), &TIMES);
    }
    let short = size_in_letters(&lower).unwrap_or(lower);
    let configs = [Config::new().with_binary(), Config::new().with_decimal()];
    let sizes = configs.iter().filter_map(|config| config.parse_size(format!("1{short}")).ok());
    sizes.flat_map(|one| in_each(number * one as f64, &SIZES)).collect()
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
            ("since v1.2.3 (#4711), see 10.0.0.1:8080, in 2024 at 12:30", ""),
            ("two people, one page, the third time", ""),
            ("    timeout = 30", ""),
            ("[12:00:01] {a:1} <b> (30) [31] - {x} ok", ""),
            ("```\nlimit 30\n```", ""),
        ] {
            let seen: Vec<String> =
                Quantity::all(text).into_iter().map(|quantity| quantity.written).collect();
            assert_eq!(seen.join("|"), expect, "{text}");
        }
    }
}
