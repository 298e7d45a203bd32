//! The roots of a server.

use std::path::PathBuf;

use clap::Args;

use super::Root;
use crate::paint::Terminal;
use crate::root;

/// Where clients may look.
#[derive(Args, Debug)]
pub(crate) struct Roots {
    /// A repository that clients may ask about; may be repeated; the first is the default root
    /// [default: the one around the working folder, or else that folder]
    #[arg(long, value_name = "DIR")]
    root: Vec<PathBuf>,
}

impl Roots {
    /// The default root, and the others. Without arguments it is a folder above projects if the server was started in one:
    /// see [`is_above_projects`](root::is_above_projects).
    pub(crate) fn find(&self, terminal: &Terminal) -> (PathBuf, &[PathBuf]) {
        if let Some((first, others)) = self.root.split_first() {
            return (first.clone(), others);
        }
        let here = std::env::current_dir().unwrap_or_default();
        if root::is_above_projects(&here) {
            (here, &[])
        } else {
            (Root { root: None }.find(terminal), &[])
        }
    }

    /// Whether no root is named, so that those that clients offer are accepted.
    pub(crate) fn is_open(&self) -> bool {
        self.root.is_empty()
    }
}
