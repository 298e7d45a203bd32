//! The law `generic`: banned words and word lists are found anywhere in production code, and nothing else is.

use firsthand_guard::{Config, SourceFile, Vocabulary, check, words};
use firsthand_source::{Letter, fold};
use proptest::prelude::*;

use crate::{banned, findings_as_lines};

/// Items of production code without a finding, in which `{}` is a placeholder for a name, a text or a comment.
fn item() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just("fn {}_of(path: &str) -> usize {\n    path.len()\n}\n"),
        Just("/// Something of {}.\nstruct {}Kind {\n    rows: usize,\n}\n"),
        Just("const NAME: &str = \"some {} here\";\n"),
        Just("fn take(rows: &[u8]) -> bool {\n    // as {} does\n    rows.is_empty()\n}\n"),
        Just("mod inner_{} {\n    /* {} */\n    pub const F: u8 = 1;\n}\n"),
        Just(
            "impl Rows {\n    fn {}(&self) -> String {\n        format!(\"{}: x\", 1)\n    }\n}\n"
        ),
        Just("macro_rules! rows {\n    ($a:expr) => { \"{}\" };\n}\n"),
    ]
}

/// Names that are not banned.
fn unbanned_name() -> impl Strategy<Value = String> {
    "[a-z]{1,6}".prop_filter("not banned", |name| {
        !["gizmo", "tron", "frobni"].iter().any(|part| name.contains(part))
    })
}

/// Spellings of banned terms that can stand in a name.
fn banned_name() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just("gizmotron"),
        Just("gizmo_tron"),
        Just("GizmoTron"),
        Just("Gizmotron"),
        Just("GIZMO_TRON"),
        Just("frobnicators"),
        Just("Frobnicators"),
    ]
}

/// Ways to apply a list of words, `{list}`, to the words of a text; `{f}`, `{t}`, `{p}` and `{l}` are names.
const APPLIED: &[&str] = &[
    "fn {f}({t}: &str) -> usize {\n    tokens({t}).filter(|{p}| ![{list}].contains({p})).count()\n}\n",
    "const {L}: &[&str] = &[{list}];\nfn {f}({t}: &str) -> bool {\n    let {l} = {t}.split_whitespace();\n    for {p} in {l} {\n        if {L}.contains(&{p}) { return false; }\n    }\n    true\n}\n",
    "fn {l}({t}: &str) -> Vec<&str> {\n    {t}.split(|c: char| !c.is_alphanumeric()).collect()\n}\nfn {f}({t}: &str) -> f64 {\n    if {l}({t}).iter().any(|{p}| [{list}].contains({p})) { 0.5 } else { 1.0 }\n}\n",
];

/// Meaningless names that are not keywords.
fn names() -> impl Strategy<Value = Vec<String>> {
    prop::collection::btree_set("[a-z]{2,6}_n", 4).prop_map(|names| names.into_iter().collect())
}

fn fill(items: &[(&str, String)]) -> String {
    let filled = items.iter().map(|(item, name)| item.replace("{}", name));
    filled.collect::<Vec<_>>().join("\n")
}

fn findings_in(text: String, vocabulary: &Vocabulary) -> Vec<String> {
    let path = "src/some.rs".to_owned();
    findings_as_lines(&check(&[SourceFile { path, text }], &Config::default(), vocabulary))
}

