//! Reports that are kept: for whom, where, and until when.

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

use crate::{BELL, house, tree};

/// The embedded model, taking itself for one that is dear.
#[derive(Clone, Default)]
struct Dear(Arc<AtomicUsize>);

#[async_trait]
impl Model for Dear {
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
    let explorer = builder.model(Arc::new(Dear::default())).build().unwrap();
    ask_again(&explorer).await
}

/// What came of it, and why it was a miss, if it was one.
async fn ask_again(explorer: &Explorer) -> (Explored, Option<CacheMissReason>) {
    let explored = explorer.explore(QUERY, Intent::Explain).await.unwrap();
    let miss = explored.transcript.iter().find_map(|event| match event {
        Event::CacheMiss { why } => Some(*why),
        _ => None,
    });
    assert_eq!(explored.report.stats().cache_hit, miss.is_none());
    assert_eq!(replay(&explored.transcript).unwrap(), explored.report);
    (explored, miss)
}

/// An explorer of this house that keeps its reports in this folder.
fn keeping(house: &TempDir, folder: &TempDir) -> ExplorerBuilder {
    Explorer::builder(house.path())
        .report_cache(Arc::new(FolderCache::new(folder.path())))
        .session("visitor")
}

/// The files of a folder, however deep.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(listed) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = listed.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

#[tokio::test]
async fn on_disk_for_the_next_process() {
    let (house, folder) = (house(), tempfile::tempdir().unwrap());
    let (first, miss) = ask(keeping(&house, &folder)).await;
    assert_eq!(miss, Some(CacheMissReason::Nothing));
    let (hit, miss) = ask(keeping(&house, &folder)).await;
    assert_eq!(miss, None);
    assert_eq!(hit.report.flow(), first.report.flow());
    for other in [
        keeping(&house, &folder).session("other"),
        keeping(&house, &folder).exclude("*.md"),
        keeping(&house, &folder).include(firsthand::Include {
            tests: true,
            ..Default::default()
        }),
        keeping(&crate::house(), &folder),
    ] {
        assert_eq!(ask(other).await.1, Some(CacheMissReason::Nothing));
    }
    std::fs::write(house.path().join("bell.ts"), format!("{BELL}// more\n")).unwrap();
    assert_eq!(
        ask(keeping(&house, &folder)).await.1,
        Some(CacheMissReason::Changed)
    );
    assert_eq!(ask(keeping(&house, &folder)).await.1, None);
}

/// Without a name, a session is an explorer and its clones.
#[tokio::test]
async fn in_memory_for_the_clones() {
    let (house, cache) = (house(), Arc::new(MemoryCache::default()));
    let open = || {
        let builder = Explorer::builder(house.path()).report_cache(cache.clone());
        builder.model(Arc::new(Dear::default())).build().unwrap()
    };
    let (one, other) = (open(), open());
    assert_eq!(ask_again(&one).await.1, Some(CacheMissReason::Nothing));
    assert_eq!(ask_again(&one.clone()).await.1, None);
    assert_eq!(ask_again(&other).await.1, Some(CacheMissReason::Nothing));
}

/// It answers at once, and sees what is new.
#[tokio::test]
async fn the_embedded_model_is_not_kept() {
    let (house, folder) = (house(), tempfile::tempdir().unwrap());
    for _ in 0..2 {
        let explorer = keeping(&house, &folder).build().unwrap();
        let explored = explorer.explore(QUERY, Intent::Explain).await.unwrap();
        assert!(!explored.report.stats().cache_hit);
    }
    assert!(files(folder.path()).is_empty());
}

#[tokio::test]
async fn damage_is_a_miss_and_heals() {
    let (house, folder) = (house(), tempfile::tempdir().unwrap());
    ask(keeping(&house, &folder)).await;
    let kept = files(folder.path());
    let [kept] = kept.as_slice() else {
        panic!("{kept:?}");
    };
    let good = std::fs::read(kept).unwrap();
    let mut turned = good.clone();
    *turned.last_mut().unwrap() ^= 1;
    for damaged in [Vec::new(), good[..good.len() / 2].to_vec(), turned] {
        std::fs::write(kept, damaged).unwrap();
        assert_eq!(
            ask(keeping(&house, &folder)).await.1,
            Some(CacheMissReason::Nothing)
        );
        assert_eq!(ask(keeping(&house, &folder)).await.1, None);
    }
}

/// What a process left that was killed while it wrote is in nobody's way.
#[tokio::test]
async fn a_killed_writer_leaves_no_report() {
    let (house, folder) = (house(), tempfile::tempdir().unwrap());
    ask(keeping(&house, &folder)).await;
    let kept = files(folder.path()).remove(0);
    let half = std::fs::read(&kept).unwrap();
    std::fs::remove_file(&kept).unwrap();
    // Names as this very process may give them.
    for number in 0..50 {
        let name = format!(".new-{}-{number}", std::process::id());
        std::fs::write(kept.with_file_name(name), &half[..half.len() / 2]).unwrap();
    }
    let misses = [(); 60].map(|()| keeping(&house, &folder));
    let mut hits = 0;
    for builder in misses {
        hits += usize::from(ask(builder).await.1.is_none());
    }
    assert!(hits >= 9, "{hits}");
}

#[test]
fn any_number_of_writers() {
    let (house, folder) = (house(), tempfile::tempdir().unwrap());
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_time()
                    .build();
                runtime.unwrap().block_on(async {
                    for _ in 0..3 {
                        let (explored, miss) = ask(keeping(&house, &folder)).await;
                        assert_ne!(miss, Some(CacheMissReason::Changed));
                        assert!(!explored.report.primary().is_empty());
                    }
                });
            });
        }
    });
    assert_eq!(files(folder.path()).len(), 1);
}

/// What is kept is what the model was shown, for its owner alone.
#[tokio::test]
async fn secrets_are_hidden_in_what_is_kept() {
    let token = ["ghp", "_", "16C7e42F292c6912E7710c838347Ae178B4a"].concat();
    let text = format!("{BELL}export const bellToken = '{token}'\n");
    let (house, folder) = (tree(&[("bell.ts", &text)]), tempfile::tempdir().unwrap());
    let (explored, _) = ask(keeping(&house, &folder)).await;
    let rules = explored.report.findings().iter();
    let rules: Vec<&str> = rules.map(|finding| finding.rule.name()).collect();
    assert!(rules.contains(&"redacted"), "{rules:?}");
    let kept = files(folder.path()).remove(0);
    assert!(!String::from_utf8_lossy(&std::fs::read(&kept).unwrap()).contains(&token));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(&kept).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[tokio::test]
async fn a_run_that_broke_off_goes_on() {
    let house = house();
    let explorer = Explorer::builder(house.path()).build().unwrap();
    let whole = explorer.explore(QUERY, Intent::Explain).await.unwrap();
    let half = whole.transcript[..whole.transcript.len() / 2].to_vec();
    let resumed = explorer.resume_until(half, Cancel::new()).await.unwrap();
    assert_eq!(resumed.report.flow(), whole.report.flow());
    assert_eq!(replay(&resumed.transcript).unwrap(), resumed.report);
    let refused = explorer.resume_until(whole.transcript, Cancel::new()).await;
    assert_eq!(
        refused,
        Err(ExploreError::Transcript(TranscriptError::Finished))
    );
}
