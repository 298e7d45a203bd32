//! A setting of a configuration file in one of three formats: added beside the others, and taken out again. Each edited
//! text is parsed again and compared with what is expected of it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Added, EditError, Edited, Splice, json, toml, yaml};

/// The forms of configuration files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Format {
    /// JSON with comments and trailing commas.
    #[default]
    Json,
    Toml,
    Yaml,
}

/// A value at a path of keys, or an element of the list there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Setting {
    pub(super) format: Format,
    pub(super) path: Vec<String>,
    pub(super) value: Value,
    pub(super) is_element: bool,
}

impl Setting {
    pub(crate) fn new(format: Format, path: &[&str], value: Value) -> Self {
        Self {
            format,
            path: path.iter().map(|&key| key.to_owned()).collect(),
            value,
            is_element: false,
        }
    }

    /// An element of the list at the path.
    pub(crate) fn element(format: Format, path: &[&str], value: Value) -> Self {
        Self { is_element: true, ..Self::new(format, path, value) }
    }

    /// Adds the setting. The tables above it are created if they do not exist.
    ///
    /// # Errors
    /// An [`EditError`] if the text cannot be parsed in this format, or the edit would change other content.
    pub(super) fn put(&self, text: &str) -> Edited<Added> {
        let (bom, body) = split_bom(text);
        let mut expected = self.format.read(body)?;
        let index = match self.find(&expected)? {
            Some(value) if self.is_at(value) => return Ok(Added::Same),
            Some(Value::Array(list)) if self.is_element => list.len(),
            Some(_) => {
                return Ok(Added::Other(format!(
                    "it has another entry `{}`; take that out to have this one",
                    self.name(1)
                )));
            }
            None => 0,
        };
        let edited = match self.format {
            Format::Json => json::insert(body, self)?,
            Format::Toml => toml::insert(body, self),
            Format::Yaml => yaml::insert(body, self)?,
        };
        self.place(&mut expected, self.value.clone(), index);
        if self.format.read(&edited).is_ok_and(|after| after == expected) {
            Ok(Added::Text(format!("{bom}{edited}")))
        } else {
            Err(EditError::Unsupported(format!("an entry in `{}` would change more", self.table())))
        }
    }

