//! The settings file: its format and its permissions.

use std::collections::BTreeMap;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use firsthand::registry::escape;
use firsthand::{BudgetLimits, RootName, SERVICES, Secret, Service, Workspace};
use firsthand_render::Format;
use serde::Deserialize as _;
use toml::{Table, Value};

use super::{FILE_VARIABLE, default_file};
use crate::failure::Failure;
use crate::root;

/// The maximum size of a settings file.
const MAX_BYTES: u64 = 64 * 1024;

/// The names of all settings.
const SETTING_NAMES: &[&str] =
    &["model", "base_url", "key_variable", "format", "budgets", "keys", "roots"];

/// The content of the settings file.
#[derive(Clone, Debug, Default)]
pub(super) struct File {
    pub(super) model: Option<String>,
    pub(super) base_url: Option<String>,
    /// The environment variable with the key for `base_url`.
    pub(super) key_variable: Option<String>,
    pub(super) format: Option<Format>,
    pub(super) budgets: BudgetLimits,
    /// The API keys by service name.
    pub(super) keys: BTreeMap<&'static str, Secret>,
    /// The groups of roots that are searched together, by name.
    pub(super) roots: BTreeMap<String, Workspace>,
}

/// Reads the file at the explicit path, or the default one, which need not exist. No error contains a value of the file,
/// which may be a key.
pub(super) fn load(explicit: Option<&str>) -> Result<(Option<PathBuf>, File), Failure> {
    let path = match explicit.map(PathBuf::from) {
        // It would depend on the working folder, and so on the repository.
        Some(path) if !path.is_absolute() => {
            let sentence = format!("{FILE_VARIABLE} does not hold an absolute path");
            return Err(Failure::usage(sentence));
        }
        Some(path) => path,
        None => match default_file() {
            Some(path) => path,
            None => return Ok((None, File::default())),
        },
    };
    let (text, exposed) = match read(&path) {
        Ok(read) => read,
        Err(why) if explicit.is_none() && is_absent(&why) => {
            return Ok((None, File::default()));
        }
        Err(why) => return Err(refused(&path, &format!("cannot be read: {why}"))),
    };
    match File::parse(&text) {
        Err(why) => Err(refused(&path, &format!("is not taken: {why}"))),
        Ok(file) if exposed && !file.keys.is_empty() => {
            Err(refused(&path, "holds keys, and others may read it")
                .hint("run `chmod 600` on it, so that only you can read it"))
        }
        Ok(file) => Ok((Some(path), file)),
    }
}

fn refused(path: &Path, why: &str) -> Failure {
    Failure::usage(format!("the settings file {} {why}", path.display()))
}

/// Whether the error means that the file does not exist. The home folder of a service user may be no folder.
fn is_absent(why: &io::Error) -> bool {
    matches!(why.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Reads the text; also returns whether other users may read it.
#[expect(clippy::disallowed_methods, reason = "the user's own file, not one of the tree's")]
fn read(path: &Path) -> io::Result<(String, bool)> {
    // Opening a pipe would block.
    if !path.metadata()?.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    let file = std::fs::File::open(path)?;
    let exposed = is_exposed(&file.metadata()?);
    let mut text = String::new();
    file.take(MAX_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_BYTES {
        Err(io::Error::other("it is larger than 64 KiB"))
    } else {
        Ok((text, exposed))
    }
}

#[cfg(unix)]
fn is_exposed(metadata: &std::fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::mode(metadata) & 0o077 != 0
}

#[cfg(not(unix))]
fn is_exposed(_: &std::fs::Metadata) -> bool {
    false
}

impl File {
    /// Reads the text of a settings file.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let table = text.parse::<Table>().map_err(|error| {
            // Only the message: the full error would show the line.
            let before = error.span().and_then(|span| text.get(..span.start));
            let line = before.map_or(1, |before| before.matches('\n').count() + 1);
            format!("line {line}: {}", error.message())
        })?;
        let mut file = Self::default();
        for (name, value) in table {
            file.set(&name, value)?;
        }
        let model_parts = file.model.as_deref().and_then(|model| model.split_once(':'));
        let service = model_parts.and_then(|(name, _)| Service::named(name));
        match (&file.base_url, &file.key_variable) {
            (Some(_), _) if service.is_none() => {
                Err("`base_url` needs a `model` of the service that it is the address of"
                    .to_owned())
            }
            (None, Some(_)) => {
                Err("`key_variable` needs the `base_url` that the key is for".to_owned())
            }
            _ => Ok(file),
        }
    }

    fn set(&mut self, name: &str, value: Value) -> Result<(), String> {
        match name {
            "model" => self.model = Some(text(name, value)?),
            "base_url" => self.base_url = Some(text(name, value)?),
            "key_variable" => self.key_variable = Some(text(name, value)?),
            "format" => {
                let format = text(name, value)?.parse::<Format>();
                self.format = Some(format.map_err(|error| format!("`format`: {error}"))?);
            }
            "budgets" => self.budgets = budgets(value)?,
            "keys" => self.keys = keys(value)?,
            "roots" => self.roots = roots(value)?,
            other => return Err(unknown_name_message("setting", other, SETTING_NAMES)),
        }
        Ok(())
    }
}

