//! A setting of a configuration file in one of three formats: added beside the others, and taken out again. Each edited
//! text is parsed again and compared with what is expected of it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Added, EditError, Edited, Splice, json, toml, yaml};

/// The forms of configuration files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Format {
    /// JSON with comments and trailing commas.
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

    /// Adds the setting. The tables above it are created if they do not exist.
    ///
    /// # Errors
    /// An [`EditError`] if the text cannot be parsed in this format, or the edit would change other content.
    pub(super) fn put(&self, text: &str) -> Edited<Added> {
        let (bom, body) = split_bom(text);
        let mut expected = self.format.read(body)?;
        match self.find(&expected)? {
            Some(value) if self.is_at(value) => return Ok(Added::Same),
            Some(_) if !self.is_element => {
                let name = self.path.last().map_or("", String::as_str);
                return Ok(Added::Other(format!(
                    "it has another entry `{name}`; take that out to have this one"
                )));
            }
            _ => {}
        }
        let edited = match self.format {
            Format::Json => json::insert(body, self)?,
            Format::Toml => toml::insert(body, self),
            Format::Yaml => yaml::insert(body, self)?,
        };
        let place = self
            .path
            .iter()
            .fold(&mut expected, |value, key| &mut value[key]);
        match place {
            Value::Array(list) if self.is_element => list.push(self.value.clone()),
            place if self.is_element => *place = Value::Array(vec![self.value.clone()]),
            place => *place = self.value.clone(),
        }
        match self
            .format
            .read(&edited)
            .is_ok_and(|after| after == expected)
        {
            true => Ok(Added::Text(format!("{bom}{edited}"))),
            false => Err(EditError::Unsupported(format!(
                "an entry in `{}` would change more",
                self.table()
            ))),
        }
    }

    /// Takes the setting out of a text that was changed since it was added; `None` if it is not there.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    pub(super) fn take(&self, text: &str, splice: &Splice) -> Edited<Option<String>> {
        let (bom, body) = split_bom(text);
        let mut expected = self.format.read(body)?;
        let Some(value) = self.find(&expected)? else {
            return Ok(None);
        };
        let element = match value {
            Value::Array(list) if self.is_element => {
                match list.iter().position(|one| covers(one, &self.value)) {
                    Some(at) => Some(at),
                    None => return Ok(None),
                }
            }
            _ => None,
        };
        remove(&mut expected, &self.path, element);
        prune(&mut expected, &self.path);
        let is_right = |edited: &String| {
            let after = self.format.read(edited).ok();
            after.is_some_and(|mut after| {
                prune(&mut after, &self.path);
                after == expected
            })
        };
        let (path, element) = self.made(&self.format.read(body)?, element, splice);
        let undone = splice
            .undo_moved(body, self.format != Format::Json)
            .filter(is_right);
        let undone = undone.or_else(|| {
            let edited = match self.format {
                Format::Json => json::remove(body, path, element),
                Format::Toml => toml::remove(body, path, splice.before("[")),
                Format::Yaml => yaml::remove(body, path),
            };
            edited.filter(is_right)
        });
        let name = self.path.last().map_or("", String::as_str);
        let why = || format!("its entry `{name}` in `{}` was changed", self.table());
        let undone = undone.ok_or_else(|| EditError::Unsupported(why()))?;
        Ok(Some(format!("{bom}{undone}")))
    }

    /// What was made for the setting: the table or list around it, too, if it was added with it and holds nothing else.
    fn made(
        &self,
        root: &Value,
        element: Option<usize>,
        splice: &Splice,
    ) -> (&[String], Option<usize>) {
        let holds_one = |path: &[String]| match path.iter().try_fold(root, |v, key| v.get(key)) {
            Some(Value::Object(table)) => table.len() == 1,
            Some(Value::Array(list)) => list.len() == 1,
            _ => false,
        };
        let was_added = |path: &[String]| path.last().is_some_and(|key| splice.added.contains(key));
        let is_made = |path: &[String]| holds_one(path) && was_added(path);
        let (mut path, mut element) = (&*self.path, element);
        if element.is_some() && is_made(path) {
            element = None;
        }
        while let Some((_, table)) = path
            .split_last()
            .filter(|(_, table)| element.is_none() && is_made(table))
        {
            path = table;
        }
        (path, element)
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
                    let name = depth.checked_sub(1).map_or("", |above| &*self.path[above]);
                    let why = format!("`{name}` is not a table in it");
                    return Err(EditError::Unsupported(why));
                }
            }
        }
        match self.is_element && !value.is_array() {
            true => Err(EditError::Unsupported(format!(
                "`{}` is not a list in it",
                self.table()
            ))),
            false => Ok(Some(value)),
        }
    }

    /// The name of the table or list that contains the setting.
    fn table(&self) -> &str {
        let up = if self.is_element { 1 } else { 2 };
        let at = self.path.len().checked_sub(up);
        at.and_then(|at| self.path.get(at))
            .map_or("", String::as_str)
    }
}

impl Format {
    /// The value at a path of keys from the top level; `None` if there is none. Used for a client's setting that names
    /// the file it reads.
    pub(crate) fn setting(self, text: &str, path: &[&str]) -> Option<Value> {
        let root = self.read(split_bom(text).1).ok()?;
        path.iter()
            .try_fold(&root, |value, key| value.get(key))
            .cloned()
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
            _ => Err(EditError::Unsupported(
                "it does not hold a table".to_owned(),
            )),
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

/// Removes the value at a path, or an element of the list there.
fn remove(root: &mut Value, path: &[String], element: Option<usize>) {
    let Some((key, tables)) = path.split_last() else {
        return;
    };
    let table = tables
        .iter()
        .try_fold(root, |value, key| value.get_mut(key));
    let Some(table) = table.and_then(Value::as_object_mut) else {
        return;
    };
    match (element, table.get_mut(key)) {
        (Some(at), Some(Value::Array(list))) if at < list.len() => drop(list.remove(at)),
        _ => drop(table.remove(key)),
    }
}

/// Removes the empty tables and lists on a path: an added one may stay, empty, or go.
fn prune(root: &mut Value, path: &[String]) {
    for depth in (1..=path.len()).rev() {
        let value = path[..depth]
            .iter()
            .try_fold(&*root, |value, key| value.get(key));
        let is_empty = value.is_some_and(|value| match value {
            Value::Object(table) => table.is_empty(),
            Value::Array(list) => list.is_empty(),
            other => other.is_null(),
        });
        if is_empty {
            remove(root, &path[..depth], None);
        }
    }
}

/// Splits a text into its byte order mark, which may be empty, and the rest.
fn split_bom(text: &str) -> (&str, &str) {
    text.split_at(if text.starts_with('\u{feff}') { 3 } else { 0 })
}
