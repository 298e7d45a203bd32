//! Which file of a project a client reads its lines from.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::clients::Client;
use crate::machine::{Machine, read};

/// Why a file that clients share is not made.
pub(super) const HIDES: &str = "there is a CLAUDE.md and no AGENTS.md, and a new one would hide it from clients that read one of them; make AGENTS.md a link to it, and run this again";

const SHARED: &str = "AGENTS.md";

/// The file: what a setting names, else the first of the client's that is there, else its last. One that only includes
/// AGENTS.md stands for that.
pub(super) fn file(machine: &Machine, client: &Client, top: &Path) -> PathBuf {
    let lines = &client.lines;
    let first = lines.files.iter().find(|file| is_there(top, file));
    let usual = first.or(lines.files.last()).copied().unwrap_or(SHARED);
    let file = set(machine, client).unwrap_or_else(|| usual.to_owned());
    let includes = |text: &str| {
        let line = |line: &str| matches!(line.trim(), "@AGENTS.md" | "@./AGENTS.md");
        text.lines().any(line)
    };
    let text = read(&top.join(&file)).ok().flatten();
    match text.is_some_and(|text| includes(&text)) && is_there(top, SHARED) {
        true => PathBuf::from(SHARED),
        false => PathBuf::from(file),
    }
}

/// Whether the client would make a file that takes the place of one that others read.
pub(super) fn would_hide(client: &Client, top: &Path, file: &Path) -> bool {
    let made = file == Path::new(SHARED) && !is_there(top, SHARED);
    made && is_there(top, "CLAUDE.md") && !client.lines.files.contains(&"CLAUDE.md")
}

fn is_there(top: &Path, file: &str) -> bool {
    top.join(file).symlink_metadata().is_ok()
}

/// The file that the client's settings name, or the first of several.
fn set(machine: &Machine, client: &Client) -> Option<String> {
    let server = &client.server;
    let at = server
        .files
        .first()
        .filter(|_| !client.lines.setting.is_empty())?;
    let text = read(&machine.target(*at)?.path).ok()??;
    let name = match server.format.setting(&text, client.lines.setting)? {
        Value::String(name) => name,
        Value::Array(names) => names.first()?.as_str()?.to_owned(),
        _ => return None,
    };
    let plain = !name.is_empty() && !name.contains(['/', '\\']);
    plain.then_some(name)
}
