//! The in-memory report cache, compared with a naive one.

use firsthand_agent::{MemoryCache, ReportCache as _, ReportKey};
use proptest::collection::vec;
use proptest::prelude::*;

/// The entries in the order of their last use, the most recently used one last.
#[derive(Default)]
struct NaiveCache(Vec<(u8, Vec<u8>)>);

impl NaiveCache {
    fn get(&mut self, key: u8) -> Option<Vec<u8>> {
        let index = self.0.iter().position(|(entry_key, _)| *entry_key == key)?;
        let found = self.0.remove(index);
        self.0.push(found.clone());
        Some(found.1)
    }

    fn put(&mut self, key: u8, bytes: &[u8], (max_entries, max_bytes): (usize, usize)) {
        self.0.retain(|(entry_key, _)| *entry_key != key);
        if max_entries == 0 || bytes.len() > max_bytes {
            return;
        }
        self.0.push((key, bytes.to_vec()));
        let total = |entries: &[(u8, Vec<u8>)]| entries.iter().map(|(_, b)| b.len()).sum::<usize>();
        while self.0.len() > max_entries || total(&self.0) > max_bytes {
            self.0.remove(0);
        }
    }
}

proptest! {
    /// After any sequence of operations it has the entries of the naive cache.
    #[test]
    fn memory_evicts_the_least_recently_used(
        (max_entries, max_bytes) in (0_usize..5, 0_usize..40),
        operations in vec((0_u8..7, prop::option::of(vec(any::<u8>(), 0..20))), 0..80),
    ) {
        let (cache, mut naive) = (MemoryCache::new(max_entries, max_bytes), NaiveCache::default());
        let key = |number: u8| ReportKey::new([number; 16]);
        for (number, bytes) in operations {
            match bytes {
                Some(bytes) => {
                    cache.put(&key(number), &bytes);
                    naive.put(number, &bytes, (max_entries, max_bytes));
                }
                None => prop_assert_eq!(cache.get(&key(number)), naive.get(number)),
            }
        }
        for number in 0..7 {
            prop_assert_eq!(cache.get(&key(number)), naive.get(number));
        }
    }
}
