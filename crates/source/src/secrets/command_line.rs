//! Passwords in the arguments of commands that are known to take them: `curl -u user:password`, `mysql -ppassword`,
//! `htpasswd -b file user password`; and in what is piped into a command that reads a password.

mod commands;

use std::ops::Range;

use memchr::memmem;

use super::chosen::is_placeholder;
use super::filter::{Literal, Mark, Recognize};
use super::lines::around;
use super::{LEAST_SECRET, Secret, trimmed};
use commands::Form::{Attached, Last, Pair};
use commands::{COMMANDS, Form, READERS};

const KIND: &str = "command_password";
/// The most bytes of a command, and the most lines that its continued lines may take.
pub(super) const MAX_COMMAND_BYTES: usize = 1_024;
const MAX_LINES: usize = 6;

pub(super) fn literals() -> impl Iterator<Item = Literal> {
    let commands = COMMANDS.iter().map(|(command, _)| {
        // Two letters are too few for the filter, and three are in many words.
        let blank = if command.len() <= 3 { " " } else { "" };
        Literal::exact(&format!("{command}{blank}"), Mark::COMMAND)
    });
    let readers = READERS.split(',');
    commands.chain(readers.map(|reader| Literal::exact(reader, Mark::Other(piped as Recognize))))
}

/// Adds the passwords in the arguments of the command at `at`, and returns its end.
pub(super) fn find_at(bytes: &[u8], at: usize, found: &mut Vec<Secret>) -> usize {
    let in_word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    if bytes[..at].last().is_some_and(in_word) {
        return at;
    }
    let text = &bytes[at..];
    let command = COMMANDS.iter().find_map(|(command, options)| {
        let rest = text.strip_prefix(command.as_bytes())?;
        matches!(rest.first(), Some(b' ' | b'\t' | b'.')).then_some((command.len(), *options))
    });
    let Some((length, options)) = command else {
        return at;
    };
    let end = at + command_len(text);
    for (option, form) in options {
        if let Last(least) = form {
            found.extend(last_argument(bytes, at + length..end, option, *least));
            continue;
        }
        let words = words(bytes, at + length..end);
        found.extend(words.filter_map(|word| password(bytes, &word, option, *form, end)));
    }
    end
}

/// The password that an option takes, if the word is the option.
fn password(
    bytes: &[u8],
    word: &Range<usize>,
    option: &str,
    form: Form,
    end: usize,
) -> Option<Secret> {
    let text = &bytes[word.clone()];
    let attached: &[u8] =
        if joins_flags(text, option) { &[] } else { text.strip_prefix(option.as_bytes())? };
    let is_pair = matches!(form, Pair(_));
    let argument = match attached {
        [] if form == Attached => return None,
        [] => words(bytes, word.end..end).next()?,
        [b'=', ..] => word.start + option.len() + 1..word.end,
        _ if option.starts_with("--") || is_pair && option.len() > 2 => return None,
        _ => word.start + option.len()..word.end,
    };
    let argument = unquoted(bytes, argument);
    let start = match form {
        Pair(sign) => argument.start + memchr::memchr(sign, &bytes[argument.clone()])? + 1,
        _ => argument.start,
    };
    // The password of a pair may have quotes of its own; a cookie with blanks is several.
    secret(bytes, unquoted(bytes, start..argument.end))
        .filter(|found| form != Pair(b'=') || !bytes[found.range.clone()].contains(&b' '))
}

/// The last argument of a command that is no option, if the flag and enough other arguments are there. A word of
/// letters alone may belong to a sentence about the command.
fn last_argument(bytes: &[u8], rest: Range<usize>, flag: &str, least: usize) -> Option<Secret> {
    let ends = |word: &Range<usize>| b";|&<>#)`".contains(&bytes[word.start]);
    let all: Vec<Range<usize>> = words(bytes, rest).take_while(|word| !ends(word)).collect();
    let is_option = |word: &&Range<usize>| matches!(bytes[word.start], b'-' | b'/');
    let (options, arguments): (Vec<&Range<usize>>, Vec<&Range<usize>>) =
        all.iter().partition(is_option);
    let letter = flag.bytes().last();
    let has_flag = letter.is_none_or(|letter| {
        let mut options = options.iter().map(|word| &bytes[(*word).clone()]);
        options.any(|word| word[0] == b'-' && !word.starts_with(b"--") && word.contains(&letter))
    });
    let last = arguments.last().filter(|_| has_flag && arguments.len() > least)?;
    let last = unquoted(bytes, (*last).clone());
    let text = &bytes[last.clone()];
    let is_place = text.starts_with(b"\\\\") || memmem::find(text, b"://").is_some();
    let is_word = text.iter().all(u8::is_ascii_alphabetic);
    secret(bytes, last).filter(|_| !is_place && !is_word)
}

