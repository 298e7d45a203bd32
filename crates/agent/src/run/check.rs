//! Reads cited files again, and counts the words of the question that no tool counted.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use firsthand_registry::{
    LineRange, QueryTokens, Receipt, ReceiptId, RepoPath, TokenCount, shorter_forms,
    texts_to_check, without_occurring,
};
use firsthand_source::{WrittenPlace, without_numbers};
use firsthand_validator::{
    Coverage, FoundName, MAX_NAME_LINES, Present, PresentFile, ReceiptCheck,
};
use futures::StreamExt as _;

use super::{Halt, Interrupt, Parts, Run};
use crate::event::{CheckFor, Event};
use crate::policy::{masked, may_show_receipt};
use crate::runtime::{run_in_time, run_on};
use crate::steps::Cited;

/// The timeout of reading the files, and of making searches again, which may exceed the wall time because a report that
/// was submitted in time is always checked.
const CHECK_TIMEOUT: Duration = Duration::from_secs(5);
/// The timeout of each count, of names and of words, within the wall time: what is not counted on a busy machine is missing
/// in a report.
const COUNT_TIMEOUT: Duration = Duration::from_secs(15);
/// The most words of a question that the host counts; a tool counted most of them, or the question is a long log.
const MAX_COUNTED_WORDS: usize = 256;
/// The most words that the host checks to be absent.
const MAX_CHECKED_WORDS: usize = 2 * Coverage::MAX_ABSENT;
/// The most files that are read in parallel.
const MAX_PARALLEL_READS: usize = 8;

impl Run<'_> {
    /// Reads the files that the report cites again, makes the searches of its receipts again, counts the words of the
    /// question that no tool counted, and records all of it.
    pub(super) async fn check(&mut self, report: CheckFor, cited: &Cited) -> Result<(), Halt> {
        let reading = async {
            let mut present = read_present(self.parts, &cited.ranges).await;
            present.receipts = search_again(self.parts, &cited.receipts).await;
            present.set_names(self.find_names(&cited.names).await);
            let counts = self.counts().await;
            let absent = self.absent_words(&counts).await;
            (present, counts, absent)
        };
        let result = tokio::select! {
            biased;
            () = self.parts.cancel.cancelled() => None,
            result = reading => Some(result),
        };
        let Some((present, counts, absent)) = result else {
            return self.handle_interrupt(Interrupt::Cancelled);
        };
        self.record(Event::FilesChecked {
            report,
            present: present.only_seen(self.log.state.registry()),
            counts,
            absent,
            at_ms: self.now(),
        });
        Ok(())
    }

    /// The counts of the question's words that no tool counted, where the host counts them in time.
    async fn counts(&self) -> Vec<TokenCount> {
        let tokens = QueryTokens::of(&self.query_without_line_numbers());
        let is_counted = |word: &str| self.log.state.registry().count_of(word).is_some();
        let uncounted = tokens.iter().filter(|word| !is_counted(word));
        let words: Vec<String> = uncounted.take(MAX_COUNTED_WORDS).map(str::to_owned).collect();
        self.count_in_time(words).await
    }

    /// The counts of these words; none if the host does not count them in time. Counting is limited by the wall time,
    /// unlike the check of cited files.
    async fn count_in_time(&self, words: Vec<String>) -> Vec<TokenCount> {
        if words.is_empty() {
            return Vec::new();
        }
        let files = Arc::clone(&self.parts.files);
        let counting = async move { files.count_words(&words).await };
        self.in_time(counting).await.unwrap_or_default()
    }

    /// The result of this work; `None` if it is not there in time.
    async fn in_time<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Option<T> {
        let time = COUNT_TIMEOUT.min(self.time_left());
        if time.is_zero() {
            return None;
        }
        run_in_time(&*self.parts.runtime, time, work).await
    }

    /// The lines with these names; without those of a name that stands in a file that the policy refuses, and none if the
    /// host does not search in time.
    async fn find_names(&self, names: &[String]) -> Vec<(String, FoundName)> {
        if names.is_empty() {
            return Vec::new();
        }
        let files = Arc::clone(&self.parts.files);
        let searched = names.to_vec();
        let searching = async move { files.find_names(&searched, MAX_NAME_LINES).await };
        let found = self.in_time(searching).await.flatten().unwrap_or_default();
        let is_hidden = |(path, _): &(RepoPath, u32)| self.parts.policy.refusal(path).is_some();
        let found = names.iter().cloned().zip(found);
        found.filter(|(_, found)| !found.lines.iter().any(is_hidden)).collect()
    }

    fn query(&self) -> &str {
        let task = self.log.state.setup.task.as_ref();
        task.map_or("", |task| &task.query)
    }

    /// The question without the numbers of lines that a search returned: these are no words.
    fn query_without_line_numbers(&self) -> String {
        let query = self.query();
        let observed = self.log.state.registry().iter();
        let hits: Vec<_> = observed.map(|place| (place.path(), place.hits())).collect();
        let places = WrittenPlace::with_line_in(query, &hits);
        without_numbers(query, places.iter().map(|(place, _)| place))
    }

    /// The words of the question that occur in no file, by these counts and those of tools, and that say something.
    /// None that is a part of a longer word of a file, and none at all if the host does not check that in time or if
    /// nothing was searched.
    async fn absent_words(&self, counts: &[TokenCount]) -> Vec<String> {
        let by_token: HashMap<&str, &TokenCount> =
            counts.iter().map(|count| (&*count.token, count)).collect();
        let stands = |word: &str| {
            let counted = by_token.get(word).copied();
            let count = counted.or_else(|| self.log.state.registry().count_of(word))?;
            (count.of_files > 0).then_some(count.files > 0)
        };
        if self.log.state.facts.coverage.patterns == 0 {
            // Nothing was searched.
            return Vec::new();
        }
        let mut absent = firsthand_registry::absent_words(self.query(), stands);
        absent.truncate(MAX_CHECKED_WORDS);
        if absent.is_empty() {
            return Vec::new();
        }
        let (files, texts) = (Arc::clone(&self.parts.files), texts_to_check(&absent));
        let checking = async move { files.occurring(&texts).await };
        let Some(occurring) = self.in_time(checking).await else {
            return Vec::new();
        };
        absent = without_occurring(absent, &occurring);
        absent.truncate(Coverage::MAX_ABSENT);
        self.without_other_forms(absent).await
    }

    /// The words of which no [shorter form](shorter_forms) stands in a file; all of them if the host does not count in
    /// time.
    async fn without_other_forms(&self, mut absent: Vec<String>) -> Vec<String> {
        let forms: Vec<String> = absent.iter().flat_map(|word| shorter_forms(word)).collect();
        let counts = self.count_in_time(forms).await;
        let stand: HashSet<String> =
            (counts.into_iter()).filter(|count| count.files > 0).map(|count| count.token).collect();
        absent.retain(|word| !shorter_forms(word).iter().any(|form| stand.contains(form)));
        absent
    }
}

