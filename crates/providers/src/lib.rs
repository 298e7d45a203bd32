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
//! let local = HttpModel::open(service, "qwen3", Some("http://127.0.0.1:8080/v1"), None)?;
//! assert_eq!(format!("{local:?}"), r#"HttpModel { name: "openai:qwen3", .. }"#);
//!
//! let hosted = HttpModel::open(service, "gpt-5", None, None);
//! assert!(matches!(hosted, Err(OpenError::MissingKey { variable: "OPENAI_API_KEY", .. })));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Why adapters of our own
//!
//! The adapters for the three APIs are about 600 lines on top of reqwest. Most of the work is the handling of faults,
//! which a library would leave to us: which requests are retried and for how long, when half a stream counts as an
//! answer, and which fault a server's error message means. genai 0.7 supports more APIs, and was examined as an
//! alternative. It has no retries and no notion of a run's time left, its errors contain whole bodies of answers
//! (which may repeat a key), it adds about 70 crates, and it turns on serde_json's `preserve_order` for the whole
//! build, which changes the form of transcripts and schemas.
//!
//! TLS is rustls with ring: reqwest's default brings a C library that takes a minute to build.
//!
//! This crate keeps the law `generic`: `Builtin` weighs words by how rare they are in the repository, and orders places
//! by their ranks in the search and by which of them mention each other; it gives no word a meaning of its own. Not
//! for: observing (`firsthand-tools`), or deciding which parts of a report are verified (`firsthand-validator`).

mod builtin;
#[cfg(feature = "http")]
mod http;

pub use builtin::Builtin;
#[cfg(feature = "http")]
pub use http::{
    Candidate, Candidates, HttpModel, ModelApi, OpenError, Pace, SERVICES, Secret, Service,
    UrlForm, Wait, Zoekt, ZoektError,
};
