//! Records which files are opened, by inotify.

use std::io;
use std::path::Path;

/// A recorder of opened files.
#[derive(Debug)]
pub(super) struct Opened {
    #[cfg(target_os = "linux")]
    queue: std::os::fd::OwnedFd,
    /// The paths by watch descriptor.
    #[cfg(target_os = "linux")]
    watched: std::collections::BTreeMap<i32, &'static str>,
}

#[cfg(target_os = "linux")]
impl Opened {
    pub(super) fn watch(
        root: &Path,
        paths: impl Iterator<Item = &'static str>,
    ) -> io::Result<Self> {
        use rustix::fs::inotify::{CreateFlags, WatchFlags, add_watch, init};
        let queue = init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC)?;
        let watched =
            paths.map(|path| Ok((add_watch(&queue, root.join(path), WatchFlags::OPEN)?, path)));
        let watched = watched.collect::<io::Result<_>>()?;
        Ok(Self { queue, watched })
    }

    /// The files that were opened since the watch began or the last call; none where the system does not
    /// support it.
    pub(super) fn files(&self) -> Vec<&'static str> {
        let mut buffer = [std::mem::MaybeUninit::uninit(); 4096];
        let mut events = rustix::fs::inotify::Reader::new(&self.queue, &mut buffer);
        let mut opened = Vec::new();
        // An error is an empty queue.
        while let Ok(event) = events.next() {
            opened.extend(self.watched.get(&event.wd()));
        }
        opened
    }
}

#[cfg(not(target_os = "linux"))]
impl Opened {
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
        let opened = Opened::watch(root.path(), ["a", "b"].into_iter()).unwrap();
        assert_eq!(opened.files(), Vec::<&str>::new());
        std::fs::File::open(root.path().join("b")).unwrap();
        assert_eq!(opened.files(), ["b"]);
    }
}
