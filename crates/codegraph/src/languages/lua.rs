//! Lua.

use std::sync::OnceLock;

use super::{Language, Modules};

mod imports;

pub(super) static LANGUAGE: Language = Language {
    name: "lua",
    extensions: &["lua"],
    grammar: || tree_sitter_lua::LANGUAGE.into(),
    facts: &[include_str!("lua/facts.scm")],
    separator: ".",
    own: &["self"],
    folder_scope: false,
    paths_in_code: false,
    modules: Modules::None,
    bare_members: false,
    nominal: false,
    uncalled: &[],
    class_scope: false,
    component: None,
    test_marks: &[],
    imports: &imports::Requires,
    compiled: OnceLock::new(),
};
