//! A hash table of the tokens of a query, looked up for most words of a tree.

/// A small open-addressed hash table from hash to index. 0 marks a free slot.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    slots: Vec<(u64, u16)>,
    mask: usize,
    /// One bit for each hash. It is small enough to stay in the processor's cache, and rejects most words.
    seen: Vec<u64>,
}

/// The number of bits of `Table::seen`.
const SEEN_BITS: usize = 1 << 16;

impl Table {
    pub(super) fn of(hashes: impl Iterator<Item = (u64, u16)>) -> Table {
        let hashes: Vec<(u64, u16)> = hashes.collect();
        let size = (hashes.len() * 8).next_power_of_two().max(64);
        let (slots, seen) = (vec![(0, 0); size], vec![0; SEEN_BITS / 64]);
        let mut table = Table { slots, mask: size - 1, seen };
        for (hash, id) in hashes {
            let mut at = table.slot(hash);
            while table.slots[at].0 != 0 {
                at = (at + 1) & table.mask;
            }
            table.slots[at] = (hash, id);
            let bit = Table::bit(hash);
            table.seen[bit / 64] |= 1 << (bit % 64);
        }
        table
    }

    #[inline]
    fn bit(hash: u64) -> usize {
        (hash >> 40) as usize % SEEN_BITS
    }

    #[inline]
    fn slot(&self, hash: u64) -> usize {
        (hash ^ (hash >> 32)) as usize & self.mask
    }

    #[inline]
    pub(super) fn find(&self, hash: u64) -> Option<u16> {
        let bit = Table::bit(hash);
        if self.seen.get(bit / 64).is_none_or(|word| (word >> (bit % 64)) & 1 == 0) {
            return None;
        }
        let mut at = self.slot(hash);
        loop {
            match self.slots[at] {
                (0, _) => return None,
                (found, id) if found == hash => return Some(id),
                _ => at = (at + 1) & self.mask,
            }
        }
    }
}
