//! A transcript on disk, written as it happens.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use firsthand::{Event, Observer, State, write_transcript};

use crate::failure::{Failure, TranscriptPathError};

/// Whose transcript it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// An exploration's.
    Explore,
    /// A research run's.
    Research,
}

impl Kind {
    /// What it begins with.
    pub(crate) fn head(self) -> &'static [u8] {
        match self {
            Self::Explore => b"{\"event\":\"started\"",
            Self::Research => b"{\"record\":\"requested\"",
        }
    }
}

/// Appends every event to a file. The first failure ends the writing, and is reported at the end.
pub(crate) struct Transcript {
    path: PathBuf,
    to: Mutex<Result<File, io::Error>>,
}

impl Transcript {
    /// Makes the file, or empties an older transcript of that path.
    ///
    /// It may not stand below `root`, and nothing but a transcript is overwritten.
    pub(crate) fn create(path: &Path, root: &Path, kind: Kind) -> Result<Self, Failure> {
        let refuse = |why| Failure::Transcript {
            path: path.to_owned(),
            why,
        };
        let real = outside(path, root).map_err(refuse)?;
        match foreign(&real, kind) {
            Ok(false) => {}
            Ok(true) => return Err(refuse(TranscriptPathError::Foreign)),
            Err(why) => return Err(refuse(TranscriptPathError::System(why))),
        }
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&real);
        let file = file.and_then(|file| begin(file, 0));
        Self::to(path, file)
    }

    /// Goes on with a transcript of which so many bytes are whole: what stands behind them is cut off.
    ///
    /// It may not stand below `root`.
    pub(crate) fn resume(path: &Path, root: &Path, whole: &str) -> Result<Self, Failure> {
        let refuse = |why| Failure::Transcript {
            path: path.to_owned(),
            why,
        };
        let real = outside(path, root).map_err(refuse)?;
        let length = whole.len() as u64;
        let file = OpenOptions::new().write(true).open(&real);
        let file = file.and_then(|file| {
            let mut file = begin(file, length)?;
            file.seek(SeekFrom::Start(length))?;
            if !whole.ends_with('\n') {
                file.write_all(b"\n")?;
            }
            Ok(file)
        });
        Self::to(path, file)
    }

    fn to(path: &Path, file: io::Result<File>) -> Result<Self, Failure> {
        match file {
            Ok(file) => Ok(Self {
                path: path.to_owned(),
                to: Mutex::new(Ok(file)),
            }),
            Err(why) => Err(Failure::Transcript {
                path: path.to_owned(),
                why: match why.kind() {
                    io::ErrorKind::WouldBlock => TranscriptPathError::Busy,
                    _ => TranscriptPathError::System(why),
                },
            }),
        }
    }

    /// Where it is written.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether all of it was written.
    pub(crate) fn finish(&self) -> Result<(), Failure> {
        let mut to = self
            .to
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        match std::mem::replace(&mut *to, Err(io::ErrorKind::Other.into())) {
            Ok(_) => Ok(()),
            Err(why) => Err(Failure::TranscriptWrite {
                path: self.path.clone(),
                why,
            }),
        }
    }
}

impl Transcript {
    /// Writes a line.
    pub(crate) fn append(&self, line: &str) {
        let mut to = self
            .to
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let written = match &mut *to {
            Ok(file) => file.write_all(line.as_bytes()).and_then(|()| file.flush()),
            Err(_) => return,
        };
        if let Err(why) = written {
            *to = Err(why);
        }
    }
}

impl Observer for Transcript {
    fn event(&self, event: &Event, _: &State) {
        self.append(&write_transcript(std::slice::from_ref(event)));
    }
}

/// The file to write to, which may not stand below the root.
fn outside(path: &Path, root: &Path) -> Result<PathBuf, TranscriptPathError> {
    let real = real(path).map_err(TranscriptPathError::System)?;
    match real.starts_with(root) {
        true => Err(TranscriptPathError::Inside(root.to_owned())),
        false => Ok(real),
    }
}

/// Keeps other processes from writing to the file, and keeps so much of what it holds. A pipe or a
/// terminal is taken as it is.
fn begin(file: File, length: u64) -> io::Result<File> {
    if file.metadata()?.is_file() {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::WouldBlock.into()),
            // Not every file system knows locks.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        file.set_len(length)?;
    }
    Ok(file)
}

/// The path without links, of a file that need not exist. A link that leads nowhere is not followed.
fn real(path: &Path) -> io::Result<PathBuf> {
    match path.canonicalize() {
        Ok(real) => Ok(real),
        Err(error) if path.is_symlink() || error.kind() != io::ErrorKind::NotFound => Err(error),
        Err(error) => {
            let name = path.file_name().ok_or(error)?;
            let folder = match path.parent() {
                Some(folder) if !folder.as_os_str().is_empty() => folder,
                _ => Path::new("."),
            };
            Ok(folder.canonicalize()?.join(name))
        }
    }
}

/// Whether something stands there that is no transcript. A pipe or a terminal is fine.
#[expect(
    clippy::disallowed_methods,
    reason = "a file that the caller names, not one of the tree's"
)]
fn foreign(path: &Path, kind: Kind) -> io::Result<bool> {
    match path.metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
        Ok(metadata) if !metadata.is_file() || metadata.len() == 0 => Ok(false),
        Ok(_) => {
            let mut head = Vec::new();
            File::open(path)?
                .take(kind.head().len() as u64)
                .read_to_end(&mut head)?;
            Ok(head != kind.head())
        }
    }
}
