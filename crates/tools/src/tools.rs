//! The tools: one file each, and one row here.

mod grep;
mod list_files;
mod read_file;
mod search_code;

use std::sync::Arc;

use firsthand_agent::Tool;

use crate::repo::Repo;

pub(crate) use search_code::counts;

/// Every tool, in the order in which they are described to a model.
pub(crate) fn all(repo: &Arc<Repo>) -> Vec<Arc<dyn Tool>> {
    vec![
        Arc::new(search_code::SearchCode(Arc::clone(repo))),
        Arc::new(grep::Grep(Arc::clone(repo))),
        Arc::new(read_file::ReadFile(Arc::clone(repo))),
        Arc::new(list_files::ListFiles(Arc::clone(repo))),
    ]
}
