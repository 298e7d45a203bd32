//! Copies of what a change replaces, declarations in several parts, and what is said of a line.

use super::{changed, places, repo, uncommitted, write};

/// The places that are left as the lines which a change replaces, by path and line.
fn left(files: &[(&str, &str)], path: &str, from: &str, to: &str) -> String {
    let repo = repo(files);
    let text = files.iter().find(|(other, _)| *other == path).unwrap().1;
    assert!(text.contains(from), "{path} holds {from}");
    write(&repo, &[(path, &text.replace(from, to))]);
    let found = places(&uncommitted(&repo));
    let left = found.lines().filter(|line| line.contains(" same_lines"));
    let left = left.filter_map(|line| line.split(' ').nth(1));
    left.collect::<Vec<_>>().join(" ")
}

#[test]
fn copies_of_what_is_replaced_are_left_and_what_is_written_as_the_new_lines_is_not() {
    let action = |name: &str, line: &str| {
        format!(
            "public class {name} {{\n    public void {name}Run() {{\n        {line}\n    }}\n}}\n"
        )
    };
    let old = "var store = await _storeRepo.FindStore(storeId, userId);";
    let new = "// No userId, because the user may be an admin\n        var store = await _storeRepo.FindStore(storeId);";
    assert_eq!(
        left(
            &[
                ("web/Stores.cs", &action("Stores", old)),
                ("web/Home.cs", &action("Home", &old.replace("_storeRepo", "storeRepository"))),
                ("web/Copy.cs", &action("Copy", &old.replace("store =", "found ="))),
                (
                    "web/Apps.cs",
                    &action("Apps", "var store = await _storeRepo.FindStore(storeId);")
                ),
                ("web/Url.cs", &action("Url", "var store = await _repo.FindStore(app.StoreId);")),
            ],
            "web/Stores.cs",
            old,
            new,
        ),
        "web/Copy.cs:3 web/Home.cs:3"
    );
    let step = |name: &str, line: &str| format!("def {name}(self):\n    {line}\n    return 1\n");
    let old = "copy_range(source_map, target_map, row_count)";
    let new = "copy_range(target_map, source_map, row_count)";
    assert_eq!(
        left(
            &[
                ("a.py", &step("one", old)),
                ("b.py", &step("two", old)),
                ("c.py", &step("three", new)),
                ("d.py", &step("four", &new.replace("row_count", "col_count"))),
            ],
            "a.py",
            old,
            new,
        ),
        "b.py:2"
    );
}

#[test]
fn who_wrote_a_file_and_when_is_no_copy() {
    let file = |head: &str, name: &str| {
        format!("{head}\npackage app;\n\nclass {name} {{\n    int get() {{ return 1; }}\n}}\n")
    };
    let block = "/*\n * Copyright 2016 - 2025 AnnaMaria Berg (anna@berg.example)\n */";
    let lines = "// Copyright 2016 - 2025 AnnaMaria Berg (anna@berg.example)";
    for head in [block, lines] {
        let files = [("A.java", &*file(head, "A")), ("B.java", &*file(head, "B"))];
        assert_eq!(left(&files, "A.java", "2025", "2026"), "", "{head}");
    }
}

/// The changed declarations of a file with two states.
fn check(path: &str, before: &str, after: &str, expect: &str) {
    let repo = repo(&[(path, before)]);
    write(&repo, &[(path, after)]);
    let found = changed(&uncommitted(&repo));
    let code = found.lines().filter(|line| !line.starts_with("comment "));
    let shown = code.map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "));
    assert_eq!(shown.collect::<Vec<_>>().join(", "), expect, "{path}: {after}");
}

#[test]
fn a_declaration_in_several_parts_is_one() {
    let module = |code: &str| format!("defmodule A do\n{code}end\n");
    let clauses = "  def walk([head | rest]) do\n    [show(head) | walk(rest)]\n  end\n\n  def walk(%{} = map) do\n    show(map)\n  end\n\n  def walk(other) do\n    other\n  end\n";
    let one = "  def walk(other) do\n    Enum.map(List.wrap(other), &show/1)\n  end\n";
    let more = clauses
        .replace("  def walk(other)", "  def walk(nil) do\n    nil\n  end\n\n  def walk(other)");
    // The clause that stays is compared with itself, and not with one that is gone.
    check("a.ex", &module(clauses), &module(one), "body A.walk");
    check("a.ex", &module(one), &module(clauses), "body A.walk");
    check("a.ex", &module(clauses), &module(&more), "body A.walk");
    let two = format!("{one}\n  def walk(other, depth) do\n    other + depth\n  end\n");
    check("a.ex", &module(&two), &module(one), "removed A.walk");
    check("a.ex", &module(clauses), &module(""), "removed A.walk");
    let reopened =
        "class Card\n  def one\n    1\n  end\nend\n\nclass Card\n  def two\n    2\n  end\nend\n";
    let joined = "class Card\n  def one\n    1\n  end\n\n  def two\n    2\n  end\nend\n";
    check("card.rb", reopened, joined, "body Card");
    // Parameters with types are those of other functions.
    let overloads = "class A {\n    void show(String text) { print(text); }\n    void show(int count) { print(count); }\n}\n";
    let string = "class A {\n    void show(String text) { print(text); }\n}\n";
    check("A.java", overloads, string, "removed A.show");
}

