//! What a search says below its places: notes, what could not be read, and how much was searched.

use std::collections::BTreeSet;

use firsthand::SearchDocument;
use firsthand::registry::count;
use firsthand::source::NotSearched;
use firsthand_render::milliseconds;
use indicatif::HumanCount;

use super::show::Page;

impl Page<'_> {
    /// What was found, in how many files, and how long it took.
    pub(super) fn summary(&self, document: &SearchDocument) -> String {
        let stats = &document.stats;
        // A line in several declarations is one line.
        let sites = document.sites.iter().map(|site| (site.path.as_str(), site.line));
        let sites = sites.collect::<BTreeSet<_>>().len();
        let found = match (document.regions.len(), sites, document.outline.len()) {
            (0, 0, 0) => "nothing found".to_owned(),
            (0, 0, listed) => count(listed, "declaration", "declarations"),
            (_, sites @ 1.., _) if !self.full => {
                let is_cut = document.coverage.as_ref().is_some_and(|of| of.losses.cap > 0);
                let least = if is_cut { "at least " } else { "" };
                least.to_owned() + &count(sites, "line", "lines")
            }
            (shown, ..) => count(shown, "place", "places"),
        };
        // What is no text is not searched, which is no loss.
        let is_unfinished = document.coverage.as_ref().is_some_and(|of| of.losses.time > 0);
        let read =
            if is_unfinished { format!("{} of ", HumanCount(stats.files_read)) } else { "".into() };
        let all = if is_unfinished || stats.files_read == 0 {
            stats.files_seen
        } else {
            stats.files_read
        };
        let (files, plural) = (HumanCount(all), if all == 1 { "" } else { "s" });
        let time = milliseconds(stats.elapsed_ms);
        let summary = format!("{found} · {read}{files} file{plural} · {time}");
        if !self.explain {
            return summary;
        }
        format!(
            "{summary}\n{} searched, {} of them unchanged ({} KB read), {} parsed, {} known before",
            stats.files_read,
            stats.files_recalled,
            stats.bytes_read / 1000,
            stats.files_parsed,
            stats.cache_hits,
        )
    }
}

/// The notes, without those that name the files that were not read where something was found: a count stands for them.
pub(super) fn notes(document: &SearchDocument) -> impl Iterator<Item = String> {
    let groups = document.coverage.iter().flat_map(|coverage| &coverage.not_searched);
    let groups = groups.filter(|_| is_found(document));
    let counted: Vec<String> = groups.map(|one| format!("not read: {}", one.note())).collect();
    document.notes.iter().filter(move |note| !counted.contains(note)).cloned()
}

/// How many files could not be read, beside those that notes name. What a limit left out is in a note, too.
pub(super) fn not_read(document: &SearchDocument) -> Option<String> {
    let coverage = document.coverage.as_ref()?;
    let named = if is_found(document) { 0 } else { NotSearched::total(&coverage.not_searched) };
    let files = usize::try_from(coverage.losses.unreadable.saturating_sub(named)).ok()?;
    (files > 0).then(|| format!("{} not read (--format json)", count(files, "file", "files")))
}

fn is_found(document: &SearchDocument) -> bool {
    !document.regions.is_empty()
}
