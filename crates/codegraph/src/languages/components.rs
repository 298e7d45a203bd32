//! Components in one file: Vue, Svelte and Astro. Their scripts are TypeScript, or JavaScript, which
//! the same grammar reads; what markup uses is looked for in it. The file is the component.

use std::sync::OnceLock;

use super::javascript::{EcmaImports, SHARED};
use super::typescript::FACTS;
use super::{Language, Modules, Pieces};

mod markup;
mod scripts;
mod uses;

pub(super) static VUE: Language = component("vue", &["vue"], scripts::elements);
pub(super) static SVELTE: Language = component("svelte", &["svelte"], scripts::elements);
pub(super) static ASTRO: Language = component("astro", &["astro"], scripts::fenced);

const fn component(
    name: &'static str,
    extensions: &'static [&'static str],
    pieces: fn(&[u8]) -> Pieces,
) -> Language {
    Language {
        name,
        extensions,
        grammar: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        facts: &[SHARED, FACTS],
        separator: ".",
        own: &["this"],
        folder_scope: false,
        paths_in_code: false,
        modules: Modules::All,
        bare_members: false,
        nominal: false,
        uncalled: &[],
        class_scope: false,
        component: Some(pieces),
        test_marks: &[],
        imports: &EcmaImports,
        compiled: OnceLock::new(),
    }
}
