//! Answers judged in pairs by a model that does not know the arms, each pair in both orders.

mod agreement;
mod pairs;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use firsthand::agent::{Message, ModelRequest, Notices, ToolSpec};
use firsthand::registry::Registry;
use firsthand::{Cancel, Intent, Task};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::agreement::{Agreement, judged_table};
pub use self::pairs::{Pair, pairs};
use crate::arm::runtime;
use crate::event::Actor;
use crate::model::ModelSource;
use crate::trace::Trace;

/// The system prompt of a judge.
pub const JUDGE_PROMPT: &str = include_str!("../prompts/judge.md");
/// The schema name and version of an opinion line.
const SCHEMA: &str = "firsthand.eval.judgement/1";
/// The most attempts to get a valid tool call from a judge.
const MAX_ATTEMPTS: u32 = 2;

/// The scores of one answer, each from 0 to 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Scores {
    /// Whether its statements hold.
    #[schemars(range(min = 0, max = 4))]
    pub correct: u8,
    /// Whether it states what is needed.
    #[schemars(range(min = 0, max = 4))]
    pub complete: u8,
    /// Whether its places are the ones to look at.
    #[schemars(range(min = 0, max = 4))]
    pub specific: u8,
}

impl Scores {
    /// The sum of the scores as a proportion of the maximum.
    #[must_use]
    pub fn proportion(&self) -> f64 {
        f64::from(self.correct + self.complete + self.specific) / 12.0
    }

    fn is_valid(&self) -> bool {
        [self.correct, self.complete, self.specific]
            .iter()
            .all(|score| *score <= 4)
    }
}

/// Which of two answers is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Preference {
    /// The first arm's answer.
    First,
    /// The second arm's answer.
    Second,
    /// Neither answer is better.
    Tie,
}

/// The arguments of the last call.
#[derive(Deserialize, JsonSchema)]
struct Given {
    a: Scores,
    b: Scores,
    /// a, b or tie.
    better: String,
    /// One sentence.
    #[serde(default)]
    reason: String,
}

/// Identifies an opinion: the pair, the judge, and the order in which the answers were shown.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct OpinionKey {
    /// The judge.
    pub judge: String,
    /// The set.
    pub set: String,
    /// The task.
    pub id: String,
    /// The repetition, from 1.
    pub repeat: u32,
    /// The first arm: its [`Key::label`](crate::Key::label).
    pub first: String,
    /// The second arm, in the same form.
    pub second: String,
    /// Whether the second arm's answer was shown as A.
    pub swapped: bool,
}

/// A judge's opinion of a pair in one order: a line of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opinion {
    schema: String,
    /// The pair, the judge and the order.
    #[serde(flatten)]
    pub key: OpinionKey,
    /// The scores of the first arm's answer.
    pub first_scores: Scores,
    /// The scores of the second arm's answer.
    pub second_scores: Scores,
    /// Which answer is better.
    pub better: Preference,
    /// Why, in the judge's words.
    pub reason: String,
}

impl Opinion {
    /// Parses a line; `None` if it is not an opinion.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        let opinion: Self = serde_json::from_str(line).ok()?;
        (opinion.schema == SCHEMA).then_some(opinion)
    }
}

/// Serializes an opinion as a line of JSON.
#[must_use]
pub fn opinion_line(opinion: &Opinion) -> String {
    serde_json::to_string(opinion).unwrap_or_default() + "\n"
}

/// Why there is no opinion of a pair.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JudgeError {
    /// The judge failed, or its answer cannot be parsed.
    #[error("{0}")]
    Failed(String),
    /// The caller cancelled.
    #[error("cancelled")]
    Cancelled,
}

