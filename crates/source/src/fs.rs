//! The files of a tree: the one walker and the one safe reader.
//!
//! For any content of a tree, and any concurrent change to it: no link is followed, no pipe is waited for, nothing is
//! read beyond its limit, and nothing outside the root is opened. The law `contained` relies on this module.

mod encoding;
mod git;
mod globs;
mod ignore_files;
mod open;
mod private;
mod read;
mod rules;
mod source_tree;
mod walk;
mod workspace;

pub use encoding::{text_of, text_of_utf16};
pub use git::{GitError, GitFolder};
pub use globs::{GlobError, Globs, LeavesOut};
pub use open::open_no_follow;
pub use private::{create_private_file, create_private_folder};
pub use read::{MAX_LARGE_BYTES, ReadError, Root, read_named, read_unfollowed};
pub use source_tree::{Skip, SourceTree, TreeReader};
pub use walk::{
    FileEntry, FileState, HidingRule, Inventory, LeftOut, Skipped, Survey, Walk, names_in, try_list,
};
pub use workspace::{RootName, Workspace, WorkspaceError, WorkspaceRoot};
