//! Keys of translations and settings that a change removes: the code that uses them by their path, and the files beside.

use insta::assert_snapshot;

use super::{places, repo, uncommitted, write};

const CODE: &str = "import { t } from 'i18n';
export const a = () => t('setting.hotkeyToggle', 'x');
export const b = () => t('setting.hotkeyOther');
export const c = () => t('setting.hotkeyToggleMore');
";

/// The places after a line of a file is replaced.
fn seen(files: &[(&str, &str)], line: &str, now: &str) -> String {
    let repo = repo(files);
    let (path, text) = files[0];
    assert_eq!(text.matches(line).count(), 1, "{text}");
    write(&repo, &[(path, &text.replacen(line, now, 1))]);
    places(&uncommitted(&repo))
}

#[test]
fn nested_keys_of_json() {
    let english = "{\n  \"setting\": {\n    \"hotkeyToggle\": \"Toggle it\",\n    \"hotkeyOther\": \"Other\"\n  }\n}\n";
    let german = english.replace("Toggle it", "Umschalten").replace("Other\"", "Anderes\"");
    let nested = "{\n  \"other\": {\n    \"hotkeyToggle\": \"No\"\n  }\n}\n";
    let files = [
        ("src/i18n/en.json", english),
        ("src/i18n/de.json", &german),
        ("src/i18n/fr.json", nested),
        ("src/a.ts", CODE),
    ];
    let line = "    \"hotkeyToggle\": \"Toggle it\",\n";
    assert_snapshot!(seen(&files, line, ""), @r"
    text src/a.ts:2 a string
    text src/i18n/de.json:3 setting.hotkeyToggle string
    text src/i18n/fr.json:3 other.hotkeyToggle string
    ");
    assert_snapshot!(seen(&files, "hotkeyToggle", "hotkeySwitch"), @r"
    text src/a.ts:2 a string
    text src/i18n/de.json:3 setting.hotkeyToggle string
    text src/i18n/fr.json:3 other.hotkeyToggle string
    ");
    // Another text for the same key.
    assert_snapshot!(seen(&files, "Toggle it", "Switch it"), @"text src/a.ts:2 a string");
}

#[test]
fn a_document_names_a_key_alone() {
    let files = [
        ("config/mail.yml", "mail:\n  sender_address: a\n  reply_to: b\n"),
        ("src/mail.py", "def sender(keys):\n    return keys[\"mail\"][\"sender_address\"]\n"),
        ("docs/setup.md", "# Setup\n\nSet `sender_address` first.\n"),
    ];
    assert_snapshot!(seen(&files, "  sender_address: a\n", ""), @r"
    text src/mail.py:2 sender string
    document docs/setup.md:3 Setup name
    ");
}

#[test]
fn keys_below_a_language_or_in_a_named_file() {
    let ruby =
        "class A\n  def f = I18n.t('setting.zap_it')\n  def g = I18n.t('setting.zap')\nend\n";
    let files = [
        ("config/locales/en.yml", "en:\n  setting:\n    zap: \"Zap\"\n    other: x\n"),
        ("config/locales/de.yml", "de:\n  setting:\n    zap: \"Zapp\"\n    other: x\n"),
        ("app/a.rb", ruby),
    ];
    assert_snapshot!(seen(&files, "    zap: \"Zap\"\n", ""), @r"
    text app/a.rb:3 A.g string
    text config/locales/de.yml:3 de.setting.zap string
    ");
    let files = [
        (
            "lang/en/firefly.php",
            "<?php\nreturn [\n    'new_bank' => 'New piggy bank',\n    'old' => 'Old',\n];\n",
        ),
        (
            "lang/de/firefly.php",
            "<?php\nreturn [\n    'new_bank' => 'Neu',\n    'old' => 'Alt',\n];\n",
        ),
        (
            "app/C.php",
            "<?php\n$a = trans('firefly.new_bank');\n$b = trans('firefly.new_bank_two');\n",
        ),
    ];
    assert_snapshot!(seen(&files, "    'new_bank' => 'New piggy bank',\n", ""), @r"
    text app/C.php:2 - string
    text lang/de/firefly.php:3 - string
    ");
    let files = [
        ("a/app.properties", "mail.host.name=x\nmail.port=1\n"),
        ("b/app.properties", "mail.host.name=y\n"),
        ("A.java", "class A { String a = get(\"mail.host.name\"); }\n"),
    ];
    assert_snapshot!(seen(&files, "mail.host.name=x\n", ""), @r"
    text A.java:1 A string
    text b/app.properties:1 - string
    ");
}

const MAKE: &str = "build-css:\n\tsass a\n\nrelease: build-css\n\ttar x\n";
const JSON: &str = "{\n  \"mail\": {\n    \"retryLimit\": 3,\n    \"on\": true\n  }\n}\n";
const GET: &str = "x = c.get('mail.retryLimit')\ny = c['mail']['retryLimit']\nz = c.get('other.retryLimit')\nw = c.mail.on\n";
const BASE: &str = "x-base: &base-log\n  driver: file\n\nweb:\n  logging: *base-log\n";
const STRINGS: &str = "<resources>\n  <string name=\"too_often\">Too</string>\n</resources>\n";
const CSS: &str = ".order-total {\n  color: red;\n}\n";
const TF: &str = "variable \"my_kind\" {\n  type = string\n}\n";

/// A file, its text, what is replaced in it and by what, and a file that uses it.
const ROWS: [(&str, &str, &str, &str, &str, &str); 15] = [
    ("Makefile", MAKE, "build-css:\n", "css:\n", "ci.sh", "make build-css\n"),
    ("Makefile", MAKE, "sass a", "sass b", "ci.sh", "make build-css-all\n"),
    ("c.json", JSON, "    \"retryLimit\": 3,\n", "", "a.py", GET),
    ("c.json", JSON, "3", "4", "a.py", GET),
    ("c.json", JSON, ",\n    \"on\": true", "", "a.py", GET),
    ("c.yml", BASE, "driver: file", "driver: none", "a.py", "print(1)\n"),
    ("strings.xml", STRINGS, "too_often", "too_many", "A.kt", "val a = R.string.too_often\n"),
    ("a.css", CSS, ".order-total", ".total", "a.jsx", "const a = <b className={s.orderTotal} />\n"),
    ("v.tf", TF, "my_kind", "my_type", "main.tf", "x {\n  type = var.my_kind\n}\n"),
    (
        "Dockerfile",
        "FROM node AS my-stage\nRUN x\n",
        "my-stage",
        "st",
        "c.yml",
        "a:\n  target: my-stage\n",
    ),
    (".env.example", "MAIL_HOST=x\n", "MAIL_HOST", "HOST", "a.py", "x = os.environ['MAIL_HOST']\n"),
    (
        "libs.toml",
        "[libraries]\nok-core = 1\n",
        "ok-core",
        "ok-main",
        "b.gradle.kts",
        "implementation(libs.ok.core)\n",
    ),
    (
        "a.dart",
        "int addAll(int a) {\n}\n",
        "addAll",
        "addEach",
        "b.dart",
        "void f() {\n  addAll(1);\n}\n",
    ),
    (
        "_vars.scss",
        "$gap: 4px;\n",
        "$gap: 4px;\n",
        "",
        "b.scss",
        ".a {\n  margin: $gap;\n  gap: 1;\n}\n",
    ),
    (
        "api.yml",
        "get:\n  operationId: loadOrder\n",
        "loadOrder",
        "getOrder",
        "c.ts",
        "c.loadOrder(1);\n",
    ),
];

/// What holds the name of a changed line elsewhere, in the spellings that code has for it.
#[test]
fn names_that_lines_define_by_their_place() {
    let mut shown = String::new();
    for (path, text, line, now, user, code) in ROWS {
        shown += &format!("{path}: {}\n", line.trim());
        shown += &seen(&[(path, text), (user, code)], line, now);
    }
    assert_snapshot!(shown, @r#"
    Makefile: build-css:
    reference Makefile:4 release name
    reference ci.sh:1 - name
    Makefile: sass a
    reference Makefile:4 release name
    c.json: "retryLimit": 3,
    text a.py:1 x string
    text a.py:2 y string
    c.json: 3
    reference a.py:2 y name
    text a.py:1 x string
    c.json: ,
        "on": true
    reference a.py:4 w name
    reference a.py:2 y name
    text a.py:1 x string
    c.yml: driver: file
    reference c.yml:5 web.logging name
    strings.xml: too_often
    reference A.kt:1 a name
    a.css: .order-total
    reference a.jsx:1 a name
    v.tf: my_kind
    reference main.tf:2 - name
    Dockerfile: my-stage
    reference c.yml:2 a.target name
    .env.example: MAIL_HOST
    reference a.py:1 x name
    libs.toml: ok-core
    reference b.gradle.kts:1 - name
    a.dart: addAll
    reference b.dart:2 - name
    _vars.scss: $gap: 4px;
    reference b.scss:2 - name
    api.yml: loadOrder
    reference c.ts:1 - name
    "#);
}

/// A name that many places define, or hold, means nothing by itself; one of them is said.
#[test]
fn names_of_the_format_are_not_listed() {
    let compose = "services:\n  web:\n    container_name: a\n  db:\n    container_name: b\n";
    let lua = "x = 'container_name'\n";
    let files = [("c.yml", compose), ("a.lua", lua)];
    assert_snapshot!(seen(&files, "container_name: a", "other: a"), @"");
    let many = "say.my_word()\n".repeat(20);
    let repo = repo(&[("c.yml", "a:\n  my_word: 1\n"), ("a.lua", &many)]);
    write(&repo, &[("c.yml", "a:\n  other: 1\n")]);
    let document = uncommitted(&repo);
    assert_snapshot!(document.notes.join("\n"), @r"
    not listed by name alone, as too many places have it: `my_word` (20 lines)
    1 changed file has keys, targets or settings (c.yml first): what uses them was looked for by their texts and by `c`, `my_word`, and nothing was found; `search --symbol NAME --relation references` lists the lines with a name
    ");
}

/// A template that is gone or has changed, by the forms in which others name it.
#[test]
fn files_without_declarations_are_names() {
    let shop = "<p>{{ total }}</p>\n";
    let home = "@include('parts.footer-line')\n@include('other.footer-line')\n";
    let files = [("views/parts/footer-line.blade.php", shop), ("home.blade.php", home)];
    assert_snapshot!(seen(&files, "total", "sum"), @"text home.blade.php:1 - string");
    let files = [
        ("views/orders/_row.html.erb", shop),
        ("views/orders/show.html.erb", "<%= render 'row' %>\n"),
        ("views/users/show.html.erb", "<%= render 'row' %>\n<%= render 'orders/row' %>\n"),
    ];
    assert_snapshot!(seen(&files, "total", "sum"), @r"
    text views/orders/show.html.erb:1 - string
    text views/users/show.html.erb:2 - string
    ");
}

/// What a schema says is answered by a declaration of its name in another language, and its members are strings there.
#[test]
fn what_answers_a_schema() {
    let proto = "syntax = \"proto3\";\nservice Shop {\n  rpc PlaceOrder (A) returns (B);\n  rpc Ping (A) returns (B);\n}\n";
    let go = "package main\n\nfunc (s *server) PlaceOrder(a A) B {\n\treturn B{}\n}\n";
    let files = [("a.proto", proto), ("s.go", go)];
    assert_snapshot!(seen(&files, "  rpc PlaceOrder (A) returns (B);\n", ""), @"reference s.go:3 server.PlaceOrder name");
    let graphql = "enum State {\n  OPEN\n  SHIPPED\n  LOST\n}\n";
    let label = "export function label(s: string) {\n  switch (s) {\n    case 'OPEN': return 1;\n    case 'SHIPPED': return 2;\n    case 'LOST': return 3;\n  }\n}\n";
    let files = [("s.graphql", graphql), ("a.ts", label)];
    assert_snapshot!(seen(&files, "  LOST\n", "  LOST\n  BACK\n"), @"sibling a.ts:5 label enumeration");
}

/// A text of two words is looked for in files of data, between quotes.
#[test]
fn a_short_text_is_the_key_of_a_translation() {
    let code = "def go():\n    return _('Too often')\n";
    let po = "msgid \"Too often\"\nmsgstr \"Zu oft\"\n";
    let files = [("a.py", code), ("de.po", po), ("notes.md", "Too often it rains.\n")];
    assert_snapshot!(seen(&files, "Too often", "Too many tries"), @"text de.po:1 - string");
}

/// Uses of keys and targets that no text leads to: that nothing is listed is no proof, and is not reported as one.
#[test]
fn accounted_nothing_found_of_keys_is_no_proof() {
    for (path, text, line, now) in [
        ("Makefile", "assets:\n\tbuild\n\nrelease: assets\n", "assets:\n", "files:\n"),
        ("config.json", "{\n  \"mail\": {\n    \"limit\": 3\n  }\n}\n", "    \"limit\": 3\n", ""),
        ("values.yaml", "image:\n  pull: true\n", "  pull: true\n", ""),
        ("libs.toml", "[versions]\nhttp = 4\n", "http = 4\n", ""),
    ] {
        let repo = repo(&[(path, text), ("a.py", "print(1)\n")]);
        write(&repo, &[(path, &text.replacen(line, now, 1))]);
        let document = uncommitted(&repo);
        assert!(document.affected.is_empty(), "{path}: {:?}", document.affected);
        assert_eq!(document.change.undeclared.len(), 1, "{path}");
        assert!(document.notes.join("\n").contains(path), "{path}: {:?}", document.notes);
    }
}
