//! What is read of each format.

use super::*;

/// The keys and the value of `found` in a file.
fn check(path: &str, text: &str, found: &str, expect: &str) {
    let at = text.find(found).unwrap();
    let entry = Format::of(path)
        .and_then(|format| format.entry_at(text.as_bytes(), &(at..at + found.len())));
    let shown = entry.map(|entry| format!("{} = {}", entry.keys.join(" > "), &text[entry.value]));
    assert_eq!(shown.as_deref().unwrap_or("-"), expect, "{path}: {found}");
}

#[test]
fn json_is_nested_in_brackets() {
    let text = r#"{"auth": {"failed": "Wrong name or password", "lines": ["First of all", "x"]}, "a.b": "It's \"here\" now"}"#;
    check("en.json", text, "Wrong name", "auth > failed = Wrong name or password");
    check("en.json", text, "name or", "auth > failed = Wrong name or password");
    check("en.json", text, "First of", "auth > lines = First of all");
    check("en.json", text, "now", r#"a.b = It's \"here\" now"#);
    check("en.json", text, "failed", "-");
    let catalog = r#"{"strings" : {"row.open" : {"localizations" : {"en" : {"stringUnit" : {"value" : "Open the row"}}}}}}"#;
    check(
        "L.xcstrings",
        catalog,
        "Open the",
        "strings > row.open > localizations > en > stringUnit > value = Open the row",
    );
    check(
        "app_en.arb",
        r#"{"saveAll": "Save them all", "@saveAll": {"description": "x"}}"#,
        "Save them",
        "saveAll = Save them all",
    );
    check(
        "en.lproj/L.strings",
        "/* the \"key\" */\n\"row.open\" = \"Open the row\";\n",
        "Open the",
        "row.open = Open the row",
    );
}

#[test]
fn values_of_code_are_those_of_objects_arrays_hashes_and_constants() {
    let php = "<?php\nreturn [\n  // it's a note\n  'edit' => [\n    'busy' => ':name is editing it',\n    'old' => array('x' => 'Long gone now'),\n  ],\n];\n";
    check("lang/en/page.php", php, "is editing", "edit > busy = :name is editing it");
    check("lang/en/page.php", php, "Long gone", "edit > old > x = Long gone now");
    let ruby = "{\n  en: {\n    :login => { 'title' => \"Who are you?\" },\n  }\n}\nMESSAGE = 'Ask again later'\nOTHER = 'None of them'\n";
    check("en.rb", ruby, "Who are", "en > login > title = Who are you?");
    check("en.rb", ruby, "Ask again", "MESSAGE = Ask again later");
    check("en.rb", ruby, "None of", "OTHER = None of them");
    let typescript = "export const en: Messages = {\n  table: {\n    none: many ? 'A few rows' : 'No rows left',\n    'drag-row': `Drag\n the row`,\n  },\n}\nfunction f() { throw new Error('Not a value here') }\n";
    check("en.ts", typescript, "No rows", "en > table > none = No rows left");
    check("en.ts", typescript, "A few", "en > table > none = A few rows");
    check("en.ts", typescript, "Drag\n", "en > table > drag-row = Drag\n the row");
    check("en.ts", typescript, "Not a value", "-");
    check(
        "Texts.java",
        "class Texts {\n  static final String BUSY = \"It is \" + \"busy today\";\n}\n",
        "busy today",
        "BUSY = busy today",
    );
}

#[test]
fn lines_are_nested_by_indentation_and_headings() {
    let yaml = "en:\n  users:\n    # note: title\n    new:\n      title: \"Join us today\"\n      lead: >-\n        First line of it\n        and the second\n    list:\n    - one: Plain words here\nfr:\n  x: y\n";
    check("en.yml", yaml, "Join us", "en > users > new > title = Join us today");
    check("en.yml", yaml, "and the", "en > users > new > lead = and the second");
    check("en.yml", yaml, "Plain", "en > users > list > one = Plain words here");
    let properties = "# a note\nmenu.open = Open a file\nlong = First half \\\n  second half\nSave\\ it\\? = Save it?\nurl=http\\://x it is\n";
    check("a.properties", properties, "Open a", "menu.open = Open a file");
    check("a.properties", properties, "second", "long = second half");
    check("a.properties", properties, "Save it", "Save it? = Save it?");
    check("a.ini", "[mail]\nhost = the post box\n", "the post", "mail > host = the post box");
    check(
        "a.toml",
        "[tool.x]\ntext = \"It is a tool\"\n",
        "is a tool",
        "tool.x > text = It is a tool",
    );
    let fluent = "add-note = Add a note\n    .title = Add one more\nmany =\n    { $n ->\n        [one] Only one note\n       *[other] { $n } notes\n    }\n";
    check("core.ftl", fluent, "Add a", "add-note = Add a note");
    check("core.ftl", fluent, "Only one", "many = [one] Only one note");
}

#[test]
fn elements_are_named_by_their_first_attributes_or_by_the_text_before() {
    let android = "<?xml version=\"1.0\"?>\n<resources xmlns:t=\"x\">\n  <!-- <string name=\"no\"> -->\n  <string name=\"undo\" t:x=\"y\">Undo <b>the last</b> step</string>\n  <plurals name=\"rows\"><item quantity=\"one\">One more row</item></plurals>\n</resources>\n";
    check("values/strings.xml", android, "Undo", "undo = Undo");
    check("values/strings.xml", android, "One more", "rows > one = One more row");
    let resx = "<root>\n <data name=\"Form_Busy\" xml:space=\"preserve\">\n  <value>It is busy now</value>\n </data>\n</root>\n";
    check("R.resx", resx, "It is busy", "Form_Busy = It is busy now");
    let qt = "<!DOCTYPE TS>\n<TS><context><name>Dialog</name><message><source>Close all</source><translation>Alles schließen</translation></message></context></TS>\n";
    check("app_de.ts", qt, "Alles", "Close all = Alles schließen");
    let qt = "<?xml version=\"1.0\"?>\n<!DOCTYPE TS>\n<TS version=\"2.1\" language=\"de\"><context><name>Dialog</name><message><location filename=\"a.cpp\" line=\"7\"/><source>Close all</source><translation type=\"unfinished\">Alles schließen</translation></message><message id=\"undo\"><source>Take it back</source><translation>Nimm es zurück</translation></message></context></TS>\n";
    check("app_de.ts", qt, "Alles", "Close all = Alles schließen");
    check("app_de.ts", qt, "Nimm es", "undo = Nimm es zurück");
    check("app_de.ts", qt, "Take it", "undo = Take it back");
    let xliff = "<xliff version=\"1.2\"><file original=\"a.html\"><body><trans-unit id=\"busy\"><source>It is busy</source><target state=\"new\">Es ist viel los</target></trans-unit></body></file></xliff>\n";
    check("de.xlf", xliff, "viel los", "a.html > busy = Es ist viel los");
    let list = "<plist version=\"1.0\"><dict><key>Busy</key><string>It is busy now</string></dict></plist>\n";
    check("Info.plist", list, "It is busy", "Busy = It is busy now");
    let list = "<plist version=\"1.0\"><dict><key>Early</key><string>It is too early</string><key>Late</key><string>It is too late</string></dict></plist>\n";
    check("Info.plist", list, "too late", "Late = It is too late");
    let list = "<resources><item>It is too early</item><item>It is too late</item></resources>\n";
    check("list.xml", list, "too late", "-");
    check(
        "a.xml",
        "<map><entry key=\"late\" value=\"Too late now\"/></map>",
        "Too late",
        "late = Too late now",
    );
}

#[test]
fn the_message_of_a_catalogue_is_its_key() {
    let catalogue = "#: a.py\nmsgctxt \"menu\"\nmsgid \"\"\n\"Log \"\n\"out now\"\nmsgstr \"Jetzt abmelden\"\n\nmsgid \"Two\"\nmsgstr \"Zwei\"\n";
    check("de.po", catalogue, "Jetzt", "Log out now = Jetzt abmelden");
    check("de.po", catalogue, "Zwei", "Two = Zwei");
    check("de.po", catalogue, "out now", "Log out now = Log \"\n\"out now");
}

#[test]
fn a_key_can_be_an_index_a_constant_or_the_first_argument() {
    let php = "<?php\n$lang['ok'] = 'All fine';\n$lang['no'] = 'Card was declined';\ndefine('MSG_OK', 'It is fine');\ndefine('MSG_NO', 'It was no');\n";
    check("en.php", php, "Card was", "no = Card was declined");
    check("en.php", php, "It was", "MSG_NO = It was no");
    let java = "enum Reason {\n  OK(\"fine\"),\n  CARD_DECLINED(\"It was declined\", 3);\n  String[] a = {};\n}\n";
    check("R.java", java, "It was", "CARD_DECLINED = It was declined");
    let python = "DECLINED = (\n    \"It was declined \"\n    \"by the bank\"\n)\nEMPTY = []\nprint(\"And now\", x)\n";
    check("m.py", python, "It was", "DECLINED = It was declined ");
    check("m.py", python, "by the", "DECLINED = by the bank");
    check("m.py", python, "And now", "-");
    check("m.js", "log('No KEY here', 'and so on')\nf(A, b, 'or there')", "and so", "-");
    check("m.js", "log('No KEY here', 'and so on')\nf(A, b, 'or there')", "or there", "-");
}

#[test]
fn values_have_several_lines_or_brackets() {
    let toml = "[checkout]\nok = 'x'\ndeclined = \"\"\"\nIt was declined\nby the bank\"\"\"\nlate = \'\'\'Too late now\'\'\'\nlast = \"At last\"\n";
    check("en.toml", toml, "by the", "checkout > declined = It was declined\nby the bank");
    check("en.toml", toml, "Too late", "checkout > late = Too late now");
    check("en.toml", toml, "At last", "checkout > last = At last");
    let yaml = "en: {checkout: {declined: 'It was declined', ok: 'Fine now'}}\n";
    check("en.yml", yaml, "It was", "en > checkout > declined = It was declined");
    check("en.yml", yaml, "Fine", "en > checkout > ok = Fine now");
    check("conf/messages", "a.b=It is so\n", "It is", "a.b = It is so");
    check("conf/messages.de", "a.b=It is so\n", "It is", "a.b = It is so");
    let xliff = "<xliff version=\"2.0\"><file id=\"f\"><unit id=\"u1\" name=\"a.declined\"><segment><source>a.declined</source><target>It was declined</target></segment></unit></file></xliff>";
    check("en.xlf", xliff, "It was", "f > a.declined = It was declined");
    let list = "<plist version=\"1.0\">\n<dict>\n<key>items.left</key>\n<dict>\n<key>n</key>\n<dict>\n<key>one</key>\n<string>One item left</string>\n</dict>\n</dict>\n</dict>\n</plist>\n";
    check("L.stringsdict", list, "One item", "items.left > n > one = One item left");
    let catalogue = "msgid \"Declined\\n\"\nmsgstr \"Abgelehnt\\n\"\n";
    check("de.po", catalogue, "Abgelehnt", "Declined\\n = Abgelehnt\\n");
}

#[test]
fn people_see_one_text_of_a_value() {
    let check = |value: &str, found: &str, expect: &str| {
        let at = value.find(found).unwrap();
        let entry = Entry { keys: Vec::new(), span: 0..0, value: 0..value.len() };
        let seen = entry.alternative(value.as_bytes(), &(at..at + found.len()));
        let seen = without_names(&value.as_bytes()[seen]);
        assert_eq!(String::from_utf8(seen).unwrap().trim(), expect, "{value}");
    };
    check("one row | {n} rows left", "rows left", "rows left");
    check("one row | {n} rows left", "one row", "one row");
    check("{n, plural, =1{One row} other{{n} rows left}}", "rows", "rows left");
    check("{n, plural, =1{One row} other{{n} rows left}}", "One", "One row");
    check("Card refused. Take {it} back!", "refused", "Card refused");
    check("Card refused. Take {it} back!", "Take", "Take      back!");
    check("卡已被拒绝。请把它收回！好吗？", "拒绝", "卡已被拒绝");
    check("卡已被拒绝。请把它收回！好吗？", "收回", "请把它收回");
    check("A {b c} d", "d", "A {b c} d");
}
