//! Arguments that do not match the schema: one sentence names the argument and what is accepted.

use crate::tree::Tree;

#[test]
fn invalid_arguments_are_answered_with_one_sentence() {
    let tree = Tree::new(&[("a.rs", "fn a() {}\n")]);
    let mut seen = String::new();
    for (tool, arguments) in [
        ("grep", r#"{}"#),
        ("grep", r#"{"pattern": ""}"#),
        ("grep", r#"{"pattern": 7}"#),
        ("grep", r#"{"regex": "x"}"#),
        ("grep", r#"{"pattern": "x", "context": -1}"#),
        ("grep", r#"{"pattern": "x", "limit": 0}"#),
        ("grep", r#"{"pattern": "x", "literal": "yes"}"#),
        ("grep", r#"{"pattern": "a\nb"}"#),
        ("grep", r#""pattern: x""#),
        ("read_file", r#"{"path": "a.rs", "start": 2.5}"#),
        ("read_file", r#"{"path": "a.rs", "start": "1"}"#),
        ("read_file", r#"{"path": "a.rs", "end": 0}"#),
        ("read_file", r#"{"path": "a.rs", "start": 1, "end": 99999999999}"#),
        ("list_files", r#"{"depth": 0}"#),
        ("search_code", r#"{}"#),
        ("search_code", r#"{"query": "a", "include": ["test"]}"#),
        ("search_code", r#"{"symbol": "a", "relation": "uses"}"#),
        ("search_code", r#"{"path": "a.rs", "relation": "outline"}"#),
    ] {
        seen.push_str(&tree.see(tool, arguments));
    }
    insta::assert_snapshot!(seen, @r#"
    answer: `pattern` is missing: a text that is not empty
    answer: `pattern` is missing: a text that is not empty
    answer: `pattern` must be a text that is not empty, not 7
    answer: there is no argument `regex`; accepted: case, context, include, limit, literal, path, pattern
    answer: `context` must be a whole number, not -1
    answer: `limit` must be a whole number from 1 to 20, not 0
    answer: `literal` must be true or false, not "yes"
    answer: `pattern` holds a line break; a match lies within one line
    answer: the arguments are not a JSON object; pass them by name: case, context, include, limit, literal, path, pattern
    answer: `start` must be a whole number from 1 on, not 2.5
    answer: `start` must be a whole number from 1 on, not "1"
    answer: `end` must be a whole number from 1 on, not 0
    answer: `end` must be a whole number from 1 on, not 99999999999
    answer: `depth` must be a whole number from 1 on, not 0
    answer: pass `query`, `symbol` with a `relation`, or a file's `path`
    answer: `include` must be a list; each item one of "tests", "generated", "docs", "imports", "bodies", not ["test"]
    answer: `relation` must be one of "definition", "callers", "callees", "references", "implementors", "siblings", "texts", "files", "registrations", "numbers", not "uses"
    answer: `relation` must be one of "definition", "callers", "callees", "references", "implementors", "siblings", "texts", "files", "registrations", "numbers", not "outline"; `path`: A file, folder or glob; a file alone: its outline.
    "#);
}

/// A list of texts where one text of words is read.
/// Guessed words without anything else are the query.
#[test]
fn guessed_words_alone_are_the_query() {
    let tree = Tree::new(&[("a.rs", "fn parse_rule() {}\n"), ("b.rs", "fn save_page() {}\n")]);
    let places = |arguments: &str| {
        let output = tree.output("search_code", arguments).unwrap();
        let windows = output.observations.iter().flat_map(|shown| &shown.windows);
        let paths: Vec<String> = windows.map(|window| window.span.path().to_string()).collect();
        (paths.join(" "), output.diagnostics.join("; "))
    };
    let check = |arguments: &str, expect: &str| {
        assert_eq!(places(arguments), (expect.to_owned(), String::new()), "{arguments}");
    };
    check(r#"{"words": ["parse_rule"]}"#, "a.rs");
    check(r#"{"words": ["save", "page"]}"#, "b.rs");
    check(r#"{"words": ["parse_rule"], "path": "a.rs"}"#, "a.rs");
}

#[test]
fn a_list_of_words_is_one_text() {
    let tree = Tree::new(&[("a.rs", "fn keep_basket() {}\n")]);
    let whole = tree.see("search_code", r#"{"query": "keep basket"}"#);
    assert!(whole.contains("a.rs [c1]"), "{whole}");
    assert_eq!(tree.see("search_code", r#"{"query": ["keep", "basket"]}"#), whole);
    for (tool, arguments) in [
        ("search_code", r#"{"query": ["keep", 7]}"#),
        ("search_code", r#"{"symbol": ["keep", "basket"]}"#),
        ("read_file", r#"{"path": ["a.rs", "b.rs"]}"#),
    ] {
        let seen = tree.see(tool, arguments);
        assert!(seen.contains("must be a text"), "{seen}");
    }
}

/// A list of paths where one path is read, and values that stand for others.
#[test]
fn what_stands_for_another_value_is_read_as_that() {
    let tree = Tree::new(&[
        ("src/a.rs", "fn alpha() {}\n"),
        ("lib/b.rs", "fn beta() { alpha() }\n"),
        ("lib/c/c.rs", "fn gamma() { alpha() }\n"),
        ("d.rs", "fn delta() { alpha() }\n"),
    ]);
    let check = |tool: &str, arguments: &str, same: &str, note: &str| {
        let seen = tree.see(tool, arguments);
        let (notes, rest): (Vec<&str>, Vec<&str>) =
            seen.lines().partition(|line| line.starts_with("note: "));
        let whole = tree.see(tool, same);
        assert_eq!(rest, whole.lines().collect::<Vec<_>>(), "{arguments}");
        assert_eq!(notes.join("\n"), note, "{arguments}");
    };
    let grep = |rest: &str| format!(r#"{{"pattern": "alpha"{rest}}}"#);
    let case = |given: &str| {
        format!(
            "note: `case`: {given} was read as \"smart\"; there are \"smart\", \"sensitive\", \"insensitive\""
        )
    };
    for given in [r#""none""#, "true", r#"["smart", "sensitive"]"#] {
        let arguments = grep(&format!(r#", "case": {given}"#));
        check("grep", &arguments, &grep(""), &case(&given.replace(", ", ",")));
    }
    let references = r#"{"symbol": "alpha", "relation": "references"}"#;
    for name in ["users", "usages"] {
        let relation = format!(r#"{{"symbol": "alpha", "relation": "{name}"}}"#);
        let seen = tree.see("search_code", &relation);
        let note = format!("note: `relation`: \"{name}\" was read as \"references\"; there are");
        assert!(seen.contains(&note), "{seen}");
        let first = tree.see("search_code", references);
        assert!(seen.contains(first.lines().next().unwrap()), "{seen}");
    }
    let whole = r#"{"path": "d.rs"}"#;
    let (first, last) = ("was read as the first line", "was read as the last line");
    for (lines, notes) in [
        (r#""end": -1"#, format!("note: `end`: -1 {last}")),
        (r#""start": 0"#, format!("note: `start`: 0 {first}")),
        (r#""start": -3, "end": -2"#, format!("note: `end`: -2 {last}\nnote: `start`: -3 {first}")),
    ] {
        check("read_file", &format!(r#"{{"path": "d.rs", {lines}}}"#), whole, &notes);
    }
    for paths in
        [r#"["src", "lib/c"]"#, r#""[\"src\", \"lib/c\"]""#, r#"["src/a.rs", "lib/**/c.rs"]"#]
    {
        let seen = tree.see("grep", &grep(&format!(r#", "path": {paths}"#)));
        assert!(seen.contains("2 lines match, in 2 of 2 files."), "{paths}: {seen}");
        let search = format!(r#"{{"query": "alpha", "path": {paths}}}"#);
        let seen = tree.see("search_code", &search);
        assert!(seen.contains("src/a.rs") && !seen.contains("d.rs"), "{paths}: {seen}");
        assert!(!seen.contains("lib/b.rs"), "{paths}: {seen}");
    }
    // The path that selects nothing is named.
    let seen = tree.see("grep", &grep(r#", "path": ["src", "gone"]"#));
    assert!(seen.starts_with("answer: there is no file or folder `gone`"), "{seen}");
}

/// A note names each argument that was given and not used.
#[test]
fn unused_arguments_are_noted() {
    let tree = Tree::new(&[("a.rs", "fn alpha() {}\n")]);
    let mut seen = String::new();
    for arguments in [
        r#"{"query": "alpha", "symbol": "alpha", "relation": "definition"}"#,
        r#"{"query": "alpha", "relation": "callers"}"#,
        r#"{"query": "the alpha", "relation": "callers"}"#,
        r#"{"query": "the alpha", "relation": "texts"}"#,
        r#"{"path": "a.rs", "relation": "callers"}"#,
        r#"{"symbol": "alpha"}"#,
    ] {
        let answer = tree.see("search_code", arguments);
        let notes = answer.lines().filter(|line| line.starts_with("note: `"));
        let notes: Vec<&str> = notes.collect();
        seen.push_str(&format!("{}\n", notes.join("; ")));
    }
    insta::assert_snapshot!(seen, @r"
    note: `query` was not used: `symbol` was given
    note: `query` was read as the `symbol` of the relation
    note: `relation` was not used: it is of a `symbol`, and none was given
    note: `query` was read as the `symbol` of the relation
    note: `relation` was not used: it is of a `symbol`, and none was given
    ");
}

/// An absolute path, from the repository's root or the system's, is read as a path of the repository if that
/// exists, with a note; any other absolute path is refused.
#[test]
fn contained_an_absolute_path_is_read_below_the_root_or_refused() {
    let tree = Tree::new(&[("src/a.rs", "fn alpha() {}\n")]);
    let root = tree.root().canonicalize().unwrap();
    let root = root.display();
    for (tool, rest, expect) in [
        ("read_file", "/src/a.rs\"", "`/src/a.rs` was read as `src/a.rs`"),
        ("read_file", "/src/a.rs:1-1\"", "`/src/a.rs:1-1` was read as `src/a.rs:1-1`"),
        ("list_files", "/src\"", "`/src` was read as `src`"),
        ("list_files", "/\"", "`/` was read as the repository's root"),
        ("grep", "/src/*.rs\", \"pattern\": \"fn\"", "`/src/*.rs` was read as `src/*.rs`"),
        ("search_code", "/src/\", \"query\": \"alpha\"", "`/src/` was read as `src/`"),
        ("search_code", "/src/a.rs\"", "`/src/a.rs` was read as `src/a.rs`"),
        ("read_file", &format!("{root}/src/a.rs\""), "` was read as `src/a.rs`"),
        ("read_file", "/etc/passwd\"", "is not accepted"),
        ("read_file", "/src/../../a.rs\"", "is not accepted"),
        ("list_files", "/../src\"", "is not accepted"),
        ("list_files", &format!("{root}x\""), "is not accepted"),
    ] {
        let seen = tree.see(tool, &format!("{{\"path\": \"{rest}}}"));
        assert!(seen.contains(expect), "{rest}: {seen}");
        let is_shown = seen.contains("src/a.rs [c1]") || seen.lines().any(|l| l == "src/a.rs");
        assert_eq!(is_shown, !expect.contains("not accepted"), "{rest}: {seen}");
    }
}

#[test]
fn null_and_empty_texts_count_as_left_out() {
    let tree = Tree::new(&[("a.rs", "fn a() {}\n")]);
    let whole = tree.see("read_file", r#"{"path": "a.rs"}"#);
    let nulls = r#"{"path": "a.rs", "start": null, "end": null}"#;
    assert_eq!(tree.see("read_file", nulls), whole);
    let all = tree.see("list_files", "{}");
    assert_eq!(tree.see("list_files", r#"{"path": "", "depth": null}"#), all);
    assert_eq!(tree.see("list_files", r#"{"path": "./"}"#), all);
}

#[test]
fn specs_are_short_and_name_what_is_accepted() {
    let tree = Tree::new(&[]);
    let mut seen = String::new();
    for tool in tree.toolbox().tools() {
        let spec = tool.spec();
        assert!(spec.description.split_whitespace().count() <= 60, "{}", spec.name);
        assert_eq!(spec.parameters["type"], "object");
        let size = serde_json::to_string(&spec).unwrap().len();
        assert!(size < 1_000, "{} takes {size} characters", spec.name);
        seen.push_str(&format!("{}: {}\n", spec.name, spec.parameters));
    }
    insta::assert_snapshot!(seen, @r#"
    search_code: {"additionalProperties":false,"properties":{"include":{"description":"Show these like other code; `bodies`: whole declarations.","items":{"enum":["tests","generated","docs","imports","bodies"],"type":"string"},"type":"array"},"limit":{"default":8,"type":"integer"},"path":{"description":"A file, folder or glob; a file alone: its outline.","type":"string"},"query":{"description":"Words or names.","type":"string"},"relation":{"enum":["definition","callers","callees","references","implementors","siblings","texts","files","registrations","numbers"],"type":"string"},"symbol":{"description":"A name, `path#name`, `path:line`; no query.","type":"string"},"words":{"description":"Guessed names.","items":{"type":"string"},"type":"array"}},"type":"object"}
    grep: {"additionalProperties":false,"properties":{"case":{"description":"smart: capitals count only if the pattern has any.","enum":["smart","sensitive","insensitive"],"type":"string"},"context":{"default":2,"description":"Lines around a match.","type":"integer"},"include":{"items":{"enum":["tests","generated"],"type":"string"},"type":"array"},"limit":{"default":20,"description":"At most 20 places.","type":"integer"},"literal":{"description":"The pattern is plain text.","type":"boolean"},"path":{"description":"A file, folder or glob.","type":"string"},"pattern":{"description":"A regex (Rust syntax).","type":"string"}},"required":["pattern"],"type":"object"}
    read_file: {"additionalProperties":false,"properties":{"end":{"description":"Included.","type":"integer"},"path":{"description":"As other tools print it.","type":"string"},"start":{"default":1,"type":"integer"}},"required":["path"],"type":"object"}
    list_files: {"additionalProperties":false,"properties":{"depth":{"description":"Levels of folders.","type":"integer"},"path":{"description":"A directory or glob.","type":"string"}},"type":"object"}
    "#);
}

/// Some libraries need thousands of times the memory of the text that they parse, or parse it recursively.
#[test]
fn length_and_depth_are_limited_before_a_library_parses_a_text() {
    let tree = Tree::new(&[("a.rs", "fn a() {}\n")]);
    let check = |tool: &str, name: &str, text: &str, expect: &str| {
        let mut arguments = serde_json::json!({ name: text });
        if tool == "grep" && name == "path" {
            arguments["pattern"] = "a".into();
        }
        let seen = tree.see(tool, &arguments.to_string());
        assert!(seen.contains(expect), "{tool} {name}: {seen:.200}");
    };
    let (long, huge) = ("a".repeat(2_001), "a".repeat(7 << 20));
    for text in [&long, &huge] {
        let too_long = format!("({} bytes; the limit is 2000)", text.len());
        check("grep", "pattern", text, &too_long);
        check("grep", "path", text, &too_long);
        check("read_file", "path", text, &too_long);
        check("list_files", "path", text, &too_long);
        check("search_code", "symbol", text, &too_long);
    }
    check("search_code", "query", &huge, "no file holds a word of the query");
    let nested = |depth: usize| "{a,".repeat(depth) + &"}".repeat(depth);
    check("grep", "path", &nested(16_000), "is too long");
    check("grep", "path", &nested(60), "nested more than 8 deep");
    check("list_files", "path", &"*a".repeat(100), "more than 64 wildcards");
    // A short pattern that would be compiled to gigabytes is searched for as text.
    check("grep", "pattern", "(?:a{1000}){1000}", "not a valid regex");
}
