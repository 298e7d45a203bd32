//! The sessions of clients: how many may be open.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use rmcp::transport::streamable_http_server::SessionManager as _;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;

use super::held::{Held, HoldLimits, Running};

type SessionId = Arc<str>;

/// The limits on sessions in which no request was sent yet.
const UNUSED: HoldLimits = HoldLimits {
    of_peer: 64,
    of_all: 512,
    idle: Some(Duration::from_secs(60)),
};
/// The limits on the others. The protocol's library closes them, too, once they are idle for long.
const USED: HoldLimits = HoldLimits {
    of_peer: 192,
    of_all: 384,
    idle: None,
};

/// Closes sessions for others: those of clients that only send `initialize` soon, and those of clients that open one for
/// each question when they are many.
pub(super) struct Sessions {
    manager: Arc<LocalSessionManager>,
    unused: Held<SessionId>,
    used: Arc<Held<SessionId>>,
}

impl Sessions {
    pub(super) fn new(manager: Arc<LocalSessionManager>) -> Self {
        Self {
            manager,
            unused: Held::new(UNUSED),
            used: Arc::new(Held::new(USED)),
        }
    }

    /// The peer opened the session.
    pub(super) async fn opened(&self, session: &str, peer: IpAddr) {
        self.close(self.unused.add(session.into(), peer)).await;
    }

    /// A request is sent in the session, which is not closed until the guard is dropped.
    pub(super) async fn run(&self, session: &str) -> Option<Running<SessionId>> {
        let session = SessionId::from(session);
        if let Some(peer) = self.unused.remove(&session) {
            self.close(self.used.add(Arc::clone(&session), peer)).await;
        }
        self.used.run(&session)
    }

    /// The client ended the session.
    pub(super) fn ended(&self, session: &str) {
        let session = SessionId::from(session);
        self.unused.remove(&session);
        self.used.remove(&session);
    }

    async fn close(&self, sessions: Vec<SessionId>) {
        for session in sessions {
            // Its worker may have ended already.
            let _ = self.manager.close_session(&session).await;
        }
    }
}
