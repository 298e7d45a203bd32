//! A tree that changes while it is explored: after any change at any event, the reported places are as the
//! report states, and findings name the dropped ones.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use firsthand::{Event, Explorer, Intent, Observer, State};
use serde_json::Value;

use crate::{BELL, DOOR, tree};

/// A change of the file with the answer. All but `Append` remove the quoted lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    Append,
    Empty,
    Shrink,
    Delete,
    Folder,
    LinkOut,
    Pipe,
    Binary,
    TooLarge,
    Swap,
    /// Replaces the text by one of the same length, and restores the modification time.
    SameLengthAndTime,
    FolderGone,
}

const FAULTS: [Fault; 12] = [
    Fault::Append,
    Fault::Empty,
    Fault::Shrink,
    Fault::Delete,
    Fault::Folder,
    Fault::LinkOut,
    Fault::Pipe,
    Fault::Binary,
    Fault::TooLarge,
    Fault::Swap,
    Fault::SameLengthAndTime,
    Fault::FolderGone,
];

impl Fault {
    fn apply(self, root: &Path, outside: &Path) {
        let (bell, door) = (root.join("src/bell.ts"), root.join("src/door.ts"));
        let remove = || std::fs::remove_file(&bell).unwrap();
        match self {
            Self::Append => std::fs::write(&bell, format!("{BELL}\n// more\n")).unwrap(),
            Self::Empty => std::fs::write(&bell, "").unwrap(),
            Self::Shrink => std::fs::write(&bell, &BELL[..20]).unwrap(),
            Self::Delete => remove(),
            Self::Folder => {
                remove();
                std::fs::create_dir_all(bell.join("bell.ts")).unwrap();
            }
            Self::LinkOut => {
                remove();
                std::os::unix::fs::symlink(outside.join("bell.ts"), &bell).unwrap();
            }
            Self::Pipe => {
                remove();
                let mkfifo = std::process::Command::new("mkfifo").arg(&bell).status();
                assert!(mkfifo.unwrap().success());
            }
            Self::Binary => std::fs::write(&bell, format!("\0{BELL}")).unwrap(),
            Self::TooLarge => std::fs::File::create(&bell).unwrap().set_len(2 << 30).unwrap(),
            Self::Swap => {
                std::fs::write(&bell, DOOR).unwrap();
                std::fs::write(&door, BELL).unwrap();
            }
            Self::SameLengthAndTime => {
                let before = bell.metadata().unwrap().modified().unwrap();
                std::fs::write(&bell, BELL.replace("ring", "sing").replace("Ring", "Sing"))
                    .unwrap();
                let file = std::fs::File::options().write(true).open(&bell).unwrap();
                file.set_modified(before).unwrap();
            }
            Self::FolderGone => std::fs::rename(root.join("src"), root.join(".src")).unwrap(),
        }
    }
}

/// Applies a fault after the event with this number, from 0.
struct FaultInjector {
    apply: Box<dyn Fn() + Send + Sync>,
    event_number: usize,
    events_seen: AtomicUsize,
}

impl Observer for FaultInjector {
    fn event(&self, _: &Event, _: &State) {
        if self.events_seen.fetch_add(1, Ordering::SeqCst) == self.event_number {
            (self.apply)();
        }
    }
}

/// The places of a report that do not match the present files, found without the code that made the report.
fn unsupported_places(report: &Value, root: &Path) -> Vec<String> {
    let lines = |path: &str| -> Option<Vec<String>> {
        let full = root.join(path);
        // What is larger than any text of this tree is not read: it would be two gigabytes at each event.
        let is_file =
            full.symlink_metadata().is_ok_and(|file| file.is_file() && file.len() < 1 << 20);
        let text = is_file.then(|| std::fs::read_to_string(full).ok())??;
        Some(text.lines().map(str::to_owned).collect())
    };
    let mut unsupported_places = Vec::new();
    for list in ["flow", "primary", "read_targets"] {
        for place in report[list].as_array().unwrap() {
            let path = place["path"].as_str().unwrap();
            let Some(end) = place["end"].as_u64() else {
                continue;
            };
            let quoted = place["quote"].as_object();
            let stands = lines(path).is_some_and(|lines| {
                let quote_stands = quoted.is_none_or(|quote| {
                    let line_number = quote["line"].as_u64().unwrap() as usize;
                    let first = quote["text"].as_str().unwrap().lines().next().unwrap();
                    lines.get(line_number - 1).is_some_and(|line| line.contains(first))
                });
                end <= lines.len() as u64 && quote_stands
            });
            if !stands {
                unsupported_places.push(place.to_string());
            }
        }
    }
    unsupported_places
}

