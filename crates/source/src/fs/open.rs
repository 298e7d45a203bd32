//! Opens files for reading. Below a root folder no symbolic link is followed: with `openat2` where Linux has it, or
//! else by checking the path of the opened file. A path that a caller names is opened with or without following links.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::read::ReadError;

/// A folder below which files are opened.
#[derive(Debug)]
pub(super) struct RootFolder {
    path: PathBuf,
    /// The open folder, for `openat2`; `None` if it cannot be opened.
    #[cfg(target_os = "linux")]
    handle: Option<std::os::fd::OwnedFd>,
    /// The folder's canonical path, for kernels and systems without `openat2`; computed once.
    canonical: std::sync::OnceLock<PathBuf>,
}

impl RootFolder {
    pub(super) fn open(path: &Path) -> Self {
        Self {
            path: path.to_path_buf(),
            #[cfg(target_os = "linux")]
            handle: open_folder_handle(path).ok(),
            canonical: std::sync::OnceLock::new(),
        }
    }

    /// Opens the file at a relative path. No link is followed, and a pipe is opened without waiting for its writer.
    ///
    /// # Errors
    /// A [`ReadError`] if the file cannot be opened, or a link is on its path.
    pub(super) fn open_file(&self, path: &str) -> Result<File, ReadError> {
        #[cfg(target_os = "linux")]
        if let Some(handle) = &self.handle {
            use rustix::fs::{Mode, OFlags, ResolveFlags, openat2};
            let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
            let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
            match openat2(handle, path, flags, Mode::empty(), resolve) {
                // An old kernel, or a system-call filter: use the fallback.
                Err(rustix::io::Errno::NOSYS | rustix::io::Errno::PERM) => {}
                opened => return Ok(File::from(opened.map_err(io::Error::from)?)),
            }
        }
        self.open_then_verify(path)
    }

    /// Opens the file, and then verifies that the open file is the one at this path, with no link on the way.
    fn open_then_verify(&self, path: &str) -> Result<File, ReadError> {
        let root = match self.canonical.get() {
            Some(canonical) => canonical,
            None => {
                let canonical = self.path.canonicalize()?;
                self.canonical.get_or_init(|| canonical)
            }
        };
        let full_path = root.join(path);
        let file = open_no_follow(&full_path)?;
        if is_at_path(&file, &full_path)? { Ok(file) } else { Err(ReadError::Link) }
    }
}

#[cfg(target_os = "linux")]
fn open_folder_handle(path: &Path) -> rustix::io::Result<std::os::fd::OwnedFd> {
    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    open(path, flags, Mode::empty())
}

/// Opens a file without following a link in the last part of the path, and without waiting for the writer of a pipe.
/// Elsewhere than on Unix the path is checked before it is opened, so a link that replaces the file in between is
/// followed.
///
/// # Errors
/// The system's error if the file cannot be opened, or an error if the last part of the path is a link.
pub fn open_no_follow(path: &Path) -> io::Result<File> {
    let mut options = std::fs::OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
        options.custom_flags(flags.bits().cast_signed());
    }
    #[cfg(not(unix))]
    refuse_link(path)?;
    options.open(path)
}

/// Returns an error, which contains [`ReadError::Link`], if the path leads to a link.
#[cfg(any(not(unix), test))]
fn refuse_link(path: &Path) -> io::Result<()> {
    if path.symlink_metadata()?.is_symlink() {
        return Err(io::Error::other(ReadError::Link));
    }
    Ok(())
}

/// As [`open_no_follow`], but follows links: for paths that the caller names.
pub(super) fn open_following_links(path: &Path) -> io::Result<File> {
    let mut options = std::fs::OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    options.open(path)
}

/// Whether the path contains no link and leads to the open file.
fn is_at_path(file: &File, path: &Path) -> io::Result<bool> {
    let real = path.canonicalize()?;
    Ok(real == path && same_file(&file.metadata()?, &real.symlink_metadata()?))
}

#[cfg(unix)]
fn same_file(a: &std::fs::Metadata, b: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

/// Without inode numbers, files of the same size count as the same file.
#[cfg(not(unix))]
fn same_file(a: &std::fs::Metadata, b: &std::fs::Metadata) -> bool {
    a.len() == b.len()
}

#[cfg(test)]
impl RootFolder {
    /// As [`RootFolder::open`], but without the handle, to test the fallback.
    pub(super) fn without_handle(path: &Path) -> Self {
        Self {
            #[cfg(target_os = "linux")]
            handle: None,
            ..Self::open(path)
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
#[allow(clippy::disallowed_methods)] // Tests create the trees that they read.
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// The check where the system cannot open a file without following a link.
    #[test]
    fn contained_the_portable_check_refuses_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let path_of = |name: &str| folder.path().join(name);
        std::fs::write(path_of("file"), "in").unwrap();
        symlink("file", path_of("link")).unwrap();
        symlink("gone", path_of("dangling")).unwrap();
        let check = |name: &str| refuse_link(&path_of(name)).map_err(ReadError::from);
        assert_eq!(check("file"), Ok(()));
        assert_eq!(check("link"), Err(ReadError::Link));
        assert_eq!(check("dangling"), Err(ReadError::Link));
        assert_eq!(check("gone"), Err(ReadError::Missing));
    }
}