/// Asks a judge about every pair in both orders, except where `earlier` has the opinion, and passes each new opinion to
/// `on_opinion` at once. Returns the number of questions that got no opinion, by reason; each order of a pair is one
/// question.
///
/// # Errors
/// [`JudgeError::Cancelled`], or the error of `on_opinion`.
pub fn judge(
    source: &ModelSource,
    pairs: &[Pair<'_>],
    earlier: &[Opinion],
    cancel: &Cancel,
    on_opinion: &mut dyn FnMut(Opinion) -> Result<(), JudgeError>,
) -> Result<BTreeMap<String, usize>, JudgeError> {
    let mut failed = BTreeMap::new();
    for pair in pairs {
        for swapped in [false, true] {
            let key = pair.opinion_key(source.name(), swapped);
            if earlier.iter().any(|opinion| opinion.key == key) {
                continue;
            }
            if cancel.is_cancelled() {
                return Err(JudgeError::Cancelled);
            }
            match ask(source, pair, key, cancel) {
                Ok(opinion) => on_opinion(opinion)?,
                Err(JudgeError::Cancelled) => return Err(JudgeError::Cancelled),
                Err(JudgeError::Failed(why)) => *failed.entry(why).or_default() += 1,
            }
        }
    }
    Ok(failed)
}

/// Asks a judge about one pair in the order of the key.
fn ask(
    source: &ModelSource,
    pair: &Pair<'_>,
    key: OpinionKey,
    cancel: &Cancel,
) -> Result<Opinion, JudgeError> {
    let failed = |why: &dyn std::fmt::Display| JudgeError::Failed(why.to_string());
    let trace = Arc::new(Trace::without_journal());
    let order = if key.swapped {
        "swapped"
    } else {
        "as they are"
    };
    let model = source
        .conversation(Actor::Judge, order, &key.id, &trace)
        .map_err(|why| failed(&why))?;
    let task = Task::new(pair.first.query.clone(), Intent::Explain, "");
    let judge_tool: ToolSpec = firsthand::tools::spec::<Given>("judge", "Ends with the opinion.");
    let messages = [Message::User(pair.text(key.swapped))];
    let (registry, tools) = (Registry::new(), [judge_tool]);
    let runtime = runtime().map_err(|why| failed(&why))?;
    let mut why = "the judge did not call judge".to_owned();
    for _ in 0..MAX_ATTEMPTS {
        let request = ModelRequest {
            task: &task,
            system: JUDGE_PROMPT,
            messages: &messages,
            registry: &registry,
            tools: &tools,
            must_call: Some("judge"),
            steps_left: 1,
            time_left: Some(Duration::from_secs(300)),
            notices: Notices::default(),
        };
        let turn = runtime.block_on(async {
            tokio::select! {
                turn = model.turn(&request) => turn.map_err(|why| failed(&why)),
                () = cancel.cancelled() => Err(JudgeError::Cancelled),
            }
        })?;
        let judge_call = turn.calls.into_iter().find(|call| call.tool == "judge");
        match judge_call.map(|call| serde_json::from_value::<Given>(call.arguments)) {
            Some(Ok(given)) if given.a.is_valid() && given.b.is_valid() => {
                return Ok(key.opinion(given));
            }
            Some(Ok(_)) => why = "a score is not from 0 to 4".to_owned(),
            Some(Err(error)) => why = format!("the opinion cannot be read: {error}"),
            None => {}
        }
    }
    Err(JudgeError::Failed(why))
}

impl OpinionKey {
    /// Translates the judge's answer about A and B into an opinion about the two arms.
    fn opinion(self, given: Given) -> Opinion {
        let (first, second) = match self.swapped {
            true => (given.b, given.a),
            false => (given.a, given.b),
        };
        let better = match (
            given.better.trim().to_ascii_lowercase().as_str(),
            self.swapped,
        ) {
            ("a", false) | ("b", true) => Preference::First,
            ("b", false) | ("a", true) => Preference::Second,
            _ => Preference::Tie,
        };
        Opinion {
            schema: SCHEMA.to_owned(),
            key: self,
            first_scores: first,
            second_scores: second,
            better,
            reason: given.reason,
        }
    }
}
