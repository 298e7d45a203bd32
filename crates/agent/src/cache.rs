//! Caches reports for repeated questions.
//!
//! A cache entry is the transcript of a run, which has its selection and its evidence. When the same
//! question is asked again, the cited files are read again, and the report is returned only if all of them
//! are unchanged. Changes in other files are not noticed.
//!
//! A later run replaces the entry, even with a weaker report: a later run exists only because the entry's
//! report was invalid (a file that it cites has changed), or because both ran in parallel. A run without a
//! cache does not change the entry.
//!
//! A transcript contains the results of tools, with the same secrets hidden as from the model.

mod memory;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use firsthand_validator::{Outcome, VerifiedReport};

use crate::event::{CacheMissReason, Event};
use crate::run::{Run, model_name, model_traits};
use crate::transcript::task_of;
use crate::{
    ExploreError, Explored, Parts, State, TRANSCRIPT_VERSION, Task, ToolSpec, explore, prompt,
    read_transcript, replay, write_transcript,
};

pub use memory::MemoryCache;

/// Storage of finished runs: bytes by key. It may drop entries at any time, and it never fails: an entry that
/// cannot be read is absent, one that cannot be written is dropped. It is called on the run's own
/// thread.
pub trait ReportCache: Send + Sync {
    /// The bytes that were last stored under the key.
    fn get(&self, key: &ReportKey) -> Option<Vec<u8>>;

    /// Stores bytes under a key; an earlier entry is replaced.
    fn put(&self, key: &ReportKey, cached: &[u8]);
}

/// A cache, with the parts of its keys that the host determines.
#[derive(Clone)]
pub struct CacheScope {
    /// The storage.
    pub cache: Arc<dyn ReportCache>,
    /// The session: reports of one session are not returned in another.
    pub session: String,
    /// The repository's canonical path.
    pub root: String,
    /// Everything else that determines what the tools and the model can observe, in any encoding; of the policy, what
    /// its [`cache_key`](crate::Policy::cache_key) does not state.
    pub view: String,
}

/// Returns the cached report of the same question, if every file that it cites is unchanged;
/// otherwise explores, and caches the run if its report is suitable.
///
/// [`ReportKey`] determines whether a question is the same. A hit is an [`Event::CacheHit`] after the
/// events of the cached run, and a miss an [`Event::CacheMiss`] after the start of the new one; the
/// observer receives all of them. Not cached are fallbacks, skips, reports without a place, and runs
/// that a failure of the model ended; with a model that is not [cacheable](crate::ModelTraits::cacheable), or a policy
/// whose [key](crate::Policy::cache_key) panics, the cache is not used.
///
/// # Errors
/// As [`explore`].
pub async fn explore_cached(
    task: Task,
    parts: &Parts,
    scope: &CacheScope,
) -> Result<Explored, ExploreError> {
    let cacheable = model_traits(parts).is_some_and(|traits| traits.cacheable);
    if !cacheable || task.query.trim().is_empty() {
        return explore(task, parts).await;
    }
    let Ok(policy) = catch_unwind(AssertUnwindSafe(|| parts.policy.cache_key())) else {
        return explore(task, parts).await;
    };
    let mut run = Run::new(parts);
    let key = ReportKey::of(&task, parts, run.specs(), policy, scope);
    let miss_reason = match from_cache(&task, parts, scope.cache.get(&key)).await {
        Ok(explored) => return Ok(explored),
        Err(reason) => reason,
    };
    run.start(task)?;
    if let Some(reason) = miss_reason {
        run.record(Event::CacheMiss { reason });
    }
    let explored = run.finish().await?;
    if should_cache(&explored.report, &explored.transcript) {
        let mut events = explored.transcript.clone();
        events.retain(|event| !matches!(event, Event::CacheMiss { .. }));
        scope.cache.put(&key, write_transcript(&events).as_bytes());
    }
    Ok(explored)
}

