//! Comments outside declarations are no places for words that stand in the code of their file, too.

use crate::repo::Repo;

/// The places of a search, as `path:first-last`.
fn check(files: &[(&str, &str)], query: &str, expect: &[&str]) {
    let found = Repo::of(files).search(query);
    let places = found.regions.iter();
    let mut seen: Vec<String> =
        places.map(|region| format!("{}:{}", region.path, region.range)).collect();
    seen.sort();
    assert_eq!(seen, expect, "{query}");
}

#[test]
fn a_comment_before_the_code_is_a_place_for_its_own_words_alone() {
    for (path, comment, code) in [
        ("a.php", "<?php\n/*\n * TokenReader.php\n * licence\n */\n", "class TokenReader\n{\n}\n"),
        ("a.rb", "# Table: token_reader\n#\n# licence\n#\n#\n", "class TokenReader\nend\n"),
        ("a.ts", "/*\n * TokenReader.\n *\n * licence\n */\n", "export class TokenReader {\n}\n"),
        (
            "a.go",
            "// TokenReader.\n//\n//\n// licence\n//\n",
            "package a\n\ntype TokenReader struct {\n}\n",
        ),
        (
            "a.c",
            "/*\n * TokenReader.\n *\n * licence\n */\n",
            "struct TokenReader {\n int a;\n};\n",
        ),
    ] {
        let text = format!("{comment}\n{code}");
        let files = [(path, text.as_str()), ("b.txt", "nothing\n")];
        let lines = text.lines().count();
        let start = lines - code.trim_start_matches("package a\n\n").lines().count() + 1;
        let declared = format!("{path}:{start}-{lines}");
        check(&files, "token reader", &[&declared]);
        check(&files, "licence", &[&format!("{path}:1-5")]);
    }
}
