//! The crate from outside, over small trees that the tests make.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)] // Tests make their own trees.

mod asked_names;
mod commonjs;
mod components;
mod configs;
mod constructors;
mod declarations;
mod declarations_more;
mod declared_types;
mod explicit_types;
mod exports;
mod guessed_words;
mod hostile;
mod ignoring;
mod inventory;
mod javascript_modules;
mod languages;
mod laws;
mod limits;
mod locals;
mod named_places;
mod newer_syntax;
mod overriding;
mod prototypes;
mod receivers;
mod relations;
mod relations_rules;
mod renames;
mod repo;
mod resolution;
mod ruby;
mod search;
mod siblings;
mod structural;
mod types;
mod unread_texts;
