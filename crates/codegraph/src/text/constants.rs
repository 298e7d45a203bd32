//! Values of constants, settings, keys and default arguments that are a stated number: expressions of numbers with a name
//! before them.

use std::ops::Range;

use super::quantities::Quantity;
use super::words::is_word_byte;

/// The most bytes before a value that are read.
const MAX_BEFORE: usize = 200;

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
        let period = period(text, start);
        let is_part = start > 0 && (is_word_byte(text[start - 1]) || text[start - 1] == b'.');
        let is_part = is_part && period.is_none();
        let start = period.unwrap_or(start);
        if let Some((number, unit, end)) = with_unit(text, next + at).filter(|_| !is_part)
            && let Some(quantity) = quantities.iter().position(|own| own.is_amount(number, unit))
            && (is_named(text, start) || is_setting(text, start..end))
        {
            next = end;
            found.push(Constant { bytes: start..end, quantity, is_plain: false });
            continue;
        }
        let opened = opening(text, start);
        let whole = expression(text, opened, 0).map(|(value, end)| (value, end, opened));
        let whole = whole.filter(|(_, end, _)| *end > start);
        let plain = || expression(text, start, 0).map(|(value, end)| (value, end, start));
        let Some((value, end, start)) = whole.or_else(plain).filter(|_| !is_part) else {
            let word = text[start..].iter().take_while(|byte| is_word_byte(**byte));
            next = start + word.count().max(1);
            continue;
        };
        next = end;
        let quantity = quantities.iter().position(|quantity| quantity.values.contains(&value));
        let bytes = start..end;
        if let Some(quantity) = quantity.filter(|_| is_whole(text, &bytes) && is_named(text, start))
        {
            let is_plain = quantities[quantity].values.first() == Some(&value);
            found.push(Constant { bytes, quantity, is_plain });
        }
    }
    found
}

/// Where the brackets before a number begin that group an expression, unlike those of a call.
fn opening(text: &[u8], at: usize) -> usize {
    let before = text[..at].iter().rev().take_while(|byte| **byte == b'(').count();
    let start = at - before;
    let is_call = start > 0 && is_word_byte(text[start - 1]);
    if is_call { (start + 1).min(at) } else { start }
}

/// Where a period begins whose only number is at an offset, as ISO 8601 writes it: `PT90S`, `P30D`.
fn period(text: &[u8], at: usize) -> Option<usize> {
    let before = &text[..at];
    let (head, units) = match before.strip_suffix(b"PT") {
        Some(head) => (head, b"HMS".as_slice()),
        None => (before.strip_suffix(b"P")?, b"DW".as_slice()),
    };
    let rest = &text[at..];
    let rest = &rest[rest.iter().take_while(|byte| byte.is_ascii_digit()).count()..];
    let is_unit = rest.first().is_some_and(|unit| units.contains(unit));
    let ends = !rest.get(1).is_some_and(|byte| is_word_byte(*byte));
    let begins = !head.last().is_some_and(|byte| is_word_byte(*byte));
    (is_unit && ends && begins).then_some(head.len())
}

/// A number with a unit written on it, or behind a dot as a method: `90s`, `512Mi`, `2.weeks`.
fn with_unit(text: &[u8], at: usize) -> Option<(f64, &str, usize)> {
    let is_number = |byte: &&u8| byte.is_ascii_digit() || matches!(**byte, b'_' | b'.');
    let digits = &text[at..at + text[at..].iter().take_while(is_number).count()];
    let digits = digits.strip_suffix(b".").unwrap_or(digits);
    let end = at + digits.len();
    let unit = text[end..].strip_prefix(b".").unwrap_or(&text[end..]);
    let start = text.len() - unit.len();
    let length = unit.iter().take_while(|byte| is_word_byte(**byte)).count();
    let unit = std::str::from_utf8(&unit[..length]).ok().filter(|unit| !unit.is_empty())?;
    let number = std::str::from_utf8(digits).ok()?.replace('_', "").parse().ok()?;
    Some((number, unit, start + length))
}

