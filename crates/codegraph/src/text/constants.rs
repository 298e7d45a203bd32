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
        let is_part = start > 0 && (is_word_byte(text[start - 1]) || text[start - 1] == b'.');
        let Some((value, end)) = expression(text, start, 0).filter(|_| !is_part) else {
            let word = text[start..].iter().take_while(|byte| is_word_byte(**byte));
            next = start + word.count();
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
            let seen: Vec<&str> = found.into_iter().map(|constant| &text[constant.bytes]).collect();
            assert_eq!(seen.join("|"), expect, "{question}: {text}");
        }
    }
}
