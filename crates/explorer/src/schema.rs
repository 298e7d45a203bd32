//! The JSON Schemas of the stable JSON formats.

use firsthand_agent::submit_spec;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use crate::{CheckedReport, SearchDocument};

/// A JSON format defined in this crate or one it depends on. The report's schema is in `firsthand-render`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Schema {
    /// The arguments of `submit_report`, which a model submits.
    Selection,
    /// The output of a search: `firsthand.search/1`.
    Search,
    /// The output of `verify` on a saved report: `firsthand.verify/1`.
    Verify,
}

impl Schema {
    /// The JSON Schema.
    #[must_use]
    pub fn json(self) -> Value {
        match self {
            Self::Selection => submit_spec().parameters,
            Self::Search => schema_for::<SearchDocument>("firsthand.search/1"),
            Self::Verify => schema_for::<CheckedReport>("firsthand.verify/1"),
        }
    }
}

fn schema_for<T: JsonSchema>(title: &str) -> Value {
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