/// Whether a value with its unit is the second word of a line that has no more, as settings of servers are.
fn is_setting(text: &[u8], value: Range<usize>) -> bool {
    let near = value.start.saturating_sub(MAX_BEFORE);
    let start = memchr::memrchr(b'\n', &text[near..value.start]).map_or(near, |end| near + end + 1);
    let name = text[start..value.start].trim_ascii();
    let rest = memchr::memchr(b'\n', &text[value.end..]).unwrap_or(text.len() - value.end);
    let rest = text[value.end..value.end + rest].trim_ascii();
    let is_name = name.iter().all(|byte| is_word_byte(*byte) || matches!(*byte, b'-' | b'.'));
    is_name && name.first().is_some_and(u8::is_ascii_alphabetic) && matches!(rest, b"" | b";")
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
        let line = before.trim_start().trim_end_matches([' ', '(']);
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

/// How an operator is written, and what it does.
type Operator = (&'static [u8], fn(f64, f64) -> f64);

/// Operators, those that bind more strongly later.
const OPERATORS: [Operator; 5] = [
    (b"<<", |a, b| a * b.exp2()),
    (b"+", |a, b| a + b),
    (b"-", |a, b| a - b),
    (b"*", |a, b| a * b),
    (b"/", |a, b| a / b),
];

/// The value of the numbers with operators between them that begin at an offset, and its end. Only operators from this
/// one on count.
fn expression(text: &[u8], at: usize, from: usize) -> Option<(f64, usize)> {
    let (mut value, mut end) = operand(text, at)?;
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

/// A number, or an expression in brackets.
fn operand(text: &[u8], at: usize) -> Option<(f64, usize)> {
    if text.get(at) != Some(&b'(') {
        return number(text, at);
    }
    let blanks = |at: usize| text[at..].iter().take_while(|byte| **byte == b' ').count();
    let (value, end) = expression(text, at + 1 + blanks(at + 1), 0)?;
    let end = end + blanks(end);
    (text.get(end) == Some(&b')')).then_some((value, end + 1))
}

/// A number with the marks of its type after it.
fn number(text: &[u8], at: usize) -> Option<(f64, usize)> {
    if let Some(digits) = text[at..].strip_prefix(b"0x").or(text[at..].strip_prefix(b"0X")) {
        let length = digits.iter().take_while(|byte| is_word_byte(**byte)).count();
        let written = std::str::from_utf8(&digits[..length]).ok()?.replace('_', "");
        let written = written.trim_end_matches(['u', 'U', 'l', 'L']);
        let value = u64::from_str_radix(written, 16).ok()?;
        return Some((value as f64, at + 2 + length));
    }
    // `'` separates groups of three in C++.
    let is_separator = |at: usize| {
        text[at..].len() > 3
            && text[at] == b'\''
            && text[at + 1..at + 4].iter().all(u8::is_ascii_digit)
    };
    let is_digit =
        |at: &usize| text[*at].is_ascii_digit() || text[*at] == b'_' || is_separator(*at);
    let digits = |at: usize| (at..text.len()).take_while(is_digit).count();
    let mut end = at + digits(at);
    if text.get(end) == Some(&b'.') && text.get(end + 1).is_some_and(u8::is_ascii_digit) {
        end += 1 + digits(end + 1);
    }
    let written = std::str::from_utf8(&text[at..end]).ok()?.replace(['_', '\''], "");
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
    fn a_constant_is_a_name_with_an_expression_of_the_same_value() {
        for (question, text, expect) in [
            ("30 days", "RETENTION = 30", "30"),
            ("30 days", "RETENTION = 30 * 24 * 60 * 60;", "30 * 24 * 60 * 60"),
            ("30 days", "const KEEP: Duration = Duration::from_secs(2_592_000);", "2_592_000"),
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
            ("5 MB", "#define MAX (5 * (1 << 20))", "(5 * (1 << 20))"),
            ("5 MB", "#define MAX ((5*1024)*1024)", "((5*1024)*1024)"),
            ("5 MB", "max(5 * 1024, (3))", ""),
            ("4096 bytes", "#define PAGE 0x1000", "0x1000"),
            ("10,000,000 rows", "auto rows = 10'000'000;", "10'000'000"),
            ("5 rows of it", "c = '5'; d = '555'", "5"),
            ("90 seconds", "timeout: 90s", "90s"),
            ("1.5 minutes", "timeout: 90s", "90s"),
            ("90 seconds", "auto t = 90s;", "90s"),
            ("five minutes", "  idle: '5m'", "5m"),
            ("10 MB", "max_body: 10MB", "10MB"),
            ("512 MiB", "memory: 512Mi", "512Mi"),
            ("64M", "upload = 64M", "64M"),
            ("two weeks", "TTL = 2.weeks", "2.weeks"),
            ("14 days", "TTL = 2.weeks.freeze", "2.weeks"),
            ("10 MB", "MAX = 10.megabytes", "10.megabytes"),
            ("75 seconds", "    proxy_read_timeout 75s;", "75s"),
            ("90 seconds", "timeout: PT90S", "PT90S"),
            ("30 days", "keep: \"P30D\"", "P30D"),
            ("30 days", "keep: XP30D", ""),
            ("10 million", "long max = 10'000'000;", "10'000'000"),
            ("1M rows", "MAX_ROWS = 1_000_000", "1_000_000"),
            ("85 %", "THRESHOLD = 0.85", "0.85"),
            ("85% full", "THRESHOLD = 85", "85"),
            ("30\u{5929}", "SESSION_DAYS = 30", "30"),
            ("90 seconds", "timeout: 90m", ""),
            ("90 seconds", "wait 90s for it", ""),
            ("90 seconds", "x = v90s", ""),
            ("5 MB", "max = 1024 * 5 * 1024 + 0", "1024 * 5 * 1024 + 0"),
            ("90 seconds", "def run(timeout=90, tries=3):", "90"),
            ("90 seconds", "timeout: 1.5 * 60", "1.5 * 60"),
            ("30 days", "if (x == 30) return 30", ""),
            ("30 days", "for (i = 0; i < 30; i++)", ""),
            ("30 days", "x = y - 30", ""),
            ("30 days", "x = v30 + a.30", ""),
        ] {
            let found = constants(text.as_bytes(), &Quantity::all(question));
            let seen: Vec<&str> = found.into_iter().map(|constant| &text[constant.bytes]).collect();
            assert_eq!(seen.join("|"), expect, "{question}: {text}");
        }
    }
}