/// What is said of a line is to be seen in it.
#[test]
fn a_declaration_of_the_name_hands_nothing_over() {
    let stores = "public class StoresController {\n    public IActionResult Index() { return View(1); }\n}\n";
    let home = "public class HomeController {\n    public IActionResult Index() {\n        var a = 1;\n        return RedirectToAction(nameof(StoresController.Index), \"Stores\");\n    }\n}\n";
    let repo = repo(&[("Stores.cs", stores), ("Home.cs", home)]);
    write(&repo, &[("Stores.cs", &stores.replace("View(1)", "View(2)"))]);
    let document = uncommitted(&repo);
    let home = places(&document);
    let home: Vec<&str> = home.lines().filter(|line| line.contains("Home.cs")).collect();
    assert!(home.iter().all(|line| line.contains("Home.cs:4 ")), "{home:?}");
    let routes = document.unresolved.join("\n");
    assert!(!routes.contains("at Home.cs:2") && !routes.contains("Home.cs:2 may"), "{routes}");
}

/// Code that cannot use a declaration neither uses nor may use it.
#[test]
fn code_of_another_runtime_may_use_nothing() {
    let declared = [
        ("lib/a.ex", "defmodule A do\n  def walk(x), do: x + 1\nend\n", "x + 1", "x + 2"),
        ("a.go", "package a\n\nfunc walk(x int) int { return x + 1 }\n", "x + 1", "x + 2"),
        ("src/A.java", "class A {\n    int walk(int x) { return x + 1; }\n}\n", "x + 1", "x + 2"),
    ];
    let script = "const w = document.createTreeWalker(x);\ndocument.walk(1);\nfunction show(view) {\n  view.walk(2);\n}\n";
    let app = "class View {\n    func show(queue: Queue) {\n        queue.walk { }\n    }\n}\n";
    for (path, text, from, to) in declared {
        let repo = repo(&[(path, text), ("app.js", script), ("View.swift", app)]);
        write(&repo, &[(path, &text.replace(from, to))]);
        let document = uncommitted(&repo);
        let said = format!("{}{}", places(&document), document.unresolved.join("\n"));
        assert!(!said.contains("app.js") && !said.contains("View.swift"), "{path}: {said}");
    }
}

/// A query that the comment before it names is used by a string that is all of its name.
#[test]
fn a_query_that_a_comment_names_has_users() {
    let queries = "-- lists\n\n-- name: get-lists\nSELECT * FROM lists WHERE id = $1;\n\n-- name: update-list\n-- raw: true\nUPDATE lists\n-- the name alone\nSET name = $2\nWHERE id = $1;\n";
    let models = "package models\n\ntype Queries struct {\n\tGetLists   string `query:\"get-lists\"`\n\tUpdateList string `query:\"update-list\"`\n}\n";
    let core = "package core\n\nfunc UpdateList(q Queries) { q.UpdateList.Exec() }\n";
    let other_form = queries.replace("-- name: ", "-- :name ").replace("-list\n", "-list :!\n");
    for queries in [queries, &other_form] {
        let repo = repo(&[
            ("queries/lists.sql", queries),
            ("models/queries.go", models),
            ("core/lists.go", core),
            ("app.py", "def rename(db):\n    return db.run('update-list', 1)\n"),
            ("other.py", "def other(db):\n    return db.run('update-list-name', 1)\n"),
        ]);
        write(
            &repo,
            &[("queries/lists.sql", &queries.replace("SET name = $2", "SET name = TRIM($2)"))],
        );
        let found = places(&uncommitted(&repo));
        let used: Vec<&str> = found.lines().filter(|line| line.contains(" string")).collect();
        assert_eq!(
            used.join("\n"),
            "reference app.py:2 rename string\nreference models/queries.go:5 Queries.UpdateList string",
            "{found}"
        );
    }
    // A comment of a statement need not name it.
    let repo = repo(&[
        ("a.py", "# reads the api-key of update-list\nrun(1)\n"),
        ("b.py", "get('update-list')\nget('api-key')\n"),
    ]);
    write(&repo, &[("a.py", "# reads the api-key of update-list\nrun(2)\n")]);
    assert_eq!(places(&uncommitted(&repo)), "");
}
