//! The files of one answer.

use std::collections::BTreeMap;
use std::sync::Arc;

use firsthand_agent::Cancel;
use firsthand_registry::{Declaration, MaskedFile, RepoPath};

use crate::reply::HiddenSecrets;
use crate::repo::Repo;

/// The files of an answer with secrets redacted, each prepared once.
pub(super) struct MaskedFiles<'r> {
    repo: &'r Repo,
    cancel: &'r Cancel,
    masked_files: BTreeMap<RepoPath, (MaskedFile, Vec<Declaration>)>,
    /// The secrets that were hidden in them.
    pub(super) hidden: HiddenSecrets,
}

impl<'r> MaskedFiles<'r> {
    pub(super) fn new(repo: &'r Repo, cancel: &'r Cancel) -> Self {
        Self {
            repo,
            cancel,
            masked_files: BTreeMap::new(),
            hidden: HiddenSecrets::default(),
        }
    }

    /// A file's lines and declarations, from its bytes as the graph read them.
    pub(super) fn of(
        &mut self,
        path: &RepoPath,
        bytes: &Arc<Vec<u8>>,
    ) -> (&MaskedFile, &[Declaration]) {
        let (repo, cancel, hidden) = (self.repo, self.cancel, &mut self.hidden);
        let prepare = || {
            let masked = MaskedFile::new(path.clone(), Arc::clone(bytes));
            hidden.record(&masked);
            let declared = repo.declarations(&masked, cancel);
            (masked, declared)
        };
        let (masked, declared) = self
            .masked_files
            .entry(path.clone())
            .or_insert_with(prepare);
        (masked, declared)
    }
}
