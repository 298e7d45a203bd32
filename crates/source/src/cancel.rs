//! A request to stop: one type for the loop, the tools and the searches below them.

use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

/// A flag that stops running work. Clones share it; a [`child`](Cancel::child) is cancelled with its parent and can be
/// cancelled alone.
///
/// ```
/// use firsthand_source::Cancel;
/// use std::time::Duration;
///
/// let all = Cancel::new();
/// let one = all.child();
/// one.cancel();
/// assert!(one.is_cancelled() && !all.is_cancelled());
/// assert!(all.after(Duration::ZERO).is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    token: CancellationToken,
    deadline: Option<Instant>,
}

impl Cancel {
    /// A flag that is not raised.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag, for all clones and children.
    pub fn cancel(&self) {
        self.token.cancel();
    }

    /// Whether the flag is raised, or its deadline has passed.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.token.is_cancelled() || self.is_late()
    }

    /// Whether its deadline has passed; `false` where it has none.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Waits until the flag is raised. A deadline raises no flag: work that has one polls
    /// [`is_cancelled`](Cancel::is_cancelled).
    pub async fn cancelled(&self) {
        self.token.cancelled().await;
    }

    /// A child flag: it is raised when this one is, and can be raised alone.
    #[must_use]
    pub fn child(&self) -> Self {
        Self { token: self.token.child_token(), deadline: self.deadline }
    }

    /// A child that counts as cancelled once `time` has passed from now, or when this one's deadline is reached before.
    #[must_use]
    pub fn after(&self, time: Duration) -> Self {
        // A duration that overflows the clock sets no deadline.
        let own = Instant::now().checked_add(time);
        Self { deadline: own.into_iter().chain(self.deadline).min(), ..self.child() }
    }

    /// Returns a guard that raises the flag when it is dropped, so that abandoned work ends.
    #[must_use]
    pub fn on_drop(&self) -> CancelOnDrop {
        CancelOnDrop(self.clone())
    }
}

/// Raises the flag of a [`Cancel`] when it is dropped.
#[derive(Debug)]
pub struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn is_ready(work: impl Future<Output = ()>) -> bool {
        let mut work = std::pin::pin!(work);
        let poll = work.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        poll == Poll::Ready(())
    }

    #[test]
    fn a_flag_reaches_clones_and_children_and_no_parent() {
        let parent = Cancel::new();
        let (clone, child) = (parent.clone(), parent.child());
        let sibling = parent.child();
        drop(sibling.on_drop());
        assert!(sibling.is_cancelled() && !parent.is_cancelled() && !child.is_cancelled());
        assert!(!is_ready(child.cancelled()));
        parent.cancel();
        assert!(clone.is_cancelled() && child.is_cancelled());
        assert!(is_ready(clone.cancelled()) && is_ready(child.cancelled()));
    }

    #[test]
    fn the_nearest_deadline_counts() {
        let (long, none) = (Duration::from_secs(9_999), Duration::MAX);
        let flag = Cancel::new();
        for (first, second, late) in [
            (Duration::ZERO, long, true),
            (long, Duration::ZERO, true),
            (none, Duration::ZERO, true),
            (long, none, false),
            (none, none, false),
        ] {
            let both = flag.after(first).after(second).child();
            assert_eq!((both.is_late(), both.is_cancelled()), (late, late), "{first:?} {second:?}");
        }
        assert!(!flag.is_cancelled());
    }
}
