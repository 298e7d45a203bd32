//! Caches in memory, each with room for so many bytes.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use firsthand_source::Cancel;

/// The most bytes of one cache in memory. In a larger tree, files that a result shows may be read twice: which ones it
/// shows is known only after all files were scanned.
const MAX_CACHED_BYTES: usize = 32 << 20;

/// The number of bytes that a cache may still store.
pub(crate) struct Room(AtomicUsize);

impl Default for Room {
    fn default() -> Self {
        Self(AtomicUsize::new(MAX_CACHED_BYTES))
    }
}

impl Room {
    /// Reserves room for this many bytes; returns false if there is not enough.
    pub(crate) fn reserve(&self, bytes: usize) -> bool {
        let order = Ordering::Relaxed;
        let reserved = self.0.fetch_update(order, order, |room| room.checked_sub(bytes));
        reserved.is_ok()
    }

    #[cfg(test)]
    pub(crate) fn new(bytes: usize) -> Self {
        Self(AtomicUsize::new(bytes))
    }
}

/// A cache of values by key, as many as there is room for in memory. A second caller for a key waits while the first
/// one computes the value.
pub(crate) struct Memo<K, V> {
    slots: Mutex<HashMap<K, Slot<V>>>,
    /// The bytes of a value.
    size: fn(&V) -> usize,
    pub(crate) room: Room,
}

type Slot<V> = Arc<Mutex<Option<Arc<V>>>>;

impl<K: Eq + Hash, V> Memo<K, V> {
    pub(crate) fn new(size: fn(&V) -> usize) -> Self {
        Memo { slots: Mutex::default(), size, room: Room::default() }
    }

    /// The value of the key, computed if it is not stored. It is stored if there is room for it and the search was not
    /// cancelled, since it may otherwise be incomplete.
    pub(crate) fn get_or_compute(
        &self,
        key: K,
        cancel: &Cancel,
        compute: impl FnOnce() -> Option<Arc<V>>,
    ) -> Option<Arc<V>> {
        let slot = Arc::clone(lock(&self.slots).entry(key).or_default());
        let mut stored = lock(&slot);
        if stored.is_some() {
            return stored.clone();
        }
        let value = compute()?;
        if !cancel.is_cancelled() && self.room.reserve((self.size)(&value)) {
            *stored = Some(Arc::clone(&value));
        }
        Some(value)
    }
}

/// A lock whose data stays usable after a panic elsewhere: it contains only what can be computed again.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The value of the key in a map, computed if it is not there. Without the lock, so a value may be computed twice; the
/// first one counts.
pub(crate) fn remembered<K: Eq + Hash, V: Clone>(
    map: &Mutex<HashMap<K, V>>,
    key: K,
    compute: impl FnOnce(&K) -> V,
) -> V {
    let known = lock(map).get(&key).cloned();
    known.unwrap_or_else(|| {
        let value = compute(&key);
        lock(map).entry(key).or_insert(value).clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancelled_value_is_not_stored() {
        let (memo, cancel) = (Memo::new(|_| 1), Cancel::default());
        let get = |cancel: &Cancel, value: u8| {
            let value = memo.get_or_compute("key", cancel, || Some(Arc::new(value)));
            value.map(|value| *value)
        };
        cancel.cancel();
        assert_eq!(get(&cancel, 1), Some(1));
        assert_eq!(get(&Cancel::default(), 2), Some(2));
        assert_eq!(get(&Cancel::default(), 3), Some(2));
    }
}
