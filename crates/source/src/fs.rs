//! The files of a tree: the one walker and the one safe reader.
//!
//! Whatever stands in a tree, and whatever changes in it meanwhile: no link is followed, no pipe waited for, nothing read
//! beyond its limit, nothing outside the root opened. `contained` rests on this module.

mod globs;
mod hiding;
mod ignore_files;
mod open;
mod read;
mod rules;
mod walk;

pub use globs::{GlobError, Globs};
pub use hiding::HidingRule;
pub use read::{ReadError, Root, read_named};
pub use walk::{FileEntry, FileState, Inventory, Skipped, Walk, try_list};
