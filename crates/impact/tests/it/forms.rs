//! The forms beside text and Markdown: HTML with a diagram, and SARIF for code review.

use firsthand_impact::{ImpactDocument, html, markdown, sarif};
use firsthand_testkit::GitRepo;
use insta::assert_snapshot;

use super::{repo, uncommitted, write};

fn files() -> [(&'static str, &'static str); 3] {
    [
        ("price.py", "def price(item):\n    return item\n"),
        (
            "cart.py",
            "from price import price\n\ndef total(items):\n    return price(items) < price(0) # <b>\n",
        ),
        (
            "tests/test_price.py",
            "from price import price\n\ndef test_one():\n    assert price(1)\n\ndef test_two():\n    assert price(2)\n",
        ),
    ]
}

#[test]
fn a_page_draws_who_depends_on_what_and_says_all_that_the_text_says() {
    let repo = repo(&files());
    write(&repo, &[("price.py", "def price(item):\n    return item + 1\n")]);
    let page = html(&uncommitted(&repo));
    for part in [
        "<svg class=\"relations\"",
        "<path class=\"arrow\"",
        "price.py:1 body",
        "cart.py:4 caller",
        "&lt; price(0) # &lt;b&gt;",
        "tests/test_price.py",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(!page.contains("<script") && !page.contains("<b>"), "{page}");

    // Nothing outside of the change depends on it: there is nothing to draw.
    write(&repo, &[("price.py", files()[0].1), ("alone.py", "def alone():\n    return 1\n")]);
    let page = html(&uncommitted(&repo));
    assert!(!page.contains("<svg") && page.contains("What a change touches"), "{page}");
}

/// Of a path that has no room, the box shows the end, which has the name of the file and the line.
#[test]
fn a_box_shows_the_end_of_a_long_path() {
    let folder = "src/main/java/org/example/platform/internal/adapters/persistence";
    let user = format!("{folder}/cart.py");
    let [price, (_, cart), _] = files();
    let repo = repo(&[price, (&user, cart)]);
    write(&repo, &[("price.py", "def price(item):\n    return item + 1\n")]);
    let page = html(&uncommitted(&repo));
    assert!(page.contains("/persistence/cart.py:4 caller</text>"), "{page}");
}

#[test]
fn a_log_for_review_has_one_note_for_each_file_of_tests() {
    let repo = repo(&files());
    write(&repo, &[("price.py", "def price(item):\n    return item + 1\n")]);
    let log = sarif(&uncommitted(&repo));
    let results = log["runs"][0]["results"].as_array().unwrap();
    let rules: Vec<&str> = results.iter().filter_map(|one| one["ruleId"].as_str()).collect();
    assert_eq!(rules, ["caller", "test"]);
}

/// The Markdown of what is not committed, without its first line, in so many characters.
fn page(repo: &GitRepo, chars: usize) -> String {
    let document: ImpactDocument = uncommitted(repo);
    let text = markdown(&document, chars);
    text.split_once('\n').unwrap().1.to_owned()
}

#[test]
fn a_text_is_listed_with_what_of_it_is_gone() {
    let messages = |empty: &str| {
        format!("{{\n  \"shop.cart.empty\": \"{empty}\",\n  \"shop.cart.full\": \"x\"\n}}\n")
    };
    let languages =
        ["de", "en", "fr", "it"].map(|name| (format!("i18n/{name}.json"), messages(name)));
    let mut files: Vec<(&str, &str)> =
        languages.iter().map(|(path, text)| (&**path, &**text)).collect();
    files.extend([
        ("docs/keys.md", "The key `shop.cart.empty` is that of an empty cart.\n"),
        ("web/cart.js", "export function show() {\n  return t('shop.cart.empty');\n}\n"),
        ("web/menu.js", "export function menu() {\n  return t('shop.cart.empty');\n}\n"),
    ]);
    let repo = repo(&files);
    let mut shown = String::new();
    let (german, cart) =
        (messages("Nichts"), "export function show() {\n  return t('shop.cart.none');\n}\n");
    let gone = german.replace("  \"shop.cart.empty\": \"Nichts\",\n", "");
    for (title, path, text) in [
        ("reworded", "i18n/de.json", &*german),
        ("removed", "i18n/de.json", &*gone),
        ("no longer looked up", "web/cart.js", cart),
    ] {
        write(&repo, &[(path, text)]);
        shown += &format!("# {title}\n{}\n", page(&repo, usize::MAX));
        repo.git(&["checkout", "-q", "."]);
    }
    assert_snapshot!(shown, @r#"
    # reworded

    3 places hold a key with another value now: shop.cart.empty:
    - [c1] web/cart.js:2 show: `return t('shop.cart.empty');`
    - [c2] web/menu.js:2 menu: `return t('shop.cart.empty');`
    - [c3] docs/keys.md:1: `The key `shop.cart.empty` is that of an empty cart.`

    # removed

    6 places hold what the change removes elsewhere: shop.cart.empty:
    - [c1] web/cart.js:2 show: `return t('shop.cart.empty');`
    - [c2] web/menu.js:2 menu: `return t('shop.cart.empty');`
    - [c3] docs/keys.md:1: `The key `shop.cart.empty` is that of an empty cart.`
    - [c4] i18n/en.json:2 shop.cart.empty: `"shop.cart.empty": "en",` and 2 like it

    # no longer looked up

    function `show` (body) web/cart.js:1-3
    No use was found:
    - followed: names in javascript, through scopes, imports, types of receivers; not followed: a name that is computed when the program runs
    - absent: `show` (whole word, capitals count) in 6 files of !/web/cart.js
    - lines with show, ruled out: 1 of a declaration of that name (at web/cart.js:1)

    6 places hold what the change removes elsewhere: shop.cart.empty:
    - [c1] web/menu.js:2 menu: `return t('shop.cart.empty');`
    - [c2] docs/keys.md:1: `The key `shop.cart.empty` is that of an empty cart.`
    - [c3] i18n/de.json:2 shop.cart.empty: `"shop.cart.empty": "de",` and 3 like it

    Not followed:
    - nothing in the code was found to use show (web/cart.js:1): what starts it (a program, a framework, a request, a name that is put together) is not followed
    "#);
}

/// A key of data within one string is no text, nor is an identifier that many lines have.
#[test]
fn what_many_lines_hold_is_no_removed_text() {
    let others = "ask(\"auth_protocol\")\n".repeat(2);
    let many = "ask(\"auth_protocol\")\n".repeat(9);
    let samples = [
        ("a.js", "const sql = 'SET v = \\'[{\"auth_protocol\":\"none\"}]\\'';\n", &others),
        ("a.py", "SQL = '{\"auth_protocol\": 1}'\n", &others),
        ("a.go", "package a\n\nvar sql = `{\"auth_protocol\": 1}`\n", &others),
        ("a.rb", "SQL = \"{'auth_protocol': 1}\"\n", &others),
        // A key of its own is looked for, if few have it.
        ("own.py", "ITEM = {'auth_protocol': 1}\n", &others),
        ("many.py", "ITEM = {'auth_protocol': 1}\n", &many),
        ("arg.js", "ask('auth_protocol');\n", &others),
    ];
    let found = samples.map(|(path, text, other)| {
        let ending = path.rsplit('.').next().unwrap();
        let other_path = format!("other.{ending}");
        let repo = repo(&[(path, text), (&other_path, other)]);
        write(&repo, &[(path, if ending == "go" { "package a\n" } else { "\n" })]);
        let places = uncommitted(&repo).affected;
        format!("{path}: {}\n", places.iter().filter(|place| !place.holds.is_empty()).count())
    });
    assert_snapshot!(found.concat(), @r"
    a.js: 0
    a.py: 0
    a.go: 0
    a.rb: 0
    own.py: 2
    many.py: 0
    arg.js: 2
    ");
}

/// Of a long signature the part that differs is shown.
#[test]
fn the_part_of_a_signature_that_differs_is_shown() {
    let long = |head: &str, tail: &str| {
        let routes: String =
            (0..4).map(|at| format!("    [Route(\"invoice/status/of/{at}\")]\n")).collect();
        format!(
            "class A {{\n{routes}{head}    public int Status(string id, string invoice, string method{tail})\n    {{\n        return 1;\n    }}\n}}\n"
        )
    };
    let short = |tail: &str| {
        format!(
            "class A {{\n    public int Status(string id{tail})\n    {{\n        return 1;\n    }}\n}}\n"
        )
    };
    let samples = [
        (long("", ""), long("    [NoToken]\n", "")),
        (long("    [NoToken]\n", ""), long("", "")),
        (long("", ""), long("", ", bool all")),
        (short(""), short(", bool all")),
    ];
    let shown = samples.map(|(before, after)| {
        let repo = repo(&[("A.cs", &before)]);
        write(&repo, &[("A.cs", &after)]);
        let document = uncommitted(&repo);
        let (was, now) = document.changed.iter().find_map(|one| one.differing()).unwrap();
        format!("was {was}\nnow {now}\n")
    });
    assert_snapshot!(shown.concat(), @r#"
    was … [Route("invoice/status/of/2")] [Route("invoice/status/of/3")] public int …
    now … [Route("invoice/status/of/2")] [Route("invoice/status/of/3")] [NoToken] public int …
    was … [Route("invoice/status/of/2")] [Route("invoice/status/of/3")] [NoToken] public int …
    now … [Route("invoice/status/of/2")] [Route("invoice/status/of/3")] public int …
    was … invoice, string method)
    now … invoice, string method, bool all)
    was public int Status(string id)
    now public int Status(string id, bool all)
    "#);
}

/// What has no room beside the files of a change fills the rest of its characters.
#[test]
fn a_page_of_files_has_as_many_places_as_there_is_room_for() {
    let module = |body: usize| {
        let functions =
            (0..14).map(|at| format!("def part_{at}(item):\n    return item + {body}\n"));
        functions.collect::<Vec<_>>().join("\n")
    };
    let calls = |at: usize| format!("from part import *\n\ndef run():\n    part_{at}(1)\n");
    let users: Vec<(String, String)> =
        (0..14).map(|at| (format!("use{at}.py"), calls(at))).collect();
    let mut files: Vec<(&str, &str)> =
        users.iter().map(|(path, text)| (&**path, &**text)).collect();
    let before = module(1);
    files.push(("part.py", &before));
    let repo = repo(&files);
    write(&repo, &[("part.py", &module(2).replace("part_3(item)", "part_3(item, all)"))]);
    assert_snapshot!(page(&repo, 1_000), @r"
    What no longer fits (1 place):
    - [c4] use3.py:4 run: `part_3` (signature)

    14 declarations of 1 file, by how many places outside of the change use them:
    - part.py: 14 places: `part_3` (signature) 1, `part_0` (body) 1, and 12 more

    function `part_3` (signature) part.py:10-11
    1 caller:
    - [c4] use3.py:4 run

    function `part_0` (body) part.py:1-2
    1 caller:
    - [c1] use0.py:4 run

    function `part_1` (body) part.py:4-5
    1 caller:
    - [c2] use1.py:4 run

    function `part_2` (body) part.py:7-8
    1 caller:
    - [c3] use2.py:4 run

    function `part_4` (body) part.py:13-14
    1 caller:
    - [c5] use4.py:4 run

    The places of 9 declarations are not shown here.

    Not followed:
    - nothing in the code was found to use run (use3.py:3), run (use0.py:3), run (use1.py:3), run (use2.py:3), run (use4.py:3) and 9 others: what starts them (a program, a framework, a request, a name that is put together) is not followed
    ");
}

#[test]
fn a_change_on_which_nothing_depends_is_said_to_be_so() {
    let repo = repo(&[("docs/a.md", "# One\n"), ("b.py", "def b():\n    return 1\n")]);
    write(&repo, &[("docs/a.md", "# One\n\nAnd more of it.\n")]);
    assert_snapshot!(page(&repo, usize::MAX), @"Nothing was found that depends on what changes in docs/a.md.");
}

/// New declarations that the change uses stand apart from those that nothing names.
#[test]
fn what_is_new_is_used_in_the_change_or_not() {
    let repo = repo(&[("a.py", "def a():\n    return 1\n"), ("b.py", "import a\n")]);
    let files = [
        (
            "a.py",
            "def a():\n    return 1\n\ndef quoted(x):\n    return x\n\ndef lonely():\n    return lonely\n",
        ),
        ("b.py", "import a\n\ndef b():\n    return a.quoted(2)\n"),
    ];
    write(&repo, &files);
    assert_snapshot!(page(&repo, usize::MAX), @r"
    1 declaration, new and named elsewhere in the change: `quoted` (added)

    2 declarations, new and named nowhere else in the change: `lonely` (added), `b` (added)
    ");
}
