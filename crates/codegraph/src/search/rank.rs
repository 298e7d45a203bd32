//! Scores of files and of places in them: BM25 over fields, with the word statistics of this repository.

pub(super) mod files;
mod names;
mod neighbours;
pub(super) mod passages;
