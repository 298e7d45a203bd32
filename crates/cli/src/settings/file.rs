//! The settings file: its format and its permissions.

use std::collections::BTreeMap;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use firsthand::{BudgetLimits, RootName, SERVICES, Secret, Service, Workspace};
use firsthand_render::Format;
use serde::Deserialize;

use super::{FILE_VARIABLE, default_file};
use crate::failure::Failure;
use crate::root;

/// The maximum size of a settings file.
const MAX_BYTES: u64 = 64 * 1024;

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

/// The settings as they are written.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Written {
    model: Option<String>,
    base_url: Option<String>,
    key_variable: Option<String>,
    format: Option<String>,
    budgets: BudgetLimits,
    keys: BTreeMap<String, String>,
    roots: BTreeMap<String, Vec<String>>,
}

impl File {
    /// Reads the text of a settings file.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let written: Written = toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start));
            let line = before.map_or(1, |before| before.matches('\n').count() + 1);
            // What comes before that may repeat a part of the file.
            let expected = error.message().rsplit_once(", expected ");
            let why =
                expected.map_or("it is no TOML".to_owned(), |(_, it)| format!("expected {it}"));
            format!("line {line}: {why}")
        })?;
        let Written { model, base_url, key_variable, format, budgets, keys, roots } = written;
        let service = model.as_deref().and_then(|model| model.split_once(':'));
        let service = service.and_then(|(name, _)| Service::named(name));
        if base_url.is_some() && service.is_none() {
            return Err(
                "`base_url` needs a `model` of the service that it is the address of".to_owned()
            );
        }
        if base_url.is_none() && key_variable.is_some() {
            return Err("`key_variable` needs the `base_url` that the key is for".to_owned());
        }
        let least = [budgets.steps, budgets.tool_calls].into_iter().flatten().map(u64::from);
        if least.chain(budgets.wall_ms).any(|limit| limit == 0) {
            return Err("a limit in `budgets` is 0, with which no run does anything".to_owned());
        }
        let named = |format: String| {
            format.parse().map_err(|_| {
                format!("`format` is one of {}", Format::ALL.map(Format::name).join(", "))
            })
        };
        let keys = keys.into_iter().map(|(name, key)| secret(&name, &key));
        let roots = roots.into_iter().map(|(group, roots)| Ok((group, together(&roots)?)));
        Ok(Self {
            model,
            base_url,
            key_variable,
            format: format.map(named).transpose()?,
            budgets,
            keys: keys.collect::<Result<_, String>>()?,
            roots: roots.collect::<Result<_, String>>()?,
        })
    }
}

/// The key of a service. An error has neither: what stands in the place of a name may be a key, too.
fn secret(name: &str, key: &str) -> Result<(&'static str, Secret), String> {
    let names = || SERVICES.iter().map(|service| service.name).collect::<Vec<_>>().join(", ");
    let service = Service::named(name)
        .ok_or_else(|| format!("`keys` has a key of no service; there is: {}", names()))?;
    let key = Secret::new(key).ok_or_else(|| format!("`keys.{}` is empty", service.name))?;
    Ok((service.name, key))
}

/// The roots of a group. A relative folder would depend on the working folder.
fn together(roots: &[String]) -> Result<Workspace, String> {
    let root = |root: &String| {
        let root = root::expanded(root);
        let (name, folder) = root
            .split_once('=')
            .filter(|(_, folder)| Path::new(folder).is_absolute())
            .ok_or("a root in `roots` is \"NAME=/absolute/folder\"")?;
        let name = RootName::new(name).map_err(|why| format!("`roots`: {why}"))?;
        Ok((name, PathBuf::from(folder)))
    };
    let roots: Result<Vec<_>, String> = roots.iter().map(root).collect();
    Workspace::of(roots?).map_err(|why| format!("`roots`: {why}"))
}

#[cfg(test)]
mod tests;
