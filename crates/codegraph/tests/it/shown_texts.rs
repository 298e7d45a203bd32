//! Texts that people see, and the code that shows them by their keys.

use firsthand_codegraph::{Cancel, Query, Region, Relation, SearchResult};

use crate::repo::{expected, tree};

/// The linked regions as `path:start-end key distance`, one a line.
pub(crate) fn linked(result: &SearchResult) -> String {
    let linked = result.regions.iter().filter(|region| region.relation.is_some());
    let line = |region: &Region| {
        let (range, of) = (region.range, region.relation_of.as_deref().unwrap_or("-"));
        let distance = region.distance.unwrap_or(9);
        format!("{}:{}-{} {of} {distance}", region.path, range.start(), range.end())
    };
    linked.map(line).collect::<Vec<_>>().join("\n")
}

/// What a question leads to in a tree, and that the relation of the quoted text finds the same lines.
fn check(files: &str, query: &str, expect: &str) {
    let repo = tree(files);
    let found = repo.search(query);
    assert_eq!(linked(&found), expected(expect), "{query}");
    let (_, rest) = query.split_once('"').unwrap();
    let (text, _) = rest.split_once('"').unwrap();
    let related = repo.relate(text, Relation::Texts);
    for region in found.regions.iter().filter(|region| region.relation.is_some()) {
        let has_lines =
            |other: &Region| other.path == region.path && other.range.overlaps(region.range);
        assert!(related.regions.iter().any(has_lines), "{query}: {}", region.path);
    }
}

#[test]
fn a_text_with_elisions_leads_to_the_user_of_its_key() {
    for apostrophe in ["'", "\u{2019}"] {
        let value = format!("La banque n{apostrophe}a pas accept\u{e9} l{apostrophe}achat");
        check(
            &format!(
                "\n-- locales/fr.json\n{{\"pay\": {{\"declined\": \"{value}\"}}}}\n-- src/a.js\nt('pay.declined');\n"
            ),
            "\"La banque n'a pas accept\u{e9} l'achat\"",
            "src/a.js:1-1 pay.declined 1\nlocales/fr.json:1-1 pay.declined 0",
        );
    }
}

#[test]
fn tags_and_alternatives_of_a_value_are_none_of_its_text() {
    let user = "-- src/a.js\nexport function charge(n) {\n  return t('pay.left', n);\n}\n";
    for (file, value, text) in [
        (
            "locales/en.json",
            r#"{"pay": {"left": "Your card was <b>declined</b> by the <a href=\"x\">bank</a>"}}"#,
            "Your card was declined by the bank",
        ),
        (
            "locales/en.json",
            r#"{"pay": {"left": "no items | one item is waiting here | {n} items are waiting here"}}"#,
            "7 items are waiting here",
        ),
        (
            "locales/en.json",
            r#"{"pay": {"left": "{n, plural, =1{one item is waiting} other{{n} items wait here}}"}}"#,
            "7 items wait here",
        ),
    ] {
        let expect = format!("src/a.js:1-3 pay.left 1\n{file}:1-1 pay.left 0");
        check(&format!("\n-- {file}\n{value}\n{user}"), &format!("\"{text}\""), &expect);
    }
}

/// `{n}` is no word of the text, and the end of a key is the library's where nothing uses it.
#[test]
fn a_form_of_a_text_for_a_number_leads_to_the_user_of_its_key() {
    check(
        r#"
-- locales/en.json
{"pay": {"due_one": "{{n}} unpaid bill",
"due_other": "{{n}} unpaid bills"}}
-- src/a.js
t('pay.due', { n });
"#,
        "\"3 unpaid bills\"",
        "src/a.js:1-1 pay.due_other 1\nlocales/en.json:2-2 pay.due_other 0",
    );
}

