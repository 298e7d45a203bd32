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
    assert_snapshot!(seen(&files, "Toggle it", "Switch it"), @"");
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
