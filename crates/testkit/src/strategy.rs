//! Strategies for proptest: well-formed things, and hostile ones.

mod said;
mod seen;

pub use said::{budgets, call, hostile_arguments, id, reply, selection, turn};
pub use seen::{file, line, observation, output, path, repo, span, window};
