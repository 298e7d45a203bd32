//! The roots that a client offers.
#![expect(
    deprecated,
    reason = "clients offer roots, although the protocol's next revisions drop them"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use firsthand::{RootName, Workspace};
use rmcp::RoleServer;
use rmcp::model::{ClientResult, CustomResult, ListRootsRequest, Root, ServerRequest};
use rmcp::service::Peer;
use tokio::sync::Mutex;
use url::Url;

use super::Roots;

/// What a client offers as a root.
pub(crate) struct OfferedRoot {
    pub(super) uri: String,
    /// `None` if it is no folder of this machine.
    pub(super) folder: Option<PathBuf>,
    /// Its name for the client's user.
    name: Option<String>,
}

/// A folder that a client offers and that is searched.
pub(super) struct AcceptedRoot {
    pub(super) folder: PathBuf,
    pub(super) name: Option<String>,
}

impl OfferedRoot {
    fn of(root: Root) -> Self {
        let folder = Url::parse(&root.uri).ok().and_then(|uri| uri.to_file_path().ok());
        Self { folder, uri: root.uri, name: root.name }
    }

    /// As a folder to be searched, or why it is none.
    pub(super) fn accepted(self) -> Result<AcceptedRoot, (String, &'static str)> {
        match self.folder {
            Some(folder) if folder.is_dir() => Ok(AcceptedRoot { folder, name: self.name }),
            Some(_) => Err((self.uri, "there is no such folder")),
            None => Err((self.uri, "no folder of this machine")),
        }
    }
}

/// The accepted roots together, each named by the client or after its folder, with as much of the path as it takes to
/// tell them apart. One that lies in another has its files there. `None` if they cannot be searched together.
pub(super) fn workspace_of(accepted: &[AcceptedRoot]) -> Option<Workspace> {
    let real = |root: &AcceptedRoot| root.folder.canonicalize().unwrap_or(root.folder.clone());
    let folders: Vec<PathBuf> = accepted.iter().map(real).collect();
    let outermost: Vec<usize> = (0..folders.len())
        .filter(|&at| {
            let holds = |other: usize| {
                let is_inside = folders[at].starts_with(&folders[other]);
                is_inside && (folders[at] != folders[other] || other < at)
            };
            !(0..folders.len()).any(holds)
        })
        .collect();
    let deepest = folders.iter().map(|folder| folder.components().count()).max()?;
    let named = (1..=deepest).find_map(|parts| {
        let names = outermost.iter().map(|&at| name_of(&accepted[at], &folders[at], parts));
        let names: Vec<RootName> = names.collect::<Option<_>>()?;
        let is_one_of_all = names.iter().collect::<BTreeSet<_>>().len() == names.len();
        is_one_of_all.then_some(names)
    })?;
    let folders = outermost.iter().map(|&at| accepted[at].folder.clone());
    Workspace::of(named.into_iter().zip(folders)).ok()
}

/// The name that the client gives a root, or of the last parts of its path; of more than one part in any case, so that
/// equal names of a client are told apart, too.
fn name_of(root: &AcceptedRoot, folder: &Path, parts: usize) -> Option<RootName> {
    let given = root.name.as_deref().and_then(|name| RootName::new(name).ok());
    let all: Vec<_> = folder.iter().map(|part| part.to_string_lossy()).collect();
    let last = all[all.len().saturating_sub(parts)..].join("-");
    given.filter(|_| parts == 1).or_else(|| RootName::near(&last))
}

/// The most offered roots that are named as not searched.
const MAX_LEFT_OUT: usize = 4;

/// Which offered roots are not searched, and why.
pub(super) fn not_searched(left_out: &[(String, &str)]) -> Arc<str> {
    let shown = |(uri, why): &(String, &str)| {
        let uri = firsthand::registry::escape(uri);
        format!("`{}`: {why}", firsthand::registry::clip(&uri, 120))
    };
    let named: Vec<String> = left_out.iter().take(MAX_LEFT_OUT).map(shown).collect();
    let more = left_out.len().saturating_sub(MAX_LEFT_OUT);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    if named.is_empty() {
        return "".into();
    }
    format!("not searched of the roots that you offer: {}{more}", named.join("; ")).into()
}

/// The time limit for a client's answer.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The roots for calls of one client, once it was asked which it offers.
#[derive(Default)]
pub(crate) struct OfferedRoots(Mutex<Option<Roots>>);

impl OfferedRoots {
    /// The configured roots, with those that the client offers, if such are accepted.
    pub(crate) async fn of(&self, configured: &Roots, peer: &Peer<RoleServer>) -> Roots {
        let mut known = self.0.lock().await;
        if let Some(known) = &*known {
            return known.clone();
        }
        // A client that does not answer now is asked again.
        if configured.open_offered.is_some() {
            *known = listed(peer).await.map(|offered| configured.of_client(offered));
        }
        known.clone().unwrap_or_else(|| configured.clone())
    }

    /// The client's list has changed.
    pub(crate) async fn forget(&self) {
        *self.0.lock().await = None;
    }
}

/// The folders that the client lists; `None` if it cannot list any, or does not answer.
async fn listed(peer: &Peer<RoleServer>) -> Option<Vec<OfferedRoot>> {
    peer.peer_info()?.capabilities.roots.as_ref()?;
    let request = ServerRequest::ListRootsRequest(ListRootsRequest::default());
    let answer = tokio::time::timeout(TIMEOUT, peer.send_request(request)).await.ok()?.ok()?;
    let roots = match answer {
        ClientResult::ListRootsResult(list) => {
            return Some(list.roots.into_iter().map(OfferedRoot::of).collect());
        }
        // Each root for itself: one that has not the form of a root is named as not searched, and takes no other with it.
        ClientResult::CustomResult(CustomResult(answer)) => {
            answer.get("roots")?.as_array()?.clone()
        }
        _ => return None,
    };
    let offered = roots.into_iter().map(|root| {
        let uri = root.to_string();
        let malformed = OfferedRoot { folder: None, uri, name: None };
        serde_json::from_value(root).map_or(malformed, OfferedRoot::of)
    });
    Some(offered.collect())
}
