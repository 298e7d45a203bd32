//! Opens the repository for one query, within limits of memory that hold for any content of it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use firsthand_source::fs::GitFolder;
use gix::Repository;

use crate::blobs::GitResult;
use crate::{HistoryError, Kind};

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
    let run = || {
        let repo = open(folder)?;
        query(&repo).map_err(|error| with_remedy(&repo, error))
    };
    // The library reads a format in which anything can stand.
    let ran = catch_unwind(AssertUnwindSafe(run));
    ran.unwrap_or_else(|_| Err(HistoryError::of("an object or index is broken").with_remedy(FSCK)))
}

const FSCK: &str = "`git fsck` lists what is missing or broken";

/// What git has to fetch the older commits of a shallow clone.
pub(crate) const UNSHALLOW: &str =
    "this clone is shallow, and `git fetch --unshallow` gets its older commits";

/// The error of a query with what git's own commands can do about it.
pub(crate) fn with_remedy(repo: &Repository, error: HistoryError) -> HistoryError {
    match error.kind {
        Kind::Lacking if repo.is_shallow().unwrap_or(false) => error.with_remedy(UNSHALLOW),
        Kind::Missing if is_partial(repo) => error.with_remedy(
            "this clone was made without some of the objects (`--filter`), and `git fetch --refetch --no-filter` gets \
             them all",
        ),
        Kind::Missing | Kind::Broken => error.with_remedy(FSCK),
        Kind::Lacking | Kind::Other => error,
    }
}

/// Whether the repository is a partial clone: what it lacks is fetched when git needs it.
fn is_partial(repo: &Repository) -> bool {
    let config = repo.config_snapshot();
    let remotes = config.plumbing().sections_by_name("remote").into_iter().flatten();
    let mut promised = remotes.filter_map(|remote| remote.value("promisor"));
    config.string("extensions.partialClone").is_some()
        || promised.any(|value| value.eq_ignore_ascii_case(b"true"))
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
