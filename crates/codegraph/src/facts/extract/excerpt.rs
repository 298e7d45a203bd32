//! Extracts the facts about a name from the parts of a text around it.

use super::watch::Watch;
use super::{facts_of, is_risky, parse};
use crate::facts::{Facts, Language};
use firsthand_source::Cancel;
use std::ops::Range;

/// The parts of a text from which its facts about a name come, see [`Language::excerpt`]. `None` if they come from the
/// whole text, or if the parts may not be parsed in this process.
pub(crate) fn excerpt(language: &Language, text: &[u8], at: &[usize]) -> Option<Vec<Range<usize>>> {
    let ranges = (language.excerpt?)(text, at)?;
    let parts: Vec<&[u8]> = ranges.iter().map(|range| &text[range.clone()]).collect();
    (!is_risky(language, &parts.concat())).then_some(ranges)
}

/// Extracts only the facts of `text` that concern the name at the offsets `at`, which ascend, from the parts `ranges` of
/// it; declarations without the name are missing. `None` if these facts need the whole text.
pub(crate) fn extract_excerpt(
    language: &Language,
    text: &[u8],
    ranges: &[Range<usize>],
    at: &[usize],
    watch: &Watch,
    cancel: &Cancel,
) -> Option<Facts> {
    let trees = parse::trees(language, text, Some(ranges), watch, cancel)?;
    let has_errors = trees.iter().any(|tree| tree.root_node().has_error());
    let facts = facts_of(&trees, std::iter::empty(), (language, None), text, cancel)?;
    // The type of a receiver may be declared in another part of the file, and what is outside of every declaration is
    // shown up to its neighbours.
    let is_understood = |&at: &usize| {
        let at = at as u32;
        let is_inside = facts.enclosing(at).is_some();
        match facts.reference_at(at) {
            Some(reference) => is_inside && reference.qualifier.is_none(),
            None => is_inside || !has_errors,
        }
    };
    let is_complete = !facts.given_up && at.iter().all(is_understood);
    is_complete.then_some(facts)
}

#[cfg(feature = "c")]
#[allow(clippy::unwrap_used)]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Span;
    use crate::facts::extract::extract;
    use crate::facts::languages::of_path;

    /// An excerpt has the facts about a name that the whole text has; `false` if there is no excerpt for it.
    fn check(text: &str, name: &str, expect: bool) {
        let (language, cancel) = (of_path("a.c").unwrap(), Cancel::default());
        let at: Vec<usize> = text.match_indices(name).map(|found| found.0).collect();
        let watch = Watch::of_length(text.len());
        let whole = extract(language, "a.c", text.as_bytes(), &watch, &cancel).unwrap();
        let watch = Watch::of_length(text.len());
        let part = excerpt(language, text.as_bytes(), &at).and_then(|ranges| {
            extract_excerpt(language, text.as_bytes(), &ranges, &at, &watch, &cancel)
        });
        assert_eq!(part.is_some(), expect, "{name} in {text}");
        let facts_of_name = |facts: &Facts| {
            let around = |at: &usize| {
                let symbol = facts.enclosing(*at as u32).map(|at| &facts.symbols[at]);
                let symbol = symbol.map(|s| (s.qualified.clone(), s.kind.clone(), s.span.clone()));
                (symbol, facts.reference_at(*at as u32).cloned())
            };
            let named = facts.symbols.iter().filter(|symbol| symbol.name == name);
            let named: Vec<Span> = named.map(|symbol| symbol.span.clone()).collect();
            let around: Vec<_> = at.iter().map(around).collect();
            (named, around, facts.imports.clone(), facts.lines)
        };
        if let Some(part) = part {
            assert_eq!(facts_of_name(&part), facts_of_name(&whole), "{text}");
        }
    }

    #[test]
    fn an_excerpt_has_the_same_facts_about_a_name() {
        let text = "#include <a.h>\n\n/* Calls grow. */\nstatic int __init one(int size)\n{\n\tif (size)\n\t\treturn grow(size);\n\nout:\n\treturn 0;\n}\n\n#ifdef B\nint grow(int size)\n{\n\treturn size + 1;\n}\n#else\nint grow(int size);\n#endif\n\nstatic struct ops table = {\n\t.read = two,\n\t.grow = grow,\n};\nint two(struct ops *ops) { return ops->read(ops); }\nEXPORT(two);\n\n#if LIMIT > 2\nint c = 1;\n#endif\n";
        for (name, expect) in [
            ("grow", true),
            ("one", true),
            ("size", true),
            ("table", true),
            ("absent", true),
            // Outside of every declaration; the type of a receiver; in a condition.
            ("two", false),
            ("read", false),
            ("LIMIT", false),
        ] {
            check(text, name, expect);
        }
    }
}
