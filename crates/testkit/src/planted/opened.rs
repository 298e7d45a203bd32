//! Records which files are opened, by inotify; on systems without it, nothing is recorded.

use std::io;
use std::path::Path;

/// A recorder of opened files.
#[derive(Debug)]
pub(super) struct OpenRecorder {
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
    pub(super) fn watch(
        root: &Path,
        paths: impl Iterator<Item = &'static str>,
    ) -> io::Result<Self> {
        use rustix::fs::inotify::{CreateFlags, WatchFlags, add_watch, init};
        let inotify = init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC)?;
        let watched = paths.map(|path| {
            Ok((
                add_watch(&inotify, root.join(path), WatchFlags::OPEN)?,
                path,
            ))
        });
        let watched = watched.collect::<io::Result<_>>()?;
        Ok(Self { inotify, watched })
    }

    /// The files that were opened since the watch began or the last call; none where the system does not
    /// support it.
    pub(super) fn files(&self) -> Vec<&'static str> {
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
    pub(super) fn watch(_: &Path, _: impl Iterator<Item = &'static str>) -> io::Result<Self> {
        Ok(Self {})
    }

    pub(super) fn files(&self) -> Vec<&'static str> {
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
