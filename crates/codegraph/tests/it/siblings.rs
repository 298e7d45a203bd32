//! Places that enumerate the same members as a declaration, in and between languages.

use firsthand_codegraph::Relation;

use crate::repo::{Repo, places};

/// Files that name some of the members that the tables use, as any code does.
const OTHERS: [(&str, &str); 6] = [
    ("src/log.py", "def write(level, name):\n    print(level, name)\n"),
    ("src/main.py", "import log\n\nlog.write('red', 'title')\n"),
    ("lib/net.go", "package lib\n\nfunc Open(name string) {}\n"),
    ("lib/disk.go", "package lib\n\nfunc Close(name string, kind int) {}\n"),
    ("web/view.ts", "export const view = (name: string) => `${name} title`\n"),
    ("notes.md", "# Notes\n\nThe name of a thing is its title.\n"),
];

/// Compares the siblings of a symbol, one a line, in a tree of these files and [`OTHERS`].
fn check(files: &[(&str, &str)], symbol: &str, expect: &str) {
    let all = [files, &OTHERS].concat();
    let result = Repo::of(&all).relate(symbol, Relation::Siblings);
    assert_eq!(places(&result).trim(), expect, "siblings of {symbol}: {:?}", result.notes);
}

#[test]
fn a_rust_enum_and_its_matches() {
    let files = [
        ("src/color.rs", "pub enum Color {\n    Red,\n    Green,\n    DarkBlue,\n}\n"),
        (
            "src/paint.rs",
            "use crate::color::Color;\n\nfn code(color: Color) -> u8 {\n    match color {\n        Color::Red => 1,\n        Color::Green => 2,\n        Color::DarkBlue => 3,\n    }\n}\n\nfn is_red(color: Color) -> bool {\n    color == Color::Red\n}\n",
        ),
        ("docs/colors.md", "# Colors\n\nred, green and dark_blue\n"),
    ];
    check(&files, "Color", "src/paint.rs:3-9 code name\ndocs/colors.md:1-3 Colors name");
}

#[test]
fn a_typescript_union_and_objects_with_its_members_as_keys() {
    let files = [
        ("src/kind.ts", "export type Kind = 'draft' | 'sent' | 'paid' | 'void'\n"),
        (
            "src/labels.ts",
            "import type { Kind } from './kind'\n\nexport const labels: Record<Kind, string> = {\n  draft: 'Draft',\n  sent: 'Sent',\n  paid: 'Paid',\n  void: 'Void',\n}\n",
        ),
        (
            "locales/de.json",
            "{\n  \"kind\": {\n    \"draft\": \"Entwurf\",\n    \"sent\": \"Gesendet\",\n    \"paid\": \"Bezahlt\",\n    \"void\": \"Storniert\"\n  }\n}\n",
        ),
        ("src/form.ts", "export const draft = () => 'sent'\n"),
    ];
    check(&files, "Kind", "locales/de.json:2-7 kind name\nsrc/labels.ts:3-8 labels import");
}

#[test]
fn a_python_dataclass_and_its_serializer() {
    let files = [
        (
            "app/person.py",
            "from dataclasses import dataclass\n\n\n@dataclass\nclass Person:\n    first_name: str\n    last_name: str\n    birthday: str\n    name: str\n",
        ),
        (
            "app/serialize.py",
            "from person import Person\n\n\ndef to_json(person: Person):\n    return {\n        'firstName': person.first_name,\n        'lastName': person.last_name,\n        'birthday': person.birthday,\n    }\n",
        ),
        (
            "web/form.html",
            "<form>\n  <input name=\"first_name\">\n  <input name=\"last_name\">\n  <input name=\"birthday\">\n</form>\n",
        ),
    ];
    check(&files, "Person", "app/serialize.py:4-9 to_json import\nweb/form.html:1-5 - name");
}

#[test]
fn a_go_struct_and_a_switch_over_its_fields() {
    let files = [
        (
            "lib/song.go",
            "package lib\n\ntype Song struct {\n\tTitle string\n\tBitRate int\n\tTrackNumber int\n\tAlbumArtist string\n}\n",
        ),
        (
            "lib/rules.go",
            "package lib\n\nfunc column(s Song, field string) string {\n\tswitch field {\n\tcase \"bitrate\":\n\t\treturn \"bit_rate\"\n\tcase \"tracknumber\":\n\t\treturn \"track_number\"\n\tcase \"albumartist\":\n\t\treturn \"album_artist\"\n\t}\n\treturn \"\"\n}\n",
        ),
        (
            "db/1_songs.sql",
            "create table songs (\n  title text,\n  bit_rate integer,\n  track_number integer,\n  album_artist text\n);\n",
        ),
    ];
    check(&files, "Song", "db/1_songs.sql:1-6 songs name\nlib/rules.go:3-13 column scope");
}

