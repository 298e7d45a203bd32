//! The policy of a repository, and beside it that of its host.

use std::borrow::Cow;
use std::sync::Arc;

use firsthand_agent::{HideSecrets, Policy};
use firsthand_codegraph::Redactor;
use firsthand_registry::RepoPath;
use firsthand_source::fs::LeavesOut;
use firsthand_source::secrets::{HIDDEN, Redacted};

use crate::Toolbox;

/// The files that a policy refuses.
pub(crate) fn leaves_out(policy: Arc<dyn Policy>) -> LeavesOut {
    let path = |path: &str| RepoPath::new(path).ok();
    Arc::new(move |text| path(text).is_none_or(|path| policy.refusal(&path).is_some()))
}

impl Policy for Toolbox {
    fn refusal(&self, path: &RepoPath) -> Option<String> {
        if self.repo.sandbox.excludes(path) {
            return Some("the host or the repository's settings exclude it".to_owned());
        }
        HideSecrets.refusal(path)
    }

    fn cache_key(&self) -> String {
        let excludes = self.repo.sandbox.exclude_globs();
        let roots = self.repo.sandbox.workspace().roots().iter();
        let own: Vec<_> = roots.map(|root| &root.excludes).collect();
        format!("{} {excludes:?} {own:?}", std::any::type_name::<Self>())
    }
}

/// What a policy hides in the texts of files.
pub(crate) fn redactor(policy: Arc<dyn Policy>) -> Redactor {
    let key = policy.cache_key();
    Redactor::new(key, move |path: &str, text: &[u8]| {
        RepoPath::new(path).map_or_else(|_| Vec::new(), |path| policy.redact(&path, text))
    })
}

/// The lines of a text that one of two policies redacts, or both.
pub(crate) fn joined(mut lines: Vec<Redacted>, others: Vec<Redacted>) -> Vec<Redacted> {
    for redacted in others {
        match lines.iter_mut().find(|line| line.line == redacted.line) {
            Some(line) if *line == redacted => {}
            // It keeps nothing but the kind: each may show what the other hides.
            Some(line) => {
                line.text = format!("{HIDDEN}{}]", line.kind);
                line.hidden.clear();
            }
            None => lines.push(redacted),
        }
    }
    lines.sort_by_key(|redacted| redacted.line);
    lines
}

/// Two policies: what either refuses or hides is refused or hidden.
pub(crate) struct Both {
    pub(crate) own: Arc<dyn Policy>,
    pub(crate) host: Arc<dyn Policy>,
}

impl Policy for Both {
    fn refusal(&self, path: &RepoPath) -> Option<String> {
        // The root's own counts what the host refuses among what is excluded.
        let host = self.host.refusal(path);
        host.or_else(|| self.own.refusal(path))
    }

    fn redact(&self, path: &RepoPath, text: &[u8]) -> Vec<Redacted> {
        joined(self.own.redact(path, text), self.host.redact(path, text))
    }

    fn redact_text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.own.redact_text(text) {
            Cow::Borrowed(text) => self.host.redact_text(text),
            Cow::Owned(text) => Cow::Owned(self.host.redact_text(&text).into_owned()),
        }
    }

    fn cache_key(&self) -> String {
        format!("{} {}", self.own.cache_key(), self.host.cache_key())
    }
}
