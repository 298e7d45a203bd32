//! Protocol buffers.

use super::Language;

mod imports;

pub(super) static LANGUAGE: Language = Language {
    folder_scope: true,
    imports: &imports::ProtoImports,
    ..Language::new(
        "proto",
        &["proto"],
        || tree_sitter_proto::LANGUAGE.into(),
        &[include_str!("proto/facts.scm")],
    )
};
