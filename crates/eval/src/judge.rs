//! Answers judged in pairs by a model that does not know the arms, each pair in both orders.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use firsthand::agent::{Message, ModelRequest, Notices};
use firsthand::registry::Registry;
use firsthand::{Cancel, Intent, Task};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::arm::runtime;
use crate::event::Actor;
use crate::model::ModelSource;
use crate::record::Record;
use crate::table::by_arm;
use crate::trace::Trace;

/// The system prompt of a judge.
pub const JUDGE_PROMPT: &str = include_str!("../prompts/judge.md");
/// The schema name and version of an opinion line.
const SCHEMA: &str = "firsthand.eval.judgement/1";
/// The most attempts to get a valid tool call from a judge.
const MAX_ATTEMPTS: u32 = 2;
/// The greatest score.
const MAX_SCORE: u8 = 4;
/// How long a judge may think about one pair.
const TIMEOUT: Duration = Duration::from_secs(300);

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
    fn is_valid(&self) -> bool {
        self.correct.max(self.complete).max(self.specific) <= MAX_SCORE
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

/// The answers of two arms to one task.
#[derive(Clone, Copy, Debug)]
struct Pair<'r> {
    first: &'r Record,
    second: &'r Record,
}

/// Asks a judge in both orders about the first arm's answer and each other arm's, for the tasks that a main agent
/// answered in both, except where `earlier` has the opinion. Answers without a main agent are left out: they are
/// reports, and their format would reveal the arm. Passes each new opinion to `on_opinion` at once. Returns the number
/// of pairs, and the number of questions that got no opinion, by reason.
///
/// # Errors
/// [`JudgeError::Cancelled`], or the error of `on_opinion`.
pub fn judge(
    source: &ModelSource,
    records: &[Record],
    earlier: &[Opinion],
    cancel: &Cancel,
    on_opinion: &mut dyn FnMut(Opinion) -> Result<(), JudgeError>,
) -> Result<(usize, BTreeMap<String, usize>), JudgeError> {
    let (pairs, mut failed) = (pairs(records), BTreeMap::new());
    for pair in &pairs {
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
    Ok((pairs.len(), failed))
}

fn pairs(records: &[Record]) -> Vec<Pair<'_>> {
    let arms = by_arm(records);
    let mut pairs = Vec::new();
    for first in arms.first().into_iter().flatten().copied() {
        for second in arms[1..].iter().flatten().copied() {
            let (a, b) = (&first.key, &second.key);
            let is_same_question = (&a.set, &a.id, a.repeat) == (&b.set, &b.id, b.repeat);
            if is_same_question && !first.answer.is_empty() && !second.answer.is_empty() {
                pairs.push(Pair { first, second });
            }
        }
    }
    pairs
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
    let model = source.conversation(Actor::Judge, "", &key.id, &trace);
    let model = model.map_err(|why| failed(&why))?;
    let task = Task {
        query: pair.first.query.clone(),
        intent: Intent::Explain,
        root: String::new(),
    };
    let tools = [firsthand::tools::spec::<Given>(
        "judge",
        "Ends with the opinion.",
    )];
    let messages = [Message::User(pair.text(key.swapped))];
    let registry = Registry::new();
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
            time_left: Some(TIMEOUT),
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
        let (first_scores, second_scores) = if self.swapped {
            (given.b, given.a)
        } else {
            (given.a, given.b)
        };
        let better = given.better.trim().to_ascii_lowercase();
        let better = match (better.as_str(), self.swapped) {
            ("a", false) | ("b", true) => Preference::First,
            ("b", false) | ("a", true) => Preference::Second,
            _ => Preference::Tie,
        };
        Opinion {
            schema: SCHEMA.to_owned(),
            key: self,
            first_scores,
            second_scores,
            better,
            reason: given.reason,
        }
    }
}

impl Pair<'_> {
    fn opinion_key(&self, judge: &str, swapped: bool) -> OpinionKey {
        let key = &self.first.key;
        OpinionKey {
            judge: judge.to_owned(),
            set: key.set.clone(),
            id: key.id.clone(),
            repeat: key.repeat,
            first: self.first.label.clone(),
            second: self.second.label.clone(),
            swapped,
        }
    }

    /// The text that the judge reads. It does not name the arms.
    fn text(&self, swapped: bool) -> String {
        let (a, b) = if swapped {
            (self.second, self.first)
        } else {
            (self.first, self.second)
        };
        let mut known_answer = String::new();
        for gold in &self.first.gold {
            if gold.ranges.is_empty() {
                known_answer += &format!("\n- {}", gold.path);
            }
            for [start, end] in &gold.ranges {
                known_answer += &format!("\n- {}:{start}-{end}", gold.path);
            }
        }
        if known_answer.is_empty() {
            known_answer =
                "\nThe repository has no answer to it; the right one says so.".to_owned();
        }
        format!(
            "Question:\n{}\n\nThe known answer stands in:{known_answer}\n\nA:\n{}\n\nB:\n{}",
            self.first.query,
            answer(a),
            answer(b)
        )
    }
}

/// The text and the places of an answer, as the judge reads them.
fn answer(record: &Record) -> String {
    let places = record.regions.iter();
    let places = places.map(|place| format!("\n- {}:{}-{}", place.path, place.start, place.end));
    format!("{}\nPlaces:{}", record.answer, places.collect::<String>())
}
