//! Reports that were made before, for a question that is asked again.
//!
//! What is kept is the transcript of a run, which is its selection and its evidence. When the same
//! question comes again, the cited files are looked at anew, and only where all of them are as they
//! were is the report given again. What is new elsewhere does not count: that takes a run of its own.
//!
//! Of two runs the later one is kept, also where its report is the weaker. There is a later one only
//! where the earlier could not be given any more, since a file that its report cites is another now: to
//! keep that would be a miss each time, however good it was. (Or both ran side by side; then what was
//! given last is what is given again.) Who explores without a cache leaves what is kept as it is.
//!
//! A transcript holds what tools showed, so secrets are hidden in it as they were from the model.

mod key;
mod memory;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use firsthand_validator::{Outcome, VerifiedReport};

use crate::event::{CacheMissReason, Event};
use crate::replay::task_of;
use crate::run::Run;
use crate::{
    ExploreError, Explored, Parts, State, Task, explore, read_transcript, replay, write_transcript,
};

pub use key::ReportKey;
pub use memory::MemoryCache;

/// Where finished runs are kept: bytes by key. It may forget at any time, and it never fails: what
/// cannot be read is not there, what cannot be written is not kept. It is asked on the run's own
/// thread.
pub trait ReportCache: Send + Sync {
    /// What was kept under the key last.
    fn get(&self, key: &ReportKey) -> Option<Vec<u8>>;

    /// Keeps bytes under a key, in the place of what was there.
    fn put(&self, key: &ReportKey, kept: &[u8]);
}

/// A cache, and whose reports of what are looked for in it.
#[derive(Clone)]
pub struct CacheScope {
    /// Where they are kept.
    pub cache: Arc<dyn ReportCache>,
    /// Who asks: reports of one session are not seen in another.
    pub session: String,
    /// What the tools look at: the repository's real path.
    pub root: String,
    /// All else that decides what the tools and the model can see, in any form.
    pub view: String,
}

/// Gives the report that is kept of the same question, where every file that it cites still is as it
/// was; otherwise explores, and keeps the run if it is worth it.
///
/// [`ReportKey`] decides whether a question is the same. A hit is an [`Event::CacheHit`] behind the
/// events of the kept run, and a miss an [`Event::CacheMiss`] behind the start of the new one; the
/// observer hears of all of them. Not kept are fallbacks, skips, reports without a place, and runs
/// that a failure of the model ended; a model that is not [cacheable](crate::Model::is_cacheable) is
/// not looked for either.
///
/// # Errors
/// As [`explore`].
pub async fn explore_cached(
    task: Task,
    parts: &Parts,
    scope: &CacheScope,
) -> Result<Explored, ExploreError> {
    let worth = catch_unwind(AssertUnwindSafe(|| parts.model.is_cacheable()));
    if !worth.unwrap_or(false) || task.query.trim().is_empty() {
        return explore(task, parts).await;
    }
    let mut run = Run::new(parts);
    let key = ReportKey::of(&task, parts, run.specs(), scope);
    let miss = match from_cache(&task, parts, scope.cache.get(&key)).await {
        Ok(explored) => return Ok(explored),
        Err(miss) => miss,
    };
    run.start(task)?;
    if let Some(why) = miss {
        run.record(Event::CacheMiss { why });
    }
    let explored = run.finish().await?;
    if is_kept(&explored.report, &explored.transcript) {
        let mut events = explored.transcript.clone();
        events.retain(|event| !matches!(event, Event::CacheMiss { .. }));
        scope.cache.put(&key, write_transcript(&events).as_bytes());
    }
    Ok(explored)
}

/// The kept run with its report looked at again; `Err(None)` where the caller cancelled meanwhile.
async fn from_cache(
    task: &Task,
    parts: &Parts,
    kept: Option<Vec<u8>>,
) -> Result<Explored, Option<CacheMissReason>> {
    let kept = kept.and_then(|bytes| read(&bytes, task));
    let (events, before) = kept.ok_or(Some(CacheMissReason::Nothing))?;
    let mut run = Run::new(parts);
    // Nobody hears of a run that may turn out to be of no use.
    run.notifies_observer = false;
    run.load(events);
    let at_ms = run.now();
    let task = task.clone();
    run.record(Event::CacheHit { task, at_ms });
    let explored = run.finish().await.map_err(|_| None)?;
    if !is_same(&before, &explored.report) {
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

/// The events of a kept run and its report, if they are what should be kept of this question: the
/// bytes may come from anywhere.
fn read(bytes: &[u8], task: &Task) -> Option<(Vec<Event>, VerifiedReport)> {
    let events = read_transcript(std::str::from_utf8(bytes).ok()?).ok()?;
    let kept = task_of(&events).ok()?;
    let same = key::words(&kept.query).eq(key::words(&task.query)) && kept.intent == task.intent;
    let report = replay(&events).ok()?;
    (same && is_kept(&report, &events)).then_some((events, report))
}

fn is_kept(report: &VerifiedReport, events: &[Event]) -> bool {
    let ended = report.stats().stop_reason.has_selection();
    let found = report.outcome() == Outcome::Verdict && !report.primary().is_empty();
    found && ended && !report.stats().cache_hit && State::of(events).failure.is_none()
}

/// Whether two reports are equal, cited files and findings included.
fn is_same(a: &VerifiedReport, b: &VerifiedReport) -> bool {
    (a.outcome(), a.action(), a.confidence()) == (b.outcome(), b.action(), b.confidence())
        && (a.primary(), a.flow(), a.read_targets()) == (b.primary(), b.flow(), b.read_targets())
        && (a.search_targets(), a.missing()) == (b.search_targets(), b.missing())
        && (a.files(), a.findings()) == (b.files(), b.findings())
}
