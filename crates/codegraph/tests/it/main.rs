//! The crate from outside, over small trees that the tests make.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)] // Tests make their own trees.

mod components;
mod configs;
mod declarations;
mod declarations_more;
mod hostile;
mod ignoring;
mod inventory;
mod javascript_modules;
mod languages;
mod laws;
mod limits;
mod locals;
mod overriding;
mod receivers;
mod relations;
mod relations_rules;
mod repo;
mod resolution;
mod search;
mod types;
