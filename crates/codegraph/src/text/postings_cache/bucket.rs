//! Several postings in one entry of the store, so that a query of many words reads few files.

use crate::text::store::{Key, Store, key};

/// The number of buckets of one table of file states.
const BUCKETS: u8 = 64;
/// The most bytes of one bucket; beyond that the oldest postings are dropped.
const MAX_BYTES: usize = 4 << 20;

/// Postings by their keys: for each the key, the length in 4 bytes, and the bytes.
pub(super) struct Bucket(Vec<u8>);

impl Bucket {
    /// The number of the bucket of a key.
    pub(super) fn number(key: &Key) -> u8 {
        key[0] % BUCKETS
    }

    fn key(states: &Key, number: u8) -> Key {
        key(&[b"bucket", states, &[number]])
    }

    pub(super) fn read(store: &Store, states: &Key, number: u8) -> Bucket {
        Bucket(store.get(&Bucket::key(states, number)).unwrap_or_default())
    }

    fn entries(&self) -> impl Iterator<Item = (&Key, &[u8])> {
        let mut rest = self.0.as_slice();
        std::iter::from_fn(move || {
            let (key, after) = rest.split_first_chunk()?;
            let (length, after) = after.split_first_chunk()?;
            let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
            let (bytes, after) = after.split_at_checked(length)?;
            rest = after;
            Some((key, bytes))
        })
    }

    pub(super) fn get(&self, wanted_key: &Key) -> Option<&[u8]> {
        let mut entries = self.entries();
        entries.find(|(key, _)| *key == wanted_key).map(|entry| entry.1)
    }

    /// Adds postings to the present content of a bucket. If two processes add at once, one of the additions may be
    /// lost; it is computed again.
    pub(super) fn add(store: &Store, states: &Key, number: u8, entries: &[(Key, Vec<u8>)]) {
        let stored = Bucket::read(store, states, number);
        let is_new = |key: &Key| entries.iter().any(|(new, _)| new == key);
        let old = stored.entries().filter(|(key, _)| !is_new(key));
        let new = entries.iter().map(|(key, bytes)| (key, bytes.as_slice()));
        let all: Vec<(&Key, &[u8])> = old.chain(new).collect();
        let mut remaining_bytes: usize = all.iter().map(|(_, bytes)| bytes.len() + 20).sum();
        let mut content = Vec::with_capacity(remaining_bytes);
        for (key, bytes) in all {
            let Ok(length) = u32::try_from(bytes.len()) else {
                continue;
            };
            if remaining_bytes <= MAX_BYTES {
                content.extend_from_slice(key);
                content.extend_from_slice(&length.to_le_bytes());
                content.extend_from_slice(bytes);
            } else {
                remaining_bytes -= bytes.len() + 20;
            }
        }
        store.put(&Bucket::key(states, number), &content);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn postings_are_read_back_and_a_full_bucket_drops_the_oldest() {
        let folder = tempfile::tempdir().unwrap();
        let (store, states) = (Store::new(folder.path(), 1 << 30), [7; 16]);
        let add = |number: u8, bytes: Vec<u8>| {
            Bucket::add(&store, &states, 3, &[([number; 16], bytes)]);
        };
        add(1, vec![1; 10]);
        add(2, vec![2; 10]);
        add(1, vec![9; 5]);
        let bucket = Bucket::read(&store, &states, 3);
        assert_eq!(bucket.get(&[1; 16]), Some(&[9; 5][..]));
        assert_eq!(bucket.get(&[2; 16]), Some(&[2; 10][..]));
        assert_eq!(bucket.get(&[3; 16]), None);
        add(4, vec![4; MAX_BYTES - 40]);
        let bucket = Bucket::read(&store, &states, 3);
        let numbers: Vec<u8> = bucket.entries().map(|(key, _)| key[0]).collect();
        assert_eq!(numbers, [4]);
    }
}
