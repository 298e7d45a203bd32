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

/// The lists of hits in work and outputs, each with the lists that show the lines of the same hits in the same order.
const HIT_LISTS: [(&str, &[&str]); 3] = [
    ("/candidates", &["/classified/candidates"]),
    ("/evidence", &[]),
    ("/hits", &["/payload/candidates", "/payload/evidence"]),
];
/// The field of a payload's item that shows lines.
const SNIPPET_FIELD: &str = "snippet_text";
/// The JSON pointer to the lines of a hit.
const LINES_POINTER: &str = "/window/span/lines";
/// The field that replaces the lines: their reference in the object store.
const REFERENCE_FIELD: &str = "kept";

/// The most texts that are written or read concurrently.
const MAX_CONCURRENT_REQUESTS: usize = 8;
/// The most texts in the local cache.
const MAX_CACHED_TEXTS: usize = 4_096;
/// The timeout of one attempt to read a text, and the most attempts: another process may still be writing it.
const READ_TIMEOUT: Duration = Duration::from_secs(2);
const MAX_READ_ATTEMPTS: u32 = 3;

pub(super) struct Texts {
    store: ObjectStore,
    cache: Mutex<HashMap<String, String>>,
}

impl Texts {
    pub(super) fn new(store: ObjectStore) -> Self {
        let cache = Mutex::default();
        Self { store, cache }
    }

    /// Moves the lines of every hit of a message into the object store, and puts their references in their place.
    pub(super) async fn offload_lines(&self, message: &mut Value) -> Result<(), BusError> {
        let mut texts = BTreeMap::new();
        for (hits, shown) in HIT_LISTS {
            let of_hits: Vec<Option<(String, String)>> =
                list(message, hits).map(take_lines).collect();
            for items in shown {
                for (item, reference) in list(message, items).zip(&of_hits) {
                    let same = reference
                        .as_ref()
                        .is_some_and(|(_, text)| item[SNIPPET_FIELD] == *text);
                    if let Some(fields) = item.as_object_mut().filter(|_| same) {
                        fields.remove(SNIPPET_FIELD);
                    }
                }
            }
            texts.extend(of_hits.into_iter().flatten());
        }
        let writing = texts.into_iter().map(|(name, text)| self.write(name, text));
        let written = futures::stream::iter(writing).buffer_unordered(MAX_CONCURRENT_REQUESTS);
        written.collect::<Vec<_>>().await.into_iter().collect()
    }

    /// Restores the lines of every hit of a message from the object store.
    pub(super) async fn restore_lines(&self, message: &mut Value) -> Result<(), BusError> {
        for (hits, shown) in HIT_LISTS {
            let references: Vec<Option<String>> =
                list(message, hits).map(|hit| text_reference(hit)).collect();
            let mut reading = Vec::new();
            for name in references {
                reading.push(async move {
                    match name {
                        Some(name) => self.read(&name).await.map(Some),
                        None => Ok(None),
                    }
                });
            }
            let texts = futures::stream::iter(reading).buffered(MAX_CONCURRENT_REQUESTS);
            let texts: Vec<Result<Option<String>, BusError>> = texts.collect().await;
            let texts: Vec<Option<String>> = texts.into_iter().collect::<Result<_, _>>()?;
            for (hit, text) in list(message, hits).zip(&texts) {
                if let (Some(lines), Some(text)) = (hit.pointer_mut(LINES_POINTER), text) {
                    *lines = lines_of(text);
                }
            }
            for items in shown {
                for (item, text) in list(message, items).zip(&texts) {
                    let fields = item.as_object_mut();
                    let fields = fields.filter(|fields| !fields.contains_key(SNIPPET_FIELD));
                    if let (Some(fields), Some(text)) = (fields, text) {
                        fields.insert(SNIPPET_FIELD.to_owned(), json!(text));
                    }
                }
            }
        }
        Ok(())
    }

    fn cache_text(&self, name: String, text: String) {
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() >= MAX_CACHED_TEXTS {
            cache.clear();
        }
        cache.insert(name, text);
    }

    fn cached_text(&self, name: &str) -> Option<String> {
        let cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        cache.get(name).cloned()
    }

    /// Writes a text, unless it is there: what is being read must not be replaced.
    async fn write(&self, name: String, text: String) -> Result<(), BusError> {
        if self.cached_text(&name).is_some() {
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
        self.cache_text(name, text);
        Ok(())
    }

    async fn read(&self, name: &str) -> Result<String, BusError> {
        if let Some(text) = self.cached_text(name) {
            return Ok(text);
        }
        let mut last = failed(format!("{name} was not read in time"));
        for _ in 0..MAX_READ_ATTEMPTS {
            let reading = async {
                let mut object = self.store.get(name).await.map_err(failed)?;
                let mut text = String::new();
                object.read_to_string(&mut text).await.map_err(failed)?;
                Ok(text)
            };
            match timeout(READ_TIMEOUT, reading).await {
                Ok(Ok(text)) => {
                    self.cache_text(name.to_owned(), text.clone());
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

/// Takes the lines out of a hit; returns their reference and text. A hit with lines that stand in for
/// others stays whole: a text cannot tell them from plain ones.
fn take_lines(hit: &mut Value) -> Option<(String, String)> {
    let content = hit["content"].as_str()?.to_owned();
    let start = hit.pointer("/window/span/start")?.as_u64()?;
    let lines = hit.pointer_mut(LINES_POINTER)?;
    let plain: Option<Vec<&str>> = lines.as_array()?.iter().map(Value::as_str).collect();
    let plain = plain.filter(|lines| !lines.is_empty())?;
    let last = start + plain.len() as u64 - 1;
    let text: String = plain.iter().map(|line| format!("{line}\n")).collect();
    let name = format!("blake3:{content}#L{start}-{last}");
    *lines = json!({ REFERENCE_FIELD: name.as_str() });
    Some((name, text))
}

fn text_reference(hit: &Value) -> Option<String> {
    let reference = hit.pointer(LINES_POINTER)?.get(REFERENCE_FIELD)?.as_str()?;
    Some(reference.to_owned())
}
