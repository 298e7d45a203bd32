//! Hints for questions without quotes, which arrive as one argument per word, and for those without a command.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::resume_hint::shell_quote;

/// The command that was meant: with its question in quotes, if its words were separate arguments; with `explore`, if a
/// question stands where a command does.
pub(super) fn question_hint(
    error: &clap::Error,
    args: impl Iterator<Item = String>,
) -> Option<String> {
    let args: Vec<String> = args.collect();
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => args.iter().position(|arg| arg == word),
        _ => None,
    };
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let commands = ["explore", "search", "research"];
            let command = args.first().filter(|name| commands.contains(&name.as_str()))?;
            let words = words(args.get(context(ContextKind::InvalidArg)?.checked_sub(1)?..)?);
            (words.len() > 1).then(|| {
                let question = quoted(&words);
                format!("words go in quotes: firsthand {command} {question}")
            })
        }
        ErrorKind::InvalidSubcommand if error.get(ContextKind::SuggestedSubcommand).is_none() => {
            let words = words(args.get(context(ContextKind::InvalidSubcommand)?..)?);
            let question = (!words.is_empty()).then(|| quoted(&words))?;
            Some(format!("a question goes to a command: firsthand explore {question}"))
        }
        _ => None,
    }
}

/// The words as one argument.
fn quoted(words: &[&str]) -> String {
    let words = words.join(" ");
    if words.contains(['"', '$', '`', '\\', '!']) {
        shell_quote(&words)
    } else {
        format!("\"{words}\"")
    }
}

/// The arguments before the first flag.
fn words(args: &[String]) -> Vec<&str> {
    args.iter().map(String::as_str).take_while(|word| !word.starts_with('-')).collect()
}
