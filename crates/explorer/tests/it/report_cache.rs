//! The report cache: sessions, the cache on disk, and when an entry is used.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use firsthand::agent::{ModelError, ModelRequest, ModelTurn};
use firsthand::{
    Builtin, CacheMissReason, Cancel, Event, ExploreError, Explored, Explorer, ExplorerBuilder,
    FolderCache, Intent, MemoryCache, Model, TranscriptError, replay,
};
use tempfile::TempDir;

use crate::{BELL, repo, tree};

/// The embedded model as a cacheable model, with a count of its turns.
#[derive(Clone, Default)]
struct CacheableBuiltin(Arc<AtomicUsize>);

#[async_trait]
impl Model for CacheableBuiltin {
    fn name(&self) -> &str {
        "dear"
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Builtin::new().turn(request).await
    }
}

const QUERY: &str = "what rings the bell?";

async fn ask(builder: ExplorerBuilder) -> (Explored, Option<CacheMissReason>) {
    let explorer = builder.model(Arc::new(CacheableBuiltin::default())).build().unwrap();
    ask_again(&explorer).await
}

/// Asks the question; returns the result, and the reason if the cache had no entry.
async fn ask_again(explorer: &Explorer) -> (Explored, Option<CacheMissReason>) {
    let explored = explorer.explore(QUERY, Intent::Explain).await.unwrap();
    let miss = explored.transcript.iter().find_map(|event| match event {
        Event::CacheMiss { reason } => Some(*reason),
        _ => None,
    });
    assert_eq!(explored.report.facts().stats.cache_hit, miss.is_none());
    assert_eq!(replay(&explored.transcript).unwrap(), explored.report);
    (explored, miss)
}

/// An explorer of this repository that caches its reports in this folder.
fn with_folder_cache(repo: &TempDir, folder: &TempDir) -> ExplorerBuilder {
    Explorer::builder(repo.path())
        .report_cache(Arc::new(FolderCache::new(folder.path())))
        .session("visitor")
}

/// The files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(listed) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = listed.map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[tokio::test]
async fn a_report_on_disk_is_returned_only_for_the_same_session_options_and_files() {
    let (repo, folder) = (repo(), tempfile::tempdir().unwrap());
    let (first, miss) = ask(with_folder_cache(&repo, &folder)).await;
    assert_eq!(miss, Some(CacheMissReason::NoEntry));
    let (hit, miss) = ask(with_folder_cache(&repo, &folder)).await;
    assert_eq!(miss, None);
    assert_eq!(hit.report.body().flow, first.report.body().flow);
    for other in [
        with_folder_cache(&repo, &folder).session("other"),
        with_folder_cache(&repo, &folder).exclude("*.md"),
        with_folder_cache(&repo, &folder)
            .include(firsthand::Include { tests: true, ..Default::default() }),
        with_folder_cache(&crate::repo(), &folder),
    ] {
        assert_eq!(ask(other).await.1, Some(CacheMissReason::NoEntry));
    }
    std::fs::write(repo.path().join("bell.ts"), format!("{BELL}// more\n")).unwrap();
    assert_eq!(ask(with_folder_cache(&repo, &folder)).await.1, Some(CacheMissReason::Changed));
    assert_eq!(ask(with_folder_cache(&repo, &folder)).await.1, None);
}

/// An explorer without a session name shares its session with its clones alone.
#[tokio::test]
async fn clones_of_an_explorer_share_a_session() {
    let (repo, cache) = (repo(), Arc::new(MemoryCache::default()));
    let open = || {
        let builder = Explorer::builder(repo.path()).report_cache(cache.clone());
        builder.model(Arc::new(CacheableBuiltin::default())).build().unwrap()
    };
    let (first, other) = (open(), open());
    assert_eq!(ask_again(&first).await.1, Some(CacheMissReason::NoEntry));
    assert_eq!(ask_again(&first.clone()).await.1, None);
    assert_eq!(ask_again(&other).await.1, Some(CacheMissReason::NoEntry));
}

/// The embedded model answers instantly, and from the present files.
#[tokio::test]
async fn reports_of_the_embedded_model_are_not_cached() {
    let (repo, folder) = (repo(), tempfile::tempdir().unwrap());
    for _ in 0..2 {
        let explorer = with_folder_cache(&repo, &folder).build().unwrap();
        let explored = explorer.explore(QUERY, Intent::Explain).await.unwrap();
        assert!(!explored.report.facts().stats.cache_hit);
    }
    assert!(files(folder.path()).is_empty());
}

