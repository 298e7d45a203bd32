//! The sessions that were opened and not used yet.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::transport::streamable_http_server::SessionManager as _;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use tokio::time::Instant;

type SessionId = Arc<str>;

/// The maximum number of unused sessions of one peer; a further one closes its oldest.
const MAX_PER_PEER: usize = 64;
/// The maximum number of unused sessions of all peers.
const MAX_OF_ALL: usize = 512;
/// The time after which an unused session may be closed.
const UNUSED_TIMEOUT: Duration = Duration::from_secs(60);

/// Closes sessions of clients that only send `initialize`, so that they do not take the place of others: a session that
/// is used stays open for much longer.
pub(super) struct UnusedSessions {
    sessions: Arc<LocalSessionManager>,
    /// The oldest first.
    unused: Mutex<Vec<Unused>>,
}

struct Unused {
    session: SessionId,
    peer: IpAddr,
    since: Instant,
}

impl UnusedSessions {
    pub(super) fn new(sessions: Arc<LocalSessionManager>) -> Self {
        Self {
            sessions,
            unused: Mutex::default(),
        }
    }

    /// A request was sent in the session.
    pub(super) fn used(&self, session: &str) {
        let mut unused = self.unused.lock().unwrap_or_else(PoisonError::into_inner);
        unused.retain(|other| &*other.session != session);
    }

    /// The peer opened the session. Closes unused sessions that are old, or too many.
    pub(super) async fn opened(&self, session: &str, peer: IpAddr) {
        for session in self.add(session.into(), peer) {
            // Its worker may have ended already.
            let _ = self.sessions.close_session(&session).await;
        }
    }

    /// Adds a session, and removes and returns those to close.
    fn add(&self, session: SessionId, peer: IpAddr) -> Vec<SessionId> {
        let mut unused = self.unused.lock().unwrap_or_else(PoisonError::into_inner);
        let since = Instant::now();
        unused.push(Unused {
            session,
            peer,
            since,
        });
        let of_peer = unused.iter().filter(|other| other.peer == peer).count();
        let (mut over_peer, mut over_all) = (
            of_peer.saturating_sub(MAX_PER_PEER),
            unused.len().saturating_sub(MAX_OF_ALL),
        );
        let closed = unused.extract_if(.., |other| {
            let is_over_peer = other.peer == peer && over_peer > 0;
            over_peer -= usize::from(is_over_peer);
            let is_over = is_over_peer || over_all > 0;
            over_all = over_all.saturating_sub(usize::from(is_over));
            is_over || other.since.elapsed() > UNUSED_TIMEOUT
        });
        closed.map(|closed| closed.session).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds sessions of a peer, by number, and returns the numbers of those that are closed.
    fn closed(unused: &UnusedSessions, peer: u8, numbers: std::ops::Range<usize>) -> Vec<usize> {
        let peer = IpAddr::from([127, 0, 0, peer]);
        let closed = numbers.flat_map(|number| unused.add(number.to_string().into(), peer));
        closed.map(|session| session.parse().unwrap()).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn unused_sessions_are_closed_when_they_are_many_or_old() {
        let unused = UnusedSessions::new(Arc::default());
        assert!(closed(&unused, 1, 0..MAX_PER_PEER).is_empty());
        // Another peer has its own number, and a used session does not count.
        assert!(closed(&unused, 2, 100..101).is_empty());
        unused.used("0");
        assert_eq!(closed(&unused, 1, 200..203), [1, 2]);
        tokio::time::advance(UNUSED_TIMEOUT * 2).await;
        let old = closed(&unused, 1, 300..301);
        assert_eq!((old.len(), old.contains(&100)), (MAX_PER_PEER + 1, true));
    }

    #[tokio::test(start_paused = true)]
    async fn the_unused_sessions_of_all_peers_are_limited() {
        let unused = UnusedSessions::new(Arc::default());
        for peer in 1..=8 {
            assert!(closed(&unused, peer, 0..MAX_PER_PEER).is_empty());
        }
        assert_eq!(closed(&unused, 9, 0..3), [0, 1, 2]);
    }
}
