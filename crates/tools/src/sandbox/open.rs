//! Opening a file so that what is read is what was asked for.

use std::fs::{File, Metadata};
use std::io::{ErrorKind, Read as _};
use std::path::Path;

use firsthand_registry::RepoPath;

use super::{ReadError, ResolveError};

/// How many bytes are looked at to tell a binary file.
const BINARY_PROBE: usize = 8 << 10;

/// The bytes of a regular file below `root`, which has no link in it.
pub(super) fn read(root: &Path, path: &RepoPath, limit: u64) -> Result<Vec<u8>, ReadError> {
    let full = root.join(path.as_str());
    let refused = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => ReadError::Missing(path.clone()),
        _ => unreadable(path, error.to_string()),
    };
    // Looked at before it is opened: opening a pipe would wait for a writer.
    let listed = std::fs::symlink_metadata(&full).map_err(refused)?;
    regular(path, &listed)?;
    let too_large = |size: u64| ReadError::TooLarge {
        path: path.clone(),
        size,
        limit,
    };
    if listed.len() > limit {
        return Err(too_large(listed.len()));
    }
    let mut file = File::open(&full).map_err(refused)?;
    let opened = file.metadata().map_err(refused)?;
    regular(path, &opened)?;
    if !same_file(&listed, &opened) || !stands_at(&file, &full) {
        return Err(unreadable(
            path,
            "it is reached through a link, or was replaced".to_owned(),
        ));
    }
    let mut bytes =
        Vec::with_capacity(usize::try_from(opened.len()).unwrap_or(0).saturating_add(1));
    // The size at opening is only a hint: a file may grow while it is read.
    file.by_ref()
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(refused)?;
    if bytes.len() as u64 > limit {
        return Err(too_large(bytes.len() as u64));
    }
    let probe = &bytes[..bytes.len().min(BINARY_PROBE)];
    match memchr::memchr(0, probe) {
        Some(_) => Err(ReadError::Binary(path.clone())),
        None => Ok(bytes),
    }
}

fn unreadable(path: &RepoPath, reason: String) -> ReadError {
    ReadError::Unreadable {
        path: path.clone(),
        reason,
    }
}

fn regular(path: &RepoPath, metadata: &Metadata) -> Result<(), ReadError> {
    let kind = metadata.file_type();
    if kind.is_file() {
        Ok(())
    } else if kind.is_dir() {
        Err(ReadError::Folder(path.clone()))
    } else if kind.is_symlink() {
        Err(ReadError::Link(ResolveError::Link {
            link: path.clone(),
            inside: None,
        }))
    } else {
        Err(ReadError::Special(path.clone()))
    }
}

#[cfg(unix)]
fn same_file(listed: &Metadata, opened: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (listed.dev(), listed.ino()) == (opened.dev(), opened.ino())
}

#[cfg(not(unix))]
fn same_file(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// Whether the open file stands at exactly this path, with no link on the way. The system is asked
/// where the open file is; where it cannot say, the path is resolved once more.
fn stands_at(file: &File, full: &Path) -> bool {
    let real = opened_path(file).or_else(|| full.canonicalize().ok());
    real.is_some_and(|real| real == full)
}

#[cfg(target_os = "linux")]
fn opened_path(file: &File) -> Option<std::path::PathBuf> {
    use std::os::fd::AsRawFd as _;
    std::fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd())).ok()
}

#[cfg(not(target_os = "linux"))]
fn opened_path(_: &File) -> Option<std::path::PathBuf> {
    None
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn check(root: &Path, path: &str, expect: &str) {
        let path = RepoPath::new(path).unwrap();
        let got = match read(root, &path, 8) {
            Ok(bytes) => String::from_utf8(bytes).unwrap(),
            Err(error) => error.to_string(),
        };
        assert_eq!(got, expect);
    }

    /// What a walk listed may be another thing when it is opened.
    #[test]
    fn what_was_swapped_since_it_was_listed_is_refused() {
        let (inside, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let root = inside.path().canonicalize().unwrap();
        std::fs::write(outside.path().join("file"), "out").unwrap();
        std::fs::write(root.join("file"), "in").unwrap();
        std::fs::write(root.join("grown"), "123456789").unwrap();
        std::fs::create_dir(root.join("folder")).unwrap();
        symlink(outside.path().join("file"), root.join("link")).unwrap();
        symlink(outside.path(), root.join("over")).unwrap();
        symlink(root.join("folder"), root.join("to-folder")).unwrap();
        std::fs::write(root.join("folder/file"), "in").unwrap();
        check(&root, "file", "in");
        check(&root, "gone", "there is no file `gone`");
        let refused = "is a symbolic link and links are not followed; it leads nowhere, or out of the repository";
        check(&root, "link", &format!("`link` {refused}"));
        let refused = "cannot be read: it is reached through a link, or was replaced";
        check(&root, "over/file", &format!("`over/file` {refused}"));
        check(
            &root,
            "to-folder/file",
            &format!("`to-folder/file` {refused}"),
        );
        check(
            &root,
            "folder",
            "`folder` is a folder; list_files shows what is in it",
        );
        check(
            &root,
            "grown",
            "`grown` is too large to read (9 bytes; the limit is 8)",
        );
    }
}
