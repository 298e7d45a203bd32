//! Writes the documents in which citations are rewritten.

use std::path::Path;

use firsthand::source::fs::Root;
use firsthand_citations::{Fixed, FixedDocument};
use firsthand_setup::replace;

use super::citations::LOCK_FILE;
use crate::failure::Failure;

/// Writes all documents and then the lock file. Where one cannot be written, or is no longer as it was read, the others are
/// as they were.
pub(super) fn write(root: &Path, fixed: &Fixed) -> Result<(), Failure> {
    let folder = Root::open(root);
    let marks = fixed.documents.iter().map(|document| mark(root, &folder, document));
    let marks = marks.collect::<Result<Vec<_>, _>>()?;
    let mut written: Vec<(&FixedDocument, &str)> = Vec::new();
    let all = || -> Result<(), Failure> {
        for (document, mark) in fixed.documents.iter().zip(marks) {
            let path = document.path.as_str();
            replace(&root.join(path), &[mark, &document.after].concat())
                .map_err(|why| failed(path, &why.to_string()))?;
            written.push((document, mark));
        }
        let lock = fixed.lock.as_ref().map(|lock| replace(&root.join(LOCK_FILE), &lock.to_json()));
        lock.unwrap_or(Ok(())).map_err(|why| failed(LOCK_FILE, &why.to_string()))
    };
    all().inspect_err(|_| {
        for (document, mark) in written {
            let before = [mark, &document.before].concat();
            // If that fails, too, the file has its rewritten text, which is no worse.
            let _ = replace(&root.join(document.path.as_str()), &before);
        }
    })
}

/// The byte order mark of UTF-8.
const MARK: &str = "\u{feff}";

/// The byte order mark of a document, or nothing; an error if it may not be written, or is not as it was read.
fn mark(root: &Path, folder: &Root, document: &FixedDocument) -> Result<&'static str, Failure> {
    let path = document.path.as_str();
    let limit = u64::try_from(document.before.len() + MARK.len()).unwrap_or(u64::MAX);
    let now = folder.read_undecoded(path, limit).map_err(|why| failed(path, &why.to_string()))?;
    let about = root.join(path).metadata().map_err(|why| failed(path, &why.to_string()))?;
    let before = now.strip_suffix(document.before.as_bytes());
    let mark = ["", MARK].into_iter().find(|mark| before == Some(mark.as_bytes()));
    match (mark, about.permissions().readonly()) {
        (None, _) => Err(failed(path, "it was changed meanwhile")),
        (Some(_), true) => Err(failed(path, "it is read-only")),
        (Some(mark), false) => Ok(mark),
    }
}

fn failed(path: &str, why: &str) -> Failure {
    Failure::failed(format!("{path} cannot be written: {why}")).hint("no document was rewritten")
}
