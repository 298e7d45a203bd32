//! The roots that a client offers.

use std::path::PathBuf;
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::service::Peer;
use tokio::sync::Mutex;
use url::Url;

use crate::Roots;

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
            listed(peer)
                .await
                .map(|folders| configured.of_client(folders))
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
async fn listed(peer: &Peer<RoleServer>) -> Option<Vec<PathBuf>> {
    peer.peer_info()?.capabilities.roots.as_ref()?;
    let listed = tokio::time::timeout(TIMEOUT, peer.list_roots()).await;
    let roots = listed.ok()?.ok()?.roots;
    let folder = |uri: &str| Url::parse(uri).ok()?.to_file_path().ok();
    Some(roots.iter().filter_map(|root| folder(&root.uri)).collect())
}
