//! The lines that were seen, kept once under the reference that evidence has for them, and out of every message.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_nats::jetstream::object_store::{InfoErrorKind, ObjectStore};
use futures::StreamExt as _;
use serde_json::{Value, json};
use tokio::io::AsyncReadExt as _;
use tokio::time::timeout;

use super::failed;
use crate::bus::BusError;

/// Where hits stand in work and outputs, and what shows the lines of the same hits in their order.
const HITS: [(&str, &[&str]); 3] = [
    ("/candidates", &["/classified/candidates"]),
    ("/evidence", &[]),
    ("/hits", &["/payload/candidates", "/payload/evidence"]),
];
/// The field of a payload's item that shows lines.
const SNIPPET: &str = "snippet_text";
/// The lines of a hit.
const LINES: &str = "/window/span/lines";
/// In the place of lines: what they are kept under.
const KEPT: &str = "kept";

/// Texts that are written or read side by side.
const AT_ONCE: usize = 8;
/// Texts that are remembered here.
const REMEMBERED: usize = 4_096;
/// How long a text is waited for, and how often: another one may be writing it.
const PATIENCE: Duration = Duration::from_secs(2);
const TRIES: u32 = 3;

pub(super) struct Texts {
    store: ObjectStore,
    known: Mutex<HashMap<String, String>>,
}

impl Texts {
    pub(super) fn new(store: ObjectStore) -> Self {
        let known = Mutex::default();
        Self { store, known }
    }

    /// Puts the lines of every hit of a message into the store, and what they are kept under in their place.
    pub(super) async fn offload_lines(&self, message: &mut Value) -> Result<(), BusError> {
        let mut texts = BTreeMap::new();
        for (hits, shown) in HITS {
            let of_hits: Vec<Option<(String, String)>> = list(message, hits).map(aside).collect();
            for items in shown {
                for (item, kept) in list(message, items).zip(&of_hits) {
                    let same = kept
                        .as_ref()
                        .is_some_and(|(_, text)| item[SNIPPET] == *text);
                    if let Some(fields) = item.as_object_mut().filter(|_| same) {
                        fields.remove(SNIPPET);
                    }
                }
            }
            texts.extend(of_hits.into_iter().flatten());
        }
        let writing = texts.into_iter().map(|(name, text)| self.write(name, text));
        let written = futures::stream::iter(writing).buffer_unordered(AT_ONCE);
        written.collect::<Vec<_>>().await.into_iter().collect()
    }

    /// Puts the lines of every hit of a message back.
    pub(super) async fn restore_lines(&self, message: &mut Value) -> Result<(), BusError> {
        for (hits, shown) in HITS {
            let kept: Vec<Option<String>> =
                list(message, hits).map(|hit| kept_under(hit)).collect();
            let mut reading = Vec::new();
            for name in kept {
                reading.push(async move {
                    match name {
                        Some(name) => self.read(&name).await.map(Some),
                        None => Ok(None),
                    }
                });
            }
            let texts = futures::stream::iter(reading).buffered(AT_ONCE);
            let texts: Vec<Result<Option<String>, BusError>> = texts.collect().await;
            let texts: Vec<Option<String>> = texts.into_iter().collect::<Result<_, _>>()?;
            for (hit, text) in list(message, hits).zip(&texts) {
                if let (Some(lines), Some(text)) = (hit.pointer_mut(LINES), text) {
                    *lines = lines_of(text);
                }
            }
            for items in shown {
                for (item, text) in list(message, items).zip(&texts) {
                    let fields = item.as_object_mut();
                    let fields = fields.filter(|fields| !fields.contains_key(SNIPPET));
                    if let (Some(fields), Some(text)) = (fields, text) {
                        fields.insert(SNIPPET.to_owned(), json!(text));
                    }
                }
            }
        }
        Ok(())
    }

    fn remember(&self, name: String, text: String) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(name, text);
    }

    fn recall(&self, name: &str) -> Option<String> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(name).cloned()
    }

    /// Writes a text, unless it is there: what is being read must not be replaced.
    async fn write(&self, name: String, text: String) -> Result<(), BusError> {
        if self.recall(&name).is_some() {
            return Ok(());
        }
        match self.store.info(&name).await {
            Ok(_) => {}
            Err(error) if error.kind() == InfoErrorKind::NotFound => {
                let written = self.store.put(name.as_str(), &mut text.as_bytes()).await;
                written.map_err(failed)?;
            }
            Err(error) => return Err(failed(error)),
        }
        self.remember(name, text);
        Ok(())
    }

    async fn read(&self, name: &str) -> Result<String, BusError> {
        if let Some(text) = self.recall(name) {
            return Ok(text);
        }
        let mut last = failed(format!("{name} was not read in time"));
        for _ in 0..TRIES {
            let reading = async {
                let mut object = self.store.get(name).await.map_err(failed)?;
                let mut text = String::new();
                object.read_to_string(&mut text).await.map_err(failed)?;
                Ok(text)
            };
            match timeout(PATIENCE, reading).await {
                Ok(Ok(text)) => {
                    self.remember(name.to_owned(), text.clone());
                    return Ok(text);
                }
                Ok(Err(error)) => last = error,
                Err(_) => {}
            }
        }
        Err(last)
    }
}

/// Lines as a span has them. Each ends with a line feed, and holds none.
fn lines_of(text: &str) -> Value {
    let lines = text.split_terminator('\n').map(Value::from);
    Value::Array(lines.collect())
}

/// The items of a list in a message; none where there is no such list.
fn list<'m>(
    message: &'m mut Value,
    pointer: &str,
) -> impl Iterator<Item = &'m mut Value> + use<'m> {
    let list = message.pointer_mut(pointer).and_then(Value::as_array_mut);
    list.into_iter().flatten()
}

/// Takes the lines out of a hit: what they are kept under, and their text. A hit with lines that stand in for
/// others stays whole: a text cannot tell them from plain ones.
fn aside(hit: &mut Value) -> Option<(String, String)> {
    let content = hit["content"].as_str()?.to_owned();
    let start = hit.pointer("/window/span/start")?.as_u64()?;
    let lines = hit.pointer_mut(LINES)?;
    let plain: Option<Vec<&str>> = lines.as_array()?.iter().map(Value::as_str).collect();
    let plain = plain.filter(|lines| !lines.is_empty())?;
    let last = start + plain.len() as u64 - 1;
    let text: String = plain.iter().map(|line| format!("{line}\n")).collect();
    let name = format!("blake3:{content}#L{start}-{last}");
    *lines = json!({ KEPT: name.as_str() });
    Some((name, text))
}

fn kept_under(hit: &Value) -> Option<String> {
    let kept = hit.pointer(LINES)?.get(KEPT)?.as_str()?;
    Some(kept.to_owned())
}
