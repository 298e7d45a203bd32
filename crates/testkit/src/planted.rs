//! A repository on disk with secrets, and the check that a host did not leak them.

mod values;

use std::io;
use std::path::Path;

use firsthand_render::{Format, Options, TextOptions, render};
use firsthand_validator::VerifiedReport;
use tempfile::TempDir;

use crate::folder;

pub use values::{PlantedValue, planted_values};

/// This many consecutive characters of a token are a leak.
const PIECE: usize = 12;
/// Files that no host may open: the first by the glob [`PlantedTree::EXCLUDED`], the others by their names.
const FORBIDDEN: [&str; 4] = ["vendor/refund.rs", ".env", "credentials.json", "keys/id_rsa"];
/// The file with a token in one of its lines.
const PAY: &str = "src/pay.rs";
/// The file that [`PlantedTree::rewrite`] rewrites.
const LEDGER: &str = "src/ledger.rs";

/// A small repository about refunds: a source file with a token in one line, one that is rewritten between
/// observation and report, and files that must never be opened. Opened files are recorded where
/// the system supports it (Linux).
#[derive(Debug)]
pub struct PlantedTree {
    root: TempDir,
    tokens: Vec<String>,
    opened: OpenRecorder,
}

impl PlantedTree {
    /// The pattern that a host has to exclude, in the syntax of `.gitignore`.
    pub const EXCLUDED: &str = "vendor/";
    /// A question whose words occur in every file.
    pub const QUESTION: &str = "how is a refund paid?";

    /// Writes the files and starts to watch them.
    ///
    /// # Errors
    /// Where the system refuses a file or a watch.
    pub fn new() -> io::Result<Self> {
        let tokens: Vec<String> = (0..=FORBIDDEN.len()).map(token).collect();
        let pay = format!(
            "/// Pays a refund.\npub fn pay_refund(order: &Order) {{\n    let key = \"{}\";\n    book_refund(order, key);\n}}\n",
            tokens[FORBIDDEN.len()]
        );
        let ledger = "/// Books a refund.\npub fn book_refund(order: &Order, key: &str) {\n    entries.push(order);\n}\n";
        let forbidden = tokens.iter().map(|token| format!("refund_key = \"{token}\"\n"));
        let forbidden: Vec<String> = forbidden.collect();
        let forbidden = forbidden.iter().map(String::as_str);
        let files = FORBIDDEN.into_iter().zip(forbidden);
        let files = files.chain([(PAY, pay.as_str()), (LEDGER, ledger)]);
        let root = folder(&files.collect::<Vec<_>>());
        let watched = FORBIDDEN.iter().chain([&PAY]).copied();
        let opened = OpenRecorder::watch(root.path(), watched)?;
        Ok(Self { root, tokens, opened })
    }

    /// The repository's root.
    #[must_use]
    pub fn root(&self) -> &Path {
        self.root.path()
    }

    /// Rewrites a file that was observed: no report may cite it afterwards.
    ///
    /// # Panics
    /// Where the system refuses.
    #[expect(clippy::disallowed_methods, reason = "the fixture's own file")]
    pub fn rewrite(&self) {
        let text = "/// Books nothing any more.\npub fn closed() {}\n";
        std::fs::write(self.root.path().join(LEDGER), text).expect("the file is writable");
    }

    /// Checks what a host showed its model, and every form of the report that it built after
    /// [`PlantedTree::rewrite`].
    ///
    /// # Panics
    /// Where a guarantee was violated, or the host did not read the files at all.
    pub fn check(&self, seen: &str, report: &VerifiedReport) {
        for format in Format::ALL {
            let text = render(report, format, &Options::default(), &TextOptions::default());
            self.check_text(seen, &text);
        }
    }

    /// As [`PlantedTree::check`], for one form of the report.
    ///
    /// # Panics
    /// As [`PlantedTree::check`].
    pub fn check_text(&self, seen: &str, report: &str) {
        for (what, text) in [("what the model reads", seen), ("the report", report)] {
            for token in &self.tokens {
                let mut pieces = (0..=token.len() - PIECE).map(|at| &token[at..at + PIECE]);
                let leaked = pieces.any(|piece| text.contains(piece));
                assert!(!leaked, "{what} holds a token: {text}");
            }
        }
        let read = seen.contains("[redacted: ") && seen.contains(LEDGER);
        assert!(read, "the files were not read: {seen}");
        assert!(report.contains(PAY), "nothing is cited: {report}");
        for path in FORBIDDEN.iter().chain([&LEDGER]) {
            assert!(!report.contains(path), "{path} is in the report: {report}");
        }
        let stale = ["\"stale\"", "changed since"];
        let stale = stale.iter().any(|word| report.contains(word));
        assert!(stale, "no place is said to be stale: {report}");
        for opened in self.opened.files() {
            assert!(!FORBIDDEN.contains(&opened), "{opened} was opened");
        }
    }
}

/// A token in the shape of a real one, built so that scanners do not find it in this file.
fn token(seed: usize) -> String {
    let letters = ('a'..='z').chain('A'..='Z').chain('0'..='9');
    let letters: Vec<char> = letters.collect();
    let body = (0..36).map(|at| letters[(at * 37 + seed * 11 + at * at) % letters.len()]);
    ["gh", "p_"].concat() + &body.collect::<String>()
}

/// A recorder of opened files.
#[derive(Debug)]
struct OpenRecorder {
    #[cfg(target_os = "linux")]
    inotify: std::os::fd::OwnedFd,
    /// The paths by watch descriptor.
    #[cfg(target_os = "linux")]
    watched: std::collections::BTreeMap<i32, &'static str>,
}

#[cfg(target_os = "linux")]
impl OpenRecorder {
    /// Starts to record; `paths` are relative to `root` and must exist.
    ///
    /// # Errors
    /// That of the system, where it can watch no more files.
    fn watch(root: &Path, paths: impl Iterator<Item = &'static str>) -> io::Result<Self> {
        use rustix::fs::inotify::{CreateFlags, WatchFlags, add_watch, init};
        let inotify = init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC)?;
        let watched =
            paths.map(|path| Ok((add_watch(&inotify, root.join(path), WatchFlags::OPEN)?, path)));
        let watched = watched.collect::<io::Result<_>>()?;
        Ok(Self { inotify, watched })
    }

    /// The files that were opened since the watch began or the last call; none where the system does not
    /// support it.
    fn files(&self) -> Vec<&'static str> {
        let mut buffer = [std::mem::MaybeUninit::uninit(); 4096];
        let mut events = rustix::fs::inotify::Reader::new(&self.inotify, &mut buffer);
        let mut opened = Vec::new();
        // `next` fails with "would block" where no further event waits.
        while let Ok(event) = events.next() {
            opened.extend(self.watched.get(&event.wd()));
        }
        opened
    }
}

#[cfg(not(target_os = "linux"))]
impl OpenRecorder {
    fn watch(_: &Path, _: impl Iterator<Item = &'static str>) -> io::Result<Self> {
        Ok(Self {})
    }

    fn files(&self) -> Vec<&'static str> {
        Vec::new()
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "to see that it is noticed")]
    fn only_opened_files_are_returned() {
        let root = crate::folder(&[("a", "a"), ("b", "b")]);
        let opened = OpenRecorder::watch(root.path(), ["a", "b"].into_iter()).unwrap();
        assert_eq!(opened.files(), Vec::<&str>::new());
        std::fs::File::open(root.path().join("b")).unwrap();
        assert_eq!(opened.files(), ["b"]);
    }
}
