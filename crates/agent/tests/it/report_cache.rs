//! The report cache: a report is returned only for the same question, and only if the files that it cites are
//! unchanged.

use std::sync::{Arc, Mutex};

use firsthand_agent::{
    CacheMissReason, CacheScope, Event, Explored, MemoryCache, ModelError, ReportCache, ReportKey,
    ShowSecrets, State, Task, TranscriptError, explore_cached, read_transcript, replay, resumable,
    write_transcript,
};
use firsthand_testkit::{FakeRepo, Script, Setup, json};
use firsthand_validator::{Intent, StopReason};

use crate::{find, greeter, report, with_missing};

/// A cache with one entry for all keys.
#[derive(Default)]
struct SingleEntryCache(Mutex<Option<Vec<u8>>>);

impl ReportCache for SingleEntryCache {
    fn get(&self, _: &ReportKey) -> Option<Vec<u8>> {
        self.0.lock().expect("no panic before").clone()
    }

    fn put(&self, _: &ReportKey, cached: &[u8]) {
        *self.0.lock().expect("no panic before") = Some(cached.to_vec());
    }
}

fn scope() -> CacheScope {
    CacheScope {
        cache: Arc::new(MemoryCache::default()),
        session: "s".to_owned(),
        root: "/repo".to_owned(),
        view: String::new(),
    }
}

fn script() -> Script {
    Script::new().calls("find", find("greet")).submits(report(&[("c1", "pub fn greet")], "high"))
}

/// Explores through the cache; checks that the observer received all events, and that they replay to the report.
async fn ask(setup: &Setup, query: &str, scope: &CacheScope) -> Explored {
    let task = Task::new(query, setup.intent, "/repo");
    let explored = explore_cached(task, &setup.parts, scope).await;
    let explored = explored.expect("a report");
    assert_eq!(setup.log.events(), explored.transcript, "observers hear all");
    let read = read_transcript::<Event>(&write_transcript(&explored.transcript));
    assert_eq!(read.as_ref(), Ok(&explored.transcript));
    assert_eq!(replay(&explored.transcript).as_ref(), Ok(&explored.report));
    explored
}

/// Asks a question, with a model that would find and report `greet`. Returns the reason of a cache miss, or `None` on a
/// hit.
async fn ask_again(
    repo: &FakeRepo,
    query: &str,
    scope: &CacheScope,
    change: impl FnOnce(Setup) -> Setup,
) -> Option<CacheMissReason> {
    let script = script();
    let setup = change(Setup::new(repo, &script));
    let explored = ask(&setup, query, scope).await;
    let miss = explored.transcript.iter().find_map(|event| match event {
        Event::CacheMiss { reason } => Some(*reason),
        _ => None,
    });
    assert_eq!(explored.report.facts().stats.cache_hit, miss.is_none());
    assert_eq!(script.turn_count() == 0, miss.is_none());
    miss
}

#[tokio::test(start_paused = true)]
async fn a_hit_returns_the_report_and_replays() {
    let scope = scope();
    let slow = std::time::Duration::from_secs(7);
    let script = Script::new()
        .after(slow)
        .calls("find", find("greet"))
        .submits(report(&[("c1", "pub fn greet")], "high"));
    let first = ask(&Setup::new(&greeter(), &script), "who greets?", &scope).await;
    assert_eq!(first.report.facts().stats.elapsed_ms, 7_000);
    assert!(!first.report.facts().stats.cache_hit);
    let silent = Script::new();
    let hit = ask(&Setup::new(&greeter(), &silent), " who\n greets? ", &scope).await;
    assert_eq!(silent.turn_count(), 0);
    assert_eq!(hit.report.body().flow, first.report.body().flow);
    assert_eq!(hit.report.facts().query, " who\n greets? ", "as it was asked this time");
    let stats = &hit.report.facts().stats;
    assert_eq!((stats.cache_hit, stats.elapsed_ms), (true, 0));
    assert_eq!(replay(&hit.transcript), Ok(hit.report));
    let is_hit = |event: &&Event| matches!(event, Event::CacheHit { .. });
    assert_eq!(hit.transcript.iter().filter(is_hit).count(), 1);
    assert_eq!(resumable(&hit.transcript), Err(TranscriptError::Finished));
    // A transcript without the last check of the files has no report.
    let cut = hit.transcript.len() - 1;
    assert!(replay(&hit.transcript[..cut]).is_err());
}

