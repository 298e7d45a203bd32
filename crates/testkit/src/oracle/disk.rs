//! The folder, as the oracle reads it: by itself.

use std::path::{Component, Path};

/// The bytes of a regular file; else the law that citing it violates, and the reason.
type FileResult = Result<Vec<u8>, (&'static str, String)>;

/// The bytes of a regular file below the root, if no symbolic link is on its path.
#[expect(
    clippy::disallowed_methods,
    reason = "to read the folder again, by itself, is what the oracle is for"
)]
pub(crate) fn read_regular(root: &Path, path: &str) -> FileResult {
    let outside = |why: &str| Err(("contained", why.to_owned()));
    let mut at = root.to_owned();
    for part in Path::new(path).components() {
        let Component::Normal(name) = part else {
            return outside("it leaves the root");
        };
        at.push(name);
        match at.symlink_metadata() {
            Err(error) => return Err(("unchanged", error.to_string())),
            Ok(meta) if meta.is_symlink() => return outside("it is a link"),
            Ok(_) => {}
        }
    }
    if !at.is_file() {
        return Err(("unchanged", "it is no regular file".to_owned()));
    }
    std::fs::read(&at).map_err(|error| ("unchanged", error.to_string()))
}

/// The lines of a file: `\n` or `\r\n` ends a line, and a final one starts no further line.
pub(crate) fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    let without_end = |line| {
        let line = <[u8]>::strip_suffix(line, b"\n").unwrap_or(line);
        line.strip_suffix(b"\r").unwrap_or(line)
    };
    bytes.split_inclusive(|byte| *byte == b'\n').map(without_end).collect()
}
