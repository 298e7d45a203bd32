//! Passwords in the arguments of commands that are known to take them: `curl -u user:password`, `mysql -ppassword`.

use std::ops::Range;

use super::filter::{Literal, Mark};
use super::placeholders::is_placeholder;
use super::{Secret, prefix_len};

const KIND: &str = "command_password";
/// The most bytes of a command, and the most lines that its continued lines may take.
const MAX_COMMAND_BYTES: usize = 1_024;
const MAX_LINES: usize = 6;
/// The fewest bytes of a password.
const LEAST: usize = super::LEAST_SECRET;

/// How an option takes a password.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// The argument is a name, a colon and the password.
    Pair,
    /// The argument is the password; it may follow the option directly.
    Whole,
    /// The password follows the option directly.
    Attached,
}

/// Commands, with the options that take a password.
const COMMANDS: &[(&str, &[(&str, Form)])] = &[
    (
        "curl",
        &[
            ("-u", Form::Pair),
            ("--user", Form::Pair),
            ("-U", Form::Pair),
            ("--proxy-user", Form::Pair),
        ],
    ),
    ("mysql", &[("-p", Form::Attached)]),
    ("mysqldump", &[("-p", Form::Attached)]),
    ("mysqladmin", &[("-p", Form::Attached)]),
    ("mariadb", &[("-p", Form::Attached)]),
    ("sqlcmd", &[("-P", Form::Whole)]),
    ("bcp", &[("-P", Form::Whole)]),
    ("ssh-keygen", &[("-N", Form::Whole)]),
    ("zip", &[("-P", Form::Whole)]),
    ("7za", &[("-p", Form::Attached)]),
    ("http", &[("-a", Form::Pair), ("--auth", Form::Pair)]),
    ("sshpass", &[("-p", Form::Whole)]),
    ("redis-cli", &[("-a", Form::Whole)]),
    ("mongosh", &[("-p", Form::Whole)]),
    ("mongodump", &[("-p", Form::Whole)]),
    ("ldapsearch", &[("-w", Form::Whole)]),
    ("docker login", &[("-p", Form::Whole)]),
    ("podman login", &[("-p", Form::Whole)]),
    ("az login", &[("-p", Form::Whole)]),
    ("oc login", &[("-p", Form::Whole)]),
    (
        "keytool",
        &[("-storepass", Form::Whole), ("-keypass", Form::Whole)],
    ),
    (
        "openssl",
        &[
            ("-passin", Form::Pair),
            ("-passout", Form::Pair),
            ("-pass", Form::Pair),
        ],
    ),
    (
        "wget",
        &[
            ("--password", Form::Whole),
            ("--http-password", Form::Whole),
        ],
    ),
];

pub(super) fn literals() -> impl Iterator<Item = Literal> {
    let commands = COMMANDS.iter();
    commands.map(|(command, _)| Literal::exact(command, Mark::Command))
}

/// Adds the passwords in the arguments of the command at `at`, and returns its end.
pub(super) fn find_at(bytes: &[u8], at: usize, found: &mut Vec<Secret>) -> usize {
    let in_word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    if bytes[..at].last().is_some_and(in_word) {
        return at;
    }
    let text = &bytes[at..];
    let options = COMMANDS.iter().find_map(|(command, options)| {
        let rest = text.strip_prefix(command.as_bytes())?;
        let ends = rest.first().is_some_and(|b| matches!(b, b' ' | b'\t'));
        ends.then_some(*options)
    });
    let Some(options) = options else { return at };
    let end = at + command_len(text);
    let mut from = at;
    while let Some(word) = next_word(bytes, from, end) {
        from = word.end;
        for (option, form) in options {
            found.extend(password(bytes, &word, option, *form, end));
        }
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
    let attached: &[u8] = if joins_flags(text, option) {
        &[]
    } else {
        text.strip_prefix(option.as_bytes())?
    };
    let argument = match attached {
        [] if form == Form::Attached => return None,
        [] => next_word(bytes, word.end, end)?,
        [b'=', ..] => word.start + option.len() + 1..word.end,
        _ if option.starts_with("--") || form == Form::Pair && option.len() > 2 => return None,
        _ => word.start + option.len()..word.end,
    };
    let argument = unquoted(bytes, argument);
    let text = &bytes[argument.clone()];
    let start = match form {
        Form::Pair => argument.start + memchr::memchr(b':', text)? + 1,
        Form::Whole | Form::Attached => argument.start,
    };
    // The password of a pair may have quotes of its own.
    let range = unquoted(bytes, start..argument.end);
    let text = &bytes[range.clone()];
    let fits = text.len() >= LEAST && !text.starts_with(b"-") && !text.contains(&b'\n');
    (fits && !is_placeholder(text)).then_some(Secret { range, kind: KIND })
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
    ends.into_iter()
        .find(|end| !continued(end))
        .unwrap_or(text.len())
}

/// The next word of a command; blanks in quotes do not end it.
fn next_word(bytes: &[u8], from: usize, end: usize) -> Option<Range<usize>> {
    let blank = |b: u8| b.is_ascii_whitespace() || b == b'\\';
    let start = from + prefix_len(&bytes[from..end], usize::MAX, blank);
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
    (start < end).then_some(start..at.min(end))
}

/// The range without the quotes around it, and without an unpaired one.
fn unquoted(bytes: &[u8], mut range: Range<usize>) -> Range<usize> {
    let quote = |at: usize| bytes.get(at).is_some_and(|b| matches!(b, b'"' | b'\''));
    while range.start < range.end && quote(range.start) {
        range.start += 1;
    }
    while range.start < range.end && quote(range.end - 1) {
        range.end -= 1;
    }
    range
}
