//! The MCP server, through which coding agents use Firsthand.
//!
//! Two profiles. With [`Profile::Explore`] a client asks whole questions: `explore_code` explores with the model that
//! the server was set up with, `search_code` searches without one, `impact_of_change` lists what a change touches, and `research_code` (if asked for) researches a broader topic, with
//! or without a language model. With [`Profile::Driven`] the client's own agent is the explorer model, and no key is
//! needed: `open` gives a handle, and the loop's tools work on the conversation of that handle. Either way it is the same
//! loop, registry, validator and report as everywhere else.
//!
//! ```no_run
//! use firsthand::{Cancel, Explorer};
//! use firsthand_mcp::{Limits, Profile, Roots, McpConfig, serve_stdio};
//!
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let roots = Roots::new(Explorer::builder("path/to/repository").build()?, []);
//! let config = McpConfig { profile: Profile::Explore, roots, limits: Limits::default(), structured: false, research: false, research_model: None };
//! serve_stdio(config, Cancel::new()).await?;
//! # Ok(()) }
//! ```
//!
//! Clients are limited: only roots that were allowed at start can be used, and, if the server accepts them, those that the
//! client itself offers; concurrent runs are queued, a handle belongs
//! to the client that opened it and expires, and only the most recent reports are stored. A cancelled call, a dropped
//! HTTP request and a closed input end their runs.
//!
//! The laws are those of the crates below. Setting clients up and choosing a model are tasks of the command line.

mod client;
mod config;
mod driven;
mod finished;
mod http;
mod in_flight;
mod progress;
mod roots;
mod server;
mod stdio;
mod tool_result;
mod tools;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use config::{Limits, McpConfig, Profile, ServerDescription, describe};
pub use http::{HttpOptions, HttpServer, ServeError};
pub use roots::Roots;
pub use stdio::{refuse_on, refuse_stdio, serve_on, serve_stdio};

/// What the mutex guards, also after a panic of who held it.
fn lock<T>(guarded: &Mutex<T>) -> MutexGuard<'_, T> {
    guarded.lock().unwrap_or_else(PoisonError::into_inner)
}
