//! Scores of files and of places in them: BM25 over fields, with the word statistics of this repository.

pub(super) mod files;
mod folder;
mod names;
pub(super) mod passages;
mod test_links;
