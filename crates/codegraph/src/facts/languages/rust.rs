//! Rust.

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    interpreters: &["rust-script"],
    separator: "::",
    self_names: &["self", "Self"],
    own_types: &["Self"],
    qualified_without_import: true,
    declared_types: true,
    factories: &["default", "new"],
    pointer_types: &[
        "Arc",
        "Box",
        "Cow",
        "Deref",
        "DerefMut",
        "LazyLock",
        "MutexGuard",
        "Pin",
        "Rc",
        "Ref",
        "RefMut",
        "RwLockReadGuard",
        "RwLockWriteGuard",
    ],
    uncallable_kinds: &["field"],
    test_attributes: &["#[cfg(test)]", "#[test]"],
    imports: &imports::RustImports,
    ..Language::new(
        "rust",
        &["rs"],
        || tree_sitter_rust::LANGUAGE.into(),
        &[include_str!("rust/facts.scm")],
    )
};
