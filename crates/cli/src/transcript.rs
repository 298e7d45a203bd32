//! A transcript file, to which each event is appended as it occurs.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use firsthand::agent::RunEvent;
use firsthand::{
    Event, Observer, State, TranscriptError, Workspace, read_complete_lines, write_transcript,
};

use crate::failure::Failure;
use crate::input;
use crate::stop::Stop;

/// The kind of run in a transcript.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RunKind {
    /// An exploration.
    Explore,
    /// A research run.
    Research,
}

impl RunKind {
    /// The first bytes of a transcript of this kind.
    pub(crate) fn prefix(self) -> &'static [u8] {
        match self {
            Self::Explore => b"{\"event\":\"started\"",
            Self::Research => b"{\"event\":\"requested\"",
        }
    }
}

/// An interrupted run, read from its transcript.
pub(crate) struct Interrupted<E> {
    path: PathBuf,
    /// The transcript's name in messages.
    pub(crate) what: String,
    /// The transcript without an incomplete last line.
    complete_lines: String,
    pub(crate) events: Vec<E>,
}

impl<E: RunEvent> Interrupted<E> {
    /// Reads the transcript of a run to resume, if there is a path; `refuse` words why it cannot be one.
    pub(crate) async fn read(
        path: Option<&Path>,
        stop: &Stop,
        refuse: impl FnOnce(&str, &TranscriptError) -> Failure,
    ) -> Result<Option<Self>, Failure> {
        let Some(path) = path else { return Ok(None) };
        let (mut complete_lines, what) = input::transcript(path, stop).await?;
        let read = read_complete_lines::<E>(&complete_lines);
        let (events, length) = read.map_err(|why| refuse(&what, &why))?;
        complete_lines.truncate(length);
        Ok(Some(Self { path: path.to_owned(), what, complete_lines, events }))
    }
}

/// Appends every event to a file. The first failure ends the writing, and is reported at the end.
pub(crate) struct Transcript {
    path: PathBuf,
    file_or_error: Mutex<Result<File, io::Error>>,
}

impl Transcript {
    /// The transcript of a run: that of the interrupted one, to append to its complete lines, or a new one where a path is
    /// given. The file must be outside of the roots; an existing file at the path of a new one must be a transcript, which
    /// is truncated.
    pub(crate) fn open<E>(
        interrupted: Option<&Interrupted<E>>,
        path: Option<&Path>,
        roots: &Workspace,
        kind: RunKind,
    ) -> Result<Option<Arc<Self>>, Failure> {
        let (path, kept) = match (interrupted, path) {
            (Some(run), _) => (&*run.path, Some(&*run.complete_lines)),
            (None, Some(path)) => (path, None),
            (None, None) => return Ok(None),
        };
        let refuse = |why| refusal(path, &why);
        let real = check_outside(path, roots)?;
        let is_new = kept.is_none();
        if is_new && is_foreign(&real, kind).map_err(refuse)? {
            let sentence =
                format!("{} exists and is no transcript, so it is not overwritten", path.display());
            return Err(Failure::usage(sentence).hint("choose another path"));
        }
        let file = OpenOptions::new().write(true).create(is_new).truncate(false).open(&real);
        let file = file.and_then(|file| behind(file, kept.unwrap_or_default())).map_err(refuse)?;
        let file_or_error = Mutex::new(Ok(file));
        Ok(Some(Arc::new(Self { path: path.to_owned(), file_or_error })))
    }

    /// The path as the caller wrote it.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn lock(&self) -> MutexGuard<'_, Result<File, io::Error>> {
        self.file_or_error.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes the transcript; fails if a write failed, or if it is closed already.
    pub(crate) fn finish(&self) -> Result<(), Failure> {
        let mut file_or_error = self.lock();
        match std::mem::replace(&mut *file_or_error, Err(io::ErrorKind::Other.into())) {
            Ok(_) => Ok(()),
            Err(why) => {
                let path = self.path.display();
                Err(Failure::failed(format!("the transcript {path} broke off: {why}"))
                    .hint("the report is whole, but cannot be replayed"))
            }
        }
    }

    /// Appends a text of complete lines; does nothing after a failed write.
    pub(crate) fn append(&self, line: &str) {
        let mut file_or_error = self.lock();
        let written = match &mut *file_or_error {
            Ok(file) => file.write_all(line.as_bytes()).and_then(|()| file.flush()),
            Err(_) => return,
        };
        if let Err(why) = written {
            *file_or_error = Err(why);
        }
    }
}

impl Observer for Transcript {
    fn event(&self, event: &Event, _: &State) {
        self.append(&write_transcript(std::slice::from_ref(event)));
    }
}

/// The resolved path; an error if it lies below a root.
fn check_outside(path: &Path, roots: &Workspace) -> Result<PathBuf, Failure> {
    let real = resolve_path(path).map_err(|why| refusal(path, &why))?;
    let mut folders = roots.roots().iter().map(|root| &root.folder);
    match folders.find(|folder| real.starts_with(folder)) {
        Some(folder) => {
            let (path, root) = (path.display(), folder.display());
            let sentence =
                format!("the transcript {path} would stand inside the explored root {root}");
            Err(Failure::usage(sentence).hint("nothing is written there; choose a path outside it"))
        }
        None => Ok(real),
    }
}

/// Why the system gives no access to the file of a transcript.
fn refusal(path: &Path, why: &io::Error) -> Failure {
    let path = path.display();
    if why.kind() == io::ErrorKind::WouldBlock {
        let sentence = format!("the transcript {path} is being written by another process");
        return Failure::usage(sentence).hint("wait until that run has ended");
    }
    Failure::usage(format!("the transcript {path} cannot be written: {why}"))
}

/// The file, locked against other writers, to append behind the kept lines at its beginning. A pipe or a terminal is left
/// as it is.
fn behind(mut file: File, kept: &str) -> io::Result<File> {
    let length = kept.len() as u64;
    if file.metadata()?.is_file() {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::WouldBlock.into()),
            // Not every file system supports locks.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
    }
    if !kept.is_empty() && !kept.ends_with('\n') {
        file.write_all(b"\n")?;
    }
    Ok(file)
}

/// Resolves links in the path of a file that need not exist. A dangling link is an error.
fn resolve_path(path: &Path) -> io::Result<PathBuf> {
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

/// Whether the file exists and is not a transcript of this kind. An empty file, a pipe and a terminal are accepted.
#[expect(
    clippy::disallowed_methods,
    reason = "a file that the caller names, not one of the tree's"
)]
fn is_foreign(path: &Path, kind: RunKind) -> io::Result<bool> {
    match path.metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
        Ok(metadata) if !metadata.is_file() || metadata.len() == 0 => Ok(false),
        Ok(_) => {
            let mut found_prefix = Vec::new();
            File::open(path)?.take(kind.prefix().len() as u64).read_to_end(&mut found_prefix)?;
            Ok(found_prefix != kind.prefix())
        }
    }
}
