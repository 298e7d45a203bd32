//! An adversary that tries to get a false statement into a report.
//!
//! An attempt consists of a small hostile repository, observations of it (some of them false), files that
//! change afterwards, and a selection made of several attacks. The printed report is checked by the
//! [`oracle`](crate::oracle), which shares no code with the validator and the renderer. A seed and a number
//! reproduce an attempt.
//!
//! An attack is one row of a table in `adversary/attacks/`; to add one, write its row.

mod arena;
mod attacks;
mod attempt;
mod builder;
mod loop_attempt;
mod session;
mod tally;
mod tree;

pub use arena::{ATTEMPTS_PER_ARENA, Arena, FileChange};
pub use attacks::{Attack, ExpectedResult, TABLES, all};
pub use attempt::{Attempt, attempt};
pub use builder::{AttackBuilder, Planted};
pub use loop_attempt::loop_attempt;
pub use session::{Session, ShownPlace, ShownRecord};
pub use tally::{AttemptFn, Tally, run};
pub use tree::Tree;

/// A seeded random number generator (SplitMix64).
#[derive(Clone, Debug)]
pub struct SeededRandom(u64);

impl SeededRandom {
    /// A generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The generator of one attempt under a seed.
    #[must_use]
    pub fn of(seed: u64, number: u64) -> Self {
        let mut rng = Self(seed ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93));
        rng.next_u64();
        rng
    }

    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`; 0 where that is 0.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next_u64() % end.max(1) as u64).unwrap_or(0)
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        let width = high.saturating_sub(low) as usize + 1;
        low + u32::try_from(self.below(width)).unwrap_or(0)
    }

    /// True with this probability in percent.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the items.
    ///
    /// # Panics
    /// Where there are none.
    pub fn pick<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.below(items.len())]
    }

    /// One of the items; `None` where there are none.
    pub fn any<T>(&mut self, items: impl IntoIterator<Item = T>) -> Option<T> {
        let mut items: Vec<T> = items.into_iter().collect();
        if items.is_empty() {
            return None;
        }
        let at = self.below(items.len());
        Some(items.swap_remove(at))
    }
}
