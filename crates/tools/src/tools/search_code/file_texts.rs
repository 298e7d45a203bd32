//! The files of one answer.

use std::collections::BTreeMap;

use firsthand_agent::Cancel;
use firsthand_registry::{Declaration, RepoPath};

use crate::file_text::FileText;
use crate::reply::HiddenSecrets;
use crate::repo::Repo;

/// The files of an answer with secrets redacted, each prepared once.
pub(super) struct FileTexts<'r> {
    repo: &'r Repo,
    cancel: &'r Cancel,
    file_texts: BTreeMap<RepoPath, (FileText, Vec<Declaration>)>,
    /// The secrets that were hidden in them.
    pub(super) hidden: HiddenSecrets,
}

impl<'r> FileTexts<'r> {
    pub(super) fn new(repo: &'r Repo, cancel: &'r Cancel) -> Self {
        Self {
            repo,
            cancel,
            file_texts: BTreeMap::new(),
            hidden: HiddenSecrets::default(),
        }
    }

    /// A file's lines and declarations, from its bytes as the graph read them.
    pub(super) fn of(&mut self, path: &RepoPath, bytes: &[u8]) -> (&FileText, &[Declaration]) {
        let (repo, cancel, hidden) = (self.repo, self.cancel, &mut self.hidden);
        let prepare = || {
            let file_text = FileText::new(path.clone(), bytes.to_vec());
            hidden.record(&file_text);
            let declared = repo.declarations(&file_text, cancel);
            (file_text, declared)
        };
        let (file_text, declared) = self.file_texts.entry(path.clone()).or_insert_with(prepare);
        (file_text, declared)
    }
}