/// No word of the question stands anywhere.
#[test]
fn a_value_in_escaped_characters_leads_to_the_user_of_its_key() {
    let user = "-- src/a.js\nexport function charge(card) {\n  return t('pay.declined');\n}\n";
    for (file, value, text) in [
        (
            "locales/zh.json",
            r#"{"pay": {"declined": "\u94f6\u884c\u62d2\u7edd\u4e86\u60a8\u7684\u5361"}}"#,
            "\u{94f6}\u{884c}\u{62d2}\u{7edd}\u{4e86}\u{60a8}\u{7684}\u{5361}",
        ),
        (
            "i18n/m_ru.properties",
            r"pay.declined=\u0411\u0430\u043d\u043a \u043e\u0442\u043a\u043b\u043e\u043d\u0438\u043b \u043a\u0430\u0440\u0442\u0443",
            "\u{411}\u{430}\u{43d}\u{43a} \u{43e}\u{442}\u{43a}\u{43b}\u{43e}\u{43d}\u{438}\u{43b} \u{43a}\u{430}\u{440}\u{442}\u{443}",
        ),
    ] {
        let expect = format!("src/a.js:1-3 pay.declined 1\n{file}:1-1 pay.declined 0");
        check(&format!("\n-- {file}\n{value}\n{user}"), &format!("\"{text}\""), &expect);
    }
}

#[test]
fn the_user_of_a_nested_key_is_found_by_the_whole_path_or_the_end_of_it() {
    check(
        r#"
-- locales/en.json
{"auth": {"failed": "These credentials are wrong", "ok": "Welcome back"}}
-- locales/fr.json
{"auth": {"failed": "Identifiants incorrects", "ok": "Rebonjour"}}
-- src/login.ts
export function login(ok: boolean) {
  return t('auth.failed')
}
-- src/jobs.ts
export const failed = (job: Job) => job.state === 'failed'
"#,
        "Who decides on \"These credentials are wrong\"?",
        "src/login.ts:1-3 auth.failed 1
         locales/en.json:1-1 auth.failed 0",
    );
    check(
        r#"
-- lang/en/account.php
<?php
return [
  'password' => [
    'stale' => 'Your password was changed by :name',
  ],
];
-- app/Login.php
<?php
class Login {
    function open() {
        return trans('account.password.stale');
    }
}
"#,
        "We see \"Your password was changed by Bob\" at times",
        "app/Login.php:3-5 password.stale 1
         lang/en/account.php:4-4 password.stale 0",
    );
    // The first part of the path, the language, is nowhere in the code.
    check(
        r#"
-- config/locales/en.yml
en:
  session:
    expired: "Your session ran out of time"
-- app/session.rb
class Session
  def check
    flash(t("session.expired"))
  end
end
"#,
        "where does \"Your session ran out of time\" come from",
        "app/session.rb:2-4 en.session.expired 1
         config/locales/en.yml:3-3 en.session.expired 0",
    );
}

/// The rest of the key is the path of the view that has the end of it.
#[test]
fn the_path_of_a_file_can_be_the_beginning_of_its_keys() {
    check(
        r#"
-- config/locales/en.yml
en:
  users:
    new:
      title: "Join this small club"
    edit:
      title: "Change your name"
-- app/views/users/new.html.erb
<h1><%= t ".title" %></h1>
-- app/views/users/edit.html.erb
<h1><%= t ".title" %></h1>
"#,
        "Which page says \"Join this small club\"?",
        "app/views/users/new.html.erb:1-1 en.users.new.title 1
         config/locales/en.yml:4-4 en.users.new.title 0",
    );
}

