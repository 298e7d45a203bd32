//! Lists of banned words.

use firsthand_guard::{Vocabulary, dependencies};

#[test]
fn a_list_has_one_term_a_line() {
    let read = Vocabulary::parse("# why\n\ngo-zero # a repository\nhono\n");
    assert_eq!(read.terms().collect::<Vec<_>>(), ["go-zero", "hono"]);
    assert!(Vocabulary::parse("# nothing\n").is_empty());
}

#[test]
fn dependencies_may_be_named() {
    let lock = "[[package]]\nname = \"grammar-kotlin-ng\"\nversion = \"1.0.0\"\n";
    let names = dependencies("Cargo.lock", lock);
    assert_eq!(names, ["grammar-kotlin-ng"]);
    let remaining = Vocabulary::of(["kotlin", "Grammar Kotlin NG", "astro"]).without(names);
    assert_eq!(remaining.terms().collect::<Vec<_>>(), ["astro"]);
    let json = r#"{"dependencies": {"zod": "3"}, "devDependencies": {"vitest": "1"}}"#;
    assert_eq!(dependencies("web/package.json", json), ["zod", "vitest"]);
    assert_eq!(
        dependencies("requirements.txt", "# pinned\nnumpy>=2\nflask==3\n"),
        ["numpy", "flask"]
    );
}
