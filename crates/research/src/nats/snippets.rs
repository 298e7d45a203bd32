//! The lines of hits, each stored once in the object store of the bus; messages hold their keys instead.
//!
//! A key is the file's content hash and the line range, `blake3:HASH#L10-24`: the reference that evidence uses.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_nats::jetstream::object_store::{InfoErrorKind, ObjectStore};
use futures::{StreamExt as _, TryStreamExt as _};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt as _;
use tokio::time::timeout;

use super::failed;
use crate::bus::BusError;

/// JSON pointers to the lists of hits in a message, each with the lists whose items repeat the lines of the same hits
/// in the same order.
const HIT_LISTS: [(&str, &[&str]); 3] = [
    ("/candidates", &["/classified/candidates"]),
    ("/evidence", &[]),
    ("/hits", &["/payload/candidates", "/payload/evidence"]),
];
/// The field of an item that repeats the lines of its hit.
const SNIPPET_FIELD: &str = "snippet_text";
/// The JSON pointer to the lines of a hit.
const LINES_POINTER: &str = "/window/span/lines";
/// The only field of the object that replaces the lines: their key in the object store.
const KEY_FIELD: &str = "object";

/// The most texts that are written or read concurrently.
const MAX_CONCURRENT_REQUESTS: usize = 8;
/// The most texts in the local cache, which is cleared when it is full.
const MAX_CACHED_TEXTS: usize = 4_096;
/// The timeout of one attempt to read a text, and the most attempts: another process may still be writing it.
const READ_TIMEOUT: Duration = Duration::from_secs(2);
const MAX_READ_ATTEMPTS: u32 = 3;

/// Writes the lines of hits to the object store, and reads them back.
pub(super) struct SnippetStore {
    store: ObjectStore,
    /// Texts by key.
    cache: Mutex<HashMap<String, String>>,
}

impl SnippetStore {
    pub(super) fn new(store: ObjectStore) -> Self {
        let cache = Mutex::default();
        Self { store, cache }
    }

    /// Moves the lines of every hit of a message into the object store, and replaces them by their keys. Items that
    /// repeat these lines go without them.
    pub(super) async fn offload_lines(&self, message: &mut Value) -> Result<(), BusError> {
        let mut texts = BTreeMap::new();
        for (hits, repeat_lists) in HIT_LISTS {
            let stored: Vec<_> = list(message, hits).map(take_lines).collect();
            for items in repeat_lists {
                for (item, stored) in list(message, items).zip(&stored) {
                    let text = stored.as_ref().map(|(_, text)| text);
                    if text.is_some_and(|text| item[SNIPPET_FIELD] == *text)
                        && let Some(fields) = item.as_object_mut()
                    {
                        fields.remove(SNIPPET_FIELD);
                    }
                }
            }
            texts.extend(stored.into_iter().flatten());
        }
        let writing = texts.into_iter().map(|(key, text)| self.write(key, text));
        futures::stream::iter(writing).buffer_unordered(MAX_CONCURRENT_REQUESTS).try_collect().await
    }

    /// Restores the lines of every hit of a message from the object store, and of the items that repeat them.
    pub(super) async fn restore_lines(&self, message: &mut Value) -> Result<(), BusError> {
        for (hits, repeat_lists) in HIT_LISTS {
            let keys: Vec<_> = list(message, hits).map(|hit| stored_key(hit)).collect();
            let reading = keys.into_iter().map(|key| self.read(key));
            let texts = futures::stream::iter(reading).buffered(MAX_CONCURRENT_REQUESTS);
            let texts: Vec<Option<String>> = texts.try_collect().await?;
            for (hit, text) in list(message, hits).zip(&texts) {
                if let (Some(lines), Some(text)) = (hit.pointer_mut(LINES_POINTER), text) {
                    *lines = text.split_terminator('\n').map(Value::from).collect();
                }
            }
            for items in repeat_lists {
                for (item, text) in list(message, items).zip(&texts) {
                    if let (Some(fields), Some(text)) = (item.as_object_mut(), text) {
                        fields.entry(SNIPPET_FIELD).or_insert_with(|| json!(text));
                    }
                }
            }
        }
        Ok(())
    }

    fn cache_text(&self, key: String, text: String) {
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() >= MAX_CACHED_TEXTS {
            cache.clear();
        }
        cache.insert(key, text);
    }

    fn cached_text(&self, key: &str) -> Option<String> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// Writes a text, unless its key exists: an object must not be replaced while it is read.
    async fn write(&self, key: String, text: String) -> Result<(), BusError> {
        if self.cached_text(&key).is_some() {
            return Ok(());
        }
        match self.store.info(&key).await {
            Ok(_) => {}
            Err(error) if error.kind() == InfoErrorKind::NotFound => {
                self.store.put(key.as_str(), &mut text.as_bytes()).await.map_err(failed)?;
            }
            Err(error) => return Err(failed(error)),
        }
        self.cache_text(key, text);
        Ok(())
    }

    /// The text of a key. Another process may still be writing it, so reading is tried several times.
    async fn read(&self, key: Option<String>) -> Result<Option<String>, BusError> {
        let Some(key) = key else { return Ok(None) };
        if let Some(text) = self.cached_text(&key) {
            return Ok(Some(text));
        }
        let mut last_error = failed(format!("{key} was not read in time"));
        for _ in 0..MAX_READ_ATTEMPTS {
            let reading = async {
                let mut object = self.store.get(&key).await.map_err(failed)?;
                let mut text = String::new();
                object.read_to_string(&mut text).await.map_err(failed)?;
                Ok(text)
            };
            match timeout(READ_TIMEOUT, reading).await {
                Ok(Ok(text)) => {
                    self.cache_text(key, text.clone());
                    return Ok(Some(text));
                }
                Ok(Err(error)) => last_error = error,
                Err(_) => {}
            }
        }
        Err(last_error)
    }
}

/// The items of a list in a message; empty if there is no such list.
fn list<'m>(
    message: &'m mut Value,
    pointer: &str,
) -> impl Iterator<Item = &'m mut Value> + use<'m> {
    message.pointer_mut(pointer).and_then(Value::as_array_mut).into_iter().flatten()
}

/// Takes the lines out of a hit; returns their key and text. A hit with a masked line is left as it is: plain text
/// cannot represent a mask.
fn take_lines(hit: &mut Value) -> Option<(String, String)> {
    let hash = hit["content"].as_str()?.to_owned();
    let start = hit.pointer("/window/span/start")?.as_u64()?;
    let lines = hit.pointer_mut(LINES_POINTER)?;
    let plain_lines: Option<Vec<&str>> = lines.as_array()?.iter().map(Value::as_str).collect();
    let plain_lines = plain_lines.filter(|lines| !lines.is_empty())?;
    let last = start + plain_lines.len() as u64 - 1;
    let text: String = plain_lines.iter().map(|line| format!("{line}\n")).collect();
    let key = format!("blake3:{hash}#L{start}-{last}");
    *lines = json!({ KEY_FIELD: key.as_str() });
    Some((key, text))
}

/// The key that replaces the lines of a hit; `None` if its lines are in the message.
fn stored_key(hit: &Value) -> Option<String> {
    Some(hit.pointer(LINES_POINTER)?.get(KEY_FIELD)?.as_str()?.to_owned())
}
