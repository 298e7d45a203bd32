//! The text output of `doctor`: a row for each check.

use std::fmt::Write as _;

use firsthand::registry::escape;

use super::clients::{Client, Program};
use crate::paint::{Painter, TextStyle, hanging};

/// How a check ended, as its sign.
pub(super) type Mark = (TextStyle, &'static str);

/// What holds, what does not, and what is not set up, which is no fault.
pub(super) const OK: Mark = (TextStyle::Good, "ok");
pub(super) const FAULT: Mark = (TextStyle::Bad, "no");
pub(super) const UNUSED: Mark = (TextStyle::Dim, "- ");
/// What may work: it may be meant otherwise, or it was not asked.
pub(super) const DOUBT: Mark = (TextStyle::Warning, "? ");

/// The column of the text behind a mark and a label.
const TEXT_COLUMN: usize = 14;

/// What is said of one check.
pub(super) struct Row {
    mark: Mark,
    label: &'static str,
    text: String,
}

pub(super) fn row(mark: Mark, label: &'static str, text: String) -> Row {
    Row { mark, label, text }
}

pub(super) fn page(rows: &[Row], paint: Painter, width: usize) -> String {
    let mut out = String::new();
    for Row { mark: (style, mark), label, text } in rows {
        let mark = paint.text(*style, mark);
        let label = paint.text(TextStyle::Label, &format!("{label:<9}"));
        let text = hanging(&escape(text), width, TEXT_COLUMN, TEXT_COLUMN);
        let _ = writeln!(out, "{mark}  {label} {text}");
    }
    out
}

pub(super) fn path_row(on_path: Option<&Program>) -> Row {
    let (mark, text) = match on_path {
        Some(program) if program.is_this => {
            (OK, format!("{} is this program", program.path.display()))
        }
        Some(program) => {
            (DOUBT, format!("`firsthand` is {}, not this program", starts_text(program)))
        }
        None => (
            DOUBT,
            "no `firsthand`: the sub-agents, skills and lines of `init` call it by that name"
                .to_owned(),
        ),
    };
    row(mark, "PATH", text)
}

pub(super) fn client_row(client: &Client) -> Row {
    let title = client.title;
    let (mark, text) = match client {
        Client { error: Some(error), .. } => (FAULT, format!("{title}: {error}")),
        Client { file: Some(file), is_off: true, .. } => {
            (DOUBT, format!("{title}: the entry in {file} is switched off"))
        }
        Client { file: Some(file), command: None, .. } => {
            (DOUBT, format!("{title}: the entry in {file} starts no program"))
        }
        Client { file: Some(file), refused: Some(arguments), .. } => (
            FAULT,
            format!("{title}: {file} starts this program with `{arguments}`, which does not serve"),
        ),
        Client { file: Some(file), command: Some(command), starts, .. } => match starts {
            Some(program) if program.is_this => {
                (OK, format!("{title}: {file} starts this program"))
            }
            Some(program) => (DOUBT, format!("{title}: {file} starts {}", starts_text(program))),
            None => (FAULT, format!("{title}: {file} starts `{command}`, which is not there")),
        },
        _ => {
            let program = client.program.as_ref().map(|path| path.display().to_string());
            let found = program.as_ref().or(client.found.as_ref()).map_or("", String::as_str);
            let name = client.client;
            (
                UNUSED,
                format!(
                    "{title} ({found}): not set up; `firsthand init --client {name}` shows how"
                ),
            )
        }
    };
    row(mark, "client", text)
}

/// The path of a program, and its version if it was asked.
fn starts_text(program: &Program) -> String {
    let path = program.path.display();
    match &program.version {
        Some(version) => format!("{path} ({version})"),
        None => path.to_string(),
    }
}
