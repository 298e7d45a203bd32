//! Lua.

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    interpreters: &["lua", "luajit"],
    self_names: &["self"],
    imports: &imports::LuaImports,
    ..Language::new(
        "lua",
        &["lua"],
        || tree_sitter_lua::LANGUAGE.into(),
        &[include_str!("lua/facts.scm")],
    )
};
