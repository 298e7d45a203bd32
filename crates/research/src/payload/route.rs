//! The routing decision, and the arguments of each action.

use std::collections::BTreeMap;

use firsthand_source::wire_names;
use schemars::JsonSchema;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::{Invalid, Payload, Prose, none_blank, not_blank};

wire_names! {
    /// The action after the classification.
    #[derive(
        Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
    )]
    #[serde(rename_all = "snake_case")]
    pub enum RouteAction {
        /// Answer from the candidates.
        SynthesizeDirectly => "synthesize_directly",
        /// Classify again, with another topic and hints.
        Retighten => "retighten",
        /// Follow the graph from a few symbols.
        WalkSeeds => "walk_seeds",
        /// Run sub-queries along several axes.
        Decompose => "decompose",
    }
}

wire_names! {
    /// How a seed refers to a symbol.
    #[derive(
        Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
    )]
    #[serde(rename_all = "snake_case")]
    pub enum SeedRefType {
        /// A name or a qualified name.
        Name => "name",
        /// Any suffix of an entity's id; the kind may be left out.
        PartialId => "partial_id",
        /// The index in the shown list of candidates, from 0.
        CandidateIndex => "candidate_index",
    }
}

wire_names! {
    /// The most sub-queries of a decomposition.
    #[derive(
        Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
    )]
    #[serde(rename_all = "snake_case")]
    pub enum Scope {
        /// At most 3 sub-queries.
        Narrow => "narrow",
        /// At most 8 sub-queries.
        Medium => "medium",
        /// At most 20 sub-queries.
        Broad => "broad",
    }
}

/// What the route stage emits.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct RouteDecision {
    /// The chosen action. Required; an unknown name does not decode.
    #[serde(serialize_with = "action_name", deserialize_with = "action")]
    #[schemars(with = "RouteAction")]
    pub action: Option<RouteAction>,
    /// The arguments of the action, in the form that the action requires.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub args: Map<String, Value>,
    /// The router's reason, as prose.
    #[serde(skip_serializing_if = "Prose::is_empty")]
    pub rationale: Prose,
}

#[expect(clippy::ref_option, reason = "the signature that serde asks for")]
fn action_name<S: serde::Serializer>(
    action: &Option<RouteAction>,
    to: S,
) -> Result<S::Ok, S::Error> {
    to.serialize_str(action.map_or("", RouteAction::name))
}

fn action<'de, D: Deserializer<'de>>(from: D) -> Result<Option<RouteAction>, D::Error> {
    let name = String::deserialize(from)?;
    if name.is_empty() {
        return Ok(None);
    }
    let unknown = |_| D::Error::custom(format!("`{name}` is no action"));
    name.parse().map(Some).map_err(unknown)
}

impl Payload for RouteDecision {
    const CATEGORY: &'static str = "route_decision";

    fn validate(&self) -> Result<(), Invalid> {
        Invalid::unless(self.action.is_some(), "action", "is blank")
    }
}

/// The arguments of [`RouteAction::Retighten`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct RetightenArgs {
    /// The topic to classify instead. Required.
    pub topic: String,
    /// The hints to classify it with.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub hints: BTreeMap<String, String>,
}

/// A symbol to start from, as a model names it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SeedRef {
    /// The reference. Required.
    #[serde(rename = "ref")]
    pub reference: String,
    /// How it is written: a [`SeedRefType`]. Required.
    pub ref_type: String,
}

/// The arguments of [`RouteAction::WalkSeeds`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct WalkSeedsArgs {
    /// The symbols to start from; at least one.
    pub seeds: Vec<SeedRef>,
}

/// The arguments of [`RouteAction::Decompose`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct DecomposeArgs {
    /// The axes; at least one. An axis that does not apply to code is reported as a degradation.
    pub axes: Vec<String>,
    /// The text that the searches of the axes look for. Required.
    pub focus: String,
    /// A [`Scope`]; empty is medium.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub scope: String,
}

impl DecomposeArgs {
    /// The scope, resolved.
    #[must_use]
    pub fn resolved_scope(&self) -> Scope {
        self.scope.parse().unwrap_or(Scope::Medium)
    }
}

impl RouteDecision {
    /// A decision with its arguments.
    #[must_use]
    pub fn new(action: RouteAction, args: &impl Serialize, rationale: impl Into<Prose>) -> Self {
        let args = serde_json::to_value(args).unwrap_or_default();
        Self {
            action: Some(action),
            args: args.as_object().cloned().unwrap_or_default(),
            rationale: rationale.into(),
        }
    }

    fn args<T: DeserializeOwned>(&self, action: RouteAction) -> Result<T, String> {
        if self.action != Some(action) {
            let found = self.action.map_or("", RouteAction::name);
            return Err(format!("the action is `{found}`, not `{action}`"));
        }
        let args = serde_json::from_value(Value::Object(self.args.clone()));
        args.map_err(|error| format!("the arguments do not have their shape: {error}"))
    }

    /// The arguments of a retighten.
    ///
    /// # Errors
    /// Another action, another shape, a blank topic or hint.
    pub fn parse_retighten_args(&self) -> Result<RetightenArgs, String> {
        let args: RetightenArgs = self.args(RouteAction::Retighten)?;
        not_blank("topic", &args.topic)?;
        for (key, value) in &args.hints {
            not_blank(&format!("hints.{key}"), value)?;
        }
        Ok(args)
    }

    /// The arguments of a walk.
    ///
    /// # Errors
    /// Another action, another shape, no seed, a blank reference, or an unknown way to write one.
    pub fn parse_walk_seeds_args(&self) -> Result<WalkSeedsArgs, String> {
        let args: WalkSeedsArgs = self.args(RouteAction::WalkSeeds)?;
        Invalid::unless(!args.seeds.is_empty(), "seeds", "is empty")?;
        for (index, seed) in args.seeds.iter().enumerate() {
            not_blank(&format!("seeds[{index}].ref"), &seed.reference)?;
            let (is_valid, field) =
                (seed.ref_type.parse::<SeedRefType>().is_ok(), format!("seeds[{index}].ref_type"));
            Invalid::unless(is_valid, field, "is no way to write a seed")?;
        }
        Ok(args)
    }

    /// The arguments of a decomposition.
    ///
    /// # Errors
    /// Another action, another shape, no axis, a blank axis or focus, or an unknown scope.
    pub fn parse_decompose_args(&self) -> Result<DecomposeArgs, String> {
        let args: DecomposeArgs = self.args(RouteAction::Decompose)?;
        Invalid::unless(!args.axes.is_empty(), "axes", "is empty")?;
        none_blank("axes", &args.axes)?;
        not_blank("focus", &args.focus)?;
        let is_scope = args.scope.is_empty() || args.scope.parse::<Scope>().is_ok();
        Invalid::unless(is_scope, "scope", "is no scope")?;
        Ok(args)
    }
}
