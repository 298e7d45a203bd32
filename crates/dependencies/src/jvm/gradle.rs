//! Gradle's lock file, and its version catalog.

use toml::{Table, Value};

use super::Library;
use crate::text_in;

/// The libraries of `gradle.lockfile`: `com.acme:pad:1.3.0=compileClasspath,runtimeClasspath`.
pub(super) fn locked(text: &str) -> Vec<Library> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let libraries = lines.filter_map(|line| of_notation(line.split_once('=')?.0));
    libraries.filter(|library| library.version.is_some()).collect()
}

/// The libraries of `libs.versions.toml`.
pub(super) fn catalogued(text: &str) -> Vec<Library> {
    let catalog: Table = text.parse().unwrap_or_default();
    let table = |name: &str| catalog.get(name).and_then(Value::as_table);
    let libraries = table("libraries").into_iter().flat_map(Table::values);
    let library = |value: &Value| match value {
        Value::String(notation) => of_notation(notation),
        Value::Table(parts) => {
            let module = text_in(parts, "module").and_then(|module| module.split_once(':'));
            let named = || Some((text_in(parts, "group")?, text_in(parts, "name")?));
            let (group, artifact) = module.or_else(named)?;
            let version = parts.get("version").and_then(|version| match version.get("ref") {
                Some(name) => table("versions")?.get(name.as_str()?).and_then(required),
                None => required(version),
            });
            Some(Library::new(group, artifact, version))
        }
        _ => None,
    };
    libraries.filter_map(library).collect()
}

/// The library of `GROUP:ARTIFACT`, with or without `:VERSION`.
fn of_notation(text: &str) -> Option<Library> {
    let mut parts = text.splitn(3, ':');
    Some(Library::new(parts.next()?, parts.next()?, parts.next()))
}

/// The version that a catalog requires; of a rich one the strictest statement.
fn required(version: &Value) -> Option<&str> {
    let rich = ["strictly", "require", "prefer"];
    let stated = || rich.iter().find_map(|key| version.get(*key)?.as_str());
    version.as_str().or_else(stated)
}
