//! What a language model gets before it sees anything: the policy, and the tools.
//!
//! It is not put together here but overheard: a model that only listens is asked for its first turn.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use firsthand::agent::{ModelError, ModelRequest, ModelTurn, ToolSpec};
use firsthand::{Explorer, Intent, Model};
use serde::Serialize;

use crate::failure::Failure;
use crate::paint::{Ink, Paint};

/// Characters of a token, as a rule of thumb.
const TOKEN: usize = 4;

/// The policy and the tools as a model gets them. Serialized it is `firsthand.prompt/1`.
#[derive(Serialize)]
pub(super) struct Prompt {
    schema: &'static str,
    system: String,
    tools: Vec<ToolSpec>,
    cost: Vec<Cost>,
}

/// What a part of it costs.
#[derive(Serialize)]
struct Cost {
    what: String,
    /// Characters; of a tool, as JSON.
    chars: usize,
    /// A quarter of them.
    tokens: usize,
}

fn cost(what: &str, chars: usize) -> Cost {
    let (what, tokens) = (what.to_owned(), chars.div_ceil(TOKEN));
    Cost {
        what,
        chars,
        tokens,
    }
}

type Heard = (String, Vec<ToolSpec>);

/// A model that listens, and says nothing.
#[derive(Default)]
struct Listener(Mutex<Option<Heard>>);

#[async_trait::async_trait]
impl Model for Listener {
    fn name(&self) -> &str {
        "listener"
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        let heard = (request.system.to_owned(), request.tools.to_vec());
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(heard);
        Err(ModelError::Refused("it only listens".to_owned()))
    }
}

pub(super) async fn prompt(root: &Path) -> Result<Prompt, Failure> {
    let listener = Arc::new(Listener::default());
    let explorer = Explorer::builder(root).model(Arc::clone(&listener) as Arc<dyn Model>);
    let explorer = explorer.build().map_err(Failure::Root)?;
    let ended = explorer.explore("?", Intent::default()).await;
    let heard = listener
        .0
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take();
    let Some((system, tools)) = heard else {
        return Err(ended.map_or_else(|why| Failure::Explore(why.into()), |_| Failure::Crashed));
    };
    let chars =
        |tool: &ToolSpec| serde_json::to_string(tool).map_or(0, |text| text.chars().count());
    let mut all = vec![cost("policy", system.chars().count())];
    all.extend(tools.iter().map(|tool| cost(&tool.name, chars(tool))));
    let sum = all.iter().map(|one| one.chars).sum();
    all.push(cost("in all", sum));
    Ok(Prompt {
        schema: "firsthand.prompt/1",
        system,
        tools,
        cost: all,
    })
}

pub(super) fn page(prompt: &Prompt, paint: Paint) -> String {
    let head = |text: &str| paint.text(Ink::Label, text);
    let mut out = format!("{}\n\n{}\n", head("Policy"), prompt.system.trim_end());
    for tool in &prompt.tools {
        let schema = serde_json::to_string_pretty(&tool.parameters).unwrap_or_default();
        let name = head(&format!("Tool {}", tool.name));
        let _ = write!(out, "\n{name}\n\n{}\n\n{schema}\n", tool.description);
    }
    let _ = writeln!(
        out,
        "\n{} (a token taken as {TOKEN} characters)\n",
        head("Cost")
    );
    for Cost {
        what,
        chars,
        tokens,
    } in &prompt.cost
    {
        let _ = writeln!(out, "{what:<14} {chars:>7} characters {tokens:>6} tokens");
    }
    out
}