#[tokio::test]
async fn a_damaged_entry_is_a_miss_and_is_replaced() {
    let (repo, folder) = (repo(), tempfile::tempdir().unwrap());
    ask(with_folder_cache(&repo, &folder)).await;
    let cached = files(folder.path());
    let [cached] = cached.as_slice() else {
        panic!("{cached:?}");
    };
    let good = std::fs::read(cached).unwrap();
    let mut flipped = good.clone();
    *flipped.last_mut().unwrap() ^= 1;
    for damaged in [Vec::new(), good[..good.len() / 2].to_vec(), flipped] {
        std::fs::write(cached, damaged).unwrap();
        assert_eq!(ask(with_folder_cache(&repo, &folder)).await.1, Some(CacheMissReason::NoEntry));
        assert_eq!(ask(with_folder_cache(&repo, &folder)).await.1, None);
    }
}

#[tokio::test]
async fn incomplete_files_of_a_killed_writer_are_ignored() {
    let (repo, folder) = (repo(), tempfile::tempdir().unwrap());
    ask(with_folder_cache(&repo, &folder)).await;
    let cached = files(folder.path()).remove(0);
    let entry = std::fs::read(&cached).unwrap();
    std::fs::remove_file(&cached).unwrap();
    // Names that this process may use for its temporary files.
    for number in 0..50 {
        let name = format!(".new-{}-{number}", std::process::id());
        std::fs::write(cached.with_file_name(name), &entry[..entry.len() / 2]).unwrap();
    }
    let builders = [(); 60].map(|()| with_folder_cache(&repo, &folder));
    let mut hits = 0;
    for builder in builders {
        hits += usize::from(ask(builder).await.1.is_none());
    }
    // At most 50 of the 60 runs fail to store the entry; one of the others stores it, and the rest find it.
    assert!(hits >= 9, "{hits}");
}

#[test]
fn parallel_writers_store_one_entry() {
    let (repo, folder) = (repo(), tempfile::tempdir().unwrap());
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
                runtime.unwrap().block_on(async {
                    for _ in 0..3 {
                        let (explored, miss) = ask(with_folder_cache(&repo, &folder)).await;
                        assert_ne!(miss, Some(CacheMissReason::Changed));
                        assert!(!explored.report.body().primary.is_empty());
                    }
                });
            });
        }
    });
    assert_eq!(files(folder.path()).len(), 1);
}

/// The cached file has no secret, and only its owner can read it.
#[tokio::test]
async fn cached_reports_have_no_secret() {
    let token = ["ghp", "_", "16C7e42F292c6912E7710c838347Ae178B4a"].concat();
    let text = format!("{BELL}export const bellToken = '{token}'\n");
    let (repo, folder) = (tree(&[("bell.ts", &text)]), tempfile::tempdir().unwrap());
    let (explored, _) = ask(with_folder_cache(&repo, &folder)).await;
    let rules = explored.report.body().findings.iter();
    let rules: Vec<&str> = rules.map(|finding| finding.rule.name()).collect();
    assert!(rules.contains(&"redacted"), "{rules:?}");
    let cached = files(folder.path()).remove(0);
    assert!(!String::from_utf8_lossy(&std::fs::read(&cached).unwrap()).contains(&token));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(&cached).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[tokio::test]
async fn an_interrupted_run_can_be_resumed() {
    let repo = repo();
    let explorer = Explorer::builder(repo.path()).build().unwrap();
    let finished = explorer.explore(QUERY, Intent::Explain).await.unwrap();
    let half = finished.transcript[..finished.transcript.len() / 2].to_vec();
    let resumed = explorer.resume_until(half, Cancel::new()).await.unwrap();
    assert_eq!(resumed.report.body().flow, finished.report.body().flow);
    assert_eq!(replay(&resumed.transcript).unwrap(), resumed.report);
    let resumed_again = explorer.resume_until(finished.transcript, Cancel::new()).await;
    assert_eq!(resumed_again, Err(ExploreError::Transcript(TranscriptError::Finished)));
}
