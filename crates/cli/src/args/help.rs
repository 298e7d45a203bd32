//! The texts below the options in the help of each command, wrapped at the width of the terminal.

use clap::builder::StyledStr;
use clap::{Command, CommandFactory as _};
use firsthand_render::columns::wrap;
use terminal_size::{Width, terminal_size};

use super::Cli;

/// The most columns of help, as of the options above.
const MAX_HELP_COLUMNS: usize = 100;
/// The most columns before a second column of a line, such as what an exit code means.
const MAX_FIRST_COLUMN: usize = 44;
/// The further indentation of the rest of a line that is too long.
const HANGING_INDENT: usize = 4;

/// The command line, for the terminal.
pub(super) fn command() -> Command {
    let stated = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let columns = terminal_size().map(|(Width(columns), _)| columns.into()).or_else(stated);
    let columns = columns.unwrap_or(MAX_HELP_COLUMNS).min(MAX_HELP_COLUMNS);
    // The same width for the options, so that no text is wrapped twice.
    wrapped(Cli::command().term_width(columns), columns)
}

fn wrapped(mut command: Command, columns: usize) -> Command {
    let text = |help: Option<&StyledStr>| help.map(|help| reflowed(&help.to_string(), columns));
    if let Some(help) = text(command.get_after_help()) {
        command = command.after_help(help);
    }
    if let Some(help) = text(command.get_after_long_help()) {
        command = command.after_long_help(help);
    }
    command.mut_subcommands(|subcommand| wrapped(subcommand, columns))
}

/// A text whose paragraphs are wrapped anew. Indented lines are kept apart, and the rest of one that is too long has a
/// hanging indent.
fn reflowed(text: &str, columns: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let is_prose =
            |line: &str| !line.is_empty() && !line.starts_with(' ') && !line.ends_with(':');
        match lines.last_mut() {
            Some(last) if is_prose(last) && is_prose(line) => *last += &format!(" {line}"),
            _ => lines.push(line.to_owned()),
        }
    }
    let lines = lines.iter().flat_map(|line| {
        let indent = hanging_indent(line);
        wrap(line, columns, 0, indent).into_iter().enumerate().map(move |(at, line)| match at {
            0 => line,
            _ => format!("{:indent$}{line}", ""),
        })
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The columns before the rest of a line: up to its second column, if it has one.
fn hanging_indent(line: &str) -> usize {
    let text = line.trim_start();
    let own = line.len() - text.len();
    let gap = text.find("  ").filter(|_| own > 0);
    let second = gap.map(|gap| own + text.len() - text[gap..].trim_start().len());
    match second {
        Some(second) if second <= MAX_FIRST_COLUMN => second,
        _ if own > 0 => own + HANGING_INDENT,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_is_wrapped_by_paragraphs() {
        let text = "Examples:\n  firsthand explore \"a long question\" --intent debug\n\nA paragraph of two\nlines.\n\n\
            Exit codes:\n  1    the command failed or a place does not hold";
        insta::assert_snapshot!(reflowed(text, 40), @r#"
        Examples:
          firsthand explore "a long question"
              --intent debug

        A paragraph of two lines.

        Exit codes:
          1    the command failed or a place
               does not hold
        "#);
    }

    #[test]
    fn no_help_is_wider_than_the_terminal() {
        for columns in [60, 80, 120, 200] {
            let columns = columns.min(MAX_HELP_COLUMNS);
            for command in wrapped(Cli::command(), columns).get_subcommands_mut() {
                let help = command.clone().term_width(columns).render_long_help().to_string();
                let wide = help.lines().find(|line| line.chars().count() > columns);
                assert_eq!(wide, None, "{} at {columns}", command.get_name());
            }
        }
    }
}
