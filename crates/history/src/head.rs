//! Compares files with the HEAD commit.

use firsthand_source::RepoPath;
use gix::Repository;
use gix::objs::{Kind, compute_hash};

use crate::blobs::{BlobReader, GitResult};
use crate::walk::read_commit;
use crate::{Commit, HistoryError};

/// The HEAD commit, and whether it has each of the files, paths below `prefix` and bytes, as it is here.
pub(crate) fn compare(
    repo: &Repository,
    prefix: &str,
    files: &[(RepoPath, Vec<u8>)],
) -> GitResult<(Commit, Vec<bool>)> {
    let head = repo.head_id().map_err(HistoryError::of)?.detach();
    let paths = files
        .iter()
        .map(|(path, _)| format!("{prefix}{}", path.as_str()));
    let mut blobs = BlobReader::new(repo, paths.collect());
    let mut same = Vec::new();
    for (at, (_, bytes)) in files.iter().enumerate() {
        let here = compute_hash(repo.object_hash(), Kind::Blob, bytes).map_err(HistoryError::of)?;
        same.push(blobs.blob_at(head, at)? == Some(here));
    }
    Ok((read_commit(repo, head)?, same))
}
