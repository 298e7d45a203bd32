//! Values without quotes that are assigned to the name of a secret, as in environment files, properties, YAML, XML,
//! container files and command lines.

use std::ops::Range;

use memchr::memmem;

use super::assigned::{MAX_VALUE_BYTES, MIN_VALUE_BYTES};
use super::chosen::is_mixed as is_password_like;
use super::chosen::{is_chosen, is_placeholder};
use super::code::{is_code, is_path, reads_as_words};
use super::lines::around;
use super::literals::is_quote;
use super::names::{Name, Strength, is_aws_secret};
use super::prefix_len;
use super::signs::AssignmentForm;
use super::values::{is_random, is_random_key};

/// The most bytes before a name in its line that are checked.
const MAX_BYTES_BEFORE: usize = 128;
/// The characters that end the value of an assignment in a list of assignments.
const LIST_VALUE_ENDS: &[u8] = b"?&;#<\"'";
/// The words before a name that a shell or a container file assigns.
const ASSIGNING_WORDS: &[&[u8]] = &[b"export", b"ENV", b"ARG"];
/// The words before a name whose value may follow after blanks only.
const WITH_BLANKS: &[&[u8]] = &[b"ENV", b"setenv"];
/// The words before a name that a command sets, as in `npm config set _auth …`.
const SETTING_WORDS: &[&[u8]] = &[b"set", b"config", b"setx", b"--global", b"--local", b"--add"];
/// The fewest characters of a value that may consist of words.
const LEAST_MIXED: usize = 16;
/// The byte order mark at the start of a file.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// The context of a name, which determines how its value is checked.
struct NameContext<'a> {
    name: &'a [u8],
    /// The quote around the whole assignment.
    quote: Option<u8>,
    /// The text before the name in its line.
    before: &'a [u8],
    /// Whether only the sign is between the name and the value.
    is_adjacent: bool,
    /// Whether it is one of several assignments in a list, as in the query of a URL.
    in_list: bool,
}

/// Whether only blanks may separate a name from its value: in a container file, a shell, after a flag, in a setting at
/// the beginning of a line.
pub(super) fn takes_blanks(bytes: &[u8], name: &Name) -> bool {
    let before = line_before(bytes, name);
    before.trim_ascii().is_empty()
        || WITH_BLANKS.contains(&before.trim_ascii())
        || is_option(&bytes[name.range.clone()])
        || is_set_by_command(before)
        || is_variable_set(before)
}

/// Whether the text before a name is a statement that sets it as a variable: `set $secret …`.
fn is_variable_set(before: &[u8]) -> bool {
    matches!(before.trim_ascii(), b"set $" | b"set")
}

/// Whether the text before a name is a command that sets it: at least two words, the last of which says so.
fn is_set_by_command(before: &[u8]) -> bool {
    let mut arguments = arguments_before(before);
    arguments.next().is_some_and(|last| {
        SETTING_WORDS.contains(&last) && (arguments.next().is_some() || last == b"setx")
    })
}

/// Whether the text before a name is `config set`, as in `npm config set _auth …`.
fn is_set_in_config(before: &[u8]) -> bool {
    arguments_before(before).take(2).eq([&b"set"[..], b"config"])
}

/// The arguments of a command from the end of a text on, without that of which the name is the end.
fn arguments_before(before: &[u8]) -> impl Iterator<Item = &[u8]> {
    before.rsplit(u8::is_ascii_whitespace).skip(1).filter(|word| !word.is_empty())
}

/// Whether a name is an option, and not one of a letter with its value: `-pPASSWORD`.
fn is_option(name: &[u8]) -> bool {
    let attached =
        matches!(name, [b'-', a, b, ..] if a.is_ascii_lowercase() && b.is_ascii_uppercase());
    name.starts_with(b"-") && !attached
}

/// Whether a name and its value are an option of a command, or set by one.
fn is_argument(context: &NameContext<'_>) -> bool {
    is_option(context.name) || context.before.ends_with(b" /") || is_set_by_command(context.before)
}

