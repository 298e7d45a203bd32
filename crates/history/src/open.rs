//! Opens the repository for one query, within limits of memory that hold for any content of it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use firsthand_source::fs::GitFolder;
use gix::Repository;

use crate::HistoryError;
use crate::blobs::GitResult;

/// The most bytes that are reserved for one object, or for one step on the way to it. Blobs whose lines are followed
/// are smaller; a folder of a hundred thousand files is, too.
const MAX_OBJECT_BYTES: usize = 16 << 20;
/// The size of each of the two caches of a query, in bytes: of objects, and of bases of deltas.
const CACHE_BYTES: usize = 16 << 20;

/// Runs a query on the repository.
pub(crate) fn read<T>(
    folder: &GitFolder,
    query: impl FnOnce(&Repository) -> GitResult<T>,
) -> GitResult<T> {
    let run = || query(&open(folder)?);
    // The library reads a format in which anything can stand.
    let ran = catch_unwind(AssertUnwindSafe(run));
    ran.unwrap_or_else(|_| Err(HistoryError::of("an object or index is broken")))
}

fn open(folder: &GitFolder) -> GitResult<Repository> {
    // What the repository's own configuration says counts less.
    let overrides = [
        format!("gitoxide.objects.allocLimit={MAX_OBJECT_BYTES}"),
        format!("core.deltaBaseCacheLimit={CACHE_BYTES}"),
        "core.commitGraph=false".to_owned(),
    ];
    // The configurations of the user and the system and the environment are not read, nor included files.
    let options = gix::open::Options::isolated().open_path_as_is(true).config_overrides(overrides);
    let mut repo = options.open(folder.own()).map_err(HistoryError::of)?.to_thread_local();
    repo.object_cache_size(CACHE_BYTES);
    Ok(repo)
}
