//! Scans all files in parallel and counts their matching lines; keeps the bytes of matching files up to a limit.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use firsthand_agent::Cancel;
use firsthand_codegraph::{Include, is_data};
use firsthand_registry::{MaskedFile, PathClass, RepoPath, count};
use firsthand_source::secrets::is_secret_path;
use firsthand_source::{LineIndex, NotSearched, Unsearched, on_threads};

use super::alike::{self, Alike};
use crate::Sandbox;
use crate::pattern::Pattern;
use crate::repo::Repo;

/// The most bytes of matching files that are kept for showing.
const MAX_KEPT_BYTES: usize = 16 << 20;
/// A longer line is one of a minified file, or of data: it says little, and cannot be quoted.
const MAX_LINE_BYTES: usize = 2_000;

/// A file that matches.
pub(super) struct MatchedFile {
    pub(super) path: RepoPath,
    /// The numbers of its lines that match.
    pub(super) lines: Vec<u32>,
    /// Of these, those that match each alternative of the pattern.
    pub(super) by_alternative: Vec<Vec<u32>>,
    /// Whether they are all too long to be shown whole, as those of a minified file are.
    pub(super) long: bool,
    /// What these lines say apart from values, in a file of data.
    pub(super) keys: Option<BTreeSet<u64>>,
    /// The file's bytes, so that it is not read again; `None` for the files that were read after [`MAX_KEPT_BYTES`]
    /// were reached.
    pub(super) bytes: Option<Arc<Vec<u8>>>,
}

/// The result of scanning all files.
#[derive(Default)]
pub(super) struct Scan {
    /// Product code first, then data, and generated files last; then by how often they match, then by path.
    pub(super) files: Vec<MatchedFile>,
    /// The files that are left out of `files` because they are like one of them.
    pub(super) alike: Vec<Alike>,
    /// The numbers of matching lines in tests, and in generated files and minified ones, that are left out of `files`.
    pub(super) tests: usize,
    pub(super) generated: usize,
    /// The alternatives of the pattern, each with how many lines match it that are not left out of `files`.
    pub(super) alternatives: Vec<(String, usize)>,
    /// The alternatives of the pattern that no line matches, as a pattern; empty if there are none.
    pub(super) unmatched: String,
    /// How many more lines match if capitals do not count.
    pub(super) other_case: usize,
    /// The files that could not be searched.
    left_out: Vec<(Unsearched, RepoPath)>,
    cancelled: bool,
}

impl Scan {
    /// How many lines match in `files`.
    pub(super) fn matches(&self) -> usize {
        self.files.iter().map(|file| file.lines.len()).sum()
    }

    fn leave_out_classes(&mut self, include: Include) {
        self.files.sort_by_cached_key(|file| {
            let traits = PathClass::of(&file.path);
            let classes =
                [is_data(file.path.as_str()), traits.any(), traits.docs, traits.generated];
            let class_rank = classes.iter().rposition(|is| *is).map(|at| at + 1);
            (class_rank, Reverse(file.lines.len()), file.path.clone())
        });
        let is_test = |file: &MatchedFile| !include.tests && PathClass::of(&file.path).test;
        let is_generated = |file: &MatchedFile| {
            !include.generated && (file.long || PathClass::of(&file.path).generated)
        };
        if self.files.iter().all(|file| is_test(file) || is_generated(file)) {
            return;
        }
        let lines = |left_out: Vec<MatchedFile>| left_out.iter().map(|file| file.lines.len()).sum();
        self.tests = lines(self.files.extract_if(.., |file| is_test(file)).collect());
        self.generated = lines(self.files.extract_if(.., |file| is_generated(file)).collect());
    }

    /// How many files could not be searched. Files that were not reached after a cancellation are not counted.
    pub(super) fn skipped(&self) -> u64 {
        self.left_out.len() as u64
    }

    /// Whether the search was stopped early.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled
    }

    /// The files that could not be searched although they may match.
    pub(super) fn not_searched(&self) -> Vec<NotSearched> {
        let texts = self.left_out.iter().filter(|(why, _)| *why != Unsearched::Binary);
        NotSearched::grouped(texts.map(|(why, path)| (*why, path.as_str().to_owned())))
    }

    /// A note on the files that could not be searched, and whether the search was stopped early; `None` if there is
    /// nothing to say. Binary files are counted only if nothing was found.
    pub(super) fn note(&self) -> Option<String> {
        let texts = self.not_searched();
        let binary = self.skipped() - NotSearched::total(&texts);
        let binary = (binary > 0 && self.files.is_empty()).then(|| format!("{binary} binary"));
        let texts = texts.iter().map(NotSearched::note);
        let parts: Vec<String> = binary.into_iter().chain(texts).collect();
        let skipped = (!parts.is_empty()).then(|| format!("not searched: {}", parts.join("; ")));
        let cancelled = self.cancelled.then(|| "the search was stopped early".to_owned());
        let case = (self.other_case > 0).then(|| {
            let more = count(self.other_case, "more line matches", "more lines match");
            format!("capitals count, as the pattern has one; {more} if they do not (case: \"insensitive\")")
        });
        skipped.into_iter().chain(cancelled).chain(case).reduce(|a, b| format!("{a}; {b}"))
    }
}

