//! Models for the exploration loop.
//!
//! [`Builtin`] is the embedded default: a fixed policy over tool results. It needs no key and no
//! network, and it is a [`Model`](firsthand_agent::Model) like any other: it sees what the tools
//! showed, names ids, and its report goes through the same validator.
//!
//! ```
//! use firsthand_agent::Model as _;
//! use firsthand_providers::Builtin;
//!
//! assert_eq!(Builtin::new().name(), "builtin");
//! ```
//!
//! `HttpModel` (feature `http`, on by default) is a language model behind a server: OpenAI's chat
//! completions, which most servers speak, Anthropic's messages, or Gemini's contents.
//!
#![cfg_attr(feature = "http", doc = "```")]
#![cfg_attr(not(feature = "http"), doc = "```ignore")]
//! use firsthand_providers::{HttpModel, OpenError, Service};
//!
//! let service = Service::named("openai").ok_or("no such service")?;
//! let here = HttpModel::open(service, "qwen3", Some("http://127.0.0.1:8080/v1"), None)?;
//! assert_eq!(format!("{here:?}"), r#"HttpModel { name: "openai:qwen3", .. }"#);
//!
//! let there = HttpModel::open(service, "gpt-5", None, None);
//! assert!(matches!(there, Err(OpenError::MissingKey { variable: "OPENAI_API_KEY", .. })));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Why adapters of our own
//!
//! Three APIs are about 600 lines on reqwest, and the faults are most of the work in any case: what
//! may be tried again, for how long, what half a stream is worth, what a server's words mean. genai 0.7
//! speaks more APIs, and was read for this. It has no retries and no notion of a run's time left, its
//! errors carry whole bodies of answers (which may repeat a key), it brings about 70 more crates, and
//! it turns on serde_json's `preserve_order` for the whole build, which changes what transcripts and
//! schemas look like.
//!
//! TLS is rustls with ring: reqwest's default brings a C library that takes a minute to build.
//!
//! Law kept here: `generic`. The policy weighs words by how rare they are in the repository and places
//! by how they are related; no word means anything to it. Not for: observing (`firsthand-tools`), or
//! deciding what of a report stands (`firsthand-validator`).

mod builtin;
#[cfg(feature = "http")]
mod http;

pub use builtin::Builtin;
#[cfg(feature = "http")]
pub use http::{HttpModel, ModelApi, OpenError, Pace, SERVICES, Secret, Service, UrlForm, Wait};
