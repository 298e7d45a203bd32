//! Lua.

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    own: &["self"],
    imports: &imports::Requires,
    ..Language::new(
        "lua",
        &["lua"],
        || tree_sitter_lua::LANGUAGE.into(),
        &[include_str!("lua/facts.scm")],
    )
};