proptest! {
    #[test]
    fn generic_a_banned_word_is_found_wherever_it_stands(
        before in prop::collection::vec((item(), unbanned_name()), 0..6),
        planted in (item(), banned_name()),
        after in prop::collection::vec((item(), unbanned_name()), 0..6),
    ) {
        let text_before = fill(&before);
        let first = text_before.lines().count() + 1;
        let (item, name) = planted;
        let last = first + item.lines().count();
        let text = [text_before, fill(&[(item, name.to_owned())]), fill(&after)].join("\n");
        let found = findings_in(text.clone(), &banned());
        let lines: Vec<usize> = found
            .iter()
            .map(|one| one.split(':').nth(1).unwrap().parse().unwrap())
            .collect();
        prop_assert!(found.iter().all(|one| one.ends_with("vocabulary")), "{found:?}\n{text}");
        prop_assert_eq!(lines.len(), item.matches("{}").count(), "{}", text);
        prop_assert!(lines.iter().all(|line| (first..=last).contains(line)), "{found:?}\n{text}");
    }

    #[test]
    fn generic_a_list_over_words_is_found_under_any_name(
        applied in prop::sample::select(APPLIED),
        names in names(),
        list in prop::collection::btree_set("[a-z]{2,8}", 2..6),
    ) {
        let list: Vec<String> = list.iter().map(|word| format!("\"{word}\"")).collect();
        let mut text = applied.replace("{list}", &list.join(", ")).replace("{L}", &names[3].to_uppercase());
        for (place, name) in ["{f}", "{t}", "{p}", "{l}"].iter().zip(&names) {
            text = text.replace(place, name);
        }
        let found = findings_in(text.clone(), &banned());
        prop_assert!(found.iter().any(|one| one.ends_with("word-list")), "{found:?}\n{text}");
    }

    #[test]
    fn generic_a_clean_file_has_no_finding(items in prop::collection::vec((item(), unbanned_name()), 0..12)) {
        let text = fill(&items);
        prop_assert_eq!(findings_in(text, &banned()), Vec::<String>::new());
    }

    #[test]
    fn generic_tests_may_name_anything(name in banned_name(), item in item()) {
        let inside = fill(&[(item, name.to_owned())]);
        let text = format!("fn f() {{}}\n\n#[cfg(test)]\nmod tests {{\n{inside}}}\n");
        prop_assert_eq!(findings_in(text, &banned()), Vec::<String>::new());
    }

    #[test]
    fn generic_splitting_into_words_is_total(text in any::<String>()) {
        let found = words(&text);
        let is_of_word = |c: char| !matches!(Letter::of(c), Letter::Other | Letter::Joint);
        let mut last = 0;
        for word in &found {
            prop_assert!(last <= word.start && word.start < word.end);
            let own = &text[word.start..word.end];
            prop_assert!(own.contains(is_of_word), "{own:?}");
            prop_assert_eq!(fold(own), word.text.as_str());
            prop_assert!(!text[last..word.start].contains(is_of_word));
            last = word.end;
        }
        prop_assert!(!text[last..].contains(is_of_word));
    }

    /// The words are those of `firsthand_source::split_words`, cut around digits. Letters without case are not
    /// generated: they are one word here, and pairs in `split_words`.
    #[test]
    fn generic_words_are_those_of_split_words_cut_at_digits(text in "[a-cA-C0-2äßжÄЖ½_$. “—\n-]{0,40}") {
        let split_at_digits = |word: String| -> Vec<String> {
            let letters: Vec<char> = word.chars().collect();
            let chunks = letters.chunk_by(|a, b| a.is_numeric() == b.is_numeric());
            chunks.map(|chunk| chunk.iter().collect()).collect()
        };
        let expect: Vec<String> = firsthand_source::split_words(&text).flat_map(split_at_digits).collect();
        let found: Vec<String> = words(&text).into_iter().map(|word| word.text).collect();
        prop_assert_eq!(found, expect);
    }

    #[test]
    fn generic_any_text_can_be_checked(
        text in any::<String>(),
        parts in prop::collection::vec(prop_oneof![
            Just("match query {"), Just("\"a\" => 1,"), Just("}"), Just("(["), Just("\"the\","), Just("//"),
            Just("re.is_match(query)"), Just("guard: allow("), Just(") reason=\""), Just("\n"), Just("'"),
        ], 0..40),
        extension in prop_oneof![Just("rs"), Just("ts"), Just("tsx"), Just("py"), Just("txt")],
    ) {
        for text in [text, parts.concat()] {
            let path = format!("src/some.{extension}");
            let lines = text.matches('\n').count() + 1;
            for one in check(&[SourceFile { path, text }], &Config::default(), &banned()) {
                prop_assert!((1..=lines).contains(&one.line) && one.line <= one.end_line);
            }
        }
    }
}

#[test]
fn generic_words_are_split_at_separators_capitals_and_digits() {
    let check = |text: &str, expect: &[&str]| {
        let found: Vec<String> = words(text).into_iter().map(|word| word.text).collect();
        assert_eq!(found, expect, "{text}");
    };
    check("snake_case kebab-case", &["snake", "case", "kebab", "case"]);
    check("camelCase PascalCase", &["camel", "case", "pascal", "case"]);
    check("parseHTTPHeader XMLs", &["parse", "http", "header", "xm", "ls"]);
    check("utf8 v2Beta", &["utf", "8", "v", "2", "beta"]);
    check("ÜberGroß 数据", &["über", "groß", "数据"]);
    check("", &[]);
    check("-_ .", &[]);
}
