//! A question without quotes comes as one argument a word.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// How to write a question whose words came one by one.
pub(super) fn unquoted(error: &clap::Error, args: impl Iterator<Item = String>) -> Option<String> {
    let unknown = error.kind() == ErrorKind::UnknownArgument;
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg).filter(|_| unknown)
    else {
        return None;
    };
    let args: Vec<String> = args.collect();
    let command = args
        .first()
        .filter(|name| ["explore", "search", "research"].contains(&name.as_str()))?;
    let second = args.iter().position(|arg| arg == word)?;
    let words = args.get(second.checked_sub(1)?..)?;
    let words: Vec<&str> = (words.iter().map(String::as_str))
        .take_while(|word| !word.starts_with('-'))
        .collect();
    (words.len() > 1).then(|| {
        format!(
            "words go in quotes: firsthand {command} \"{}\"",
            words.join(" ")
        )
    })
}
