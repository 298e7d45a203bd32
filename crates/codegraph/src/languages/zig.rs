//! Zig.

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    own: &["self", "Self", "@This()"],
    uncalled: &["field", "variant"],
    imports: &imports::FileImports,
    ..Language::new(
        "zig",
        &["zig"],
        || tree_sitter_zig::LANGUAGE.into(),
        &[include_str!("zig/facts.scm")],
    )
};