    /// Takes the setting out of a text that was changed since it was added; `None` if it is not there. The tables and
    /// lists that were added with it go, too, if they hold nothing else.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    pub(super) fn take(&self, text: &str, splice: &Splice) -> Edited<Option<String>> {
        let (bom, body) = split_bom(text);
        let before = self.format.read(body)?;
        let (value, index) = match self.find(&before)? {
            Some(Value::Array(list)) if self.is_element => {
                match list.iter().enumerate().find(|(_, one)| covers(one, &self.value)) {
                    Some((index, value)) => (value, Some(index)),
                    None => return Ok(None),
                }
            }
            Some(value) => (value, None),
            None => return Ok(None),
        };
        // It is right if the setting is all that the text lacks.
        let is_right = |edited: &String| {
            let after = self.format.read(edited);
            after.is_ok_and(|mut after| match self.find(&after) {
                Ok(left) if left.is_none() || index.is_some() => {
                    self.place(&mut after, value.clone(), index.unwrap_or_default());
                    after == before
                }
                _ => false,
            })
        };
        let remove = |path: &[String], index| match self.format {
            Format::Json => json::remove(body, path, index),
            Format::Toml => toml::remove(body, path, splice.before("[")),
            Format::Yaml => yaml::remove(body, path),
        };
        let depths = 1..=self.path.len();
        let added = depths.filter(|depth| splice.added.contains(&self.path[depth - 1]));
        let undone = std::iter::once_with(|| splice.undo_moved(body, self.format != Format::Json))
            .chain(added.map(|depth| remove(&self.path[..depth], None)))
            .chain(std::iter::once_with(|| remove(&self.path, index)))
            .flatten()
            .find(is_right);
        let why = || format!("its entry `{}` in `{}` was changed", self.name(1), self.table());
        let undone = undone.ok_or_else(|| EditError::Unsupported(why()))?;
        Ok(Some(format!("{bom}{undone}")))
    }

    /// Puts a value at the path, or at an index of the list there; what is on the way are tables, or nothing.
    fn place(&self, root: &mut Value, value: Value, index: usize) {
        let place = self.path.iter().fold(root, |value, key| &mut value[key]);
        match place {
            Value::Array(list) if self.is_element => list.insert(index.min(list.len()), value),
            place if self.is_element => *place = Value::Array(vec![value]),
            place => *place = value,
        }
    }

    /// Whether a text has the setting, with whatever was added to it.
    pub(super) fn is_in(&self, text: &str) -> bool {
        let root = self.format.read(split_bom(text).1);
        let is_there = |root| Ok(self.find(&root)?.is_some_and(|value| self.is_at(value)));
        root.and_then(is_there).unwrap_or_default()
    }

    /// Whether the other setting is a value of the same key.
    pub(super) fn has_place_of(&self, other: &Self) -> bool {
        self.path == other.path && !self.is_element && !other.is_element
    }

    fn is_at(&self, value: &Value) -> bool {
        match value {
            Value::Array(list) if self.is_element => {
                list.iter().any(|one| covers(one, &self.value))
            }
            value => covers(value, &self.value),
        }
    }

    /// The value at the path.
    fn find<'v>(&self, root: &'v Value) -> Edited<Option<&'v Value>> {
        let mut value = root;
        for (depth, key) in self.path.iter().enumerate() {
            match value {
                Value::Object(table) => match table.get(key) {
                    Some(inner) => value = inner,
                    None => return Ok(None),
                },
                // In YAML, a key without a value counts as an empty table.
                Value::Null if self.format == Format::Yaml => return Ok(None),
                _ => {
                    let name = self.name(self.path.len() - depth + 1);
                    return Err(EditError::Unsupported(format!("`{name}` is not a table in it")));
                }
            }
        }
        if self.is_element && !value.is_array() {
            Err(EditError::Unsupported(format!("`{}` is not a list in it", self.table())))
        } else {
            Ok(Some(value))
        }
    }

    /// The name of the table or list that contains the setting.
    fn table(&self) -> &str {
        self.name(if self.is_element { 1 } else { 2 })
    }

    /// The key on the path, counted from its end.
    fn name(&self, from_end: usize) -> &str {
        self.path.iter().rev().nth(from_end - 1).map_or("", String::as_str)
    }
}

impl Format {
    /// The value at a path of keys from the top level; `None` if there is none.
    ///
    /// # Errors
    /// An [`EditError`] if the text cannot be parsed in this format.
    pub(crate) fn setting(self, text: &str, path: &[String]) -> Edited<Option<Value>> {
        let root = self.read(split_bom(text).1)?;
        let mut keys = path.iter();
        Ok(keys.try_fold(&root, |value, key| value.get(key)).cloned())
    }

    fn read(self, body: &str) -> Edited<Value> {
        let value = match self {
            Self::Json => json::read(body).map_err(|why| EditError::Invalid("JSON", why)),
            Self::Toml => toml::read(body).map_err(|why| EditError::Invalid("TOML", why)),
            Self::Yaml => yaml::read(body).map_err(|why| EditError::Invalid("YAML", why)),
        }?;
        match value {
            Value::Null => Ok(Value::Object(serde_json::Map::new())),
            Value::Object(_) => Ok(value),
            _ => Err(EditError::Unsupported("it does not hold a table".to_owned())),
        }
    }
}

/// Whether a value has all of another one: a client writes numbers in its own way, and adds fields.
fn covers(now: &Value, ours: &Value) -> bool {
    match (now, ours) {
        (Value::Object(now), Value::Object(ours)) => {
            let mut fields = ours.iter();
            fields.all(|(key, value)| now.get(key).is_some_and(|now| covers(now, value)))
        }
        (Value::Array(now), Value::Array(ours)) => {
            now.len() == ours.len() && now.iter().zip(ours).all(|(now, ours)| covers(now, ours))
        }
        (Value::Number(now), Value::Number(ours)) => now.as_f64() == ours.as_f64(),
        _ => now == ours,
    }
}

/// Splits a text into its byte order mark, which may be empty, and the rest.
fn split_bom(text: &str) -> (&str, &str) {
    text.split_at(if text.starts_with('\u{feff}') { 3 } else { 0 })
}
