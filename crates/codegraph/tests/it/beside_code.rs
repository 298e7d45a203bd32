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

/// A variable that holds a loaded module is no declaration: its line is no place beside the code that uses it.
#[test]
fn an_import_by_a_variable_is_no_place() {
    for (path, import, code) in [
        (
            "a.lua",
            "local TokenReader = require(\"token/reader\")\n\n\n\n",
            "local function scan()\n    return TokenReader:read()\nend\n",
        ),
        (
            "a.lua",
            "local TokenReader = require(\"token\").TokenReader\n\n\n\n",
            "local function scan()\n    return TokenReader:read()\nend\n",
        ),
        (
            "a.js",
            "const TokenReader = require('./token/reader')\n\n\n\n",
            "function scan() {\n  return TokenReader.read()\n}\n",
        ),
        (
            "a.ts",
            "import TokenReader = require('./token/reader')\n\n\n\n",
            "function scan() {\n  return TokenReader.read()\n}\n",
        ),
        (
            "a.js",
            "var TokenReader = require('./token').TokenReader\n\n\n\n",
            "function scan() {\n  return TokenReader.read()\n}\n",
        ),
    ] {
        let text = format!("{import}{code}");
        let lines = text.lines().count();
        let files = [(path, text.as_str()), ("b.txt", "nothing\n")];
        check(&files, "token reader", &[&format!("{path}:{}-{lines}", lines - 2)]);
    }
}

/// The head of a file repeats the names of folders; it is no place beside a declaration of the file that matches.
#[test]
fn the_head_of_a_file_is_no_place_beside_its_code() {
    for (path, head, code) in [
        (
            "A.java",
            "package app.account.storage.photo;\n\nimport app.models.Account;\n",
            "class StorageView {\n  long used() { return 1; }\n}\n",
        ),
        (
            "A.kt",
            "package app.account.storage.photo\n\nimport app.models.Account\n",
            "class StorageView {\n  fun used() = 1\n}\n",
        ),
        (
            "A.scala",
            "package app.account.storage.photo\n\nimport app.models.Account\n",
            "class StorageView {\n  def used = 1\n}\n",
        ),
        (
            "A.cs",
            "namespace App.Account.Storage.Photo;\n\nusing App.Models.Account;\n",
            "class StorageView {\n  long Used() { return 1; }\n}\n",
        ),
        (
            "A.php",
            "<?php\n\nnamespace App\\Account\\Storage\\Photo;\n\nuse App\\Models\\Account;\n",
            "class StorageView {\n  function used() { return 1; }\n}\n",
        ),
        (
            "a.go",
            "package storage\n\nimport \"app/account/storage/photo\"\n",
            "type StorageView struct {\n  used int\n}\n",
        ),
        (
            "a.rs",
            "use app::account::storage::photo;\n\nuse app::models::Account;\n",
            "struct StorageView {\n  used: u32,\n}\n",
        ),
        (
            "a.py",
            "from app.account.storage import photo\n\n\n",
            "class StorageView:\n    def used(self):\n        return 1\n",
        ),
        (
            "a.ts",
            "import { photo } from 'app/account/storage'\n\n\n",
            "class StorageView {\n  used() { return 1 }\n}\n",
        ),
        (
            "a.c",
            "#include \"account/storage/photo.h\"\n\n\n",
            "struct StorageView {\n  int used;\n};\n",
        ),
        (
            "a.cpp",
            "#include \"account/storage/photo.h\"\n\n\n",
            "class StorageView {\n  int used;\n};\n",
        ),
        ("a.swift", "import AccountStoragePhoto\n\n\n", "class StorageView {\n  var used = 1\n}\n"),
        (
            "a.rb",
            "require \"account/storage/photo\"\n\n\n",
            "class StorageView\n  def used = 1\nend\n",
        ),
    ] {
        let text = format!("{head}\n{code}");
        let files = [(path, text.as_str()), ("b.txt", "nothing\n")];
        let lines = text.lines().count();
        let declared = format!("{path}:{}-{lines}", lines - code.lines().count() + 1);
        check(&files, "storage of the account used up by a photo", &[&declared]);
    }
}
