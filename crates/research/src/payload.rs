//! The wire types of the chain. Fields with zero values are omitted, unknown fields are ignored, and partial payloads
//! decode; only [`Payload::validate`] checks required fields.
//!
//! Their names are those of the wire, and some are also names of other types (of a tool's observations, or of a
//! report), so code writes them with this module: `payload::Intent`.

mod result;
mod route;
mod stages;

use std::fmt;

use firsthand_source::{document_schema, wire_names};
use schemars::JsonSchema;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use result::{
    Claim, DecompTrace, Degradation, Evidence, MAX_RETIGHTEN_ROUNDS, Place, Reference, SearchResult,
};
pub use route::{
    DecomposeArgs, RetightenArgs, RouteAction, RouteDecision, Scope, SeedRef, SeedRefType,
    WalkSeedsArgs,
};
pub use stages::{
    AssessmentOutput, Candidate, ClassifierOutput, ClassifierTier, DEFAULT_BUDGET_TOKENS,
    DEFAULT_MAX_ITERATIONS, ExecutionOutput, Intent,
};

/// The domain of every type of this crate.
pub const DOMAIN: &str = "research";
/// The version of every type of this crate.
pub const VERSION: &str = "v1";

/// A wire type.
pub trait Payload: Serialize + DeserializeOwned + JsonSchema {
    /// Its name within [`DOMAIN`].
    const CATEGORY: &'static str;

    /// Checks required fields and ranges.
    ///
    /// # Errors
    /// The first invalid field, in the order of the type.
    fn validate(&self) -> Result<(), Invalid>;
}

/// Decodes an object, without validating it. A list would otherwise be decoded as the fields in their order.
///
/// # Errors
/// The value is no object, or does not match the type.
pub fn decode<T: DeserializeOwned>(value: Value) -> Result<T, serde_json::Error> {
    if value.is_object() {
        serde_json::from_value(value)
    } else {
        Err(serde_json::Error::custom("it is no object"))
    }
}

/// The JSON Schema of a payload type.
#[must_use]
pub fn payload_schema<P: Payload>() -> Value {
    document_schema::<P>(&format!("{DOMAIN}.{}.{VERSION}", P::CATEGORY))
}

/// Why a payload is not valid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{field}` {why}")]
pub struct Invalid {
    /// The field, with its position in lists: `candidates[1].tier`.
    pub field: String,
    /// The error.
    pub why: &'static str,
}

impl Invalid {
    /// An error of the field, unless the condition holds.
    fn unless(valid: bool, field: impl Into<String>, why: &'static str) -> Result<(), Self> {
        let field = field.into();
        if valid { Ok(()) } else { Err(Self { field, why }) }
    }
}

impl From<Invalid> for String {
    fn from(fault: Invalid) -> Self {
        fault.to_string()
    }
}

/// A model's own words. The type has no comparison and no `str` access, so that code that branches on the text has to
/// print it first; validation checks only whether it is blank.
///
/// ```compile_fail,E0369
/// use firsthand_research::payload::Prose;
/// fn routes_by_words(rationale: &Prose) -> bool {
///     *rationale == Prose::from("enough")
/// }
/// ```
/// ```compile_fail,E0599
/// use firsthand_research::payload::Prose;
/// fn routes_by_words(rationale: &Prose) -> bool {
///     rationale.contains("enough")
/// }
/// ```
#[derive(Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Prose(String);

impl Prose {
    /// Whether the text is blank.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.0.trim().is_empty()
    }

    /// Whether the text is empty; an empty text is omitted in JSON.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<String> for Prose {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Prose {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Display for Prose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Prose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Prose({} characters)", self.0.chars().count())
    }
}

wire_names! {
    /// The tier by which evidence was retrieved. `3` is a tier of classifiers, not of retrieval.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
    pub enum Tier {
        /// `0`: exact symbols, paths and edges of the code graph, and commits.
        #[serde(rename = "0")]
        Exact => "0",
        /// `1`: BM25 and text matches.
        #[serde(rename = "1")]
        Ranked => "1",
        /// `2`: embeddings, which nothing here emits.
        #[serde(rename = "2")]
        Neural => "2",
    }
}

/// Whether a value is the default of its type: such fields are omitted in JSON.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn not_blank(field: &str, text: &str) -> Result<(), Invalid> {
    Invalid::unless(!text.trim().is_empty(), field, "is blank")
}

/// Requires that no text of a list is blank.
fn none_blank(field: &str, texts: &[String]) -> Result<(), Invalid> {
    let mut texts = texts.iter().enumerate();
    texts.try_for_each(|(index, text)| not_blank(&format!("{field}[{index}]"), text))
}

fn not_negative(field: &str, number: i64) -> Result<(), Invalid> {
    Invalid::unless(number >= 0, field, "is negative")
}

/// Requires a finite number from 0 to `max`.
fn in_range(field: &str, number: f64, max: f64) -> Result<(), Invalid> {
    Invalid::unless((0.0..=max).contains(&number), field, "is out of its range")
}
