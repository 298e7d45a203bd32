//! Rewrites the citations that have moved, where it is proved where they stand now.

mod settle;
mod spelling;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::path::Path;

use firsthand_anchors::{FileText, NoDeclarations, Wanted, find};
use firsthand_source::{LineRange, RepoPath};

use crate::Code;
use crate::baseline::Baseline;
use crate::check::checker::Checker;
use crate::check::{Checked, CheckedCitation, CitationState, Rewritten};
use crate::find::Citation;
use crate::lock::{CitationKey, Lock};
use crate::remembered::Remembered;
use crate::tree::Tree;
use settle::Plan;
use spelling::{Edit, edited};

/// Documents in which citations are rewritten.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Fixed {
    /// The documents that are to be written.
    pub documents: Vec<FixedDocument>,
    /// The lock file that belongs to them, if it is another one.
    pub lock: Option<Lock>,
    /// The check of all documents as they are to be written. Of each citation that has moved and is not rewritten, it says
    /// why.
    pub checked: Checked,
}

/// A document in which citations are rewritten.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FixedDocument {
    /// Its path.
    pub path: RepoPath,
    /// Its text as it was read, without a byte order mark.
    pub before: String,
    /// Its text as it is to be written behind the byte order mark, if the file has one.
    pub after: String,
}

/// A citation that is to be rewritten.
struct Rewrite {
    /// Its byte range in the document, from its path to its last number; of a list, that of the list.
    at: Range<usize>,
    /// What is written in it.
    edits: Vec<Edit>,
    file: RepoPath,
    lines: LineRange,
    /// What the lock file has of it.
    recorded: Option<CitationKey>,
}

/// The citations to rewrite, by their indices among the checked ones.
type Rewrites = BTreeMap<usize, Rewrite>;

type CheckedOnes = [(Citation, CheckedCitation)];

/// Rewrites each citation of the documents that has moved and is not accepted, if its quote or its record stands byte for
/// byte in one other place; writes nothing. A rewrite is left out if, with it, the citation would not be unchanged, or if
/// another citation would be in another state than without it.
#[must_use]
pub fn fix(
    root: &Path,
    documents: &[RepoPath],
    code: &dyn Code,
    lock: &Lock,
    baseline: &Baseline,
) -> Fixed {
    let mut checker = Checker::new(Tree::open(root), code, lock);
    checker.documents(documents);
    let mut accepting = baseline.clone();
    checker.checked.iter_mut().for_each(|(_, one)| accepting.accept(one));
    let Plan { mut rewrites, mut left, texts: read } = checker.plan();
    let Checker { mut tree, checked: before, .. } = checker;
    loop {
        let texts = rewritten_texts(&read, &before, &rewrites);
        let written = texts.iter().map(|one| (one.path.clone(), one.after.clone().into_bytes()));
        tree = tree.with_rewritten(written.collect());
        let new_lock = moved_lock(&mut tree, lock, &before, &rewrites, code);
        let mut checker = Checker::new(tree, code, new_lock.as_ref().unwrap_or(lock));
        checker.documents(documents);
        let mut refuted = refuted(&before, &checker.checked, &rewrites);
        refuted.extend(uncited(lock, documents, &texts, &before, &rewrites));
        if refuted.is_empty() {
            for (index, why) in left {
                let (_, one) = &mut checker.checked[index];
                one.why = format!("{}; not rewritten: {why}", one.why);
            }
            let mut checked = checker.result(documents.len()).accepting(baseline.clone());
            checked.rewritten = rewritten(&before, &texts, &rewrites);
            return Fixed { documents: texts, lock: new_lock, checked };
        }
        for index in with_their_lists(&refuted, &before, &rewrites) {
            rewrites.remove(&index);
            left.insert(
                index,
                "with it, a citation of this document or of what it says would not hold",
            );
        }
        tree = checker.tree;
    }
}

/// The documents with rewritten citations, in order.
fn rewritten_texts(
    read: &HashMap<RepoPath, Option<String>>,
    before: &CheckedOnes,
    rewrites: &Rewrites,
) -> Vec<FixedDocument> {
    let mut of_documents: BTreeMap<&RepoPath, Vec<&Rewrite>> = BTreeMap::new();
    for (&index, rewrite) in rewrites {
        of_documents.entry(&before[index].1.document).or_default().push(rewrite);
    }
    let documents = of_documents.into_iter().filter_map(|(path, rewrites)| {
        let before = read.get(path)?.clone()?;
        let edits = rewrites.into_iter().flat_map(|one| one.edits.clone());
        let after = edited(&before, 0..before.len(), edits.collect());
        Some(FixedDocument { path: path.clone(), before, after })
    });
    documents.collect()
}

/// The lock file with the present places of the rewritten citations that it has; `None` if it has none of them.
fn moved_lock(
    tree: &mut Tree,
    lock: &Lock,
    before: &CheckedOnes,
    rewrites: &Rewrites,
    code: &dyn Code,
) -> Option<Lock> {
    let recorded = rewrites.iter().filter(|(_, one)| one.recorded.is_some());
    let places = recorded.map(|(&index, one)| {
        let (citation, checked) = &before[index];
        (checked.document.clone(), citation.name.clone(), one.file.clone(), one.lines)
    });
    let places: Vec<_> = places.collect();
    if places.is_empty() {
        return None;
    }
    let kept = (0..before.len()).filter(|index| !rewrites.contains_key(index));
    let kept = kept.filter_map(|index| {
        let (citation, one) = &before[index];
        lock.recorded(citation, one)
    });
    let kept: HashSet<CitationKey> = kept.map(|entry| entry.key()).collect();
    let settled = rewrites.values().filter_map(|one| one.recorded.clone());
    let settled: HashSet<CitationKey> = settled.filter(|key| !kept.contains(key)).collect();
    let new = Lock::of_places(tree, places.into_iter(), &Remembered::new(code));
    Some(lock.clone().without(&settled).and_these(new))
}

