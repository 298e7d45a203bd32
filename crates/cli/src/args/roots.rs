//! The roots of a server.

use std::path::PathBuf;

use clap::Args;

use super::Root;
use crate::paint::Terminal;

/// Where clients may look.
#[derive(Args, Debug)]
pub(crate) struct Roots {
    /// A repository that clients may ask about; may be repeated; the first is the default root
    /// [default: the one around the working folder, or else that folder]
    #[arg(long, value_name = "DIR")]
    root: Vec<PathBuf>,
}

impl Roots {
    /// The default root, and the others.
    pub(crate) fn find(&self, terminal: &Terminal) -> (PathBuf, &[PathBuf]) {
        match self.root.split_first() {
            Some((first, others)) => (first.clone(), others),
            None => (Root { root: None }.find(terminal), &[]),
        }
    }
}
