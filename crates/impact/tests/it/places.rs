//! The places that depend on a change.

use firsthand_impact::{ChangeSpec, ImpactRequest, impact, markdown, sarif};
use firsthand_source::Cancel;
use firsthand_tools::{ToolOptions, Toolbox};
use insta::assert_snapshot;

use super::{changed, places, repo, uncommitted, write};

/// The places that depend on a change of one file of a tree.
fn check(files: &[(&str, &str)], path: &str, after: &str) -> String {
    let repo = repo(files);
    write(&repo, &[(path, after)]);
    places(&uncommitted(&repo))
}

const PRICE: &str = "def price(item):\n    return item.cost\n";

#[test]
fn callers_references_and_tests_of_a_changed_function() {
    let files = [
        ("shop/price.py", PRICE),
        (
            "shop/cart.py",
            "from shop.price import price\n\ndef total(items):\n    return sum(price(i) for i in items)\n",
        ),
        ("shop/table.py", "from shop.price import price\n\nCOLUMNS = {'price': price}\n"),
        (
            "tests/test_cart.py",
            "from shop.cart import total\n\ndef test_total():\n    assert total([]) == 0\n",
        ),
        ("tests/test_price.py", "import shop.price\n\ndef test_nothing():\n    assert True\n"),
        ("README.md", "# Shop\n\nCall `price(item)` for the price.\n"),
    ];
    let after = "def price(item):\n    return item.cost * 2\n";
    assert_snapshot!(check(&files, "shop/price.py", after), @r"
    caller shop/cart.py:4 total import
    registration shop/table.py:3 COLUMNS import
    test tests/test_cart.py:4 test_total import
    test tests/test_price.py:1 - file_name
    document README.md:3 - name
    ");
}

/// The place of a short function that registers others begins with its own name.
#[test]
fn a_function_is_registered_where_its_name_is_handed_over() {
    let files = [
        ("web/pages.go", "package web\n\nfunc removePage(w Writer) {\n\tw.Status(204)\n}\n"),
        (
            "web/routes.go",
            "package web\n\nfunc Routes() *Mux {\n\tmux := NewMux()\n\tmux.Handle(\"DELETE /page\", removePage)\n\treturn mux\n}\n",
        ),
    ];
    let after = files[0].1.replace("204", "202");
    assert_snapshot!(check(&files, "web/pages.go", &after), @"registration web/routes.go:5 Routes scope");
}

/// A declaration that only a string names is not unused.
#[test]
fn a_string_that_names_a_changed_function_is_a_place() {
    let files = [
        ("shop/price.py", "def price_of_all(items):\n    return 1\n"),
        (
            "shop/links.py",
            "from shop import page\n\ndef link():\n    return page.url_for('price_of_all')\n",
        ),
    ];
    let after = "def price_of_all(items):\n    return 2\n";
    assert_snapshot!(check(&files, "shop/price.py", after), @"registration shop/links.py:4 link string");
}

#[test]
fn uses_of_a_removed_declaration_are_found_by_its_name() {
    // Another declaration has the name: what is known to mean that is left out.
    let files = [
        (
            "task.py",
            "class Task:\n    def all_items(self):\n        return []\n\n    def other(self):\n        return self.all_items()\n",
        ),
        ("plugin.py", "def run(task):\n    for item in task.all_items():\n        print(item)\n"),
        ("web.py", "def all_items():\n    return 1\n\ndef page():\n    return all_items()\n"),
    ];
    let after = "class Task:\n    def imported_items(self):\n        return [1]\n\n    def other(self):\n        return self.imported_items()\n";
    assert_snapshot!(check(&files, "task.py", after), @"caller plugin.py:2 run name");
}

#[test]
fn implementors_and_subclasses() {
    let files = [
        ("Store.java", "interface Store {\n    int load(String key);\n}\n"),
        (
            "FileStore.java",
            "class FileStore implements Store {\n    public int load(String key) {\n        return 1;\n    }\n}\n",
        ),
    ];
    let after = "interface Store {\n    int load(String key, int depth);\n}\n";
    assert_snapshot!(check(&files, "Store.java", after), @"implementor FileStore.java:2 FileStore.load import");
}

#[test]
fn places_with_the_same_members_as_a_changed_type() {
    let files = [
        ("kind.ts", "export enum Kind {\n  Apple = 'a',\n  Banana = 'b',\n  Cherry = 'c',\n}\n"),
        (
            "label.ts",
            "import { Kind } from './kind'\nexport function label(kind: Kind) {\n  switch (kind) {\n    case Kind.Apple: return 1\n    case Kind.Banana: return 2\n    case Kind.Cherry: return 3\n  }\n}\n",
        ),
    ];
    let after = "export enum Kind {\n  Apple = 'a',\n  Banana = 'b',\n  Cherry = 'c',\n  Damson = 'd',\n}\n";
    assert_snapshot!(check(&files, "kind.ts", after), @r"
    reference label.ts:2 label import
    sibling label.ts:6 label enumeration
    ");
}

#[test]
fn a_place_that_was_forgotten_holds_the_names_that_the_changed_ones_share() {
    let command = |name: &str, flag: &str| {
        format!(
            "package git\n\nfunc {name}() []string {{\n\treturn run(colorArgument(), {flag})\n}}\n"
        )
    };
    let files: Vec<(&str, String)> = vec![
        ("show.go", command("Show", "\"a\"")),
        ("diff.go", command("Diff", "\"b\"")),
        ("log.go", command("Log", "\"c\"")),
        ("blame.go", command("Blame", "\"d\"")),
        ("stash.go", command("Stash", "\"e\"")),
        ("lib/color.go", "package lib\n\nfunc other() {}\n".to_owned()),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, &**text)).collect();
    let repo = repo(&files);
    for name in ["show", "diff", "log", "blame"] {
        let path = format!("{name}.go");
        let text = repo.read(&path).replace("colorArgument()", "colorArgument(), external()");
        write(&repo, &[(&path, &text)]);
    }
    assert_snapshot!(places(&uncommitted(&repo)), @"sibling stash.go:4 Stash shared_names");
}

#[test]
fn a_removed_text_still_stands_in_other_files() {
    let files = [
        ("view.html", "<p translate>Any devices will be added to this device.</p>\n"),
        (
            "lang/en.json",
            "{\n  \"Any devices will be added to this device.\": \"Any devices will be added to this device.\"\n}\n",
        ),
        ("settings.py", "LIMIT = env('SHOP_MAX_ITEMS')\n"),
        ("deploy.yml", "env:\n  SHOP_MAX_ITEMS: 3\n"),
    ];
    let repo = repo(&files);
    write(
        &repo,
        &[
            ("view.html", "<p translate>Devices are added.</p>\n"),
            ("settings.py", "LIMIT = env('SHOP_ITEMS')\n"),
        ],
    );
    assert_snapshot!(places(&uncommitted(&repo)), @r"
    text deploy.yml:2 env.SHOP_MAX_ITEMS string
    text lang/en.json:2 Any devices will be added to this device. string
    ");
}

#[test]
fn files_that_usually_change_together_are_listed() {
    let repo = repo(&[("api.py", "def a():\n    return 0\n"), ("schema.json", "{}\n")]);
    for number in 1..5 {
        let code = format!("def a():\n    return {number}\n");
        let schema = format!("{{\"n\": {number}}}\n");
        repo.commit("Both", &[("api.py", &code), ("schema.json", &schema)]);
    }
    write(&repo, &[("api.py", "def a():\n    return 9\n")]);
    assert_snapshot!(places(&uncommitted(&repo)), @"together schema.json:1 - history");
}

/// What is excluded is not named for what git keeps of it either.
#[test]
fn contained_no_excluded_file_changes_together_with_others() {
    let repo = repo(&[("api.py", "def a():\n    return 0\n"), ("schema.json", "{}\n")]);
    for number in 1..5 {
        let code = format!("def a():\n    return {number}\n");
        let schema = format!("{{\"n\": {number}}}\n");
        repo.commit("Both", &[("api.py", &code), ("schema.json", &schema)]);
    }
    write(&repo, &[("api.py", "def a():\n    return 9\n")]);
    let excludes = vec!["*.json".to_owned()];
    let options = ToolOptions { excludes, ..ToolOptions::default() };
    let toolbox = Toolbox::open(repo.root(), options).unwrap();
    let request = ImpactRequest::new(ChangeSpec::uncommitted());
    let document = impact(&toolbox, &request, &Cancel::default()).unwrap();
    assert_eq!((document.changed.len(), places(&document)), (1, String::new()));
}

#[test]
fn the_forms_of_a_document() {
    let repo = repo(&[
        ("price.py", PRICE),
        ("cart.py", "from price import price\n\ndef total(items):\n    return price(items[0])\n"),
        ("unused.py", "def lonely():\n    return 1\n"),
    ]);
    write(
        &repo,
        &[
            ("price.py", "def price(item, rate):\n    return item.cost * rate\n"),
            ("unused.py", "def lonely():\n    return 2\n"),
        ],
    );
    let document = uncommitted(&repo);
    let text = markdown(&document, usize::MAX);
    let commit = repo.git(&["rev-parse", "HEAD"]);
    assert_snapshot!(text.replace(&commit[..12], "COMMIT"), @r"
    Change HEAD (COMMIT..work tree): 2 files, 2 declarations

    function `price` (signature) price.py:1-2
      was `def price(item)`
      now `def price(item, rate)`
    1 caller:
    - [c1] cart.py:4 total: `return price(items[0])`

    function `lonely` (body) unused.py:1-2
    No use was found:
    - followed: names in python, through scopes, imports, types of receivers; not followed: a name that is computed when the program runs
    - absent: `lonely` (whole word, capitals count) in 2 files of !/unused.py
    - lines with lonely, ruled out: 1 of a declaration of that name (at unused.py:1)

    Not followed:
    - nothing in the code was found to use lonely (unused.py:1), total (cart.py:3): what starts them (a program, a framework, a request, a name that is put together) is not followed
    ");
    let log = sarif(&document);
    let first = &log["runs"][0]["results"][0];
    assert_eq!((&first["ruleId"], &first["level"]), (&"caller".into(), &"note".into()));
    assert_eq!(first["locations"][0]["physicalLocation"]["region"]["startLine"], 4);
    assert_snapshot!(changed(&document), @r"
    signature price price.py:1-2
    body lonely unused.py:1-2
    ");
}

#[test]
fn a_large_change_fits_one_screen() {
    let module = |file: usize, body: usize| {
        let functions =
            (0..4).map(|at| format!("def part{file}_{at}(item):\n    return item + {body}\n"));
        functions.collect::<Vec<_>>().join("\n")
    };
    let calls = |file: usize| {
        let calls = (0..file).map(|at| format!("    part{file}_{at}(1)\n"));
        format!(
            "from part{file} import *\n\ndef run{file}():\n    pass\n{}",
            calls.collect::<String>()
        )
    };
    let names: Vec<(String, String)> =
        (0..5).map(|at| (format!("part{at}.py"), format!("use{at}.py"))).collect();
    let files: Vec<(&str, String)> = names
        .iter()
        .enumerate()
        .flat_map(|(at, (part, user))| [(&**part, module(at, 1)), (&**user, calls(at))])
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, &**text)).collect();
    let repo = repo(&files);
    for (at, (part, _)) in names.iter().enumerate() {
        write(&repo, &[(part, &module(at, 2))]);
    }
    let document = uncommitted(&repo);
    let commit = repo.git(&["rev-parse", "HEAD"]);
    let text = |chars: usize| markdown(&document, chars).replace(&commit[..12], "COMMIT");
    assert_snapshot!(text(700), @r"
    Change HEAD (COMMIT..work tree): 5 files, 20 declarations

    20 declarations of 5 files, by how many places outside of the change use them:
    - part4.py: 4 places: `part4_0` (body) 1, `part4_1` (body) 1, and 2 more
    - part3.py: 3 places: `part3_0` (body) 1, `part3_1` (body) 1, and 2 more
    - and 3 more files with 12 declarations, 3 places

    The places of 20 declarations are not shown here.

    Not followed:
    - nothing in the code was found to use part0_0 (part0.py:1), part0_1 (part0.py:4), part0_2 (part0.py:7), part0_3 (part0.py:10), part1_1 (part1.py:4) and 9 others: what starts them (a program, a framework, a request, a name that is put together) is not followed
    ");
    // Each declaration and its places come behind the files, if there is room.
    let whole = text(usize::MAX);
    assert!(whole.contains("- part4.py: 4 places"), "{whole}");
    assert!(whole.contains("] use4.py:5 run4"), "{whole}");
}
