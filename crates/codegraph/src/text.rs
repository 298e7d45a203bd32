//! The first layer: the texts of a tree, their words, and how well words fit a query.

pub(crate) mod brackets;
pub(crate) mod constants;
pub(crate) mod distinct;
pub(crate) mod entries;
pub(crate) mod files_by_name;
pub(crate) mod head_lines;
pub(crate) mod likelihood;
pub(crate) mod lines_with;
pub(crate) mod listing;
pub(crate) mod memo;
pub(crate) mod named_files;
pub(crate) mod occurring;
pub(crate) mod path_names;
pub(crate) mod postings_cache;
pub(crate) mod quantities;
pub(crate) mod rank;
pub(crate) mod scan;
pub(crate) mod scope;
pub mod store;
pub(crate) mod tokens;
pub(crate) mod tree;
pub(crate) mod unread;
pub(crate) mod window;
pub(crate) mod words;
