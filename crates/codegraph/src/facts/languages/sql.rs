//! SQL.

use super::{Language, Runtime};

pub(super) static LANGUAGE: Language = Language {
    name: "sql",
    extensions: &["sql"],
    grammar: || tree_sitter_sequel::LANGUAGE.into(),
    patterns: &[include_str!("sql/facts.scm")],
    strains_scanner: has_long_tag,
    folder_scope: true,
    runtime: Some(Runtime::Database),
    ..Language::PLAIN
};

/// The longest tag of a quoted text, with its two `$`, that is parsed.
const MAX_TAG: usize = 64;

/// Whether a text may have a long tag of a quoted text, as in `$tag$ text $tag$`: the scanner copies the tag for each
/// token and does not free it.
fn has_long_tag(text: &[u8]) -> bool {
    let mut tags = text
        .split(|byte| byte.is_ascii_whitespace())
        .filter(|word| word.len() > MAX_TAG)
        .flat_map(|word| word.split(|byte| *byte == b'$').skip(1));
    tags.any(|tag| tag.len() > MAX_TAG)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_tags_strain_the_scanner() {
        let check = |text: &str, expect: bool| {
            assert_eq!(has_long_tag(text.as_bytes()), expect, "{text}");
        };
        check("select $$ a $$, $tag$ b $tag$;", false);
        check(&format!("select ${}$ b", "t".repeat(65)), true);
        check(&format!("select {} b", "t".repeat(65)), false);
    }
}
