//! Zig.

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    self_names: &["self", "Self", "@This()"],
    uncallable_kinds: &["field", "variant"],
    imports: &imports::FileImports,
    ..Language::new(
        "zig",
        &["zig"],
        || tree_sitter_zig::LANGUAGE.into(),
        &[include_str!("zig/facts.scm")],
    )
};