/// The password that is printed into the pipe before a command that reads it at `at`, or that it gets as a string:
/// `echo … | docker login --password-stdin`, `docker login --password-stdin <<< …`.
fn piped(bytes: &[u8], at: usize) -> Option<Secret> {
    let line = around(bytes, at, MAX_COMMAND_BYTES, 0);
    let end = at + command_len(&bytes[at..]);
    let string = memmem::find(&bytes[at..end], b"<<<").map(|sign| at + sign + 3..end);
    let printed = || {
        let pipe = memchr::memrchr(b'|', &bytes[line.start..=line.end])?;
        let left = line.start..line.start + pipe;
        let prints = |command: &[u8]| memmem::rfind(&bytes[left.clone()], command);
        let print = prints(b"echo ").max(prints(b"printf "))?;
        Some(left.start + print..left.end)
    };
    let is_string = string.is_some();
    let mut words = words(bytes, string.or_else(printed)?);
    let word = if is_string { words.next() } else { words.skip(1).last() };
    let word = unquoted(bytes, word?);
    let text = &bytes[word.clone()];
    let pair = bytes[at..].starts_with(b"chpasswd");
    let colon = memchr::memchr(b':', text).filter(|_| pair);
    let start = colon.map_or(word.start, |colon| word.start + colon + 1);
    // Without the escape of a line break.
    let end = word.start + text.strip_suffix(b"\\n").unwrap_or(text).len();
    secret(bytes, start..end.max(start))
}

/// The password in this range, if it fits. One with blanks must end before a quote, or before the escape of a line
/// break: an apostrophe in a sentence opens none. Characters are counted, since bytes that are no text become longer
/// when the line is shown.
fn secret(bytes: &[u8], range: Range<usize>) -> Option<Secret> {
    let text = &bytes[range.clone()];
    let is_word = !text.iter().any(u8::is_ascii_whitespace);
    let ends = || matches!(bytes.get(range.end), Some(b'"' | b'\'' | b'\\'));
    let in_line = is_word || (!text.contains(&b'\n') && ends());
    let length = String::from_utf8_lossy(text).chars().count();
    let fits = length >= LEAST_SECRET && !text.starts_with(b"-") && in_line;
    (fits && !is_placeholder(text)).then(|| Secret::new(range, KIND))
}

/// Whether a word joins flags of one letter, of which the last is the option: `-su` for `-u`.
fn joins_flags(word: &[u8], option: &str) -> bool {
    let flags = word.strip_prefix(b"-").unwrap_or_default();
    matches!(option.as_bytes(), [b'-', letter] if flags.last() == Some(letter))
        && (2..=6).contains(&flags.len())
        && flags.iter().all(u8::is_ascii_alphabetic)
}

/// The length of the command at the start of a text: its line, and those that a backslash continues.
fn command_len(text: &[u8]) -> usize {
    let text = &text[..text.len().min(MAX_COMMAND_BYTES)];
    let ends = memchr::memchr_iter(b'\n', text).take(MAX_LINES);
    let continued = |end: &usize| text[..*end].trim_ascii_end().ends_with(b"\\");
    ends.into_iter().find(|end| !continued(end)).unwrap_or(text.len())
}

/// The words of a command; blanks in quotes do not end one.
fn words(bytes: &[u8], part: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut from = part.start;
    std::iter::from_fn(move || {
        let word = next_word(bytes, from, part.end)?;
        from = word.end;
        Some(word)
    })
}

fn next_word(bytes: &[u8], from: usize, end: usize) -> Option<Range<usize>> {
    let is_blank = |at: usize| match bytes[at] {
        b'\\' => bytes.get(at + 1).is_none_or(u8::is_ascii_whitespace),
        byte => byte.is_ascii_whitespace(),
    };
    let start = (from..end).find(|at| !is_blank(*at))?;
    let mut quote = None;
    let mut at = start;
    while at < end {
        let byte = bytes[at];
        match quote {
            Some(open) if byte == open => quote = None,
            None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
            None if byte.is_ascii_whitespace() || matches!(byte, b';' | b'|' | b'`' | b')') => {
                break;
            }
            _ => {}
        }
        at += 1;
    }
    // A sign that ends the command is a word of its own.
    let at = if at == start { at + 1 } else { at };
    Some(start..at.min(end))
}

/// The range without the quotes around it, and without an unpaired one.
fn unquoted(bytes: &[u8], range: Range<usize>) -> Range<usize> {
    trimmed(bytes, range, |b| matches!(b, b'"' | b'\''))
}