#[test]
fn generated_accessors_spell_a_key_in_their_own_way() {
    check(
        r#"
-- app/res/values/strings.xml
<resources>
  <string name="undo_last">Take the last step back</string>
</resources>
-- app/Editor.kt
class Editor {
    fun undo() = show(R.string.undo_last)
}
"#,
        "What shows \"Take the last step back\"?",
        "app/Editor.kt:2-2 undo_last 1
         app/res/values/strings.xml:2-2 undo_last 0",
    );
    check(
        r#"
-- ftl/core.ftl
notes-none-left = There are no notes left today
-- ts/list.ts
export function list() {
  return tr.notesNoneLeft()
}
-- py/list.py
def list_notes():
    return tr.notes_none_left()
"#,
        "who says \"There are no notes left today\"?",
        "py/list.py:1-2 notes-none-left 1
         ts/list.ts:1-3 notes-none-left 1
         ftl/core.ftl:1-1 notes-none-left 0",
    );
    check(
        r#"
-- Properties/Resources.resx
<root>
  <data name="Upload_Stopped" xml:space="preserve">
    <value>The upload was stopped by you</value>
  </data>
</root>
-- Upload.cs
class Upload {
    string Stop() { return Resources.Upload_Stopped; }
}
"#,
        "When is \"The upload was stopped by you\" shown?",
        "Upload.cs:2-2 Upload_Stopped 1
         Properties/Resources.resx:2-3 Upload_Stopped 0",
    );
    check(
        r#"
-- lib/l10n/app_en.arb
{"emptyCart": "Nothing is in the cart yet"}
-- lib/cart.dart
String none(context) => L10n.of(context).emptyCart;
"#,
        "\"Nothing is in the cart yet\"",
        "lib/cart.dart:1-1 emptyCart 1
         lib/l10n/app_en.arb:1-1 emptyCart 0",
    );
    check(
        r#"
-- i18n/app.properties
export.too-large = The export is far too large
-- src/Export.java
class Export {
    String fail() { return text("export.too-large"); }
}
"#,
        "users read \"The export is far too large\"",
        "src/Export.java:2-2 export.too-large 1
         i18n/app.properties:1-1 export.too-large 0",
    );
}

/// A word that many files use is no key that leads anywhere; nor is what the question has in common by chance.
#[test]
fn a_key_that_is_not_specific_and_a_short_run_of_words_lead_nowhere() {
    let user = |n: u32| {
        format!("\n-- src/a{n}.ts\nexport const f{n} = (a) => a.description + '.description'")
    };
    let users: String = (0..12).map(user).collect();
    let package = "\n-- package.json\n{\"description\": \"A small and fast router for servers\"}";
    let repo = tree(&format!("{package}{users}\n"));
    let found = repo.search("\"A small and fast router for servers\" is slow");
    let users = found.regions.iter().filter(|region| region.distance == Some(1));
    assert_eq!(users.count(), 0);
    let repo = tree(
        "\n-- en.json\n{\"a_b\": \"the state of the row and what else there is to say of it\"}\n-- a.ts\nexport const x = t('a_b')\n",
    );
    assert_eq!(linked(&repo.search("how is the state of the lock kept")), "");
}

/// A short text has to be quoted, and to be the whole value.
#[test]
fn a_quoted_text_of_two_words_is_a_whole_value() {
    let files = r#"
-- en.json
{"menu": {"signIn": "Sign in", "signInNow": "Sign in now"}}
-- src/menu.ts
export const menu = () => t('menu.signIn')
export const other = () => t('menu.signInNow')
"#;
    check(
        files,
        "what happens behind \"Sign in\"?",
        "src/menu.ts:1-1 menu.signIn 1
         en.json:1-1 menu.signIn 0",
    );
}

/// Names of code, addresses and what stands between the marks of a pasted program are no texts that people see.
#[test]
fn a_name_an_address_or_a_program_is_no_text() {
    let files = r#"
-- Cargo.toml
[package]
name = "shop"
repository = "https://example.org/acme/shop"
description = "A shop for late notices"
-- src/main.rs
fn main() { println!("{}", env!("CARGO_PKG_REPOSITORY")); }
"#;
    let check = |query: &str| assert_eq!(linked(&tree(files).search(query)), "", "{query}");
    check("why does `shop` stop with \"shop\"?");
    check("see https://example.org/acme/shop/blob/main/src/main.rs: what does 'main' print?");
    check(
        "this fails: \"a\", shop);\n```\nand all notices are lost that came too late for the \"b\"",
    );
}

#[test]
fn a_scope_and_the_exclusion_of_tests_hold_for_users_too() {
    let files = r#"
-- en.json
{"late": {"notice": "You came far too late"}}
-- src/gate.ts
export const gate = () => t('late.notice')
-- src/gate.test.ts
test('late', () => expect(text).toBe(t('late.notice')))
"#;
    let search = |query: Query| linked(&tree(files).graph().search(&query, &Cancel::default()));
    let text = "\"You came far too late\"";
    let no_tests = Query { no_tests: true, ..Query::new(text) };
    assert_eq!(search(no_tests), "src/gate.ts:1-1 late.notice 1\nen.json:1-1 late.notice 0");
    let within = Query { within: Some("en.json".to_owned()), ..Query::new(text) };
    assert_eq!(search(within), "en.json:1-1 late.notice 0");
}

