//! Looks at cited files once more.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use firsthand_registry::{LineRange, RepoPath};
use firsthand_validator::{Present, PresentFile};
use futures::StreamExt as _;

use super::{Interrupt, Parts, Run};
use crate::ExploreError;
use crate::event::{CheckOf, Event};
use crate::policy::{hidden_in, mask};
use crate::runtime::run_on;

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
        let looking = look(self.parts, wanted);
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

/// What stands in the files now. A file whose source fails, or takes too long, counts as gone. No
/// more than [`AT_ONCE`] files are held in memory.
async fn look(parts: &Parts, wanted: &BTreeMap<RepoPath, Vec<LineRange>>) -> Present {
    // A list, not a lazy map: its closure would keep the whole run from being `Send`.
    let mut looks = Vec::new();
    for (path, ranges) in wanted {
        looks.push(look_at(parts, path.clone(), ranges.clone()));
    }
    let mut found = futures::stream::iter(looks).buffer_unordered(AT_ONCE);
    let mut patience = parts.runtime.sleep(PATIENCE);
    let mut files = BTreeMap::new();
    loop {
        tokio::select! {
            biased;
            next = found.next() => match next {
                Some(file) => files.extend(file),
                None => break,
            },
            () = &mut patience => break,
        }
    }
    Present { files }
}

/// The file's lines, those that hold a secret masked: the whole file decides, also where a tool showed
/// a line alone.
async fn look_at(
    parts: &Parts,
    path: RepoPath,
    ranges: Vec<LineRange>,
) -> Option<(RepoPath, PresentFile)> {
    let (files, policy) = (Arc::clone(&parts.files), Arc::clone(&parts.policy));
    let looking = async move {
        if policy.refusal(&path).is_some() {
            return None;
        }
        let bytes = files.bytes(&path).await?;
        let hidden = hidden_in(&*policy, &path, &bytes);
        let file = PresentFile::of(&path, &bytes, &ranges);
        let file = file.map_lines(|number, line| mask(number, line, &hidden));
        Some((path, file))
    };
    run_on(&*parts.runtime, looking).await.flatten()
}
