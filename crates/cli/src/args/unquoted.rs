//! A hint for questions without quotes, which arrive as one argument per word.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// The command with its question in quotes, if its words were separate arguments.
pub(super) fn unquoted_hint(
    error: &clap::Error,
    args: impl Iterator<Item = String>,
) -> Option<String> {
    let unknown = error.kind() == ErrorKind::UnknownArgument;
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg).filter(|_| unknown)
    else {
        return None;
    };
    let args: Vec<String> = args.collect();
    let command =
        args.first().filter(|name| ["explore", "search", "research"].contains(&name.as_str()))?;
    let second_word = args.iter().position(|arg| arg == word)?;
    let words = args.get(second_word.checked_sub(1)?..)?;
    let words: Vec<&str> =
        (words.iter().map(String::as_str)).take_while(|word| !word.starts_with('-')).collect();
    (words.len() > 1)
        .then(|| format!("words go in quotes: firsthand {command} \"{}\"", words.join(" ")))
}
