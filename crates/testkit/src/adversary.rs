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
mod file_change;
mod loop_attempt;
mod random;
mod result;
mod session;
mod tally;
mod tree;
mod words;

pub use arena::{ATTEMPTS_PER_ARENA, Arena};
pub use attacks::{Attack, ExpectedResult, TABLES, all};
pub use attempt::attempt;
pub use builder::{AttackBuilder, Planted, SelectionField};
pub use file_change::FileChange;
pub use loop_attempt::loop_attempt;
pub use random::SeededRandom;
pub use result::{AttackResult, Attempt};
pub use session::{AdapterFault, Session, ShownPlace, ShownRecord};
pub use tally::{AttemptFn, Tally, run};
pub use tree::Tree;
