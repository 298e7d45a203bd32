//! The sessions of clients: how many may be open, and what each holds.

use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rmcp::transport::streamable_http_server::SessionManager as _;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::lock;

type SessionId = Arc<str>;

/// The limits on sessions in which no request was sent yet.
const UNUSED: HoldLimits =
    HoldLimits { of_peer: 64, of_all: 512, idle: Some(Duration::from_secs(60)) };
/// The limits on the others. The protocol's library closes them, too, once they are idle for long.
const USED: HoldLimits = HoldLimits { of_peer: 192, of_all: 384, idle: None };

/// Closes sessions for others: those of clients that only send `initialize` soon, and those of clients that open one for
/// each question when they are many.
pub(super) struct Sessions {
    manager: Arc<LocalSessionManager>,
    unused: Held<SessionId>,
    used: Arc<Held<SessionId>>,
}

impl Sessions {
    pub(super) fn new(manager: Arc<LocalSessionManager>) -> Self {
        Self { manager, unused: Held::new(UNUSED), used: Arc::new(Held::new(USED)) }
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

/// How much may be held.
#[derive(Clone, Copy)]
pub(super) struct HoldLimits {
    /// By one peer.
    pub(super) of_peer: usize,
    /// By all peers.
    pub(super) of_all: usize,
    /// The time after which something may be closed.
    pub(super) idle: Option<Duration>,
}

/// What peers hold open. What is over a limit is closed, longest idle first, so that nobody takes the place of others by
/// holding what they do not use. Nothing is closed while a request runs in it.
pub(super) struct Held<K> {
    /// The longest idle first.
    entries: Mutex<Vec<Entry<K>>>,
    limits: HoldLimits,
    /// Woken when something ends or is idle again.
    changed: Notify,
}

struct Entry<K> {
    key: K,
    peer: IpAddr,
    idle_since: Instant,
    running: usize,
}

impl<K: Clone + PartialEq> Held<K> {
    pub(super) fn new(limits: HoldLimits) -> Self {
        Self { entries: Mutex::default(), limits, changed: Notify::new() }
    }

    /// Waits until one more can be held: there is room, or something idle could be closed for it.
    pub(super) async fn room(&self) {
        loop {
            let changed = self.changed.notified();
            let is_full = {
                let entries = lock(&self.entries);
                let running = entries.iter().filter(|entry| entry.running > 0);
                running.count() >= self.limits.of_all
            };
            if !is_full {
                return;
            }
            changed.await;
        }
    }

    /// Adds what the peer opened; removes and returns what is to be closed for it: itself, where requests run in all else.
    pub(super) fn add(&self, key: K, peer: IpAddr) -> Vec<K> {
        let mut entries = lock(&self.entries);
        entries.push(Entry { key, peer, idle_since: Instant::now(), running: 0 });
        let of_peer = entries.iter().filter(|entry| entry.peer == peer).count();
        let mut over_peer = of_peer.saturating_sub(self.limits.of_peer);
        // What is closed for the peer's own limit makes room for all.
        let over = entries.len().saturating_sub(self.limits.of_all);
        let mut over_all = over.saturating_sub(over_peer);
        let closed = entries.extract_if(.., |entry| {
            if entry.running > 0 {
                return false;
            }
            let is_over_peer = entry.peer == peer && over_peer > 0;
            over_peer -= usize::from(is_over_peer);
            let is_over = is_over_peer || over_all > 0;
            over_all -= usize::from(is_over && !is_over_peer);
            let is_old = |limit| entry.idle_since.elapsed() > limit;
            is_over || self.limits.idle.is_some_and(is_old)
        });
        closed.map(|entry| entry.key).collect()
    }

    /// A request runs in it until the guard is dropped; `None` if it is not held.
    pub(super) fn run(self: &Arc<Self>, key: &K) -> Option<Running<K>> {
        let mut entries = lock(&self.entries);
        entries.iter_mut().find(|entry| entry.key == *key)?.running += 1;
        Some(Running { held: Arc::clone(self), key: key.clone() })
    }

    /// It has ended. Returns its peer, if it was held.
    pub(super) fn remove(&self, key: &K) -> Option<IpAddr> {
        let mut entries = lock(&self.entries);
        let at = entries.iter().position(|entry| entry.key == *key)?;
        self.changed.notify_one();
        Some(entries.remove(at).peer)
    }
}

/// A request that runs in something held.
pub(super) struct Running<K: Clone + PartialEq> {
    held: Arc<Held<K>>,
    key: K,
}

impl<K: Clone + PartialEq> Drop for Running<K> {
    fn drop(&mut self) {
        let mut entries = lock(&self.held.entries);
        let Some(at) = entries.iter().position(|entry| entry.key == self.key) else {
            return;
        };
        let mut entry = entries.remove(at);
        entry.running -= 1;
        entry.idle_since = Instant::now();
        entries.push(entry);
        self.held.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: HoldLimits =
        HoldLimits { of_peer: 3, of_all: 5, idle: Some(Duration::from_secs(60)) };

    fn peer(number: u8) -> IpAddr {
        [127, 0, 0, number].into()
    }

    /// Adds numbers of a peer; returns those that are closed.
    fn closed(held: &Held<u32>, of_peer: u8, numbers: std::ops::Range<u32>) -> Vec<u32> {
        numbers.flat_map(|number| held.add(number, peer(of_peer))).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_longest_idle_is_closed() {
        let held = Arc::new(Held::new(LIMITS));
        assert_eq!(closed(&held, 1, 0..3), [0; 0]);
        // Another peer has its own number.
        assert_eq!(closed(&held, 2, 10..12), [0; 0]);
        let running = held.run(&0);
        assert_eq!(closed(&held, 1, 3..5), [1, 2]);
        // What was used last is closed last.
        drop(running);
        assert_eq!(closed(&held, 1, 5..7), [3, 4]);
        assert_eq!(held.remove(&10), Some(peer(2)));
        assert_eq!((held.remove(&10), held.run(&10).is_none()), (None, true));
        // All peers together.
        assert_eq!(closed(&held, 3, 20..22), [11]);
        tokio::time::advance(Duration::from_secs(61)).await;
        assert_eq!(closed(&held, 4, 30..31), [0, 5, 6, 20, 21]);
    }

    #[tokio::test(start_paused = true)]
    async fn what_runs_is_not_closed() {
        let held = Arc::new(Held::new(LIMITS));
        assert_eq!(closed(&held, 1, 0..3), [0; 0]);
        let running: Vec<_> = (0..3).map(|number| held.run(&number)).collect();
        assert_eq!(closed(&held, 1, 3..4), [3]);
        assert_eq!(closed(&held, 2, 10..12), [0; 0]);
        let others: Vec<_> = (10..12).map(|number| held.run(&number)).collect();
        let mut room = std::pin::pin!(held.room());
        assert!(futures::poll!(&mut room).is_pending());
        drop((running, others));
        room.await;
        tokio::time::advance(Duration::from_secs(61)).await;
        assert_eq!(closed(&held, 3, 20..21), [0, 1, 2, 10, 11]);
    }
}
