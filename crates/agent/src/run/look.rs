//! Looks at cited files once more.

mod absent;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use firsthand_registry::{LineRange, RepoPath, TokenCount};
use firsthand_validator::{Present, PresentFile};
use futures::StreamExt as _;

use super::{Halt, Interrupt, Parts, Run};
use crate::event::{CheckFor, Event};
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
        of: CheckFor,
        wanted: &BTreeMap<RepoPath, Vec<LineRange>>,
    ) -> Result<(), Halt> {
        let looking = async { (look(self.parts, wanted).await, self.counts().await) };
        let looked = tokio::select! {
            biased;
            () = self.parts.cancel.cancelled() => None,
            looked = looking => Some(looked),
        };
        let Some((present, counts)) = looked else {
            return self.interrupted(Interrupt::Cancelled);
        };
        let absent = self.absent(&counts);
        self.record(Event::FilesChecked {
            of,
            present: present.only_seen(self.state.registry()),
            counts,
            absent,
            at_ms: self.now(),
        });
        Ok(())
    }

    /// How common the words are that no tool counted, where the host counts them in time.
    async fn counts(&self) -> Vec<TokenCount> {
        let mut words = self.state.words();
        words.retain(|word| self.state.registry().count_of(word).is_none());
        // Counting is part of the run's time, unlike the look at what is cited.
        let patience = PATIENCE.min(self.time_left());
        if words.is_empty() || patience.is_zero() {
            return Vec::new();
        }
        let files = Arc::clone(&self.parts.files);
        let counting = run_on(&*self.parts.runtime, async move {
            files.count_words(&words).await
        });
        tokio::select! {
            biased;
            counts = counting => counts.unwrap_or_default(),
            () = self.parts.runtime.sleep(patience) => Vec::new(),
        }
    }

    /// The words of the question that stand in no file, by these counts and those of tools.
    fn absent(&self, counts: &[TokenCount]) -> Vec<String> {
        let mut words = self.state.words();
        words.retain(|word| {
            let own = counts.iter().find(|count| count.token == *word);
            let count = own.or_else(|| self.state.registry().count_of(word));
            count.is_some_and(|count| count.files == 0 && count.of_files > 0)
        });
        let query = self.state.task.as_ref().map_or("", |task| &task.query);
        absent::listed(query, words)
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
