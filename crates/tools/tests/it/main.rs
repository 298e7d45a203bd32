//! What a model sees through the tools, on small trees that the tests make.
#![cfg(unix)] // Links and pipes are made as Unix makes them.
#![allow(clippy::unwrap_used)] // What surrounds a test fails it by panicking.
#![allow(clippy::disallowed_methods)] // Tests make the trees that they look at.

mod bad_arguments;
mod bad_files;
mod contained;
mod file_source;
mod grep;
mod list_files;
mod probing;
mod read_file;
mod reads;
mod recovery;
mod related;
mod search_code;
mod search_code_lists;
mod secrets;
mod specs;
mod swapped;
mod tree;
