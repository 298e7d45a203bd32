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
    for document in &fixed.documents {
        check(root, &folder, document)?;
    }
    let mut written: Vec<&FixedDocument> = Vec::new();
    let mut all = || -> Result<(), Failure> {
        for document in &fixed.documents {
            let path = document.path.as_str();
            replace(&root.join(path), &document.after)
                .map_err(|why| failed(path, &why.to_string()))?;
            written.push(document);
        }
        let lock = fixed.lock.as_ref().map(|lock| replace(&root.join(LOCK_FILE), &lock.to_json()));
        lock.unwrap_or(Ok(())).map_err(|why| failed(LOCK_FILE, &why.to_string()))
    };
    all().inspect_err(|_| {
        for document in written {
            // If that fails, too, the file has its rewritten text, which is no worse.
            let _ = replace(&root.join(document.path.as_str()), &document.before);
        }
    })
}

/// Whether a document may be written and is as it was read.
fn check(root: &Path, folder: &Root, document: &FixedDocument) -> Result<(), Failure> {
    let path = document.path.as_str();
    let limit = u64::try_from(document.before.len()).unwrap_or(u64::MAX);
    let now = folder.read(path, limit).map_err(|why| failed(path, &why.to_string()))?;
    let about = root.join(path).metadata().map_err(|why| failed(path, &why.to_string()))?;
    match (now == document.before.as_bytes(), about.permissions().readonly()) {
        (false, _) => Err(failed(path, "it was changed meanwhile")),
        (true, true) => Err(failed(path, "it is read-only")),
        (true, false) => Ok(()),
    }
}

fn failed(path: &str, why: &str) -> Failure {
    Failure::failed(format!("{path} cannot be written: {why}")).hint("no document was rewritten")
}
