//! The roots that a client offers.

use std::path::PathBuf;
use std::time::Duration;

use firsthand::{RootName, Workspace};
use rmcp::RoleServer;
use rmcp::service::Peer;
use tokio::sync::Mutex;
use url::Url;

use super::Roots;

/// A folder that a client offers as a root.
pub(crate) struct OfferedRoot {
    pub(super) folder: PathBuf,
    /// Its name for the client's user.
    name: Option<String>,
}

/// The offered roots together, each named by the client or after its folder; `None` if two have one name, or one lies
/// in another.
pub(super) fn workspace_of(offered: &[OfferedRoot]) -> Option<Workspace> {
    let named = offered.iter().map(|root| {
        let own = root.name.as_deref();
        let own = own.and_then(|name| RootName::new(name).ok());
        let name = own.or_else(|| RootName::of_folder(&root.folder))?;
        Some((name, root.folder.clone()))
    });
    Workspace::of(named.collect::<Option<Vec<_>>>()?).ok()
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
        let roots = if configured.accepts_offered() {
            listed(peer).await.map(|offered| configured.of_client(offered))
        } else {
            None
        };
        // A client that does not answer now is asked again.
        if let Some(roots) = &roots {
            *known = Some(roots.clone());
        }
        roots.unwrap_or_else(|| configured.clone())
    }

    /// The client's list has changed.
    pub(crate) async fn forget(&self) {
        *self.0.lock().await = None;
    }
}

/// The folders that the client lists; `None` if it cannot list any, or does not answer.
#[expect(
    deprecated,
    reason = "clients offer roots, although the protocol's next revisions drop them"
)]
async fn listed(peer: &Peer<RoleServer>) -> Option<Vec<OfferedRoot>> {
    peer.peer_info()?.capabilities.roots.as_ref()?;
    let listed = tokio::time::timeout(TIMEOUT, peer.list_roots()).await;
    let roots = listed.ok()?.ok()?.roots;
    let folder = |uri: &str| Url::parse(uri).ok()?.to_file_path().ok();
    let offered = roots
        .into_iter()
        .filter_map(|root| Some(OfferedRoot { folder: folder(&root.uri)?, name: root.name }));
    Some(offered.collect())
}
