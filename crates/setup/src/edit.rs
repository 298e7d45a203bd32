//! Edits files in place: inserts an entry into a configuration file, and a block into a Markdown file; all other bytes
//! stay.

pub(crate) mod block;
mod json;
mod toml;
mod yaml;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::texts::{BEGIN, END, NAME};

/// The forms of configuration files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Format {
    /// JSON with comments and trailing commas.
    Json,
    Toml,
    Yaml,
}

/// A server's entry: its fields in order.
pub(crate) type Entry = Vec<(&'static str, Value)>;

/// The result of inserting an entry.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum EditOutcome {
    /// The same entry exists already.
    Same,
    /// An entry of that name exists with another value.
    Other,
    /// The text with the entry.
    Text(String),
}

/// Why a file is not edited.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum EditError {
    /// The text cannot be parsed: the format's name, and the parser's message.
    #[error("it is not valid {0}: {1}")]
    Invalid(&'static str, String),
    /// The text can be parsed, but cannot be edited safely, with the reason.
    #[error("{0}")]
    Unsupported(String),
    /// The markers of the block are not exactly one pair.
    #[error("its markers `{BEGIN}` and `{END}` are not one pair: put that right by hand")]
    UnpairedMarkers,
}

type Edited<T> = Result<T, EditError>;

impl Format {
    /// Inserts the entry under [`NAME`] into the top-level table `map`. All other content stays, comments and line ends
    /// included: the result is parsed again and compared.
    ///
    /// # Errors
    /// An [`EditError`] if the text cannot be parsed in this format, its `map` is no table, or the edit would change other
    /// content.
    pub(crate) fn put(self, text: &str, map: &str, entry: &Entry) -> Edited<EditOutcome> {
        let (bom, body) = split_bom(text);
        let before = self.read(body)?;
        let new_entry: Map<String, Value> = entry
            .iter()
            .map(|(name, field)| ((*name).to_owned(), field.clone()))
            .collect();
        match before.get(map) {
            // In YAML, a key without a value counts as an empty table.
            None => {}
            Some(Value::Null) if self == Self::Yaml => {}
            Some(Value::Object(table)) => match table.get(NAME) {
                None => {}
                Some(Value::Object(entry)) if *entry == new_entry => return Ok(EditOutcome::Same),
                Some(_) => return Ok(EditOutcome::Other),
            },
            Some(_) => {
                return Err(EditError::Unsupported(format!(
                    "`{map}` is not a table in it"
                )));
            }
        }
        let edited = match self {
            Self::Json => json::insert(body, map, entry),
            Self::Toml => Ok(toml::insert(body, map, entry)),
            Self::Yaml => yaml::insert(body, map, entry),
        }?;
        let unsafe_edit =
            || EditError::Unsupported(format!("an entry in `{map}` would change more"));
        let mut after = self.read(&edited).map_err(|_| unsafe_edit())?;
        let inserted = after.get_mut(map).and_then(Value::as_object_mut);
        let inserted = inserted.and_then(|table| table.remove(NAME));
        match before.get(map) {
            None => drop(after.remove(map)),
            Some(Value::Null) => drop(after.insert(map.to_owned(), Value::Null)),
            Some(_) => {}
        }
        match inserted == Some(Value::Object(new_entry)) && before == after {
            true => Ok(EditOutcome::Text(format!("{bom}{edited}"))),
            false => Err(unsafe_edit()),
        }
    }

    /// Removes the entry from a text that may have been changed since the insertion; `None` if the entry does not exist.
    ///
    /// # Errors
    /// As [`Format::put`]; always if the entry exists and the format is TOML.
    pub(crate) fn take(self, text: &str, map: &str) -> Edited<Option<String>> {
        let (bom, body) = split_bom(text);
        let mut before = self.read(body)?;
        let table = before.get_mut(map).and_then(Value::as_object_mut);
        if table.and_then(|table| table.remove(NAME)).is_none() {
            return Ok(None);
        }
        let changed_entry =
            || EditError::Unsupported(format!("its entry `{NAME}` in `{map}` was changed"));
        let edited = match self {
            Self::Json => json::remove(body, map),
            Self::Toml => None,
            Self::Yaml => yaml::remove(body, map),
        };
        let edited = edited.ok_or_else(changed_entry)?;
        let after = self.read(&edited).map_err(|_| changed_entry())?;
        let empty = |value: &Value| value.is_null() || value.as_object().is_some_and(Map::is_empty);
        let without_empty = |table: Map<String, Value>| -> Vec<(String, Value)> {
            table.into_iter().filter(|(_, v)| !empty(v)).collect()
        };
        match without_empty(before) == without_empty(after) {
            true => Ok(Some(format!("{bom}{edited}"))),
            false => Err(changed_entry()),
        }
    }

    /// The value at a path of keys from the top level; `None` if there is none. Used for a client's setting that names
    /// the file it reads.
    pub(crate) fn setting(self, text: &str, path: &[&str]) -> Option<Value> {
        let (_, body) = split_bom(text);
        let mut value = Value::Object(self.read(body).ok()?);
        for name in path {
            value = value.get_mut(*name)?.take();
        }
        Some(value)
    }

    fn read(self, body: &str) -> Edited<Map<String, Value>> {
        let value = match self {
            Self::Json => json::read(body).map_err(|why| EditError::Invalid("JSON", why)),
            Self::Toml => toml::read(body).map_err(|why| EditError::Invalid("TOML", why)),
            Self::Yaml => yaml::read(body).map_err(|why| EditError::Invalid("YAML", why)),
        }?;
        match value {
            Value::Null => Ok(Map::new()),
            Value::Object(map) => Ok(map),
            _ => Err(EditError::Unsupported(
                "it does not hold a table".to_owned(),
            )),
        }
    }
}

/// Splits a text into its byte order mark, which may be empty, and the rest.
fn split_bom(text: &str) -> (&str, &str) {
    text.split_at(if text.starts_with('\u{feff}') { 3 } else { 0 })
}

/// The line end of a text's first line; `\n` if it has none.
pub(crate) fn newline(text: &str) -> &'static str {
    match text.split_once('\n') {
        Some((line, _)) if line.ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// The line ends to append to a text so that one blank line separates it from what follows; none if it is empty.
fn blank_line_before(text: &str) -> String {
    let end = newline(text);
    end.repeat(match text {
        "" => 0,
        _ if text.ends_with(&end.repeat(2)) => 0,
        _ if text.ends_with('\n') => 1,
        _ => 2,
    })
}

#[cfg(test)]
mod tests;
