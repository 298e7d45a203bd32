//! Strategies for proptest: well-formed and hostile values.

mod model;
mod tools;

pub use model::{budgets, call, hostile_arguments, id, reply, selection, turn};
pub use tools::{file, line, observation, output, path, repo, span, window};