/// Scans every path, on several threads; stops early if `cancel` is raised. `folded` is the pattern without regard to case, if
/// the lines that it alone matches are to be counted.
pub(super) fn scan(
    sandbox: &Sandbox,
    paths: &[RepoPath],
    (pattern, folded): (&Pattern, Option<&Pattern>),
    include: Include,
    cancel: &Cancel,
) -> Scan {
    let kept_bytes = AtomicUsize::new(0);
    let alternatives = pattern.alternatives();
    let (found, cancelled) = on_threads(paths, cancel, |path| {
        match_file(sandbox, path, (pattern, folded, &alternatives), &kept_bytes)
    });
    let mut all = Scan { cancelled, ..Scan::default() };
    for (path, found) in found {
        match found {
            Ok((matched, other_case)) => {
                all.files.extend(matched);
                all.other_case += other_case;
            }
            Err(why) => all.left_out.push((why, path.clone())),
        }
    }
    let counted = |files: &[MatchedFile]| -> Vec<(String, usize)> {
        let lines = |at: usize| files.iter().map(|file| file.by_alternative[at].len()).sum();
        let counted = alternatives.iter().enumerate();
        counted.map(|(at, one)| (one.read_as.text.clone(), lines(at))).collect()
    };
    let mut unmatched = counted(&all.files);
    unmatched.retain(|(_, lines)| *lines == 0);
    all.unmatched = unmatched.into_iter().map(|(one, _)| one).collect::<Vec<_>>().join("|");
    all.leave_out_classes(include);
    all.alternatives = counted(&all.files);
    all.alike = alike::fold(&mut all.files);
    all
}

fn match_file(
    sandbox: &Sandbox,
    path: &RepoPath,
    (pattern, folded, alternatives): (&Pattern, Option<&Pattern>, &[Pattern]),
    kept_bytes: &AtomicUsize,
) -> Result<(Option<MatchedFile>, usize), Unsearched> {
    if is_secret_path(path.as_str()) {
        return Err(Unsearched::Secret);
    }
    let bytes = sandbox.read_text(path)?;
    // Without regard to case a pattern matches most lines that it matches with it, but not those of `[^R]`.
    if folded.into_iter().chain([pattern]).all(|one| one.raw_lines(&bytes).is_empty()) {
        return Ok((None, 0));
    }
    let bytes = Arc::new(bytes);
    let masked = sandbox.masked(path, Arc::clone(&bytes));
    let lines = pattern.lines(&masked);
    let in_any_case = folded.map_or(0, |folded| folded.lines(&masked).len());
    let other_case = in_any_case.saturating_sub(lines.len());
    if lines.is_empty() {
        return Ok((None, other_case));
    }
    let is_long =
        |line: &u32| masked.line(*line).is_some_and(|line| line.text().len() > MAX_LINE_BYTES);
    let keep = kept_bytes.fetch_add(bytes.len(), Ordering::Relaxed) + bytes.len() <= MAX_KEPT_BYTES;
    let matched = MatchedFile {
        path: path.clone(),
        long: lines.iter().all(is_long),
        keys: alike::keys(&masked, &lines),
        by_alternative: alternatives.iter().map(|one| one.lines(&masked)).collect(),
        lines,
        bytes: keep.then_some(bytes),
    };
    Ok((Some(matched), other_case))
}

/// The numbers of the lines of a file that are parts of imports.
pub(super) fn imported_lines(repo: &Repo, file: &MaskedFile, cancel: &Cancel) -> BTreeSet<u32> {
    let lines = LineIndex::of(file.bytes());
    let imports = repo.graph.imports(file.path().as_str(), file.bytes(), cancel);
    let imports = imports.into_iter();
    imports
        .flat_map(|at| lines.line_at(at.start)..=lines.line_at(at.end.saturating_sub(1)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Case;

    #[test]
    fn a_file_that_vanished_since_it_was_listed_is_counted() {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join("here.txt"), "hit\n").unwrap();
        let sandbox = Sandbox::open(root.path(), &[], 99).unwrap();
        let paths = ["gone.txt", "here.txt"].map(|path| RepoPath::new(path).unwrap());
        let pattern = Pattern::new("hit", false, Case::Smart).unwrap();
        let found =
            scan(&sandbox, &paths, (&pattern, None), Include::default(), &Cancel::default());
        assert_eq!((found.matches(), found.skipped()), (1, 1));
        assert_eq!(found.note().unwrap(), "not searched: unreadable: gone.txt");
        let stopped = Cancel::default();
        stopped.cancel();
        let found = scan(&sandbox, &paths, (&pattern, None), Include::default(), &stopped);
        assert_eq!(found.note().unwrap(), "the search was stopped early");
    }
}
