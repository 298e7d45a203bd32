//! Values without quotes that are assigned to the name of a secret, as in environment files, properties, YAML, XML,
//! container files and command lines.

use std::ops::Range;

use memchr::memmem;

use super::assigned::{AssignmentForm, LEAST, MOST, is_quote};
use super::names::{Name, is_aws_secret};
use super::randomness::is_random;

/// The most bytes before a name in its line that are checked.
const BEFORE: usize = 128;
/// The characters that end the value of an assignment in a list of assignments.
const LISTED: &[u8] = b"?&;#\"'";
/// The words before a name that a shell or a container file assigns.
const ASSIGNING: &[&[u8]] = &[b"export", b"ENV", b"ARG"];
/// The words before a name that only blanks separate from its value.
const WITH_BLANKS: &[&[u8]] = &[b"ENV", b"setenv"];
/// The fewest characters of a value that may consist of words.
const LEAST_MIXED: usize = 16;
/// The byte order mark at the start of a file.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The context of a name, which determines how its value is checked.
struct NameContext<'a> {
    name: &'a [u8],
    /// The quote around the whole assignment.
    quote: Option<u8>,
    /// The text before the name in its line.
    before: &'a [u8],
    /// Whether only the sign is between the name and the value.
    close: bool,
    /// Whether it is one of several assignments in a list, as in the query of a URL.
    in_list: bool,
}

/// Whether only blanks may separate a name from its value: in a container file, a shell, after a flag.
pub(super) fn takes_blanks(bytes: &[u8], name: &Name) -> bool {
    let before = line_before(bytes, name).trim_ascii();
    WITH_BLANKS.contains(&before) || bytes[name.range.clone()].starts_with(b"--")
}

/// The value at `at` of `line`, which begins after the name, if it is a secret.
pub(super) fn value(
    bytes: &[u8],
    name: &Name,
    line: &[u8],
    at: usize,
    form: AssignmentForm,
) -> Option<Range<usize>> {
    let context = context(bytes, name, line, at, form)?;
    let rest = &line[at..];
    let ends = |b: u8| context.in_list && LISTED.contains(&b);
    let length = rest
        .iter()
        .take(MOST + 1)
        .take_while(|&&b| b.is_ascii_graphic() && Some(b) != context.quote && !ends(b))
        .take_while(|&&b| form != AssignmentForm::Element || b != b'<')
        .count();
    let comma = usize::from(rest[..length].ends_with(b","));
    let value = &rest[..length - comma];
    let range = at..at + value.len();
    if is_aws_secret(context.name, value) {
        return Some(range);
    }
    let literal = match form {
        AssignmentForm::Equals => context.close && comma == 0 && is_literal(&context),
        AssignmentForm::Blanks => !context.before.is_empty(),
        _ => false,
    };
    let fits = (LEAST..=MOST).contains(&value.len()) && !is_code(value) && !is_path(value);
    // A colon directly before the value may also be that of a type, a label or a case.
    let strict = match form {
        AssignmentForm::Colon => context.close,
        AssignmentForm::Equals => false,
        _ => true,
    };
    let mixed = is_mixed(value) && (literal || (!strict && !is_spoken(value)));
    (fits && (mixed || is_random(value))).then_some(range)
}

fn line_before<'a>(bytes: &'a [u8], name: &Name) -> &'a [u8] {
    let before = &bytes[name.range.start.saturating_sub(BEFORE)..name.range.start];
    let line = &before[memchr::memrchr(b'\n', before).map_or(0, |at| at + 1)..];
    line.strip_prefix(MARK).unwrap_or(line)
}

/// The context of a name; `None` if no value without quotes can follow it.
fn context<'a>(
    bytes: &'a [u8],
    name: &Name,
    line: &[u8],
    at: usize,
    form: AssignmentForm,
) -> Option<NameContext<'a>> {
    let before = line_before(bytes, name);
    let opening = before.last().copied();
    let quoted = line.first().is_some_and(|b| is_quote(*b));
    let opens = match form {
        AssignmentForm::Other => return None,
        AssignmentForm::Element => true,
        _ => opening.is_none_or(|b| b.is_ascii_whitespace() || b"\"'`:,?&;{".contains(&b)),
    };
    let blanks = line.iter().take(at).filter(|b| b.is_ascii_whitespace());
    opens.then_some(NameContext {
        name: &bytes[name.range.clone()],
        quote: opening.filter(|b| !quoted && is_quote(*b)),
        before,
        close: blanks.count() == 0,
        in_list: opening.is_some_and(|b| b"?&;".contains(&b)),
    })
}

/// Whether the text after `NAME=` cannot be a name itself: in environments, containers, properties.
fn is_literal(context: &NameContext<'_>) -> bool {
    let word = context
        .before
        .trim_ascii_end()
        .rsplit(|b| b.is_ascii_whitespace())
        .next()
        .unwrap_or_default();
    let capitals = !context.name.iter().any(u8::is_ascii_lowercase);
    let property = context.before.is_empty()
        && context.name.contains(&b'.')
        && !context.name.starts_with(b"self.")
        && !context.name.starts_with(b"this.");
    capitals || property || ASSIGNING.contains(&word)
}

fn is_mixed(value: &[u8]) -> bool {
    value.len() >= LEAST_MIXED
        && value.iter().any(u8::is_ascii_digit)
        && value.iter().any(u8::is_ascii_alphabetic)
}

fn is_code(value: &[u8]) -> bool {
    value.iter().any(|b| b"(){}[]<>;$\"'`".contains(b))
        || matches!(value.first(), Some(b'=' | b'&' | b'*' | b'@' | b'!'))
        || memmem::find(value, b"::").is_some()
        || memmem::find(value, b"://").is_some()
}

fn is_path(value: &[u8]) -> bool {
    matches!(value.first(), Some(b'/' | b'~' | b'.'))
        || value.contains(&b'\\')
        || (value.iter().any(|b| matches!(b, b'/' | b'.')) && is_spoken(value))
}

/// Whether a value reads like an identifier or a path: words with few numbers between them.
fn is_spoken(value: &[u8]) -> bool {
    if !value
        .iter()
        .all(|b| b.is_ascii_alphanumeric() || b"_-./".contains(b))
    {
        return false;
    }
    let (mut words, mut letters, mut digits, mut numbers) = (0, 0, 0, 0);
    let mut before = b'_';
    for &byte in value {
        if byte.is_ascii_digit() {
            digits += 1;
            numbers += usize::from(!before.is_ascii_digit());
        } else if byte.is_ascii_alphabetic() {
            letters += 1;
            let hump = byte.is_ascii_uppercase() && before.is_ascii_lowercase();
            words += usize::from(hump || !before.is_ascii_alphabetic());
        }
        before = byte;
    }
    // The name of an algorithm such as `ed25519` consists mostly of digits.
    let max_tenths = if words > 2 { 5 } else { 3 };
    !value[0].is_ascii_digit()
        && numbers <= 2
        && digits * 10 <= value.len() * max_tenths
        && letters >= words * 3
}
