//! A question over several roots: no root hides the others because its words are more frequent or its files more.

use super::rank::files::FileRank;
use super::{Passage, QueryContext, SearchedFile};

/// The most roots whose best file is opened, wherever it ranks.
const MAX_OPENED_ROOTS: usize = 5;

/// Adds to the files to open the best one of each of the best roots.
pub(super) fn add_files(context: &QueryContext<'_>, top: &mut Vec<FileRank>, ranks: &[FileRank]) {
    let count = context.listing().tree.workspace().roots().len().min(MAX_OPENED_ROOTS);
    let mut roots = Vec::new();
    for rank in ranks {
        if roots.len() >= count {
            break;
        }
        let root = root_of(context, context.scanned.path(rank.file));
        if !roots.contains(&root) {
            roots.push(root);
            FileRank::add(top, ranks, rank.file);
        }
    }
}

fn root_of(context: &QueryContext<'_>, path: &str) -> Option<usize> {
    let located = context.listing().tree.workspace().locate(path);
    located.map(|(root, _)| root)
}

/// The roots in the order in which they get places, as parties get seats by the method of D'Hondt: the next place is of
/// the root whose best score, divided by one more than its places, is highest. So of roots with equal scores each gets
/// every second place, and of those with one root all places are in the order of their scores.
pub(super) struct Turns {
    /// For each opened file, its root as an index of `claims`.
    root_of_file: Vec<usize>,
    claims: Vec<Claim>,
}

#[derive(Default)]
struct Claim {
    root: Option<usize>,
    best_score: f64,
    places: u32,
}

impl Turns {
    /// The turns before any place is selected.
    pub(super) fn of(
        context: &QueryContext<'_>,
        opened: &[SearchedFile],
        passages: &[Passage],
    ) -> Self {
        let mut claims: Vec<Claim> = Vec::new();
        let claim_of = |searched: &SearchedFile| {
            let root = root_of(context, &searched.file.path);
            let known = claims.iter().position(|claim| claim.root == root);
            known.unwrap_or_else(|| {
                claims.push(Claim { root, ..Claim::default() });
                claims.len() - 1
            })
        };
        let root_of_file: Vec<usize> = opened.iter().map(claim_of).collect();
        for passage in passages {
            let claim = &mut claims[root_of_file[passage.file]];
            claim.best_score = claim.best_score.max(passage.total);
        }
        Self { root_of_file, claims }
    }

    /// Counts a place that was selected.
    pub(super) fn count(&mut self, place: &Passage) {
        self.claims[self.root_of_file[place.file]].places += 1;
    }

    /// Whether a place is of this root.
    pub(super) fn is_of(&self, place: &Passage, root: usize) -> bool {
        self.root_of_file[place.file] == root
    }

    /// The roots, the one whose turn it is first.
    pub(super) fn order(&self) -> Vec<usize> {
        let quotient = |root: &usize| {
            let claim = &self.claims[*root];
            claim.best_score / f64::from(claim.places + 1)
        };
        let mut roots: Vec<usize> = (0..self.claims.len()).collect();
        roots.sort_by(|one, other| quotient(other).total_cmp(&quotient(one)));
        roots
    }
}
