//! The wire types of the chain. Fields with zero values are omitted, unknown fields are ignored, and partial payloads
//! decode; only [`Payload::validate`] checks required fields.

mod classifier;
mod execution;
mod intent;
mod result;
mod route;
mod types;
pub(crate) mod wire;

use firsthand_source::wire_names;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use classifier::{Candidate, ClassifierOutput, ClassifierTier};
pub use execution::{AssessmentOutput, Evidence, ExecutionOutput};
pub use intent::{DEFAULT_BUDGET_TOKENS, DEFAULT_MAX_ITERATIONS, Intent};
pub use result::{
    Claim, DecompTrace, Degradation, MAX_RETIGHTEN_ROUNDS, Place, Reference, SearchResult,
};
pub use route::{
    DecomposeArgs, RetightenArgs, RouteAction, RouteArgsError, RouteDecision, Scope, SeedRef,
    SeedRefType, WalkSeedsArgs, is_valid_decompose_scope, is_valid_route_action,
    is_valid_seed_ref_type,
};
pub use types::{
    AnyPayload, DecodeError, MessageType, PayloadTypes, RegisterError, payload_schema,
};

/// The domain of every type of this crate.
pub const DOMAIN: &str = "research";
/// The version of every type of this crate.
pub const VERSION: &str = "v1";

/// A wire type.
pub trait Payload: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static {
    /// Its name within [`DOMAIN`].
    const CATEGORY: &'static str;

    /// Checks required fields and ranges.
    ///
    /// # Errors
    /// The first invalid field, in the order of the type.
    fn validate(&self) -> Result<(), Invalid>;
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
    pub(crate) fn new(field: impl Into<String>, why: &'static str) -> Self {
        let field = field.into();
        Self { field, why }
    }

    /// The same error, in an item of a list.
    pub(crate) fn within(self, list: &str, index: usize) -> Self {
        let field = format!("{list}[{index}].{}", self.field);
        Self { field, ..self }
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
