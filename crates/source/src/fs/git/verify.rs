//! Checks that a repository consists of regular files of bounded sizes, before a library opens them.

use std::path::Path;

use ignore::WalkBuilder;

use super::{GitError, GitFolder, MAX_CONFIG_BYTES, MAX_POINTER_BYTES, first_line, setting};
use crate::fs::read::{ReadError, checked_size, read_unfollowed};

/// The most entries below the folders of objects and references.
const MAX_ENTRIES: usize = 500_000;
/// How many references may lead from one to the next.
const MAX_HOPS: usize = 5;

/// The files of a repository that are read as a whole, with the most bytes of each.
const FILES: [(&str, u64); 7] = [
    ("HEAD", MAX_POINTER_BYTES),
    ("commondir", MAX_POINTER_BYTES),
    ("gitdir", MAX_POINTER_BYTES),
    ("config", MAX_CONFIG_BYTES),
    ("config.worktree", MAX_CONFIG_BYTES),
    ("shallow", 8 << 20),
    ("packed-refs", 64 << 20),
];

/// What may be kept in several formats, the setting that names the format, and the one that is read.
const FORMATS: [(&str, &str, &str); 2] =
    [("object format", "objectformat", "sha1"), ("reference storage", "refstorage", "files")];

/// The folders whose files are opened by their names, with the most bytes of a file that is read as a whole.
const FOLDERS: [(&str, u64); 2] = [("refs", MAX_POINTER_BYTES), ("objects", u64::MAX)];

impl GitFolder {
    /// Checks all files that reading commits, trees and blobs opens: that they are regular files in folders, not links,
    /// within limits of size; that no objects are taken from elsewhere; and that HEAD leads to a branch or a commit.
    /// A change after the check is not noticed.
    ///
    /// # Errors
    /// A [`GitError`] that names the first file that may not be read.
    pub fn verify(&self) -> Result<(), GitError> {
        let mut entries = 0;
        let mut folders = vec![self.own()];
        if self.own != self.common {
            folders.push(self.common());
        }
        for folder in folders {
            for (name, limit) in FILES {
                check_file(folder, &folder.join(name), limit)?;
            }
            for (name, limit) in FOLDERS {
                check_folder(folder, &folder.join(name), limit, &mut entries)?;
            }
        }
        self.check_formats()?;
        self.check_alternates()?;
        self.check_head()
    }

    /// Ids of another length, and references in tables, are not understood.
    fn check_formats(&self) -> Result<(), GitError> {
        let config = read_unfollowed(&self.common.join("config"), MAX_CONFIG_BYTES);
        let config = config.unwrap_or_default();
        for (what, name, read) in FORMATS {
            let format = setting(&config, "[extensions]", name);
            if let Some(format) = format.filter(|format| !format.eq_ignore_ascii_case(read)) {
                return Err(GitError::Format { what, format });
            }
        }
        Ok(())
    }

    /// Alternates are other repositories' objects; there is no way to see that they may be read.
    fn check_alternates(&self) -> Result<(), GitError> {
        let path = self.common.join("objects/info/alternates");
        match read_unfollowed(&path, MAX_POINTER_BYTES) {
            Err(ReadError::Missing) => Ok(()),
            Ok(bytes) if bytes.iter().all(u8::is_ascii_whitespace) => Ok(()),
            Ok(_) => Err(GitError::Alternates),
            Err(why) => Err(unsafe_file(&self.common, &path, why)),
        }
    }

    /// HEAD contains an id, or leads over references below `refs/` to one. Another path could lead to any file.
    fn check_head(&self) -> Result<(), GitError> {
        let mut path = self.own.join("HEAD");
        for _ in 0..MAX_HOPS {
            let line = match first_line(&path, MAX_POINTER_BYTES) {
                // A packed reference, or one of a branch without commits.
                Err(ReadError::Missing) => return Ok(()),
                Err(why) => return Err(unsafe_file(&self.own, &path, why)),
                Ok(line) => line.ok_or(GitError::Head)?,
            };
            let Some(name) = line.strip_prefix("ref:").map(str::trim) else {
                let is_id = line.trim().bytes().all(|byte| byte.is_ascii_hexdigit());
                return if is_id { Ok(()) } else { Err(GitError::Head) };
            };
            let is_plain = |part: &str| !part.is_empty() && !part.starts_with('.');
            if !name.starts_with("refs/") || !name.split('/').all(is_plain) || name.contains('\\') {
                return Err(GitError::Head);
            }
            path = match self.own.join(name) {
                own if own.symlink_metadata().is_ok() => own,
                _ => self.common.join(name),
            };
        }
        Err(GitError::Head)
    }
}

fn unsafe_file(folder: &Path, path: &Path, why: ReadError) -> GitError {
    let relative = path.strip_prefix(folder).unwrap_or(path);
    GitError::Unsafe { path: relative.to_string_lossy().replace('\\', "/"), why }
}

/// Checks that a file, if there is one, is regular and within the limit.
fn check_file(folder: &Path, path: &Path, limit: u64) -> Result<(), GitError> {
    let checked = match path.symlink_metadata().map_err(ReadError::from) {
        Err(ReadError::Missing) => Ok(()),
        Err(why) => Err(why),
        Ok(metadata) if metadata.is_symlink() => Err(ReadError::Link),
        Ok(metadata) => checked_size(&metadata, limit).map(drop),
    };
    checked.map_err(|why| unsafe_file(folder, path, why))
}

/// Checks that everything below a folder is a folder or a regular file, within the limit.
fn check_folder(
    folder: &Path,
    path: &Path,
    limit: u64,
    entries: &mut usize,
) -> Result<(), GitError> {
    let refuse = |path: &Path, why| Err(unsafe_file(folder, path, why));
    match path.symlink_metadata().map_err(ReadError::from) {
        Err(ReadError::Missing) => return Ok(()),
        Err(why) => return refuse(path, why),
        Ok(metadata) if metadata.is_symlink() => return refuse(path, ReadError::Link),
        Ok(_) => {}
    }
    let mut walk = WalkBuilder::new(path);
    walk.standard_filters(false).follow_links(false);
    for entry in walk.build() {
        *entries += 1;
        if *entries > MAX_ENTRIES {
            return Err(GitError::TooManyFiles);
        }
        let Ok(entry) = entry else {
            return refuse(path, ReadError::Unreadable(std::io::ErrorKind::Other));
        };
        let Some(kind) = entry.file_type() else {
            continue;
        };
        if kind.is_dir() {
            continue;
        }
        // The type is known without reading the metadata of each of many objects.
        if !kind.is_file() || limit < u64::MAX {
            check_file(folder, entry.path(), limit)?;
        }
    }
    Ok(())
}
