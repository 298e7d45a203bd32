//! What a client gets only if the caller asks for it: permissions, so that the first call waits for no prompt, and a hook.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::edit::{Addition, Format, Setting};

/// Additions to a client's files, with the page that describes them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Extra {
    /// The page or file that describes the format.
    source: String,
    /// The day on which it was read, as `YYYY-MM-DD`.
    checked: String,
    /// Fields of the server's entry.
    #[serde(default)]
    pub(crate) entry: Map<String, Value>,
    #[serde(default)]
    pub(crate) files: Vec<ExtraFile>,
    /// A note on what the user has to do.
    #[serde(default)]
    note: String,
}

/// What is added to one file: its whole text, the elements of a list, or a value.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExtraFile {
    /// Its path; empty for the file with the server's entry.
    #[serde(default)]
    pub(crate) file: String,
    /// The text of a file that nothing else is in.
    text: Option<String>,
    #[serde(default)]
    format: Format,
    /// The keys that lead to the list or the value.
    #[serde(default)]
    path: Vec<String>,
    #[serde(default)]
    elements: Vec<Value>,
    value: Option<Value>,
}

impl Extra {
    /// What to know about the additions: what the user has to do, and who says so.
    pub(crate) fn note(&self) -> String {
        let gap = if self.note.is_empty() { "" } else { "; " };
        format!("{}{gap}{}, read on {}", self.note, self.source, self.checked)
    }
}

impl ExtraFile {
    /// The additions, in the order in which they are made.
    pub(crate) fn additions(&self) -> Vec<Addition> {
        let path: Vec<&str> = self.path.iter().map(String::as_str).collect();
        let text = self.text.clone().map(Addition::File);
        let value = self.value.clone();
        let value = value.map(|value| Setting::new(self.format, &path, value));
        let elements = self.elements.iter().cloned();
        let elements = elements.map(|element| Setting::element(self.format, &path, element));
        let settings = value.into_iter().chain(elements).map(Addition::Setting);
        text.into_iter().chain(settings).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::clients::clients;

    #[test]
    fn each_extra_names_its_source_and_adds_something() {
        for client in clients() {
            for extra in client.allow.iter().chain(&client.hook) {
                let name = &client.name;
                assert!(extra.source.starts_with("https://"), "{name}");
                assert!(extra.checked.starts_with("20") && extra.checked.len() == 10, "{name}");
                assert!(extra.files.iter().all(|file| !file.additions().is_empty()), "{name}");
                assert!(!extra.files.is_empty() || !extra.entry.is_empty(), "{name}");
            }
        }
    }
}
