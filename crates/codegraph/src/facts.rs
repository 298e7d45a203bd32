//! The second layer: the facts of files, extracted by the parsers and patterns of their languages.

pub(crate) mod extract;
pub(crate) mod fact_store;
mod file_facts;
pub(crate) mod file_tree;
pub(crate) mod files;
mod import;
pub(crate) mod isolation;
pub(crate) mod languages;
mod lookups;
pub(crate) mod parsed_file;
pub(crate) mod pattern;
pub(crate) mod scanned_query;

pub(crate) use file_facts::*;
pub(crate) use import::*;
pub(crate) use languages::Language;
pub(crate) use parsed_file::ParsedFile;