/// Everything that a report depends on, except the files, is part of its key.
#[tokio::test(start_paused = true)]
async fn a_question_with_another_key_is_a_miss() {
    let scope = scope();
    let repo = greeter();
    let check = async |query: &str, scope: &CacheScope, change: fn(Setup) -> Setup, expect| {
        assert_eq!(ask_again(&repo, query, scope, change).await, expect, "{query}");
    };
    let same = |setup| setup;
    check("who greets?", &scope, same, Some(CacheMissReason::NoEntry)).await;
    check("who greets?", &scope, same, None).await;
    check("\twho  greets?\n", &scope, same, None).await;
    check("who Greets?", &scope, same, Some(CacheMissReason::NoEntry)).await;
    let edit = |setup: Setup| setup.intent(Intent::Edit);
    check("who greets?", &scope, edit, Some(CacheMissReason::NoEntry)).await;
    let more = |setup: Setup| setup.budgets(|budgets| budgets.steps += 1);
    check("who greets?", &scope, more, Some(CacheMissReason::NoEntry)).await;
    let tools = |mut setup: Setup| {
        setup.parts.tools.pop();
        setup
    };
    check("who greets?", &scope, tools, Some(CacheMissReason::NoEntry)).await;
    let shows = |mut setup: Setup| {
        setup.parts.policy = Arc::new(ShowSecrets);
        setup
    };
    check("who greets?", &scope, shows, Some(CacheMissReason::NoEntry)).await;
    let renamed = |mut setup: Setup| {
        setup.parts.model = Arc::new(Renamed(Arc::clone(&setup.parts.model)));
        setup
    };
    check("who greets?", &scope, renamed, Some(CacheMissReason::NoEntry)).await;
    for change in [
        |scope: &mut CacheScope| scope.session = "t".to_owned(),
        |scope: &mut CacheScope| scope.root = "/other".to_owned(),
        |scope: &mut CacheScope| scope.view = "vendor/".to_owned(),
    ] {
        let mut other = scope.clone();
        change(&mut other);
        check("who greets?", &other, same, Some(CacheMissReason::NoEntry)).await;
    }
    check("who greets?", &scope, same, None).await;
}

/// A model with another name.
struct Renamed(Arc<dyn firsthand_agent::Model>);

#[async_trait::async_trait]
impl firsthand_agent::Model for Renamed {
    fn name(&self) -> &str {
        "named"
    }
    async fn turn(
        &self,
        request: &firsthand_agent::ModelRequest<'_>,
    ) -> Result<firsthand_agent::ModelTurn, ModelError> {
        self.0.turn(request).await
    }
}

/// Any change of a cited file is a miss, and the new run replaces the old one.
#[tokio::test(start_paused = true)]
async fn unchanged_a_changed_cited_file_is_a_miss() {
    let greet = "/// Says hello.\npub fn greet(name: &str) {\n    println!(\"hello {name}\");\n}\n";
    for (path, text, expect) in [
        ("src/greet.rs", greet.replace("hello", "hi"), Some(CacheMissReason::Changed)),
        ("src/greet.rs", format!("{greet}// more\n"), Some(CacheMissReason::Changed)),
        ("src/greet.rs", format!("\n{greet}"), Some(CacheMissReason::Changed)),
        ("src/other.rs", "fn other() {}\n".to_owned(), None),
    ] {
        let (repo, scope) = (greeter(), scope());
        let same = |setup| setup;
        ask_again(&repo, "who greets?", &scope, same).await;
        repo.write(path, text.as_str());
        assert_eq!(ask_again(&repo, "who greets?", &scope, same).await, expect, "{text}");
        assert_eq!(ask_again(&repo, "who greets?", &scope, same).await, None, "{text}");
    }
}

/// The new report replaces it even if the new one is weaker.
#[tokio::test(start_paused = true)]
async fn unchanged_a_report_whose_files_changed_is_replaced() {
    let (repo, scope) = (greeter(), scope());
    let strong = ask(&Setup::new(&repo, &script()), "who greets?", &scope).await;
    repo.write("src/greet.rs", "pub fn greet(name: &str) {}\n");
    let script = Script::new()
        .calls("find", find("greet"))
        .submits(report(&[("c1", "pub fn greet")], "low"));
    let weak = ask(&Setup::new(&repo, &script), "who greets?", &scope).await;
    let hit = ask(&Setup::new(&repo, &Script::new()), "who greets?", &scope).await;
    assert!(
        hit.report.facts().stats.cache_hit && weak.report.body().flow == hit.report.body().flow
    );
    let confidences = [strong, weak, hit].map(|explored| explored.report.body().confidence.name());
    assert_eq!(confidences, ["high", "low", "low"]);
}

/// In the first run they were checked after the end, and on a hit they are checked again.
#[tokio::test(start_paused = true)]
async fn unchanged_the_files_of_the_best_of_several_reports_are_checked() {
    let (repo, scope) = (greeter(), scope());
    let links = [("c1", "pub fn greet")];
    let mut worse = with_missing(&links, "the caller");
    worse["confidence"] = json!("low");
    let script = Script::new()
        .calls("find", find("greet"))
        .submits(with_missing(&links, "the caller"))
        .submits(worse.clone())
        .submits(worse);
    let first = ask(&Setup::new(&repo, &script), "who greets?", &scope).await;
    let stopped = first.report.facts().stats.stop_reason;
    assert_eq!(stopped, StopReason::BestOfContinuations);
    let same = |setup| setup;
    assert_eq!(ask_again(&repo, "who greets?", &scope, same).await, None);
    repo.write("src/greet.rs", "pub fn greet(name: &str) {}\n");
    let miss = ask_again(&repo, "who greets?", &scope, same).await;
    assert_eq!(miss, Some(CacheMissReason::Changed));
}

