//! `search_code`.

use crate::tree::Tree;

fn tree() -> Tree {
    Tree::new(&[
        (
            "src/store.ts",
            "export function switchChannel(id: string) {\n  return load(id)\n}\n\nfunction load(id: string) {\n  const key = 'AKIAIOSFODNN7EXAMPLE'\n  return key + id\n}\n",
        ),
        (
            "src/app.ts",
            "import { switchChannel } from './store'\n\nexport function open() {\n  switchChannel('x')\n}\n",
        ),
        (
            "src/store.test.ts",
            "import { switchChannel } from './store'\n\ntest('x', () => switchChannel('y'))\n",
        ),
    ])
}

#[test]
fn a_query_shows_symbols() {
    let seen = tree().see("search_code", r#"{"query": "switch channel"}"#);
    assert!(seen.contains("#### src/store.ts [c1] switchChannel (function) 1-3 of 8\n"), "{seen}");
    assert!(!seen.contains("How many"), "both words stand in every file: {seen}");
    let seen = tree().see("search_code", r#"{"query": "load channel"}"#);
    assert!(
        seen.contains("How many of 3 files hold each as a whole name or a word of one: load 1\n"),
        "{seen}"
    );
}

#[test]
fn a_relation_shows_related_places() {
    let seen = tree().see("search_code", r#"{"symbol": "switchChannel", "relation": "callers"}"#);
    assert!(seen.starts_with("callers of switchChannel: "), "{seen}");
    assert!(
        seen.contains("open (function) 3-5 (to the end) · callers of switchChannel, by import\n"),
        "{seen}"
    );
}

/// Overloads beside each other have one header, and are not called ambiguous; those in other classes are.
#[test]
fn overloads_are_one_place() {
    let tree = Tree::new(&[
        (
            "Store.java",
            "class Store {\n  void putItem(int a) { putItem(a, 1); }\n\n  void putItem(int a, int b) { keep(a); }\n\n  void putItem(int a, int b, int c) {\n    keep(b);\n  }\n\n  void keep(int a) {}\n}\n",
        ),
        (
            "parse.ts",
            "export function parseRow(text: string): Row;\nexport function parseRow(bytes: Uint8Array): Row;\nexport function parseRow(input: any): Row {\n  return new Row(input)\n}\n",
        ),
    ]);
    insta::assert_snapshot!(tree.see("search_code", r#"{"symbol": "putItem"}"#), @r"
    definition of putItem: 1 place.
    #### Store.java [c1] Store.putItem (method) 2-8 of 11 · definition of Store.java#Store.putItem, by name
    2|   void putItem(int a) { putItem(a, 1); }
    3| 
    4|   void putItem(int a, int b) { keep(a); }
    5| 
    6|   void putItem(int a, int b, int c) {
    7|     keep(b);
    8|   }
    ");
    insta::assert_snapshot!(tree.see("search_code", r#"{"symbol": "parseRow"}"#), @r"
    definition of parseRow: 1 place.
    #### parse.ts [c1] parseRow (function) 1-5 (to the end) · definition of parse.ts#parseRow, by name
    1| export function parseRow(text: string): Row;
    2| export function parseRow(bytes: Uint8Array): Row;
    3| export function parseRow(input: any): Row {
    4|   return new Row(input)
    5| }
    ");
    tree.write("Other.java", b"class Other {\n  void putItem(int a) {}\n}\n");
    let seen = tree.see("search_code", r#"{"symbol": "putItem"}"#);
    assert!(
        seen.contains("putItem is ambiguous, say which: Other.putItem (Other.java:2), Store.putItem (Store.java:2)"),
        "{seen}"
    );
}

#[test]
fn secrets_in_regions_are_hidden_and_noted() {
    let seen = tree().see("search_code", r#"{"symbol": "load"}"#);
    assert!(seen.contains("6|   const key = '[redacted: aws_access_key]' (masked)\n"), "{seen}");
    assert!(seen.contains("finding: redacted src/store.ts:6 aws_access_key\n"), "{seen}");
}

#[test]
fn an_observation_has_the_counts_of_the_words() {
    let output = tree().output("search_code", r#"{"query": "switchChannel"}"#).unwrap();
    let counts = &output.observations[0].counts;
    assert!(counts.iter().any(|count| count.files == 3 && count.of_files == 3), "{counts:?}");
    assert_eq!(output.coverage.patterns, 1);
    assert_eq!(output.coverage.files_seen, 3);
}

/// The counts include the words that no file contains, also if the query is as long as the text of a whole issue.
#[test]
fn every_word_of_a_long_query_is_counted() {
    let words: Vec<String> = (0..200).map(|at| format!("word{at}")).collect();
    let query = format!("switchChannel {}", words.join(" "));
    let arguments = format!(r#"{{"query": "{query}"}}"#);
    let output = tree().output("search_code", &arguments).unwrap();
    let counts = &output.observations[0].counts;
    for word in &words {
        let word_count = counts.iter().find(|count| count.token == *word);
        assert_eq!(word_count.map(|count| count.files), Some(0), "{word}");
    }
}

#[test]
fn an_empty_result_and_an_unused_query_are_stated() {
    let tree = tree();
    let nothing = tree.see("search_code", r#"{"query": "zzqqxx"}"#);
    assert!(nothing.starts_with("Nothing found.\n"), "{nothing}");
    let nothing = tree.see("search_code", r#"{"symbol": "zzqqxx", "relation": "callers"}"#);
    assert!(nothing.starts_with("No callers of zzqqxx found.\n"), "{nothing}");
    let both = tree.see("search_code", r#"{"query": "x", "symbol": "load"}"#);
    assert!(both.contains("note: `query` was not used: `symbol` was given\n"), "{both}");
}

/// The line about how rare the words of a query are.
fn words(tree: &Tree, query: &str) -> String {
    let arguments = serde_json::json!({ "query": query }).to_string();
    let seen = tree.see("search_code", &arguments);
    let line = seen.lines().find(|line| line.starts_with("How many of "));
    line.unwrap_or_default().to_owned()
}

#[test]
fn the_informative_words_are_listed() {
    let tree = Tree::new(&[
        ("a.ts", "// the field value\nexport const fieldValue = 1\n"),
        ("b.ts", "// the field\nexport const b = 2\n"),
        ("c.ts", "// the other\nexport const c = 3\n"),
        ("d.ts", "// the last\nexport const d = 3\n"),
    ]);
    let check = |query: &str, expect: &str| {
        let printed = words(&tree, query);
        assert_eq!(
            printed,
            format!("How many of 4 files hold each as a whole name or a word of one: {expect}"),
            "{query}"
        );
    };
    // Parts of words, pairs of words and words that most files contain are left out.
    check("the fieldValue", "fieldValue 1");
    check("the field value", "value 1, field 2");
    check("the nowhere field", "nowhere 0, field 2");
    // A word that stands in longer ones alone.
    check("the fiel nowhere", "fiel 0 (perhaps in longer words), nowhere 0");
    assert_eq!(words(&tree, "the const"), "", "they stand everywhere");
    let many: Vec<String> = (0..30).map(|n| format!("nowhere{n:02}x")).collect();
    let printed = words(&tree, &format!("{} field", many.join(" ")));
    assert_eq!(printed.matches(", ").count(), 11, "{printed}");
    assert!(printed.ends_with("field 2"), "{printed}");
}

/// Words that the caller gives come first, however many files have them; of the query only names do then. Where a given word
/// stands that few files have and no shown place holds is said.
#[test]
fn given_words_are_counted_first_and_found_elsewhere() {
    let filler = (0..40).map(|n| format!("def step{n}(state):\n    return state\n\n"));
    let filler: String = filler.collect();
    let migrations =
        format!("{filler}# could be run\ncursor.run('ALTER TABLE history')\nuser_version = 4\n");
    let mut files = vec![
        ("db/migrate.py".to_owned(), migrations),
        ("db/history.py".to_owned(), "def fetch_history(state):\n    return history\n".to_owned()),
    ];
    for n in 0..9 {
        files.push((
            format!("web/page{n}.py"),
            format!("# could\ndef page{n}(history):\n    pass\n"),
        ));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    let tree = Tree::new(&files);
    let seen = |words: &str| {
        let arguments =
            format!(r#"{{"query": "fetch history that could be", "words": {words}, "limit": 1}}"#);
        let seen = tree.see("search_code", &arguments);
        let lines =
            seen.lines().filter(|line| line.starts_with("How many") || line.starts_with("Given"));
        lines.collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(seen(r#"["history", "ALTER TABLE", "user_version"]"#), @r"
    How many of 11 files hold each as a whole name or a word of one: ALTER 1, TABLE 1, user_version 1, history 11, that 0, fetch 1
    Given words in none of these places: `ALTER TABLE` db/migrate.py:122
    ");
    insta::assert_snapshot!(seen(r#"["fetch_history"]"#), @"How many of 11 files hold each as a whole name or a word of one: fetch_history 1, that 0, fetch 1");
}

/// The header states that the class is shown in part.
#[test]
fn a_long_declaration_is_shown_in_part() {
    let body = (0..300).map(|n| format!("  field{n} = {n}\n"));
    let class = format!("export class Store {{\n{}}}\n", body.collect::<String>());
    let tree = Tree::new(&[("src/store.ts", &class)]);
    let seen = tree.see("search_code", r#"{"symbol": "Store"}"#);
    let header = seen.lines().find(|line| line.starts_with("#### "));
    let header = header.unwrap_or_default();
    let expect = "#### src/store.ts [c1] Store (class 1-302, in part) 1-";
    assert!(header.starts_with(expect), "{header}");
}

/// A note states the limit that applies, if it cut something.
#[test]
fn a_limit_that_is_too_high_is_lowered_and_noted() {
    let tree = tree();
    for (tool, arguments, notes) in [
        ("search_code", r#"{"query": "switch", "limit": 50}"#, ""),
        ("grep", r#"{"pattern": "switch", "limit": 50}"#, ""),
        ("grep", r#"{"pattern": "switch", "context": 20}"#, ""),
        (
            "grep",
            r#"{"pattern": "switch", "context": 50}"#,
            "note: limited to 20 lines of context\n",
        ),
    ] {
        let seen = tree.see(tool, arguments);
        assert!(seen.contains(notes), "{seen}");
        assert_eq!(seen.contains("limited"), !notes.is_empty(), "{seen}");
    }
}

/// The count of a name is shown with the name as the query spells it, not as the token `conflicttarget` that is
/// searched for.
#[test]
fn words_are_spelled_as_in_the_query() {
    let noise: Vec<(String, String)> =
        (0..20).map(|n| (format!("n{n}.rs"), format!("fn n{n}() {{}}\n"))).collect();
    let mut files: Vec<(&str, &str)> =
        noise.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    files.push(("a.rs", "fn conflict_target() {}\n"));
    let tree = Tree::new(&files);
    let seen = tree.see("search_code", r#"{"query": "where is conflict_target"}"#);
    let line = seen.lines().find(|line| line.contains("files hold each"));
    assert!(
        line.is_some_and(
            |line| line.contains("conflict_target 1") && !line.contains("conflicttarget")
        ),
        "{seen}"
    );
}
