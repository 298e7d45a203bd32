//! The commit at which a report's files were read, and the forge that publishes them.

use std::collections::BTreeSet;

use firsthand::registry::RepoPath;
use firsthand::{VerifiedReport, Workspace};
use firsthand_history::History;
use firsthand_render::Origin;
use firsthand_source::fs::Root;

/// The largest file that is compared with the commit, in bytes.
const MAX_FILE_BYTES: u64 = 4 << 20;

/// The HEAD commit of the repository around a single root, and which of the report's files are the same there; `None` without a
/// repository that can be read.
pub(crate) fn origin(roots: &Workspace, report: &VerifiedReport) -> Option<Origin> {
    // A page has one origin.
    let root = roots.folder()?;
    let history = History::open(root).ok()??;
    let (body, folder) = (report.body(), Root::open(root));
    let links = body.flow.iter().map(|link| &link.place);
    let reads = body.read_targets.iter().map(|read| &read.place);
    let places = links.chain(&body.primary).chain(reads);
    let distinct: BTreeSet<&RepoPath> = places.map(|place| place.path()).collect();
    let paths: Vec<RepoPath> = distinct.into_iter().cloned().collect();
    let read = |path: &RepoPath| folder.read_raw(path.as_str(), MAX_FILE_BYTES).ok();
    let (commit, same) = history.compare_with_head(&paths, read).ok()?;
    let unchanged = paths.iter().zip(same).filter(|(_, same)| *same);
    let unchanged = unchanged.map(|(path, _)| path.as_str().to_owned());
    let remote = history.remote();
    Some(Origin::new(commit.id.clone(), commit.day(), remote.as_deref(), unchanged))
}
