//! An external program: a template of its command line, run without a shell.

use std::ffi::OsString;
use std::fmt;
use std::process::Command;
use std::time::Duration;

use firsthand::Cancel;

use super::{ArmError, ArmQuestion, UnknownArm, output};
use crate::found::Found;
use crate::process::{ProcessOutput, run};

/// A program and its arguments. `{root}` and `{query_file}` in them are replaced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandTemplate {
    text: String,
    words: Vec<String>,
}

impl CommandTemplate {
    /// Parses a command line: words are separated by white space, unless it is quoted with `'…'` or `"…"`. There are no
    /// variables, pipes or escapes.
    ///
    /// # Errors
    /// An [`UnknownArm`] if there is no word, or an unclosed quote.
    pub fn parse(text: &str) -> Result<Self, UnknownArm> {
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut quote = None;
        for c in text.chars() {
            match (quote, c) {
                (Some(open), c) if c == open => quote = None,
                (None, '\'' | '"') => {
                    quote = Some(c);
                    word.get_or_insert_default();
                }
                (None, c) if c.is_whitespace() => words.extend(word.take()),
                (_, c) => word.get_or_insert_default().push(c),
            }
        }
        words.extend(word);
        match (quote, words.first()) {
            (Some(_), _) => Err(UnknownArm::Template("has a quote that does not end")),
            (None, Some(program)) if !program.is_empty() => Ok(Self {
                text: text.to_owned(),
                words,
            }),
            _ => Err(UnknownArm::Template("names no program")),
        }
    }

    /// The command line for a question.
    pub(crate) fn command(&self, question: &ArmQuestion<'_>) -> Option<Command> {
        let mut words = self.words.iter().map(|word| fill(word, question));
        let mut command = Command::new(words.next()?);
        command.args(words);
        Some(command)
    }

    /// Runs the program and parses its output; also returns the process output, with its time and memory.
    pub(crate) fn find(
        &self,
        question: &ArmQuestion<'_>,
        timeout: Duration,
        cancel: &Cancel,
    ) -> (Result<Found, ArmError>, Option<ProcessOutput>) {
        let Some(mut command) = self.command(question) else {
            return (Err(ArmError::Failed("no program".to_owned())), None);
        };
        match run(&mut command, timeout, cancel) {
            Ok(ran) => (
                ran.text()
                    .and_then(|text| output::read(text, question.root)),
                Some(ran),
            ),
            Err(error) => (Err(error), None),
        }
    }
}

/// Replaces the placeholders from left to right; replaced text is not scanned again.
fn fill(word: &str, question: &ArmQuestion<'_>) -> OsString {
    let placeholders = [
        ("{root}", question.root),
        ("{query_file}", question.query_file),
    ];
    let mut out = OsString::new();
    let mut rest = word;
    loop {
        let next = placeholders
            .iter()
            .filter_map(|(name, path)| Some((rest.find(name)?, name, path)));
        let Some((at, name, path)) = next.min_by_key(|(at, ..)| *at) else {
            out.push(rest);
            return out;
        };
        out.push(&rest[..at]);
        out.push(path);
        rest = &rest[at + name.len()..];
    }
}

impl fmt::Display for CommandTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use firsthand::Intent;

    use super::*;

    #[test]
    fn templates_are_filled_without_a_shell() {
        let check = |template: &str, expect: &[&str]| {
            let question = ArmQuestion {
                root: Path::new("/t r{query_file}"),
                query: "q",
                intent: Intent::Locate,
                query_file: Path::new("/q;x"),
            };
            let command = CommandTemplate::parse(template)
                .unwrap()
                .command(&question)
                .unwrap();
            let mut words = vec![command.get_program().to_str().unwrap()];
            words.extend(command.get_args().map(|word| word.to_str().unwrap()));
            assert_eq!(words, expect, "{template}");
        };
        check("a  b\tc", &["a", "b", "c"]);
        check("a 'b  c' \"d'e\" ''", &["a", "b  c", "d'e", ""]);
        check(
            "a -q={query_file}! {root}",
            &["a", "-q=/q;x!", "/t r{query_file}"],
        );
        check(
            "a '{root}/{root}'",
            &["a", "/t r{query_file}//t r{query_file}"],
        );
        check(
            "a $(b) | c \\d {other}",
            &["a", "$(b)", "|", "c", "\\d", "{other}"],
        );
    }
}
