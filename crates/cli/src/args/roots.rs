//! The roots of a server.

use std::path::PathBuf;

use clap::Args;

use super::Root;
use crate::failure::Failure;
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
    /// The default root, and the others.
    ///
    /// # Errors
    /// A failure if no root is named and the working folder is none that a server should search: some clients start
    /// their servers in the home folder, or in the top folder of the file system.
    pub(crate) fn find(&self, terminal: &Terminal) -> Result<(PathBuf, &[PathBuf]), Failure> {
        if let Some((first, others)) = self.root.split_first() {
            return Ok((first.clone(), others));
        }
        match root::above_projects() {
            Some(folder) => Err(Failure::AboveProjects(folder)),
            None => Ok((Root { root: None }.find(terminal), &[])),
        }
    }
}
