//! The paths of the files that git tracks, from the index of a checkout.

mod input;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::fs::read::read_unfollowed;
use crate::fs::walk::FileState;
use input::Input;

/// The most bytes of an index. A larger one is not used.
const MAX_BYTES: u64 = 64 << 20;
/// The most bytes of all paths together, which version 4 compresses without a bound.
const MAX_PATHS_BYTES: usize = 64 << 20;
/// The bytes of an index's header: signature, version, number of entries.
const HEADER_BYTES: usize = 12;
/// The bytes of an entry's metadata, before its object id.
const METADATA_BYTES: usize = 40;
/// The lengths of an object id: SHA-1 and SHA-256.
const ID_LENGTHS: [usize; 2] = [20, 32];
/// The flag of an entry that two more bytes of flags follow.
const EXTENDED: u16 = 0x4000;

/// The paths that git tracks in one checkout, with `/` between their parts, sorted by bytes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::fs) struct TrackedFiles {
    /// All paths in one buffer.
    bytes: Vec<u8>,
    /// The end of each path in the buffer.
    ends: Vec<u32>,
}

/// The index that was read last: its path, its size and state, and what it contains.
type LastIndex = (PathBuf, (u64, FileState), Arc<TrackedFiles>);

/// Every walk, and every single file that is read, asks for the index of its repository again.
static LAST: Mutex<Option<LastIndex>> = Mutex::new(None);

impl TrackedFiles {
    /// The index in a repository's own folder; empty if there is none, and if it cannot be read or understood. It is read
    /// only if it has changed since the last time, or another one was read since.
    pub(in crate::fs) fn of(own: &Path) -> Arc<Self> {
        let path = own.join("index");
        let metadata = path.symlink_metadata().ok();
        let state = metadata.and_then(|file| Some((file.len(), FileState::of(&file)?)));
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        let known = last.as_ref().filter(|known| known.0 == path && Some(known.1) == state);
        if let Some((_, _, tracked)) = known {
            return Arc::clone(tracked);
        }
        let tracked = Arc::new(Self::read(&path));
        *last = state.map(|state| (path, state, Arc::clone(&tracked)));
        tracked
    }

    fn read(path: &Path) -> Self {
        let index = read_unfollowed(path, MAX_BYTES);
        let parse = |bytes: &[u8]| ID_LENGTHS.iter().find_map(|len| Self::parse(bytes, *len));
        index
            .ok()
            .and_then(|bytes| parse(&bytes))
            .unwrap_or_default()
    }

    /// Whether the file is tracked, or a file below the folder.
    pub(in crate::fs) fn contains(&self, path: &str, is_folder: bool) -> bool {
        let path = path.as_bytes();
        let at = self.first_from(path);
        match is_folder {
            false => at < self.ends.len() && self.path(at) == path,
            true => {
                // A submodule is tracked itself. Other paths may sort between a folder and what is below it.
                let below = [path, b"/"].concat();
                let first_below = self.first_from(&below);
                let has = |at: usize, is: &dyn Fn(&[u8]) -> bool| {
                    at < self.ends.len() && is(self.path(at))
                };
                has(at, &|found| found == path)
                    || has(first_below, &|found| found.starts_with(&below))
            }
        }
    }