#[test]
fn a_java_enum_and_its_switches() {
    let files = [
        ("src/Swipe.java", "enum Swipe {\n    ARCHIVE,\n    MARK_READ,\n    DELETE;\n}\n"),
        (
            "src/Menu.java",
            "class Menu {\n    int icon(Swipe swipe) {\n        switch (swipe) {\n            case ARCHIVE:\n                return 1;\n            case MARK_READ:\n                return 2;\n            case DELETE:\n                return 3;\n        }\n        return 0;\n    }\n\n    void open() {\n    }\n}\n",
        ),
        (
            "res/strings.xml",
            "<resources>\n  <string name=\"archive\">Archive</string>\n  <string name=\"mark_read\">Mark read</string>\n  <string name=\"delete\">Delete</string>\n</resources>\n",
        ),
    ];
    check(&files, "Swipe", "src/Menu.java:2-12 Menu.icon scope\nres/strings.xml:1-5 - name");
}

#[test]
fn the_columns_of_a_table_and_its_model() {
    let files = [
        (
            "db/schema.sql",
            "create table users (\n  login text,\n  mail text,\n  time_zone text\n);\n",
        ),
        (
            "app/user.rb",
            "class User < Record\n  safe_attributes(\n    'login',\n    'mail',\n    'time_zone')\n\n  def active?\n    true\n  end\nend\n",
        ),
        (
            "app/show.api.rsb",
            "api.user do\n  api.login @user.login\n  api.mail @user.mail\n  api.time_zone @user.time_zone\nend\n",
        ),
    ];
    check(&files, "users", "app/show.api.rsb:1-5 - name\napp/user.rb:1-10 User name");
    check(&files, "User", "app/show.api.rsb:1-5 - name\ndb/schema.sql:1-5 users name");
}

#[test]
fn the_keys_of_a_php_array() {
    let files = [
        (
            "config/formats.php",
            "<?php\n\nconst FORMATS = [\n    'html' => 'text/html',\n    'pdf' => 'application/pdf',\n    'plain-text' => 'text/plain',\n];\n",
        ),
        (
            "app/Exporter.php",
            "<?php\n\nclass Exporter\n{\n    public function html() { return 1; }\n\n    public function pdf() { return 2; }\n\n    public function plainText() { return 3; }\n}\n",
        ),
        (
            "routes/web.php",
            "<?php\n\nRoute::get('/export/html', [Exporter::class, 'html']);\nRoute::get('/export/pdf', [Exporter::class, 'pdf']);\nRoute::get('/export/text', [Exporter::class, 'plainText']);\n",
        ),
    ];
    check(&files, "FORMATS", "app/Exporter.php:3-10 Exporter name\nroutes/web.php:1-5 - name");
}

#[test]
fn the_keys_of_a_json_schema() {
    let files = [
        (
            "schema.json",
            "{\n  \"properties\": {\n    \"colour\": {},\n    \"weight\": {},\n    \"height_cm\": {}\n  }\n}\n",
        ),
        (
            "src/item.ts",
            "export interface Item {\n  colour: string\n  weight: number\n  heightCm: number\n}\n",
        ),
    ];
    check(&files, "Item", "schema.json:2-6 properties name");
    check(&files, "properties", "src/item.ts:1-5 Item name");
}

#[test]
fn names_that_most_files_have_are_no_evidence() {
    let common =
        |name: &'static str| (name, "class A:\n    name = 1\n    title = 2\n    kind = 3\n");
    let files = ["a.py", "b.py", "c.py", "d.py", "e.py", "f.py", "g.py"].map(common);
    check(&files, "a.py#A", "");
}

#[test]
fn files_that_are_alike_are_one_place() {
    let keys = "draft: a\nsent: b\npaid: c\nvoid: d\n";
    let locales = ["bg", "de", "en", "fr", "it"].map(|name| format!("locales/{name}.yml"));
    let mut files: Vec<(&str, &str)> = locales.iter().map(|path| (path.as_str(), keys)).collect();
    files.push(("src/kind.ts", "export enum Kind { Draft, Sent, Paid, Void }\n"));
    check(&files, "Kind", "locales/bg.yml:1-4 - name");
}