fn repo() -> tempfile::TempDir {
    let repo = tree(&[("src/bell.ts", BELL), ("src/door.ts", DOOR), ("a.md", "# bell\n")]);
    // Old modification times, so that a cache may use its entries for these files.
    for path in ["src/bell.ts", "src/door.ts", "a.md"] {
        let file = std::fs::File::options().write(true).open(repo.path().join(path)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(86_400)).unwrap();
    }
    repo
}

/// One run with a fault at an event: the events, the report as JSON, and its unsupported places.
async fn run(fault: Fault, event_number: usize, cache: &Path) -> (Vec<Event>, Value, Vec<String>) {
    let (repo, outside) = (repo(), tree(&[("bell.ts", BELL)]));
    let (root, outside_root) = (repo.path().to_owned(), outside.path().to_owned());
    let injector = FaultInjector {
        apply: Box::new(move || fault.apply(&root, &outside_root)),
        event_number,
        events_seen: AtomicUsize::new(0),
    };
    let explorer =
        Explorer::builder(repo.path()).cache(cache).observer(Arc::new(injector)).build().unwrap();
    let explored = explorer.explore("what does ringBell do?", Intent::Explain).await.unwrap();
    let report = serde_json::to_value(&explored.report).unwrap();
    let unsupported_places = unsupported_places(&report, repo.path());
    (explored.transcript, report, unsupported_places)
}

#[tokio::test]
async fn unchanged_no_changed_place_is_reported_after_a_fault_at_any_event() {
    let (mut failures, mut stale_runs, cache) = (Vec::new(), 0, tree(&[]));
    for fault in FAULTS {
        for event_number in 0.. {
            let (events, report, unsupported_places) = run(fault, event_number, cache.path()).await;
            if event_number >= events.len() {
                break;
            }
            let last_check = events.iter().rposition(|e| matches!(e, Event::FilesChecked { .. }));
            // A change after the last check cannot be detected.
            if last_check.is_some_and(|last_check| event_number < last_check)
                && !unsupported_places.is_empty()
            {
                failures.push(format!("{fault:?} at {event_number}: {unsupported_places:?}"));
            }
            let submitted = events.iter().position(|event| {
                matches!(event, Event::ModelAnswered { turn, .. } if turn.calls.iter().any(|c| c.tool == "submit_report"))
            });
            let before_check = submitted.is_some_and(|s| s <= event_number)
                && last_check.is_some_and(|c| event_number < c);
            if before_check && fault != Fault::Append {
                stale_runs += 1;
                let findings = report["findings"].as_array().unwrap();
                if !findings.iter().any(|finding| finding["rule"] == "stale") {
                    failures.push(format!(
                        "{fault:?} at {event_number}: dropped in silence: {findings:?}"
                    ));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(stale_runs >= FAULTS.len() - 1, "the faults struck between the report and the look");
}

/// With wrong modification times (in the future, at the epoch, before it, equal for two texts) a report cites the
/// present text, although a cache may hold facts of the other.
#[tokio::test]
async fn no_report_is_stale_whatever_the_modification_times() {
    let epoch = SystemTime::UNIX_EPOCH;
    let years = |n: u64| Duration::from_secs(n * 31_536_000);
    let times = [epoch, epoch - years(30), epoch + years(200), SystemTime::now() - years(1)];
    let cache = tree(&[]);
    let repo = repo();
    let cites_ring_bell = async || {
        let explorer = Explorer::builder(repo.path()).cache(cache.path()).build().unwrap();
        let explored = explorer.explore("what does ringBell do?", Intent::Explain).await.unwrap();
        let report = serde_json::to_value(&explored.report).unwrap();
        assert!(unsupported_places(&report, repo.path()).is_empty(), "{report}");
        report["flow"].as_array().unwrap().iter().any(|link| {
            let quote = link["quote"]["text"].as_str().unwrap_or_default();
            link["path"] == "src/bell.ts" && quote.contains("ringBell")
        })
    };
    let bell = repo.path().join("src/bell.ts");
    for time in times.iter().cycle().take(12) {
        // Both texts have the same length, so only the time could distinguish them.
        for (text, has_ring_bell) in [(BELL.to_owned(), true), (BELL.replace("ing", "ang"), false)]
        {
            std::fs::write(&bell, text).unwrap();
            let file = std::fs::File::options().write(true).open(&bell).unwrap();
            file.set_modified(*time).unwrap();
            for _ in 0..2 {
                assert_eq!(cites_ring_bell().await, has_ring_bell, "{time:?}");
            }
        }
    }
}