/// What the searches of the receipts find now, one after the other. One that is not done in time proves nothing.
async fn search_again(
    parts: &Parts,
    receipts: &BTreeMap<ReceiptId, Receipt>,
) -> BTreeMap<ReceiptId, ReceiptCheck> {
    let deadline = parts.runtime.now().saturating_add(CHECK_TIMEOUT);
    let mut found = BTreeMap::new();
    for (id, receipt) in receipts {
        let (files, policy) = (Arc::clone(&parts.files), Arc::clone(&parts.policy));
        let receipt = receipt.clone();
        let searching = async move {
            let again = files.search_again(&receipt).await;
            let again = again.map_err(|why| policy.redact_text(&why).into_owned())?;
            let is_shown = may_show_receipt(&*policy, &again);
            let hidden = || "it cannot be shown whole".to_owned();
            is_shown.then_some(again).ok_or_else(hidden)
        };
        let time = deadline.saturating_sub(parts.runtime.now());
        let result = run_in_time(&*parts.runtime, time, searching).await;
        let result = result.unwrap_or_else(|| Err("it did not end in time".to_owned()));
        found.insert(*id, result.into());
    }
    found
}

/// The present state of the files. A file whose source fails or takes too long counts as unreadable, one that the
/// policy refuses as gone. At most [`MAX_PARALLEL_READS`] files are held in memory.
async fn read_present(parts: &Parts, cited: &BTreeMap<RepoPath, Vec<LineRange>>) -> Present {
    // A list, not a lazy map: its closure would keep the whole run from being `Send`.
    let mut reads = Vec::new();
    for (path, ranges) in cited {
        reads.push(read_present_file(parts, path.clone(), ranges.clone()));
    }
    let mut read_files = futures::stream::iter(reads).buffer_unordered(MAX_PARALLEL_READS);
    let mut timeout = parts.runtime.sleep(CHECK_TIMEOUT);
    let mut present = Present::unread(cited.keys());
    loop {
        tokio::select! {
            biased;
            next = read_files.next() => match next {
                Some(Some((path, file))) => present.set(path, file),
                Some(None) => {}
                None => break,
            },
            () = &mut timeout => break,
        }
    }
    present
}

/// The present state of one file, with the lines masked that contain a secret; `None` where it could not be read.
/// Secrets are detected in the whole file, also where a tool showed a line alone.
async fn read_present_file(
    parts: &Parts,
    path: RepoPath,
    ranges: Vec<LineRange>,
) -> Option<(RepoPath, Option<PresentFile>)> {
    let (files, policy) = (Arc::clone(&parts.files), Arc::clone(&parts.policy));
    let reading = async move {
        if policy.refusal(&path).is_some() {
            return Some((path, None));
        }
        let file = files.bytes(&path).await.ok()?.map(|bytes| {
            let file = masked(&*policy, &path, bytes);
            let present = PresentFile::of(&path, file.bytes(), &ranges);
            present.map_lines(|number, line| file.line(number).unwrap_or(line))
        });
        Some((path, file))
    };
    run_on(&*parts.runtime, reading).await.flatten()
}
