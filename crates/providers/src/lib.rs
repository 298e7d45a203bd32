//! Models for the exploration loop.
//!
//! [`Builtin`] is the embedded default: a fixed policy over tool results. It needs no key and no
//! network, and it is a [`Model`](firsthand_agent::Model) like any other: it sees what the tools
//! showed, names ids, and its report goes through the same validator.
//!
//! ```
//! use firsthand_agent::Model as _;
//! use firsthand_providers::Builtin;
//!
//! assert_eq!(Builtin::new().name(), "builtin");
//! ```
//!
//! Law kept here: `generic`. The policy weighs words by how rare they are in the repository and places
//! by how they are related; no word means anything to it. Not for: observing (`firsthand-tools`), or
//! deciding what of a report stands (`firsthand-validator`).

mod builtin;

pub use builtin::Builtin;
