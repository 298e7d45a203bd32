//! Single-file components: Vue, Svelte and Astro. Their scripts are TypeScript, or JavaScript, which the same grammar
//! parses; the names that the markup uses are extracted from it. The file is the component.

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
        self_names: &["this"],
        modules: Modules::All,
        component: Some(pieces),
        imports: &EcmaImports,
        ..Language::new(
            name,
            extensions,
            || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
            &[SHARED, FACTS],
        )
    }
}
