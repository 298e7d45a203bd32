//! Hints for questions without quotes, which arrive as one argument per word, for those without a command, and for flags of
//! other commands.

use clap::CommandFactory as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::Cli;
use crate::resume_hint::shell_quote;

/// The error with only the most similar suggestion, and with the advice of the library only without a hint.
pub(super) fn refined(mut error: clap::Error, has_hint: bool) -> clap::Error {
    if let Some(ContextValue::Strings(similar)) = error.remove(ContextKind::SuggestedSubcommand) {
        // The best one is the last.
        let best = similar.into_iter().next_back().into_iter().collect();
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(best));
    }
    if has_hint {
        error.remove(ContextKind::Suggested);
    }
    error
}

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
            let at = context(ContextKind::InvalidArg)?;
            if let Some(flag) = args[at].strip_prefix("--") {
                let others = commands_with(flag).join(", ");
                let scope =
                    format!("--{flag} goes with {others}; {command} takes --root and --exclude");
                return (!others.is_empty()).then_some(scope);
            }
            let words = words(args.get(at.checked_sub(1)?..)?);
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

/// The commands that have a flag.
fn commands_with(flag: &str) -> Vec<String> {
    let cli = Cli::command();
    let has = |command: &&clap::Command| {
        command.get_arguments().any(|argument| argument.get_long() == Some(flag))
    };
    cli.get_subcommands().filter(has).map(|command| command.get_name().to_owned()).collect()
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
