//! Tests which text is a citation, which is a quote of a citation, and which is neither.

use super::*;

fn check(document: &str, expect: &[&str]) {
    let shown = citations(document, &Form::Markdown).into_iter().map(|one| {
        let name = one.name.map_or(String::new(), |name| format!(" {name}"));
        let quote = one.quote.map_or(String::new(), |quote| format!(" {quote:?}"));
        let (start, end) = (one.start, one.end);
        format!("{:?} {}:{start}-{end}{name}{quote}", one.style, one.path)
    });
    assert_eq!(shown.collect::<Vec<_>>(), expect, "{document}");
}

#[test]
fn citations_are_found_in_text_in_code_spans_and_in_links() {
    check(
        "See src/a_b_c.rs:12 and `src/b.rs:3-4`, or [this](../src/c%20d.rs#L5-L6).",
        &["Text src/a_b_c.rs:12-12", "Code src/b.rs:3-4", "Link ../src/c d.rs:5-6"],
    );
    check("| a | b |\n|---|---|\n| `x.rs:1` | y.rs:2 |\n", &["Code x.rs:1-1", "Text y.rs:2-2"]);
    check("> It is in `x.rs:1`.\n", &["Code x.rs:1-1"]);
}

#[test]
fn links_out_of_the_repository_and_code_blocks_are_not_citations() {
    check("[src/a.rs:12](https://host.example/blob/abc/src/a.rs#L12)", &[]);
    check("```\nerror\n --> src/a.rs:12:5\n```\n\n    src/b.rs:1\n\n<!-- src/c.rs:2 -->\n", &[]);
    check("---\nsource: a.rs:12\n---\n\nText.\n", &[]);
    check("`cargo test a.rs:12`", &[]);
}

#[test]
fn a_quote_directly_follows_its_citation() {
    check("`a.rs:1`: `fn main() {}`", &["Code a.rs:1-1 FoldedQuote([[\"fn main() {}\"]])"]);
    check("`a.rs:1` calls `fn main() {}`", &["Code a.rs:1-1"]);
    check("`a.rs:1` `main`", &["Code a.rs:1-1 main"]);
    check(
        "From a.rs:1-3:\n\n```rust\nfn a() {\n    // …\n    b();\n```\n",
        &["Text a.rs:1-3 FoldedQuote([[\"fn a() {\"], [\"b();\"]])"],
    );
    check("Run `a.rs:1`:\n\n```console\n$ a b c\n```\n", &["Code a.rs:1-1"]);
    check("See `a.rs:1` for more:\n\n```rust\nlet x = 1;\n```\n", &["Code a.rs:1-1"]);
    check(
        "`a.rs:1`\n\n> let x = 1;\n> let y;\n",
        &["Code a.rs:1-1 FoldedQuote([[\"let x = 1;\", \"let y;\"]])"],
    );
    check("`a.rs:1`\n\n> [!NOTE]\n> Some more words.\n", &["Code a.rs:1-1"]);
    check(
        "```rust title=\"src/a.rs:4\"\nlet x = 1;\n```\n",
        &["Code src/a.rs:4-4 FoldedQuote([[\"let x = 1;\"]])"],
    );
}

/// A code span can begin or end with a line end; in a block quote, a `>` follows it.
#[test]
fn the_range_of_a_citation_in_a_code_span_is_that_of_its_text() {
    for document in
        ["`é.rs:3:\n`", "`\né.rs:3`", "` é.rs:3 `", "> `\n> é.rs:3\n> `", "`` é.rs:3\n``"]
    {
        let found = citations(document, &Form::Markdown);
        let shown = found.iter().map(|one| document.get(one.at.clone()));
        assert_eq!(shown.collect::<Vec<_>>(), [Some("é.rs:3")], "{document}");
    }
}

#[test]
fn a_name_beside_a_citation_belongs_to_it() {
    check("`keep` (`a.rs:1`)", &["Code a.rs:1-1 keep"]);
    check("`Store::keep()` in a.rs:1", &["Text a.rs:1-1 Store::keep"]);
    check("[`keep`](src/a.rs#L4)", &["Link src/a.rs:4-4 keep"]);
    check("[`fn keep() {}`](src/a.rs#L4)", &["Link src/a.rs:4-4"]);
    check("| `keep` | `a.rs:1` |\n|---|---|\n| `b` | x |\n", &["Code a.rs:1-1 keep"]);
    check("`one` (`a.rs:1`), `two` (`a.rs:5`)", &["Code a.rs:1-1 one", "Code a.rs:5-5 two"]);
    check("`keep` calls `a.rs:1`", &["Code a.rs:1-1"]);
    check("`keep`\n\n`a.rs:1`", &["Code a.rs:1-1"]);
    check("- `keep`\n- `a.rs:1`\n", &["Code a.rs:1-1"]);
    check("`--flag` (`a.rs:1`)", &["Code a.rs:1-1"]);
}
