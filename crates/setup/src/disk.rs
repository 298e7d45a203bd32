//! Reads and writes the files of the clients: each write is complete or not there at all, whenever the process ends.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use firsthand_source::fs::{ReadError, read_named};
use same_file::Handle;

use crate::machine::Problem;

/// The largest configuration file that is read, in bytes.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// The text of a file; `None` if it does not exist.
pub(crate) fn read(path: &Path) -> Result<Option<String>, Problem> {
    match read_named(path, MAX_FILE_BYTES) {
        Ok(bytes) => String::from_utf8(bytes).map(Some).map_err(|_| Problem::Encoding),
        Err(ReadError::Missing) => Ok(None),
        Err(why) => Err(why.into()),
    }
}

/// Writes a file by renaming a complete one to it; an existing file keeps its permissions. One process at a time does it,
/// so that the other file can have one name: `remove_unfinished` finds it if the process ends before the renaming.
///
/// # Errors
/// The system's error; then the file is as it was.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let unfinished = unfinished(path);
    remove_unfinished(path);
    let permissions = path.metadata().map(|about| about.permissions()).ok();
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if permissions.is_some() {
        // Nobody else may read it before it has the permissions of the file.
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    write_point();
    let mut file = options.open(&unfinished)?;
    let written = permissions
        .map_or(Ok(()), |permissions| file.set_permissions(permissions))
        .and_then(|()| {
            write_point();
            file.write_all(text.as_bytes())?;
            // The tests end a run, not the machine.
            if !cfg!(test) {
                file.sync_all()?;
            }
            write_point();
            std::fs::rename(&unfinished, path)
        });
    written.inspect_err(|_| remove_unfinished(path))
}

/// Removes what a process left that ended while it wrote the file.
pub(crate) fn remove_unfinished(path: &Path) {
    // Mostly there is none.
    let _ = std::fs::remove_file(unfinished(path));
}

fn unfinished(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".firsthand-new");
    path.with_file_name(name)
}

/// Removes a file.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    write_point();
    std::fs::remove_file(path)
}

/// The missing folders above a file, outermost first.
pub(crate) fn missing_folders(path: &Path) -> Vec<PathBuf> {
    let missing = |folder: &&Path| folder.symlink_metadata().is_err();
    let folders = path.ancestors().skip(1).take_while(missing);
    let mut folders: Vec<PathBuf> = folders.map(Path::to_owned).collect();
    folders.reverse();
    folders
}

/// Creates the missing folders above a file; returns those that it created, outermost first. If one of them cannot be
/// created, none remains.
pub(crate) fn make_folders(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut made = Vec::new();
    for folder in missing_folders(path) {
        write_point();
        match std::fs::create_dir(&folder) {
            Ok(()) => made.push(folder),
            // Another process made it meanwhile.
            Err(why) if why.kind() == ErrorKind::AlreadyExists => {}
            Err(why) => {
                remove_folders(&made);
                return Err(why);
            }
        }
    }
    Ok(made)
}

/// Removes the empty ones of the folders, innermost first.
pub(crate) fn remove_folders(folders: &[PathBuf]) {
    for folder in folders.iter().rev() {
        write_point();
        // Removing a folder that is not empty fails, so it stays.
        let _ = std::fs::remove_dir(folder);
    }
}

/// Locks a file, which it creates with the folders above it; waits for another process that has the lock. The lock ends
/// with the returned file, or with the process. Returns the created folders, too.
pub(crate) fn lock(path: &Path) -> io::Result<(File, Vec<PathBuf>)> {
    let mut made = Vec::new();
    loop {
        made.extend(make_folders(path)?);
        write_point();
        let mut options = OpenOptions::new();
        match options.create(true).append(true).open(path) {
            Ok(file) => {
                file.lock()?;
                // Whoever had the lock may have removed the file: then another one has this name, or none.
                let locked = Handle::from_file(file.try_clone()?)?;
                if Handle::from_path(path).is_ok_and(|named| named == locked) {
                    return Ok((file, made));
                }
            }
            // Another process removed the folder meanwhile.
            Err(why) if why.kind() == ErrorKind::NotFound => {}
            Err(why) => return Err(why),
        }
    }
}

/// A point at which a process can end; a test lets it end at each of them.
fn write_point() {
    #[cfg(test)]
    kill::write_point();
}

#[cfg(test)]
pub(crate) mod kill {
    //! Ends a run at one of its write points, as a kill does: nothing is cleaned up.

    use std::cell::Cell;

    thread_local! { static POINTS_LEFT: Cell<usize> = const { Cell::new(usize::MAX) }; }

    /// Runs `run`, which ends after `points` write points; returns whether it ended before its own end.
    pub(crate) fn after<T>(points: usize, run: impl FnOnce() -> T) -> bool {
        POINTS_LEFT.set(points);
        let killed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err();
        POINTS_LEFT.set(usize::MAX);
        killed
    }

    pub(super) fn write_point() {
        match POINTS_LEFT.get() {
            // No run is to end.
            usize::MAX => {}
            0 => std::panic::resume_unwind(Box::new("killed")),
            left => POINTS_LEFT.set(left - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_all_made_or_none() {
        let top = tempfile::tempdir().unwrap();
        let too_long = "x".repeat(300);
        let check = |path: &str, expect: Option<&[&str]>| {
            let made = make_folders(&top.path().join(path)).ok();
            let below = |name: &&str| top.path().join(name);
            let expect = expect.map(|folders| folders.iter().map(below).collect::<Vec<_>>());
            assert_eq!(made, expect, "{path}");
        };
        check("file", Some(&[]));
        check(&format!("new/inner/{too_long}/file"), None);
        assert!(!top.path().join("new").exists());
        check("new/inner/file", Some(&["new", "new/inner"]));
        check(&format!("new/other/{too_long}/file"), None);
        assert!(top.path().join("new/inner").exists());
        assert!(!top.path().join("new/other").exists());
    }
}
