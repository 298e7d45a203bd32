//! GraphQL: schemas and queries.

use super::Language;

pub(super) static LANGUAGE: Language = Language {
    folder_scope: true,
    ..Language::new(
        "graphql",
        &["graphql", "gql", "graphqls"],
        || tree_sitter_graphql::LANGUAGE.into(),
        &[include_str!("graphql/facts.scm")],
    )
};