/// The cached run, with the files of its report checked again. Otherwise the reason of the miss, or `Err(None)` where
/// the caller cancelled meanwhile.
async fn from_cache(
    task: &Task,
    parts: &Parts,
    cached: Option<Vec<u8>>,
) -> Result<Explored, Option<CacheMissReason>> {
    let cached = cached.and_then(|bytes| parse_cached(&bytes, task));
    let (events, cached_report) = cached.ok_or(Some(CacheMissReason::NoEntry))?;
    let mut run = Run::new(parts);
    // The observer is notified only once the hit is confirmed.
    run.notifies_observer = false;
    run.load(events);
    let at_ms = run.now();
    let task = task.clone();
    run.record(Event::CacheHit { task, at_ms });
    let explored = run.finish().await.map_err(|_| None)?;
    // Cited files and findings included.
    if cached_report.body() != explored.report.body() {
        return Err(Some(CacheMissReason::Changed));
    }
    if let Some(observer) = &parts.observer {
        let mut state = State::default();
        for event in &explored.transcript {
            state.apply(event);
            observer.event(event, &state);
        }
    }
    Ok(explored)
}

/// The events of a cached run and its report; `None` unless they are a suitable run of this question: the bytes
/// are not trusted.
fn parse_cached(bytes: &[u8], task: &Task) -> Option<(Vec<Event>, VerifiedReport)> {
    let events = read_transcript(std::str::from_utf8(bytes).ok()?).ok()?;
    let cached_task = task_of(&events).ok()?;
    let is_same_question = query_words(&cached_task.query).eq(query_words(&task.query))
        && cached_task.intent == task.intent
        && cached_task.words == task.words;
    let report = replay(&events).ok()?;
    (is_same_question && should_cache(&report, &events)).then_some((events, report))
}

/// Whether the report is suitable for the cache, as [`explore_cached`] describes.
fn should_cache(report: &VerifiedReport, events: &[Event]) -> bool {
    let has_selection = report.facts().stats.stop_reason.has_selection();
    let body = report.body();
    let cites_places = body.outcome == Outcome::Verdict && !body.primary.is_empty();
    cites_places
        && has_selection
        && !report.facts().stats.cache_hit
        && State::of(events).turn.failure.is_none()
}

/// 128 bits of a BLAKE3 hash of everything that a report depends on, except the files:
///
/// - the session, the root, and the view ([`CacheScope`]), in which a host names what its [`ReportFit`](crate::ReportFit)
///   and its [`UsageFinder`](crate::UsageFinder) depend on;
/// - the question, with folded white space, and the caller's words. Case matters: `Foo` and `foo` are different names;
/// - the intent, the model's name, the policy ([`Policy::cache_key`](crate::Policy::cache_key)), and the budgets;
/// - this crate's version, the transcript's version, the system prompt, and the tools' descriptions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ReportKey([u8; 16]);

impl ReportKey {
    /// A key from other bytes, for hosts that cache something else.
    #[must_use]
    pub fn new(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The hash.
    #[must_use]
    pub fn bytes(&self) -> &[u8; 16] {
        &self.0
    }

    fn of(
        task: &Task,
        parts: &Parts,
        specs: &[ToolSpec],
        policy: String,
        scope: &CacheScope,
    ) -> Self {
        let query = query_words(&task.query).collect::<Vec<_>>().join(" ");
        let json = |value: serde_json::Result<String>| value.unwrap_or_default();
        let fields = [
            env!("CARGO_PKG_VERSION").to_owned(),
            TRANSCRIPT_VERSION.to_string(),
            prompt::SYSTEM.to_owned(),
            json(serde_json::to_string(specs)),
            json(serde_json::to_string(&parts.budgets)),
            scope.session.clone(),
            scope.root.clone(),
            scope.view.clone(),
            query,
            task.intent.to_string(),
            json(serde_json::to_string(&task.words)),
            model_name(parts),
            policy,
        ];
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"report");
        for field in &fields {
            let length = field.len() as u64;
            hasher.update(&length.to_le_bytes()).update(field.as_bytes());
        }
        let mut bytes = [0; 16];
        hasher.finalize_xof().fill(&mut bytes);
        Self(bytes)
    }
}

/// The words of a question, by which questions are compared.
fn query_words(query: &str) -> impl Iterator<Item = &str> {
    query.split_whitespace()
}