/// Reports without a place, fallbacks, and reports of failed runs are unsuitable.
#[tokio::test(start_paused = true)]
async fn unsuitable_runs_are_not_cached() {
    let skip = json!({
        "primaryCandidateIds": [], "flow": [], "recommendedPrimaryAction": "skip_explore_result",
        "confidence": "low"
    });
    let found = || Script::new().calls("find", find("greet"));
    for (script, expect) in [
        (found().submits(skip), StopReason::Accepted),
        (found().replies_text("no").replies_text("no"), StopReason::NoSubmit),
        (found().hangs(), StopReason::TimeBudget),
        (found().fails(ModelError::Unavailable("busy".to_owned())), StopReason::ModelError),
    ] {
        let scope = scope();
        let explored = ask(&Setup::new(&greeter(), &script), "who greets?", &scope).await;
        assert_eq!(explored.report.facts().stats.stop_reason, expect);
        let miss = ask_again(&greeter(), "who greets?", &scope, |setup| setup).await;
        assert_eq!(miss, Some(CacheMissReason::NoEntry), "{expect:?}");
    }
}

/// For a model that opts out, the cache is neither read nor written.
#[tokio::test(start_paused = true)]
async fn a_model_may_opt_out_of_the_cache() {
    struct Uncacheable(Script);
    #[async_trait::async_trait]
    impl firsthand_agent::Model for Uncacheable {
        fn name(&self) -> &str {
            "script"
        }
        fn traits(&self) -> firsthand_agent::ModelTraits {
            let mut traits = firsthand_agent::ModelTraits::default();
            traits.cacheable = false;
            traits
        }
        async fn turn(
            &self,
            request: &firsthand_agent::ModelRequest<'_>,
        ) -> Result<firsthand_agent::ModelTurn, ModelError> {
            self.0.turn(request).await
        }
    }
    let scope = scope();
    for _ in 0..2 {
        let mut setup = Setup::new(&greeter(), &script());
        setup.parts.model = Arc::new(Uncacheable(script()));
        let explored = ask(&setup, "who greets?", &scope).await;
        let miss = |event: &Event| matches!(event, Event::CacheMiss { .. });
        assert!(!explored.report.facts().stats.cache_hit && !explored.transcript.iter().any(miss));
    }
}

/// If a cache returns damaged or foreign bytes, that is a miss.
#[tokio::test(start_paused = true)]
async fn cached_bytes_are_not_trusted() {
    let cache = Arc::new(SingleEntryCache::default());
    let mut scope = scope();
    scope.cache = Arc::clone(&cache) as Arc<dyn ReportCache>;
    let fill = async || {
        *cache.0.lock().expect("no panic before") = None;
        ask_again(&greeter(), "who greets?", &scope, |setup| setup).await;
        cache.0.lock().expect("no panic before").clone().expect("kept")
    };
    let good = fill().await;
    let text = String::from_utf8(good.clone()).expect("text");
    let end = text.trim_end().rfind('\n').expect("lines");
    for (damaged, expect) in [
        (Vec::new(), Some(CacheMissReason::NoEntry)),
        (b"\xff\n".to_vec(), Some(CacheMissReason::NoEntry)),
        (good[..good.len() / 2].to_vec(), Some(CacheMissReason::NoEntry)),
        (good[..=end].to_vec(), Some(CacheMissReason::NoEntry)),
        (text.replace("who greets", "who else").into_bytes(), Some(CacheMissReason::NoEntry)),
        // The observed lines are not in the file.
        (text.replace("pub fn greet", "pub fn gruel").into_bytes(), Some(CacheMissReason::Changed)),
        (good.clone(), None),
    ] {
        *cache.0.lock().expect("no panic before") = Some(damaged);
        assert_eq!(ask_again(&greeter(), "who greets?", &scope, |setup| setup).await, expect);
    }
}

#[tokio::test(start_paused = true)]
async fn a_cancellation_during_the_check_of_a_hit_ends_the_run() {
    let scope = scope();
    ask_again(&greeter(), "who greets?", &scope, |setup| setup).await;
    let setup = Setup::new(&greeter(), &Script::new());
    setup.parts.cancel.cancel();
    let task = Task::new("who greets?", Intent::Explain, "/repo");
    let result = explore_cached(task, &setup.parts, &scope).await;
    assert!(matches!(result, Err(firsthand_agent::ExploreError::Cancelled { .. })));
    let state = State::of(&setup.log.events());
    assert_eq!(state.stopped(), Some(StopReason::Cancelled));
}
