//! What a model looked for and did not find, with the receipts that it cites for that.

use std::borrow::Cow;

use firsthand_registry::{ReceiptId, distinct};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

/// What a model looked for and did not find. It is written as one text, in which `[a1]` cites a receipt, or as an object
/// of the text and the id.
///
/// ```
/// use firsthand_validator::Missing;
///
/// let written: Missing = serde_json::from_str(r#""no pairing over Bluetooth [a1]""#)?;
/// assert_eq!((&*written.text, &*written.receipt_ids), ("no pairing over Bluetooth", &["a1".to_owned()][..]));
/// let object: Missing = serde_json::from_str(r#"{"text": "no pairing over Bluetooth", "receiptId": "a1"}"#)?;
/// assert_eq!(object, written);
/// assert_eq!(serde_json::to_string(&object)?, r#""no pairing over Bluetooth [a1]""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Written", into = "String")]
#[non_exhaustive]
pub struct Missing {
    /// What is missing.
    pub text: String,
    /// The ids of the receipts that show it.
    pub receipt_ids: Vec<String>,
}

/// The forms in which it is written.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    #[serde(rename_all = "camelCase")]
    Object {
        #[serde(default)]
        text: String,
        receipt_id: String,
    },
}

impl Missing {
    /// Something that is missing, with the receipts that show it.
    #[must_use]
    pub fn new(text: impl Into<String>, receipt_ids: impl IntoIterator<Item = String>) -> Self {
        Self { text: text.into(), receipt_ids: receipt_ids.into_iter().collect() }
    }
}

impl From<String> for Missing {
    /// Takes the ids in brackets out of the text; a text of ids alone needs none.
    fn from(written: String) -> Self {
        if let Some(ids) = ids_of(&written) {
            return Self::new("", distinct(ids));
        }
        let (mut text, mut ids) = (String::new(), Vec::new());
        let mut rest = &*written;
        while let Some((before, behind)) = rest.split_once('[') {
            match behind.split_once(']').and_then(|(list, after)| Some((ids_of(list)?, after))) {
                Some((listed, after)) => {
                    ids.extend(listed);
                    text += before.trim_end();
                    rest = after;
                }
                None => {
                    text += before;
                    text.push('[');
                    rest = behind;
                }
            }
        }
        text += rest;
        let text = if ids.is_empty() { written } else { text.trim().to_owned() };
        Self::new(text, distinct(ids))
    }
}

/// The ids of a list such as `a1, a2`; `None` if something else stands in it.
fn ids_of(list: &str) -> Option<Vec<String>> {
    let id = |part: &str| part.trim().parse().ok().map(|id: ReceiptId| id.to_string());
    list.split(',').map(id).collect()
}

impl From<&str> for Missing {
    fn from(written: &str) -> Self {
        written.to_owned().into()
    }
}

impl From<Written> for Missing {
    fn from(written: Written) -> Self {
        match written {
            Written::Text(text) => text.into(),
            Written::Object { text, receipt_id } => Self::new(text, [receipt_id]),
        }
    }
}

impl From<Missing> for String {
    fn from(missing: Missing) -> Self {
        let ids = missing.receipt_ids.iter().map(|id| format!("[{id}]"));
        let parts = std::iter::once(missing.text.clone()).chain(ids);
        let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
        parts.join(" ")
    }
}

impl JsonSchema for Missing {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Missing".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({ "type": "string" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_in_brackets_are_taken_out_of_the_text() {
        for (written, text, ids) in [
            ("no pairing", "no pairing", ""),
            ("no pairing [a1]", "no pairing", "a1"),
            ("[a1] no pairing", "no pairing", "a1"),
            ("no pairing [a1], no radio [a2].", "no pairing, no radio.", "a1 a2"),
            ("neither of them [a1, a2] [a1]", "neither of them", "a1 a2"),
            ("[a12]", "", "a12"),
            ("a1", "", "a1"),
            (" a1, a2 ", "", "a1 a2"),
            ("a1 and a2", "a1 and a2", ""),
            ("a1, nothing", "a1, nothing", ""),
            // None is an id.
            ("no x[0] or [a] [c1] [a01] [a1", "no x[0] or [a] [c1] [a01] [a1", ""),
            ("  as it is ", "  as it is ", ""),
        ] {
            let missing = Missing::from(written);
            let found = (&*missing.text, &*missing.receipt_ids.join(" "));
            assert_eq!(found, (text, ids), "{written}");
        }
    }
}