fn text(name: &str, value: Value) -> Result<String, String> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Ok(text),
        _ => Err(format!("`{name}` is a text in quotes")),
    }
}

fn budgets(value: Value) -> Result<BudgetLimits, String> {
    let Value::Table(table) = value else {
        return Err("`budgets` is a table of numbers".to_owned());
    };
    for name in ["steps", "tool_calls", "wall_ms"] {
        if table.get(name).and_then(Value::as_integer) == Some(0) {
            return Err(format!("`budgets.{name}` is 0, with which no run does anything"));
        }
    }
    if let Some((name, _)) = table.iter().find(|(_, value)| !value.is_integer()) {
        return Err(format!("`budgets.{}` is a number", escape(name)));
    }
    BudgetLimits::deserialize(table).map_err(|error| format!("`budgets`: {}", error.message()))
}

fn keys(value: Value) -> Result<BTreeMap<&'static str, Secret>, String> {
    let Value::Table(table) = value else {
        return Err("`keys` is a table: a service, and its key in quotes".to_owned());
    };
    let names: Vec<&str> = SERVICES.iter().map(|service| service.name).collect();
    let key = |(name, value): (String, Value)| {
        let service =
            Service::named(&name).ok_or_else(|| unknown_name_message("service", &name, &names))?;
        let key = Secret::new(&text(&format!("keys.{}", service.name), value)?);
        let key = key.ok_or_else(|| format!("`keys.{}` is empty", service.name))?;
        Ok((service.name, key))
    };
    table.into_iter().map(key).collect()
}

fn roots(value: Value) -> Result<BTreeMap<String, Workspace>, String> {
    const EXPECTED: &str = "a table: a group, and its roots as [\"NAME=/absolute/folder\"]";
    let Value::Table(table) = value else {
        return Err(format!("`roots` is {EXPECTED}"));
    };
    let group = |(group, value): (String, Value)| {
        let invalid = || format!("`roots` is {EXPECTED}");
        let Value::Array(values) = value else {
            return Err(invalid());
        };
        let mut roots = Vec::new();
        for value in values {
            let value = text("roots", value)?;
            let value = root::expanded(&value);
            let (name, folder) = value.split_once('=').ok_or_else(invalid)?;
            let name = RootName::new(name).map_err(|why| format!("`roots`: {why}"))?;
            // A relative folder would depend on the working folder.
            let folder = Some(PathBuf::from(folder)).filter(|folder| folder.is_absolute());
            roots.push((name, folder.ok_or_else(invalid)?));
        }
        let roots = Workspace::of(roots).map_err(|why| format!("`roots`: {why}"))?;
        Ok((group, roots))
    };
    table.into_iter().map(group).collect()
}

fn unknown_name_message(what: &str, name: &str, known_names: &[&str]) -> String {
    let known_names = known_names.join(", ");
    // Text that does not look like a name may be a key in the wrong place.
    let is_name_char = |c: char| c.is_ascii_lowercase() || c == '_';
    if name.len() <= 24 && name.chars().all(is_name_char) {
        format!("there is no {what} `{name}`; there is: {known_names}")
    } else {
        format!("there is no {what} of a name in it; there is: {known_names}")
    }
}

#[cfg(test)]
mod tests;