/// What comments, docstrings and sentences in strings name is not listed there: only code, and what strings list.
#[test]
fn words_of_comments_and_of_sentences_are_no_members() {
    let check = |path: &str, text: &str, expect: &str| {
        let declared = "pub enum Detection {\n    NoneAtAll,\n    QuitEarly,\n    ConvertBytes,\n    MaskedLine,\n}\n";
        let files = [("src/detect.rs", declared), (path, text)];
        check(&files, "Detection", expect);
    };
    check(
        "src/a.rs",
        "/// NoneAtAll, QuitEarly, ConvertBytes, MaskedLine\nfn lines() -> u8 {\n    3\n}\n",
        "",
    );
    check(
        "src/a.rs",
        "fn lines() -> u8 {\n    // NoneAtAll, QuitEarly, ConvertBytes\n    3\n}\n",
        "",
    );
    check(
        "src/a.rs",
        "fn lines() -> u8 {\n    /* NoneAtAll QuitEarly\n       ConvertBytes */\n    3\n}\n",
        "",
    );
    check(
        "a.py",
        "def lines():\n    \"\"\"NoneAtAll, QuitEarly, ConvertBytes.\"\"\"\n    return 3\n",
        "",
    );
    check("a.py", "def lines():\n    # NoneAtAll, QuitEarly, ConvertBytes\n    return 3\n", "");
    check(
        "a.ts",
        "/** NoneAtAll, QuitEarly, ConvertBytes */\nexport function lines() {\n  return 3\n}\n",
        "",
    );
    check(
        "a.go",
        "package a\n\n// NoneAtAll, QuitEarly, ConvertBytes\nfunc Lines() int {\n\treturn 3\n}\n",
        "",
    );
    check("a.rb", "# NoneAtAll, QuitEarly, ConvertBytes\ndef lines\n  3\nend\n", "");
    let sentence = "take NoneAtAll before QuitEarly unless ConvertBytes and MaskedLine are set";
    check("a.py", &format!("def lines():\n    return '{sentence}'\n"), "");
    check("a.ts", &format!("export const lines = () => `{sentence}`\n"), "");
    check(
        "a.go",
        &format!("package a\n\nfunc Lines() string {{\n\treturn \"{sentence}\"\n}}\n"),
        "",
    );
    check(
        "a.py",
        "def lines(cursor):\n    cursor.execute('SELECT none_at_all, quit_early, convert_bytes FROM t')\n",
        "a.py:1-2 lines name",
    );
    check("a.py", "LINES = ['NoneAtAll', 'QuitEarly', 'ConvertBytes']\n", "a.py:1-1 LINES name");
    check(
        "src/a.rs",
        "/// NoneAtAll, QuitEarly\nfn lines(d: Detection) -> bool {\n    matches!(d, Detection::NoneAtAll | Detection::QuitEarly | Detection::MaskedLine)\n}\n",
        "src/a.rs:1-4 lines name",
    );
}

/// Who calls the methods of a library's type alike enumerates nothing; those of the tree are the members of a type.
#[test]
fn calls_that_lead_out_of_the_tree_are_no_members() {
    let uses = |of: &str, names: [&str; 4]| {
        let calls: String = names.iter().map(|name| format!("    {of}.{name}(1)\n")).collect();
        format!("def use_{of}({of}):\n{calls}\n")
    };
    let library = ["holds", "putBack", "take_out", "lookAt"];
    let (bans, cache) = (uses("bans", library), uses("cache", library));
    check(&[("src/bans.py", &bans), ("src/cache.py", &cache)], "use_bans", "");
    let methods = library.map(|name| format!("    def {name}(self, n):\n        pass\n")).concat();
    let own = format!("class Store:\n{methods}\n");
    let typed = |text: &str, of: &str| {
        let text = text.replace(&format!("({of}):"), &format!("({of}: Store):"));
        format!("from store import Store\n\n{text}")
    };
    let (bans, cache) = (typed(&bans, "bans"), typed(&cache, "cache"));
    let files = [("src/bans.py", &*bans), ("src/cache.py", &*cache), ("src/store.py", &*own)];
    let repo = Repo::of(&[&files[..], &OTHERS].concat());
    let found = repo.relate("use_bans", Relation::Siblings);
    assert!(places(&found).contains("src/cache.py:3-7 use_cache"), "{}", places(&found));
    let note = "members of use_bans: holds, lookAt, putBack, take_out";
    assert!(found.notes.iter().any(|other| other == note), "{:?}", found.notes);
}