    /// The index of the first path that is not before this one.
    fn first_from(&self, path: &[u8]) -> usize {
        let (mut low, mut high) = (0, self.ends.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.path(middle) < path {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        low
    }

    fn path(&self, at: usize) -> &[u8] {
        &self.bytes[self.range(at)]
    }

    fn range(&self, at: usize) -> Range<usize> {
        let start = at
            .checked_sub(1)
            .map_or(0, |before| self.ends[before] as usize);
        start..self.ends[at] as usize
    }

    /// Parses an index of version 2, 3 or 4 with object ids of this length; `None` for anything else, and for a split
    /// index.
    fn parse(index: &[u8], id_len: usize) -> Option<Self> {
        let body_end = index.len().checked_sub(id_len)?;
        let mut input = Input::of(index.get(..body_end)?);
        (input.take(4)? == b"DIRC").then_some(())?;
        let version = input.number()?;
        let count = input.number()? as usize;
        // Each entry takes more bytes than this, so a false number reserves no memory.
        let fits = count <= body_end.saturating_sub(HEADER_BYTES) / (METADATA_BYTES + id_len);
        ((2..=4).contains(&version) && fits).then_some(())?;
        let mut tracked = Self {
            bytes: Vec::with_capacity(body_end / 2),
            ends: Vec::with_capacity(count),
        };
        for _ in 0..count {
            tracked.add_entry(&mut input, version, id_len)?;
        }
        input.skip_extensions()?;
        tracked.bytes.shrink_to_fit();
        Some(tracked)
    }

    fn add_entry(&mut self, input: &mut Input<'_>, version: u32, id_len: usize) -> Option<()> {
        let entry_start = input.position();
        input.take(METADATA_BYTES + id_len)?;
        let flags = input.short()?;
        if flags & EXTENDED != 0 {
            (version >= 3).then_some(())?;
            input.short()?;
        }
        let last = match self.ends.len() {
            0 => 0..0,
            len => self.range(len - 1),
        };
        let shared = match version {
            4 => last.len().checked_sub(input.variable()?)?,
            _ => 0,
        };
        let suffix = input.until_nul()?;
        let (start, len) = (self.bytes.len(), shared + suffix.len());
        (len > 0 && start + len <= MAX_PATHS_BYTES).then_some(())?;
        self.bytes
            .extend_from_within(last.start..last.start + shared);
        self.bytes.extend_from_slice(suffix);
        // Paths of a conflict stand there more than once.
        (self.bytes[last] <= self.bytes[start..]).then_some(())?;
        if version < 4 {
            // One to eight NUL bytes pad an entry to a multiple of eight.
            let len = input.position() - 1 - entry_start;
            input.take(8 - len % 8 - 1)?;
        }
        self.ends.push(u32::try_from(self.bytes.len()).ok()?);
        Some(())
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)] // Tests make the repositories that they read.
mod tests {
    use super::*;

    fn git(folder: &Path, args: &[&str]) {
        let mut command = std::process::Command::new("git");
        command
            .current_dir(folder)
            .args(args)
            .env("GIT_CONFIG_GLOBAL", "/dev/null");
        let output = command.output().unwrap();
        assert!(output.status.success(), "{args:?}: {output:?}");
    }

    const PATHS: [&str; 7] = [
        "a.rs",
        "build-x/b.ts",
        "build/keep.ts",
        "build/much/deeper/and/longer/than/a/block.ts",
        "build0/c.ts",
        "z",
        "\u{e4}/\u{f6}.rs",
    ];

    fn repository(options: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        git(folder.path(), &[&["init", "-q"], options].concat());
        for path in PATHS {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "text\n").unwrap();
        }
        git(folder.path(), &["add", "."]);
        folder
    }

    fn tracked(folder: &Path) -> Arc<TrackedFiles> {
        TrackedFiles::of(&folder.join(".git"))
    }

    fn paths_of(tracked: &TrackedFiles) -> Vec<String> {
        let path = |at| String::from_utf8(tracked.path(at).to_vec()).unwrap();
        (0..tracked.ends.len()).map(path).collect()
    }

    #[test]
    fn every_version_of_the_index_is_read() {
        let check = |options: &[&str], then: &[&str], expect: &[&str]| {
            let repository = repository(options);
            git(repository.path(), then);
            assert_eq!(
                paths_of(&tracked(repository.path())),
                expect,
                "{options:?} {then:?}"
            );
        };
        check(&[], &["update-index", "--index-version", "2"], &PATHS);
        // An entry that is only intended needs the flags of version 3.
        check(
            &[],
            &["rm", "-q", "--cached", "z"],
            &[&PATHS[..5], &PATHS[6..]].concat(),
        );
        check(&[], &["update-index", "--skip-worktree", "z"], &PATHS);
        check(&[], &["update-index", "--index-version", "4"], &PATHS);
        check(&["--object-format=sha256"], &["status"], &PATHS);
        check(
            &["--object-format=sha256"],
            &["update-index", "--index-version", "4"],
            &PATHS,
        );
        check(&[], &["update-index", "--untracked-cache"], &PATHS);
        check(&[], &["update-index", "--split-index"], &[]);
    }

    #[test]
    fn files_and_folders_are_found() {
        let repository = repository(&[]);
        let tracked = tracked(repository.path());
        for path in PATHS {
            assert!(
                tracked.contains(path, false) && tracked.contains(path, true),
                "{path}"
            );
        }
        for (path, is_folder, expect) in [
            ("build", true, true),
            ("build", false, false),
            ("build/much/deeper", true, true),
            ("build/mu", true, false),
            ("buil", true, false),
            ("build-x", true, true),
            ("build/other.ts", false, false),
            ("zz", true, false),
            ("", false, false),
        ] {
            assert_eq!(tracked.contains(path, is_folder), expect, "{path}");
        }
        assert!(!TrackedFiles::default().contains("a", true));
    }

    #[test]
    fn an_index_is_read_again_only_if_it_changed() {
        let (first, second) = (repository(&[]), repository(&[]));
        let before = tracked(first.path());
        assert!(Arc::ptr_eq(&before, &tracked(first.path())));
        git(first.path(), &["rm", "-q", "--cached", "z"]);
        let after = tracked(first.path());
        assert!(before.contains("z", false) && !after.contains("z", false));
        assert!(tracked(second.path()).contains("z", false));
        assert_eq!(tracked(first.path()), after);
    }

    /// Whatever the bytes are, parsing ends, and reserves no more than the index is large.
    #[test]
    fn a_broken_index_has_no_paths_or_some() {
        for version in ["2", "4"] {
            let repository = repository(&[]);
            git(
                repository.path(),
                &["update-index", "--index-version", version],
            );
            let index = std::fs::read(repository.path().join(".git/index")).unwrap();
            for len in 0..index.len() {
                assert_eq!(TrackedFiles::parse(&index[..len], 20), None, "cut to {len}");
            }
            for at in 0..index.len() {
                let mut changed = index.clone();
                changed[at] ^= 0xff;
                for id_len in ID_LENGTHS {
                    let parsed = TrackedFiles::parse(&changed, id_len);
                    assert!(parsed.is_none_or(|tracked| tracked.bytes.len() <= index.len() * 8));
                }
            }
            let mut many = index.clone();
            many[8..12].fill(0xff);
            assert_eq!(TrackedFiles::parse(&many, 20), None);
        }
    }

    #[test]
    fn contained_an_index_behind_a_link_is_not_read() {
        let (repository, other) = (repository(&[]), tempfile::tempdir().unwrap());
        let index = repository.path().join(".git/index");
        let moved = other.path().join("index");
        std::fs::rename(&index, &moved).unwrap();
        std::os::unix::fs::symlink(&moved, &index).unwrap();
        assert_eq!(*tracked(repository.path()), TrackedFiles::default());
    }
}