/// Whether a name and its value are alone in their line, as a setting is: `bindpw …`.
fn is_setting(context: &NameContext<'_>, after: &[u8]) -> bool {
    context.before.is_empty() && after.trim_ascii().is_empty()
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
    let ends = |b: u8| {
        !b.is_ascii_graphic()
            || Some(b) == context.quote
            || (context.in_list && LIST_VALUE_ENDS.contains(&b))
            || (form == AssignmentForm::Element && b == b'<')
    };
    let (value, after) = rest.split_at(prefix_len(rest, MAX_VALUE_BYTES + 1, |b| !ends(b)));
    // The line goes on below.
    let value =
        value.strip_suffix(b"\\").filter(|_| after.trim_ascii().is_empty()).unwrap_or(value);
    let after = &rest[value.len()..];
    let without_comma = value.strip_suffix(b",");
    let comma = without_comma.is_some();
    let statement = || value.strip_suffix(b";").filter(|_| is_variable_set(context.before));
    let value = without_comma.or_else(statement).unwrap_or(value);
    let range = at..at + value.len();
    if is_aws_secret(context.name, value) {
        return Some(range);
    }
    if name.strength == Strength::Weak {
        let random = name.fits_weakly(bytes, value)
            || (is_set_in_config(context.before) && is_random(value));
        let is_name = is_code(value) || is_path(value) || reads_as_words(value);
        return (random && !is_name).then_some(range);
    }
    let is_argument = is_argument(&context);
    let is_data = match form {
        AssignmentForm::Element => true,
        AssignmentForm::Blanks => {
            is_argument
                || is_setting(&context, after)
                || WITH_BLANKS.contains(&context.before.trim_ascii())
        }
        _ => is_argument || is_in_connection(&context),
    };
    let is_password = || {
        let is_alone = !comma && (is_literal(&context) || ends_line(after));
        (is_data && is_password_like(value))
            || (is_alone && is_assigned(form, &context) && is_chosen(value) && !is_code(value))
    };
    if name.strength == Strength::Password && is_password() {
        return Some(range);
    }
    let fits = !is_placeholder(value)
        && (MIN_VALUE_BYTES..=MAX_VALUE_BYTES).contains(&value.len())
        && !is_code(value)
        && !is_path(value);
    let is_no_words = || !reads_as_words(value);
    let may_be_mixed = match form {
        AssignmentForm::Equals => {
            (context.is_adjacent && !comma && is_literal(&context)) || is_no_words()
        }
        AssignmentForm::Blanks => !context.before.is_empty() && !is_variable_set(context.before),
        // A colon directly before the value may also be that of a type, a label or a case.
        AssignmentForm::Colon => !context.is_adjacent && is_no_words(),
        _ => false,
    };
    (fits && ((is_mixed(value) && may_be_mixed) || is_random(value))).then_some(range)
}

/// Whether a value is the default of a variable with this name: `${DB_PASSWORD:-…}`.
pub(super) fn is_default(name: &Name, value: &[u8]) -> bool {
    let is_random = value.len() >= MIN_VALUE_BYTES && is_random(value) && !is_path(value);
    match name.strength {
        Strength::Weak => is_random_key(value),
        Strength::Strong => is_random,
        Strength::Password => is_random || is_chosen(value),
    }
}

/// Whether a name and its value are alone in their line, as in settings: `password: …`, `PASSWORD=…`. In code a value
/// without quotes that follows a lower-case name and a sign is the name of something.
fn is_assigned(form: AssignmentForm, context: &NameContext<'_>) -> bool {
    let opens = context.before.trim_ascii();
    let is_first = opens.is_empty() || opens == b"-";
    match form {
        AssignmentForm::Colon => is_first && !context.is_adjacent,
        AssignmentForm::Equals => context.is_adjacent && (is_first || is_literal(context)),
        _ => false,
    }
}

/// Whether nothing but a comment or a quote follows in a line.
fn ends_line(rest: &[u8]) -> bool {
    matches!(rest.trim_ascii(), [] | [b'\\'] | [b'#' | b'"' | b'\'', ..])
}

/// The text before the name in its line, at most [`MAX_BYTES_BEFORE`] bytes, without a byte order mark.
pub(super) fn line_before<'a>(bytes: &'a [u8], name: &Name) -> &'a [u8] {
    let line = &bytes[around(bytes, name.range.start, MAX_BYTES_BEFORE, 0)];
    line.strip_prefix(BOM).unwrap_or(line)
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
    let preceding = before.last().copied();
    let quoted = line.first().is_some_and(|b| is_quote(*b));
    let opens = match form {
        AssignmentForm::Other | AssignmentForm::Passed | AssignmentForm::Beside => return None,
        AssignmentForm::Cell => true,
        AssignmentForm::Element => true,
        AssignmentForm::Colon if before.ends_with(b" /") || before.ends_with(b"**") => true,
        AssignmentForm::Blanks if is_variable_set(before) => true,
        _ => preceding.is_none_or(|b| b.is_ascii_whitespace() || b"\"'`:,?&;{=".contains(&b)),
    };
    let blanks = line.iter().take(at).filter(|b| b.is_ascii_whitespace());
    opens.then_some(NameContext {
        name: &bytes[name.range.clone()],
        quote: preceding.filter(|b| !quoted && is_quote(*b)),
        before,
        is_adjacent: blanks.count() == 0,
        in_list: preceding.is_some_and(|b| b"?&;".contains(&b)),
    })
}

/// Whether the name is in a string that connects to a database: after a server, a user or a name of one.
fn is_in_connection(context: &NameContext<'_>) -> bool {
    const KEYS: &str = "host=|server=|data source=|user=|username=|user id=|uid=|dbname=|jdbc:";
    let before = context.before.to_ascii_lowercase();
    KEYS.split('|').any(|key| memmem::find(&before, key.as_bytes()).is_some())
}

/// Whether the text after `NAME=` cannot be a name itself: in environments, containers, properties.
fn is_literal(context: &NameContext<'_>) -> bool {
    let before = context.before.trim_ascii_end();
    let word = before.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
    let capitals = !context.name.iter().any(u8::is_ascii_lowercase);
    let property = context.before.is_empty()
        && context.name.contains(&b'.')
        && !context.name.starts_with(b"self.")
        && !context.name.starts_with(b"this.");
    capitals || property || ASSIGNING_WORDS.contains(&word)
}

/// Whether a value has at least [`LEAST_MIXED`] characters, with a digit and a letter among them.
fn is_mixed(value: &[u8]) -> bool {
    let has = |is: fn(&u8) -> bool| value.iter().any(is);
    value.len() >= LEAST_MIXED && has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic)
}
