//! The commit at which a report's files were read, and the forge that publishes them.

use std::path::Path;

use firsthand::VerifiedReport;
use firsthand::registry::RepoPath;
use firsthand_history::History;
use firsthand_render::Origin;
use firsthand_source::fs::Root;

/// The largest file that is compared with the commit, in bytes.
const MAX_FILE_BYTES: u64 = 4 << 20;

/// The HEAD commit of the repository around `root`, and which of the report's files are the same there; `None` without a
/// repository that can be read.
pub(crate) fn origin(root: &Path, report: &VerifiedReport) -> Option<Origin> {
    let history = History::open(root).ok()??;
    let (body, folder) = (report.body(), Root::open(root));
    let links = body.flow.iter().map(|link| &link.place);
    let reads = body.read_targets.iter().map(|read| &read.place);
    let places = links.chain(&body.primary).chain(reads);
    let mut paths: Vec<&RepoPath> = places.map(|place| place.path()).collect();
    paths.sort_unstable();
    paths.dedup();
    let read = |path: &RepoPath| {
        let bytes = folder.read(path.as_str(), MAX_FILE_BYTES).ok()?;
        Some((path.clone(), bytes))
    };
    let files: Vec<_> = paths.into_iter().filter_map(read).collect();
    let (commit, same) = history.compare_with_head(&files).ok()?;
    let unchanged = files.into_iter().zip(same).filter(|(_, same)| *same);
    let unchanged = unchanged.map(|((path, _), _)| path.as_str().to_owned());
    let remote = history.remote();
    Some(Origin::new(
        commit.id.clone(),
        commit.day(),
        remote.as_deref(),
        unchanged,
    ))
}
