//! Chooses the file from which a client reads its instructions: of a project, or of the user.

use std::path::Path;

use serde_json::Value;

use crate::clients::Client;
use crate::disk::read;
use crate::machine::Machine;

/// The reason why AGENTS.md is not created beside a CLAUDE.md.
pub(super) const WOULD_HIDE_REASON: &str = "there is a CLAUDE.md and no AGENTS.md, and a new one would hide it from clients that read one of them; make AGENTS.md a link to it, and run this again";

/// The reason why no lines are written for all projects.
pub(super) const NO_USER_FILE_REASON: &str = "it reads no file in all projects that is known here; without --user the lines go to the project";

const AGENTS_FILE: &str = "AGENTS.md";

/// The file, relative to the project: the one that the client's settings name, else the first existing one of the
/// client's files, else the last of them. If the file includes AGENTS.md and that exists, AGENTS.md is returned.
pub(super) fn instructions_file(machine: &Machine, client: &Client, top: &Path) -> String {
    let files = &client.instructions.files;
    let first = files.iter().find(|file| exists(top, file));
    let usual = first.or(files.last()).map_or(AGENTS_FILE, String::as_str);
    let file = configured_file(machine, client).unwrap_or_else(|| usual.to_owned());
    let is_include = |line: &str| matches!(line.trim(), "@AGENTS.md" | "@./AGENTS.md");
    let text = read(&top.join(&file)).ok().flatten();
    if text.is_some_and(|text| text.lines().any(is_include)) && exists(top, AGENTS_FILE) {
        AGENTS_FILE.to_owned()
    } else {
        file
    }
}

/// The file that the client reads in every project, as the clients' files write paths; `None` if none is known.
pub(super) fn user_file<'c>(machine: &Machine, client: &'c Client) -> Option<&'c String> {
    let files = &client.instructions.user;
    let existing = files.iter().find(|file| machine.exists(file));
    existing.or(files.last())
}

/// Whether creating the file would hide the existing CLAUDE.md from clients that read only one of the two.
pub(super) fn would_hide(client: &Client, top: &Path, file: &str) -> bool {
    let is_new = file == AGENTS_FILE && !exists(top, AGENTS_FILE);
    let reads_claude = client
        .instructions
        .files
        .iter()
        .any(|file| file == "CLAUDE.md");
    is_new && exists(top, "CLAUDE.md") && !reads_claude
}

fn exists(top: &Path, file: &str) -> bool {
    top.join(file).symlink_metadata().is_ok()
}

/// The file that the client's settings name, or the first if they name several; `None` if they name none, or a path
/// with separators.
fn configured_file(machine: &Machine, client: &Client) -> Option<String> {
    let server = &client.server;
    let keys = &client.instructions.setting_keys;
    let settings_file = server.files.first().filter(|_| !keys.is_empty())?;
    let text = read(&machine.target(settings_file)?.path).ok()??;
    let name = match server.format.setting(&text, keys).ok()?? {
        Value::String(name) => name,
        Value::Array(names) => names.first()?.as_str()?.to_owned(),
        _ => return None,
    };
    let is_file_name = !name.is_empty() && !name.contains(['/', '\\']);
    is_file_name.then_some(name)
}
