//! Single-file components: Vue, Svelte and Astro. Their scripts are TypeScript, or JavaScript, which the same grammar
//! parses. A scanner of the markup extracts the names that the markup uses. Each file declares one component, with the
//! name of the file.

use super::javascript::{ECMASCRIPT, ECMASCRIPT_FACTS, TYPESCRIPT_FACTS};
use super::{EmbeddedCode, Language, Modules};

mod markup;
mod scripts;
mod uses;

pub(super) static VUE: Language = Language {
    dashed_tags: true,
    patterns: &[ECMASCRIPT_FACTS, TYPESCRIPT_FACTS, include_str!("components/vue.scm")],
    ..component("vue", &["vue"], scripts::members)
};
pub(super) static SVELTE: Language =
    Language { value_sign: Some('$'), ..component("svelte", &["svelte"], scripts::elements) };
pub(super) static ASTRO: Language = component("astro", &["astro"], scripts::fenced);

const fn component(
    name: &'static str,
    extensions: &'static [&'static str],
    embedded_code: fn(&[u8]) -> EmbeddedCode,
) -> Language {
    Language {
        name,
        extensions,
        grammar: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        patterns: &[ECMASCRIPT_FACTS, TYPESCRIPT_FACTS],
        holds_markup: true,
        modules: Modules::All,
        embedded_code: Some(embedded_code),
        ..ECMASCRIPT
    }
}