/// What a caller guesses is no text that somebody saw.
#[test]
fn guessed_words_lead_to_no_text() {
    let files = "
-- lang/en.json
{\"denied\": \"You may not see this page\"}
-- app/page.ts
export const page = () => t(\"denied\");
-- app/orders.ts
export function readOrders() { return orders; }
";
    let text = "You may not see this page";
    let repo = tree(files);
    let guessing = Query { words: vec![text.to_owned()], ..Query::new("who reads the orders?") };
    let guessed = repo.graph().search(&guessing, &Cancel::default());
    assert_eq!(linked(&guessed), "");
    assert_eq!(linked(&repo.search(text)), "app/page.ts:1-1 denied 1\nlang/en.json:1-1 denied 0");
}

/// It has more of the key's path than the code that uses the key: its name is that of the file of the texts.
#[test]
fn a_generated_list_of_all_keys_does_not_hide_the_code_that_uses_one() {
    check(
        r#"
-- App/Properties/Resources.resx
<?xml version="1.0"?>
<root>
  <data name="Upload_failed" xml:space="preserve">
    <value>The file could not be sent to this host</value>
  </data>
</root>
-- App/Properties/Resources.Designer.cs
// <auto-generated>
//     This code was generated by a tool.
// </auto-generated>
internal class Resources {
    internal static string Upload_failed { get { return ResourceManager.GetString("Upload_failed", culture); } }
}
-- App/Uploader.cs
class Uploader {
    void Fail() {
        Show(Resources.Upload_failed);
    }
}
"#,
        r#"when does "The file could not be sent to this host" appear?"#,
        "
App/Uploader.cs:2-4 Upload_failed 1
App/Properties/Resources.Designer.cs:5-5 Upload_failed 1
App/Properties/Resources.resx:3-4 Upload_failed 0
",
    );
}

#[test]
fn a_document_that_names_a_key_does_not_stand_beside_the_code_that_uses_it() {
    let texts = r#"
-- translations/messages.en.yml
entry:
  list:
    reading_time: estimated reading time of this article
"#;
    let question = "Where is the \"estimated reading time of this article\" shown?";
    for document in ["CHANGELOG.md", "docs/keys.rst", "doc/upgrade.adoc"] {
        let document =
            format!("-- {document}\nFixes\n\nThe text `entry.list.reading_time` was empty.\n");
        let template =
            "-- templates/entry.html.twig\n<p>{{ 'entry.list.reading_time'|trans }}</p>\n";
        check(
            &format!("{texts}{document}{template}"),
            question,
            "templates/entry.html.twig:1-1 entry.list.reading_time 1
             translations/messages.en.yml:3-3 entry.list.reading_time 0",
        );
    }
    // Where nothing else uses it, it says something of the key.
    check(
        &format!("{texts}-- CHANGELOG.md\nThe text `entry.list.reading_time` was empty.\n"),
        question,
        "CHANGELOG.md:1-1 entry.list.reading_time 1
         translations/messages.en.yml:3-3 entry.list.reading_time 0",
    );
}

/// Whoever asks about a button says its name without quotation marks. It has to be the whole value.
#[test]
fn a_label_that_the_question_says_leads_to_its_user() {
    let fillers: String = (0..9)
        .map(|n| format!("\n-- src/fill{n}.ts\nexport const choose{n} = 'download'"))
        .collect();
    let check = |data: &str, user: &str, query: &str, expect: &str| {
        let repo = tree(&format!("{data}{user}{fillers}\n"));
        assert_eq!(linked(&repo.search(query)), expect, "{query}\n{data}{user}");
    };
    let asks = "what happens when I choose download anyway there?";
    let json = "\n-- en.json\n{\"confirm\": {\"now\": \"Download anyway\", \"skip\": \"Later\"}}";
    let menu = "\n-- src/menu.ts\nexport const menu = () => t('confirm.now')";
    check(json, menu, asks, "src/menu.ts:1-1 confirm.now 1");
    for (data, user, expect) in [
        (
            "\n-- config/locales/en.yml\nen:\n  confirm_now: Download anyway",
            "\n-- app/menu.rb\ndef menu\n  l(:confirm_now)\nend",
            "app/menu.rb:1-3 en.confirm_now 1",
        ),
        (
            "\n-- res/values/strings.xml\n<resources>\n<string name=\"confirm_now\">Download anyway</string>\n</resources>",
            "\n-- src/Menu.java\nclass Menu {\n  int text() {\n    return R.string.confirm_now;\n  }\n}",
            "src/Menu.java:2-4 confirm_now 1",
        ),
        (
            "\n-- lang/en/confirm.php\n<?php\nreturn [\n  'now' => 'Download anyway',\n];",
            "\n-- app/Menu.php\n<?php\nfunction menu() {\n  return trans('confirm.now');\n}",
            "app/Menu.php:2-4 now 1",
        ),
        (
            "\n-- en.lproj/Main.strings\n\"confirm.now\" = \"Download anyway\";",
            "\n-- Menu.swift\nfunc menu() -> String {\n  return localized(\"confirm.now\")\n}",
            "Menu.swift:1-3 confirm.now 1",
        ),
        (
            "\n-- Text.resx\n<root>\n<data name=\"ConfirmNow\"><value>Download anyway</value></data>\n</root>",
            "\n-- Menu.cs\nclass Menu {\n  string Text() {\n    return Strings.ConfirmNow;\n  }\n}",
            "Menu.cs:2-4 ConfirmNow 1",
        ),
    ] {
        check(data, user, asks, expect);
    }
    for other in [
        "what happens when I choose download there?",
        "what is there to choose, a download or anyway?",
        "what happens anyway when I download there?",
    ] {
        check(json, menu, other, "");
    }
    let longer = json.replace("Download anyway", "Download it anyway");
    check(&longer, menu, asks, "");
    let four: String = (0..4).map(|n| menu.replace("menu", &format!("menu{n}"))).collect();
    check(json, &four, asks, "");
}

/// What a package manager writes, and the hidden settings of a tool, show no texts.
#[test]
fn lock_files_and_settings_of_tools_use_no_text() {
    for path in [".gitignore", "web/.npmignore", "yarn.lock", "composer.lock", "package-lock.json"]
    {
        let files = format!(
            r#"
-- locales/en.json
{{"cart": {{"too_full": "The cart holds too many things"}}}}
-- {path}
/cart.too_full
"cart.too_full@1": {{}}
-- src/cart.ts
export const cart = () => 3
"#
        );
        check(
            &files,
            "where do we say \"The cart holds too many things\"",
            "locales/en.json:1-1 cart.too_full 0",
        );
    }
}

/// Where the text itself is the key, as in gettext, code has it: a catalogue that no code names comes behind it.
#[test]
fn code_that_has_a_text_itself_comes_before_its_catalogue() {
    let text = "This kind of file cannot be uploaded here";
    for (catalogue, code) in [
        ("messages.pot", "src/upload.py\ndef upload(file):\n    flash(_(\"TEXT\"))\n"),
        ("po/de.po", "src/upload.c\nint upload(void) {\n    return show(_(\"TEXT\"));\n}\n"),
        ("po/it.po", "app/upload.php\n<?php\nfunction upload() {\n    flash(__('TEXT'));\n}\n"),
    ] {
        let code = code.replace("TEXT", text);
        let entries = format!(
            "msgid \"Save\"\nmsgstr \"\"\n\n#: x:3\nmsgid \"{text}\"\nmsgstr \"\"\n\nmsgid \"Go\"\nmsgstr \"\"\n"
        );
        let repo = tree(&format!("\n-- {catalogue}\n{entries}-- {code}"));
        for query in [text.to_owned(), format!("\"{text}\"")] {
            let found = repo.search(&query);
            let first = found.regions.first().map(|region| region.path.as_str().to_owned());
            assert!(first.is_some_and(|path| code.starts_with(&path)), "{catalogue}: {query}");
        }
    }
}
