//! The files as they are now, read without any code of the project.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

/// The bytes of a regular file; else the law that citing it violates, and the reason.
pub(super) type FileResult = Result<Rc<Vec<u8>>, (&'static str, String)>;

/// A folder, each file of which is read once.
pub(super) struct Disk {
    root: PathBuf,
    files: HashMap<String, FileResult>,
}

impl Disk {
    pub(super) fn new(root: &Path) -> Self {
        let files = HashMap::new();
        let root = root.to_owned();
        Self { root, files }
    }

    /// The file's bytes, if the path stays below the root and has no symbolic link.
    pub(super) fn regular_file(&mut self, path: &str) -> FileResult {
        if let Some(known) = self.files.get(path) {
            return known.clone();
        }
        let file = self.read_regular(path);
        self.files.insert(path.to_owned(), file.clone());
        file
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "to read the folder again, by itself, is what the oracle is for"
    )]
    fn read_regular(&self, path: &str) -> FileResult {
        let outside = |why: String| Err(("contained", why));
        let mut at = self.root.clone();
        for part in Path::new(path).components() {
            let Component::Normal(name) = part else {
                return outside("it leaves the root".to_owned());
            };
            at.push(name);
            match at.symlink_metadata() {
                Err(error) => return Err(("unchanged", error.to_string())),
                Ok(meta) if meta.is_symlink() => return outside("it is a link".to_owned()),
                Ok(_) => {}
            }
        }
        if !at.is_file() {
            return Err(("unchanged", "it is no regular file".to_owned()));
        }
        match std::fs::read(&at) {
            Ok(bytes) => Ok(Rc::new(bytes)),
            Err(error) => Err(("unchanged", error.to_string())),
        }
    }
}

/// The lines of a file: `\n` or `\r\n` ends a line, and a final one starts no further line.
pub(super) fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    let (mut all, mut from) = (Vec::new(), 0);
    for (at, byte) in bytes.iter().enumerate() {
        if *byte == b'\n' {
            all.push(without_return(&bytes[from..at]));
            from = at + 1;
        }
    }
    if from < bytes.len() {
        all.push(without_return(&bytes[from..]));
    }
    all
}

fn without_return(line: &[u8]) -> &[u8] {
    match line {
        [rest @ .., b'\r'] => rest,
        _ => line,
    }
}
