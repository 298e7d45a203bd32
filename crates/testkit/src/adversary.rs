//! An adversary that tries to get a lie into a report, and what becomes of it.
//!
//! An attempt takes a small hostile repository, what tools said of it (some of them lie), files that
//! change afterwards, and a selection made of several attacks. What is printed then is judged by the
//! [`oracle`](crate::oracle), which shares no code with what it judges. A seed and a number make the
//! same attempt again.
//!
//! An attack is one row of a table in `adversary/attacks/`; to add one, write its row.

mod attacks;
mod attempt;
mod decay;
mod dice;
mod hand;
mod judge;
mod ring;
mod sight;
mod talk;
mod tally;
mod tree;
mod words;

pub use attacks::{Attack, ExpectedResult, TABLES, all};
pub use attempt::attempt;
pub use decay::FileChange;
pub use dice::SeededRandom;
pub use hand::{AttackBuilder, Planted, SelectionField};
pub use judge::{Answer, Attempt};
pub use ring::{Arena, RING};
pub use sight::{AdapterFault, Session, ShownPlace, ShownText};
pub use talk::talk;
pub use tally::{AttemptFn, Tally, run};
pub use tree::Tree;
