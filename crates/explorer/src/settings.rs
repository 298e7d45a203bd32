//! A repository's own `firsthand.toml`, which can only lower budgets and exclude files.

use std::path::Path;

use firsthand_agent::Budgets;
use firsthand_source::fs::{ReadError, read_unfollowed};
use firsthand_tools::redact_name;
use serde::Deserialize;

/// The settings file, at the repository's root.
const FILE_NAME: &str = "firsthand.toml";
/// The maximum size of a settings file.
const MAX_BYTES: u64 = 64 * 1024;

/// A repository's settings for its own exploration. The repository's authors wrote them, so they can only
/// narrow a run; other settings are ignored, with a note.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct RepoSettings {
    /// Patterns of files to exclude.
    pub excludes: Vec<String>,
    /// Budgets that apply where they are lower than the caller's.
    budgets: Option<toml::Table>,
    /// One note for each setting that was ignored.
    pub notes: Vec<String>,
}

/// A settings file that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the repository's firsthand.toml cannot be read: {}", redact_name(.0))]
pub struct SettingsError(String);

impl SettingsError {
    pub(crate) fn invalid_exclude(error: &impl std::fmt::Display) -> Self {
        Self(format!("`exclude`: {error}"))
    }
}

impl RepoSettings {
    /// Reads `firsthand.toml` at the root. If it is missing, a link, or not a regular file, nothing is narrowed.
    ///
    /// # Errors
    /// A [`SettingsError`] where it is not TOML, has values of the wrong type, is larger than 64 KiB, or cannot be
    /// read.
    pub fn of_root(root: &Path) -> Result<Self, SettingsError> {
        let text = match read_unfollowed(&root.join(FILE_NAME), MAX_BYTES).map(String::from_utf8) {
            Ok(Ok(text)) => text,
            Ok(Err(_)) => return Err(SettingsError("it is not UTF-8".to_owned())),
            Err(ReadError::TooLarge { .. }) => {
                return Err(SettingsError("it is larger than 64 KiB".to_owned()));
            }
            Err(why @ (ReadError::Denied | ReadError::Unreadable(_))) => {
                return Err(SettingsError(why.to_string()));
            }
            Err(_) => return Ok(Self::default()),
        };
        Self::parse(&text)
    }

    /// Reads the text of a settings file.
    ///
    /// # Errors
    /// A [`SettingsError`] where it is not TOML or has values of the wrong type.
    pub fn parse(text: &str) -> Result<Self, SettingsError> {
        let table: toml::Table = text
            .parse()
            .map_err(|e: toml::de::Error| SettingsError(e.message().to_owned()))?;
        let mut settings = Self::default();
        for (key, value) in table {
            match (key.as_str(), value) {
                ("exclude", value) => {
                    settings.excludes = Vec::deserialize(value)
                        .map_err(|_| SettingsError("`exclude` is a list of patterns".to_owned()))?;
                }
                ("budgets", toml::Value::Table(budgets)) => {
                    Budgets::deserialize(budgets.clone())
                        .map_err(|e| SettingsError(format!("`budgets`: {}", e.message())))?;
                    settings.budgets = Some(budgets);
                }
                _ => settings.notes.push(format!(
                    "firsthand.toml of the repository: `{}` is not honoured; it may only exclude files \
                     and lower budgets",
                    firsthand_registry::escape(&redact_name(&key))
                )),
            }
        }
        Ok(settings)
    }

    /// One note for each kind of setting that applies, so that the caller knows that it sees less.
    pub(crate) fn narrowing_notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if !self.excludes.is_empty() {
            let shown = self.excludes.join(", ");
            let shown = redact_name(&shown);
            let shown = firsthand_registry::escape(&shown);
            notes.push(format!("{FILE_NAME} of the repository leaves out: {shown}"));
        }
        if self.budgets.is_some() {
            notes.push(format!("{FILE_NAME} of the repository lowers budgets"));
        }
        notes
    }

    /// The lower of each budget: the caller's or the repository's.
    #[must_use]
    pub fn narrow(&self, budgets: Budgets) -> Budgets {
        let Some(table) = &self.budgets else {
            return budgets;
        };
        // A budget that the table does not name keeps the caller's value. A limit of 0 would prevent every
        // run, which is more than narrowing.
        let mut merged = toml::Table::try_from(budgets).unwrap_or_default();
        merged.extend(
            table
                .clone()
                .into_iter()
                .filter(|(_, v)| v.as_integer() != Some(0)),
        );
        let stated = Budgets::deserialize(merged).unwrap_or(budgets);
        budgets.narrowed(stated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contained_settings_only_narrow() {
        let text = "model = \"openai:gpt\"\nbase_url = \"http://evil\"\nexclude = [\"vendor/\"]\n\
                    [budgets]\nsteps = 99\ntool_calls = 3\nresult_chars = 0\n";
        let settings = RepoSettings::parse(text).unwrap();
        let caller = Budgets {
            steps: 5,
            wall_ms: 1_000,
            ..Budgets::default()
        };
        let narrowed = settings.narrow(caller);
        assert_eq!(
            narrowed,
            Budgets {
                tool_calls: 3,
                ..caller
            }
        );
        assert_eq!(settings.excludes, ["vendor/"]);
        assert_eq!(settings.notes.len(), 2, "{:?}", settings.notes);
        assert!(
            settings.notes[0].contains("`base_url` is not honoured"),
            "{:?}",
            settings.notes
        );
    }

    #[test]
    fn errors_of_settings_state_the_cause() {
        for (text, expect) in [
            ("exclude = 3", "`exclude` is a list of patterns"),
            ("[budgets]\nstep = 3", "unknown field `step`"),
            ("budgets", "key with no value"),
        ] {
            let error = RepoSettings::parse(text).unwrap_err().to_string();
            assert!(error.contains(expect), "{text}: {error}");
        }
    }
}
