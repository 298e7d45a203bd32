//! The tools' output for a model, on small trees that the tests create.
#![cfg(unix)] // The tests create symbolic links and pipes.
#![allow(clippy::unwrap_used)] // A failed setup panics, which fails the test.
#![allow(clippy::disallowed_methods)] // Tests create the trees that they read.

mod absence;
mod bad_arguments;
mod bad_files;
mod contained;
mod coverage;
mod encodings;
mod file_source;
mod grep;
mod grep_alike;
mod list_files;
mod no_use;
mod probing;
mod read_file;
mod reads;
mod receipts;
mod recovery;
mod search_code;
mod search_code_lists;
mod search_code_parts;
mod secrets;
mod specs;
mod swapped;
mod tree;
mod usages;
