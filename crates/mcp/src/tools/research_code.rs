//! `research_code`: researches a topic in a routed chain of stages; each line of the answer has checked quotes.

use std::collections::BTreeMap;

use async_trait::async_trait;
use firsthand::Model as _;
use firsthand::agent::ToolSpec;
use firsthand::tools::{parse, spec};
use firsthand_research::{
    Format, RepoStages, Request, ResearchDocument, Researched, RunDependencies, clamped_hints,
    payload, print, run,
};
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{Call, McpTool};
use crate::client::random_id;
use crate::tool_result::ToolResult;

/// The hint to which all sub-queries are confined.
const PATH_HINT: &str = "path";
/// The document's field that is too large for an answer; its schema does not require it.
const OMITTED_FIELD: &str = "evidence";

pub(super) struct ResearchCode;

const ABOUT: &str = "\
Researches a broader topic: who is affected by a change, every place that reads a setting, how parts interact, what \
changed and why. Each line of the answer has a checked quote. Names as the code spells them help.";

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    #[schemars(extend("x-words" = true))]
    topic: String,
    /// Words that the code probably uses for it: guess, 3 to 8.
    #[serde(default)]
    words: Vec<String>,
    /// Of relation, module, tests, history, kind, text.
    #[serde(default)]
    axes: Vec<String>,
    /// Known already: path, symbol, relation, hops, since.
    #[serde(default, deserialize_with = "read_hints")]
    hints: BTreeMap<String, String>,
    /// The path of another allowed repository.
    root: Option<String>,
}

#[async_trait]
impl McpTool for ResearchCode {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>("research_code", ABOUT)
    }

    async fn call(&self, arguments: Value, call: &Call<'_>) -> Result<ToolResult, String> {
        let arguments: Arguments = parse(arguments).map_err(|error| error.to_string())?;
        let found = call.roots.find(arguments.root.as_deref())?;
        let explorer = found.explorer;
        let mut stages = RepoStages::new(explorer.toolbox().clone());
        let research_model = call.server.config.research_model.clone();
        let model = research_model.as_ref().map(|model| model.name().to_owned());
        if let Some(model) = research_model {
            stages = stages.with_model(model);
        }
        let dependencies = RunDependencies::local(stages, call.cancel.clone());
        let (hints, intent) = (arguments.hints, payload::Intent::new(arguments.topic));
        let intent = payload::Intent { hints, ..intent };
        let intent = intent.with_lists(&arguments.axes, &arguments.words);
        let path = intent.hints.get(PATH_HINT);
        if let Some(path) = path.filter(|path| !path.trim().is_empty()).cloned() {
            let toolbox = explorer.toolbox().clone();
            let checking = tokio::task::spawn_blocking(move || toolbox.check_path(&path));
            checking.await.map_err(|error| error.to_string())??;
        }
        let clamped = clamped_hints(&intent.hints);
        let request = Request {
            root: explorer.root().to_owned(),
            model: model.unwrap_or_default(),
            ..Request::new(random_id()?, intent)
        };
        let running = call.progress.during("researching", |_| run(request, &dependencies));
        let researched = running.await?.map_err(|error| error.to_string())?;
        let text = print(&researched, Format::Md);
        Ok(ToolResult::text(text)
            .with_data(data(&researched))
            .with_notes(found.note.as_slice())
            .with_notes(&clamped))
    }
}

/// A hint's value, as clients write it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Hint {
    Text(String),
    Number(serde_json::Number),
    Switch(bool),
    List(Vec<Hint>),
}

impl Hint {
    fn into_text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Number(number) => number.to_string(),
            Self::Switch(is_on) => is_on.to_string(),
            Self::List(items) => {
                items.into_iter().map(Self::into_text).collect::<Vec<_>>().join(",")
            }
        }
    }
}

/// Hints by their names, or a list of texts such as `hops=2`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Hints {
    Named(BTreeMap<String, Hint>),
    Pairs(Vec<String>),
}

/// # Errors
/// A sentence that says how hints are written.
fn read_hints<'de, D: Deserializer<'de>>(json: D) -> Result<BTreeMap<String, String>, D::Error> {
    const FORM: &str = "`hints` is an object of texts, numbers or lists, as {\"hops\": 3}, or a list of texts such as \
                        `hops=3`";
    match Hints::deserialize(json).map_err(|_| D::Error::custom(FORM))? {
        Hints::Named(named) => {
            Ok(named.into_iter().map(|(name, hint)| (name, hint.into_text())).collect())
        }
        Hints::Pairs(pairs) => pairs
            .iter()
            .map(|pair| pair.split_once(['=', ':']).ok_or_else(|| D::Error::custom(FORM)))
            .map(|pair| pair.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())))
            .collect(),
    }
}

/// The result's document, without [`OMITTED_FIELD`].
fn data(researched: &Researched) -> Value {
    let document = ResearchDocument::of(&researched.result);
    let mut value = serde_json::to_value(document).unwrap_or_default();
    if let Some(fields) = value.as_object_mut() {
        fields.remove(OMITTED_FIELD);
    }
    value
}
