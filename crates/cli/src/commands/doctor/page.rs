//! The text output of `doctor`.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use firsthand::registry::escape;
use firsthand_render::columns::wrap;
use firsthand_source::join_at_most;

use super::clients::{Client, Program};
use super::inspect::{Health, OutputStreams, Root, Settings, UserSettings};
use crate::paint::{Painter, TextStyle};

/// What holds, what does not, and what is not set up, which is no fault.
const OK: (TextStyle, &str) = (TextStyle::Good, "ok");
const FAULT: (TextStyle, &str) = (TextStyle::Bad, "no");
const UNUSED: (TextStyle, &str) = (TextStyle::Dim, "- ");
/// What may work: it may be meant otherwise, or it was not asked.
const DOUBT: (TextStyle, &str) = (TextStyle::Warning, "? ");

/// The column of the text behind a mark and a label.
const TEXT_COLUMN: usize = 14;
/// The most endings of files that are searched as text alone.
const MAX_ENDINGS: usize = 8;

pub(super) fn page(health: &Health, paint: Painter, width: usize) -> String {
    let mut out = String::new();
    let mut marked_row = |(style, mark): (TextStyle, &str), label: &str, text: &str| {
        let mark = paint.text(style, mark);
        let label = paint.text(TextStyle::Label, &format!("{label:<9}"));
        let lines = wrap(&escape(text), width, TEXT_COLUMN, TEXT_COLUMN);
        let text = lines.join(&format!("\n{:TEXT_COLUMN$}", ""));
        let _ = writeln!(out, "{mark}  {label} {text}");
    };
    let mut row = |ok: bool, label: &str, text: &str| {
        marked_row(if ok { OK } else { FAULT }, label, text);
    };
    row(true, "version", &format!("firsthand {}", health.version));
    row(true, "languages", &health.languages.join(", "));
    let root = &health.root;
    row(root.error.is_none(), "root", &root_line(root));
    if root.error.is_none() {
        row(true, "files", &files_line(root));
        row(true, "left out", &skipped_line(root));
    }
    row(true, "settings", &settings_line(&health.settings));
    for note in &health.settings.notes {
        row(true, "", note);
    }
    row(health.yours.error.is_none(), "yours", &user_settings_line(&health.yours));
    row(true, "cache", &cache_line(health.cache.as_deref()));
    row(true, "terminal", &terminal_line(&health.terminal));
    for model in &health.models {
        let (mark, not_asked) = match (model.ok, model.is_remote) {
            (false, _) => (UNUSED, ""),
            (true, true) => (DOUBT, "; its server was not asked"),
            (true, false) => (OK, ""),
        };
        marked_row(mark, "model", &format!("{}  {}{not_asked}", model.name, model.about));
    }
    let (mark, text) = path_line(health.on_path.as_ref());
    marked_row(mark, "PATH", &text);
    if let Some(why) = &health.record {
        marked_row(FAULT, "init", why);
    }
    for client in &health.clients {
        let (mark, text) = client_line(client);
        marked_row(mark, "client", &text);
    }
    out
}

fn path_line(on_path: Option<&Program>) -> ((TextStyle, &'static str), String) {
    match on_path {
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
    }
}

fn client_line(client: &Client) -> ((TextStyle, &'static str), String) {
    let title = client.title;
    match client {
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
            let found = program.as_ref().or(client.found.as_ref());
            let found = found.map_or("", String::as_str);
            let name = client.client;
            (
                UNUSED,
                format!(
                    "{title} ({found}): not set up; `firsthand init --client {name}` shows how"
                ),
            )
        }
    }
}

/// The path of a program, and its version if it was asked.
fn starts_text(program: &Program) -> String {
    let path = program.path.display();
    match &program.version {
        Some(version) => format!("{path} ({version})"),
        None => path.to_string(),
    }
}

fn cache_line(folder: Option<&Path>) -> String {
    match folder {
        Some(folder) => format!("{} (may be deleted at any time)", folder.display()),
        None => "nothing is kept on disk".to_owned(),
    }
}

fn root_line(root: &Root) -> String {
    match &root.error {
        Some(error) => error.clone(),
        None if root.git => format!("{} (a git working tree)", root.path),
        None => format!("{} (no git working tree; .gitignore files count all the same)", root.path),
    }
}

fn files_line(root: &Root) -> String {
    let mut line = format!("{} ({} KB)", root.files, root.bytes / 1000);
    if !root.by_language.is_empty() {
        line += &format!(": {}", most_first(&root.by_language, "", usize::MAX));
    }
    if !root.text_only.is_empty() {
        line += &format!("; as text alone: {}", most_first(&root.text_only, ".", MAX_ENDINGS));
    }
    line
}

/// The counts with their names, the greatest first.
fn most_first<S: AsRef<str>>(counts: &BTreeMap<S, usize>, before_name: &str, max: usize) -> String {
    let mut counts: Vec<_> = counts.iter().collect();
    counts.sort_by_key(|(_, count)| Reverse(**count));
    let items = counts.iter();
    let items: Vec<String> =
        items.map(|(name, count)| format!("{count} {before_name}{}", name.as_ref())).collect();
    join_at_most(&items, max)
}

fn skipped_line(root: &Root) -> String {
    let mut line = "what git ignores, and what is hidden and not tracked".to_owned();
    for (reason, count) in root.skipped.iter().filter(|(_, count)| **count > 0) {
        let _ = write!(line, "; {count} {}", reason.replace('_', " "));
    }
    line
}

fn settings_line(settings: &Settings) -> String {
    match settings {
        Settings { present: false, .. } => "no firsthand.toml".to_owned(),
        Settings { exclude, lowered, .. } => {
            let list = |items: &[String]| {
                if items.is_empty() { "nothing".to_owned() } else { items.join(", ") }
            };
            format!("firsthand.toml excludes {}; lowers {}", list(exclude), list(lowered))
        }
    }
}

fn user_settings_line(yours: &UserSettings) -> String {
    let model = format!("explores with {}, by {}", yours.model, yours.model_from);
    match yours {
        UserSettings { error: Some(error), .. } => error.clone(),
        UserSettings { file: Some(file), .. } => format!("{}; {model}", file.display()),
        UserSettings { usual: Some(usual), .. } => format!("no file {}; {model}", usual.display()),
        _ => model,
    }
}

fn terminal_line(streams: &OutputStreams) -> String {
    let word = |on: bool, what: &str| format!("{}{what}", if on { "" } else { "no " });
    let words = [
        word(streams.stdout, "terminal for output"),
        word(streams.stderr, "terminal for progress"),
        word(streams.color, "colours"),
        word(streams.links, "links"),
    ];
    words.join(", ")
}