/// The rewrites that are wrong: those of citations that do not stand as they are rewritten, and those that may be why
/// another citation is in another state than before.
fn refuted(before: &CheckedOnes, after: &CheckedOnes, rewrites: &Rewrites) -> Vec<usize> {
    let in_documents = |documents: &HashSet<&RepoPath>| {
        let indices = rewrites.keys().copied();
        indices.filter(|&index| documents.contains(&before[index].1.document)).collect::<Vec<_>>()
    };
    let others = other_counts(before, after);
    if !others.is_empty() {
        return in_documents(&others);
    }
    let mut wrong = Vec::new();
    let mut touched: HashSet<&RepoPath> = HashSet::new();
    let mut cited: Vec<RepoPath> = Vec::new();
    for (index, ((_, before), (_, after))) in before.iter().zip(after).enumerate() {
        let is_same = (before.standing, &before.now, &before.now_in)
            == (after.standing, &after.now, &after.now_in);
        match rewrites.get(&index) {
            Some(rewrite) if !stands(after, rewrite) => wrong.push(index),
            None if !is_same => {
                touched.insert(&before.document);
                cited.extend(before.cited_file());
            }
            _ => {}
        }
    }
    touched.extend(&cited);
    match in_documents(&touched) {
        none if none.is_empty() && !touched.is_empty() => rewrites.keys().copied().collect(),
        some => wrong.into_iter().chain(some).collect(),
    }
}

/// The documents in which more or fewer citations are found than before.
fn other_counts<'d>(before: &'d CheckedOnes, after: &'d CheckedOnes) -> HashSet<&'d RepoPath> {
    let mut counts: HashMap<&RepoPath, (usize, usize)> = HashMap::new();
    before.iter().for_each(|(_, one)| counts.entry(&one.document).or_default().0 += 1);
    after.iter().for_each(|(_, one)| counts.entry(&one.document).or_default().1 += 1);
    let others = counts.into_iter().filter(|(_, (before, after))| before != after);
    others.map(|(document, _)| document).collect()
}

/// Whether a rewritten citation stands where it says now.
fn stands(after: &CheckedCitation, rewrite: &Rewrite) -> bool {
    after.standing == CitationState::Unchanged
        && (after.start, after.end) == (rewrite.lines.start(), rewrite.lines.end())
        && after.cited_file().as_ref() == Some(&rewrite.file)
}

/// The rewrites in lines that the lock file records for a document that is not checked, and that would not stand with them.
fn uncited(
    lock: &Lock,
    checked: &[RepoPath],
    texts: &[FixedDocument],
    before: &CheckedOnes,
    rewrites: &Rewrites,
) -> Vec<usize> {
    let checked: HashSet<&RepoPath> = checked.iter().collect();
    let others = lock.entries().iter().filter(|entry| !checked.contains(&entry.document));
    let others: Vec<_> = others.collect();
    let is_lost = |text: &&FixedDocument| {
        let states = [&text.before, &text.after].map(|bytes| {
            let file = FileText::new(bytes.clone().into_bytes()).at(text.path.as_str());
            let found = others.iter().filter(|entry| entry.file == text.path).filter_map(|entry| {
                let wanted = Wanted::new(LineRange::new(entry.start, entry.end)?);
                Some(find(&wanted.with_anchor(&entry.anchor), &file, &NoDeclarations))
            });
            found.collect::<Vec<_>>()
        });
        states[0] != states[1]
    };
    let lost: HashSet<&RepoPath> = texts.iter().filter(is_lost).map(|text| &text.path).collect();
    rewrites.keys().copied().filter(|&index| lost.contains(&before[index].1.document)).collect()
}

/// These rewrites, and all of the lists of which they are.
fn with_their_lists(some: &[usize], before: &CheckedOnes, rewrites: &Rewrites) -> Vec<usize> {
    let list = |index: usize| Some((&before[index].1.document, rewrites.get(&index)?.at.start));
    let lists: HashSet<_> = some.iter().filter_map(|&index| list(index)).collect();
    let of_lists = rewrites.keys().copied();
    of_lists.filter(|&index| list(index).is_some_and(|list| lists.contains(&list))).collect()
}

/// What was rewritten, in the order of the documents; a list once.
fn rewritten(before: &CheckedOnes, texts: &[FixedDocument], rewrites: &Rewrites) -> Vec<Rewritten> {
    let texts: HashMap<&RepoPath, &FixedDocument> =
        texts.iter().map(|text| (&text.path, text)).collect();
    let list =
        |(index, one): (&usize, &Rewrite)| (before[*index].1.document.clone(), one.at.clone());
    let mut seen = HashSet::new();
    let rewritten = rewrites.iter().filter_map(|(&index, rewrite)| {
        let (_, one) = &before[index];
        let text = &texts.get(&one.document)?.before;
        let own = list((&index, rewrite));
        let of_list = rewrites.iter().filter(|&other| list(other) == own);
        let edits = of_list.flat_map(|(_, one)| one.edits.clone()).collect();
        seen.insert(own).then(|| Rewritten {
            document: one.document.clone(),
            line: one.line,
            before: text.get(rewrite.at.clone()).unwrap_or_default().to_owned(),
            after: edited(text, rewrite.at.clone(), edits),
        })
    });
    rewritten.collect()
}
