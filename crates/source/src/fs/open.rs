//! Opening a file below a folder so that no link is on the way, by what the system offers for it.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::read::ReadError;

/// A folder below which files are opened.
#[derive(Debug)]
pub(super) struct RootFolder {
    path: PathBuf,
    /// The folder itself, where the system opens paths relative to it without following links.
    #[cfg(target_os = "linux")]
    handle: Option<std::os::fd::OwnedFd>,
    /// The folder's path without links, for systems that cannot; looked up once.
    real: std::sync::OnceLock<PathBuf>,
}

impl RootFolder {
    pub(super) fn open(path: &Path) -> Self {
        Self {
            path: path.to_path_buf(),
            #[cfg(target_os = "linux")]
            handle: handle(path).ok(),
            real: std::sync::OnceLock::new(),
        }
    }

    /// Opens what stands at a relative path. Neither a link nor a pipe's writer is waited for or followed.
    pub(super) fn file(&self, path: &str) -> Result<File, ReadError> {
        #[cfg(target_os = "linux")]
        if let Some(handle) = &self.handle {
            use rustix::fs::{Mode, OFlags, ResolveFlags, openat2};
            let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
            let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
            match openat2(handle, path, flags, Mode::empty(), resolve) {
                // An old kernel, or a filter of system calls.
                Err(rustix::io::Errno::NOSYS | rustix::io::Errno::PERM) => {}
                opened => return Ok(File::from(opened.map_err(io::Error::from)?)),
            }
        }
        self.checked(path)
    }

    /// Opens, and only then asks where the open file stands.
    fn checked(&self, path: &str) -> Result<File, ReadError> {
        let real = match self.real.get() {
            Some(real) => real,
            None => {
                let real = self.path.canonicalize()?;
                self.real.get_or_init(|| real)
            }
        };
        let wanted = real.join(path);
        let file = unfollowed(&wanted)?;
        if stands_at(&file, &wanted)? {
            Ok(file)
        } else {
            Err(ReadError::Link)
        }
    }
}

#[cfg(target_os = "linux")]
fn handle(path: &Path) -> rustix::io::Result<std::os::fd::OwnedFd> {
    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    open(path, flags, Mode::empty())
}

/// Opens without following a link at the end, and without waiting for the writer of a pipe.
pub(super) fn unfollowed(path: &Path) -> io::Result<File> {
    let mut options = std::fs::OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
        options.custom_flags(flags.bits().cast_signed());
    }
    options.open(path)
}

/// The same for a path that the caller names, who may mean a link.
pub(super) fn followed(path: &Path) -> io::Result<File> {
    let mut options = std::fs::OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    options.open(path)
}

/// Whether the open file is the one at exactly this path, with no link on the way.
fn stands_at(file: &File, wanted: &Path) -> io::Result<bool> {
    let real = wanted.canonicalize()?;
    Ok(real == wanted && same_file(&file.metadata()?, &real.symlink_metadata()?))
}

#[cfg(unix)]
fn same_file(a: &std::fs::Metadata, b: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn same_file(a: &std::fs::Metadata, b: &std::fs::Metadata) -> bool {
    a.len() == b.len()
}

#[cfg(test)]
impl RootFolder {
    /// The same without help of the system.
    pub(super) fn without_handle(path: &Path) -> Self {
        Self {
            #[cfg(target_os = "linux")]
            handle: None,
            ..Self::open(path)
        }
    }
}
