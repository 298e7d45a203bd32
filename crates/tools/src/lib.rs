//! The tools with which an explorer model reads a repository, and the sandbox that confines them.
//!
//! [`Toolbox::open`] opens one root. It provides the four [`Tool`](firsthand_agent::Tool)s that observe a
//! repository, each an adapter from one library's result to typed observations:
//!
//! | tool | shows |
//! |---|---|
//! | `search_code` | windows on symbols for a query, or the places related to a symbol |
//! | `grep` | clusters of matching lines with context |
//! | `read_file` | lines of one file |
//! | `list_files` | paths, and a tree with counts |
//!
//! and the [`FileSource`](firsthand_agent::FileSource) that reads cited files again before a report
//! is built.
//!
//! ```
//! use firsthand_agent::Cancel;
//! use firsthand_registry::{Registry, show};
//! use firsthand_tools::{ToolOptions, Toolbox};
//!
//! let root = tempfile::tempdir()?;
//! std::fs::write(root.path().join("greet.rs"), "fn greet() {\n    println!(\"hello\");\n}\n")?;
//! std::fs::write(root.path().join(".env"), "PASSWORD=never shown\n")?;
//!
//! let toolbox = Toolbox::open(root.path(), ToolOptions::default())?;
//! let read = toolbox.tool("read_file").ok_or("no such tool")?;
//! let call = toolbox.call(Cancel::new(), 12_000);
//! let runtime = tokio::runtime::Builder::new_current_thread().build()?;
//!
//! let output = runtime.block_on(read.call(serde_json::json!({"path": "greet.rs"}), &call))?;
//! let mut registry = Registry::new();
//! let ids = registry.observe(output.observations[0].clone());
//! let text = show(&output.observations[0], &ids)?;
//! assert!(text.starts_with("#### greet.rs [c1] 1-3 (to the end)\n1| fn greet() {\n"));
//!
//! let refused = runtime.block_on(read.call(serde_json::json!({"path": ".env"}), &call));
//! assert!(refused.is_err_and(|error| error.to_string().contains("holds secrets")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The law kept here is `contained`:
//! - Nothing outside the root is shown: a path from a model is relative and has no `..`; no symbolic
//!   link is followed; and the opened file is checked to be the requested one, so that a link that is
//!   created meanwhile has no effect.
//! - All tools skip the files that git ignores, hidden files, and anything that is not a regular file. Binary
//!   and oversized files are listed, but never shown or searched.
//! - Files that contain secrets by convention are never opened. Text with the form of a secret is replaced
//!   in other files ([`redact`]) and in names ([`redact_name`]); a line with a secret can be shown, but
//!   never quoted. Whether such a line matches a pattern depends only on the text beside the secret, so that no
//!   output of `grep` reveals a part of a secret. (`search_code` counts words of a query in the raw
//!   bytes: a query that contains a whole secret reveals that the secret is present.)
//! - What a policy of the host refuses ([`Toolbox::open_under`]) is left out as excluded files are, and what it redacts in
//!   other files is treated as secrets are.
//! - No tool writes a file or runs a program.
//!
//! A wrong argument or an unreadable file is a [`ToolError::Answer`](firsthand_agent::ToolError): a message to the
//! model that states what would be accepted. Blocking work runs on tokio's blocking threads and checks the
//! cancellation flag once per file.
//!
//! Not for: deciding what to look at (a model does), finding symbols (`firsthand-codegraph` does), or
//! recording what was observed (`firsthand-registry` does).
#![cfg_attr(test, allow(clippy::disallowed_methods))] // Tests create the trees that they read.

mod absence;
mod arguments;
mod file_source;
mod no_use;
mod past_end;
mod pattern;
mod policy;
mod reply;
mod repo;
mod sandbox;
mod scope;
mod shown;
mod similar_paths;
mod site_lines;
mod spellings;
mod text_only;
mod toolbox;
mod tools;
mod usages;

pub use absence::{
    Absence, AbsenceError, AbsenceRequest, FoundLine, FoundLines, NearName, NearNames,
};
pub use arguments::{parse, spec, tool_fn};
pub use firsthand_source::secrets::{Redacted, is_secret_path, redact, redact_name};
pub use no_use::{EmptyRelation, NameLines, NoUse, Undecided, Unused};
pub use sandbox::{ReadError, ResolveError, RootError, Sandbox};
pub use shown::{declaration_label, search_coverage, shown_declaration, token_counts};
pub use site_lines::{best_run, lines_around, site_clusters};
pub use toolbox::{OpenError, ToolOptions, Toolbox};
pub use usages::{Use, UsedDeclaration, Uses};
