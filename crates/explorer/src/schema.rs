//! The JSON Schemas of the contracts: what a host or a script can rely on.

use firsthand_agent::submit_spec;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use crate::{CheckedReport, SearchDocument};

/// A contract of this crate's own or of the crates below it. The schema of a report is
/// `firsthand-render`'s, which writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Schema {
    /// What a model submits: the arguments of `submit_report`.
    Selection,
    /// What a search writes: `firsthand.search/1`.
    Search,
    /// What a second look at a saved report writes: `firsthand.verify/1`.
    Verify,
}

impl Schema {
    /// The JSON Schema.
    #[must_use]
    pub fn json(self) -> Value {
        match self {
            Self::Selection => submit_spec().parameters,
            Self::Search => written::<SearchDocument>("firsthand.search/1"),
            Self::Verify => written::<CheckedReport>("firsthand.verify/1"),
        }
    }
}

fn written<T: JsonSchema>(title: &str) -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut value = settings
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value();
    if let Some(object) = value.as_object_mut() {
        object.insert("title".to_owned(), title.into());
    }
    value
}
