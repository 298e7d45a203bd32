//! Looks at cited files once more.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use firsthand_registry::{LineRange, RepoPath};
use firsthand_validator::{Present, PresentFile};
use futures::{FutureExt as _, StreamExt as _};
use tokio::time::{Instant, timeout_at};

use super::{Interrupt, Run};
use crate::event::{CheckOf, Event};
use crate::{ExploreError, Witness};

/// How long the files of one check may take, all together. A look comes on top of the wall time: a
/// report that came in time is checked however late it is.
const PATIENCE: Duration = Duration::from_secs(5);
/// Files that are looked at side by side.
const AT_ONCE: usize = 8;

impl Run<'_> {
    /// Records what stands in the files now.
    pub(super) async fn check(
        &mut self,
        of: CheckOf,
        wanted: &BTreeMap<RepoPath, Vec<LineRange>>,
    ) -> Result<(), ExploreError> {
        let looking = look(&*self.parts.witness, wanted);
        let present = tokio::select! {
            biased;
            () = self.parts.cancel.cancelled() => None,
            present = looking => Some(present),
        };
        let Some(present) = present else {
            return self.interrupted(Interrupt::Cancelled);
        };
        let present = present.only_seen(self.state.registry());
        let at_ms = self.now();
        self.record(Event::Checked { of, present, at_ms });
        Ok(())
    }
}

/// What stands in the files now. A file whose witness fails, or takes too long, counts as gone. No
/// more than [`AT_ONCE`] files are held in memory.
async fn look(witness: &dyn Witness, wanted: &BTreeMap<RepoPath, Vec<LineRange>>) -> Present {
    let until = Instant::now() + PATIENCE;
    // A list, not a lazy map: its closure would keep the whole run from being `Send`.
    let mut looks = Vec::new();
    for (path, ranges) in wanted {
        looks.push(look_at(witness, path, ranges, until));
    }
    let found = futures::stream::iter(looks).buffer_unordered(AT_ONCE);
    let files = found.filter_map(std::future::ready).collect().await;
    Present { files }
}

async fn look_at(
    witness: &dyn Witness,
    path: &RepoPath,
    ranges: &[LineRange],
    until: Instant,
) -> Option<(RepoPath, PresentFile)> {
    let looking = AssertUnwindSafe(async { witness.bytes(path).await }).catch_unwind();
    let bytes = timeout_at(until, looking).await.ok()?.ok()??;
    Some((path.clone(), PresentFile::of(path, &bytes, ranges)))
}
