//! What a change of other text, or of other declarations, means for what stays as it is.

use insta::assert_snapshot;

use super::{changed, of, places, repo, uncommitted, write};
use firsthand_impact::ChangeSpec;

#[test]
fn a_name_that_is_taken_from_elsewhere() {
    let check = |files: &[(&str, &str)], (from, to): (&str, &str)| {
        let repo = repo(files);
        let (path, text) = files[0];
        assert!(text.contains(from), "{path} holds {from}");
        write(&repo, &[(path, &text.replace(from, to))]);
        let document = uncommitted(&repo);
        let note = document.notes.iter().find(|note| note.contains("from elsewhere")).cloned();
        format!("{}{}{}\n", changed(&document), places(&document), note.unwrap_or_default())
    };
    let ts = [
        (
            "u.ts",
            "import { tax } from './a'\n\nexport function pay(n: number) {\n  return tax(n)\n}\n\nexport function other() {\n  return 1\n}\n",
        ),
        ("a.ts", "export function tax(n: number) { return n * 2 }\n"),
        ("b.ts", "export function tax(n: number) { return n * 3 }\n"),
        ("v.ts", "import { pay } from './u'\nexport function all() { return pay(1) }\n"),
    ];
    assert_snapshot!(check(&ts, ("./a", "./b")), @r"
    body pay u.ts:3-5
    caller v.ts:2 all import
    u.ts takes `tax` from elsewhere than before: what uses that there counts as changed
    ");
    let py = [
        ("u.py", "from a import tax\n\n\ndef pay(n):\n    return tax(n)\n"),
        ("a.py", "def tax(n):\n    return n * 2\n"),
        ("b.py", "def tax(n):\n    return n * 3\n"),
        ("v.py", "from u import pay\n\n\ndef all():\n    return pay(1)\n"),
    ];
    assert_snapshot!(check(&py, ("from a", "from b")), @r"
    body pay u.py:4-5
    caller v.py:5 all import
    u.py takes `tax` from elsewhere than before: what uses that there counts as changed
    ");
    let java = [
        (
            "x/U.java",
            "package x;\nimport a.Tax;\nclass U {\n    int pay(int n) { return Tax.of(n); }\n}\n",
        ),
        (
            "a/Tax.java",
            "package a;\npublic class Tax {\n    public static int of(int n) { return n; }\n}\n",
        ),
        (
            "b/Tax.java",
            "package b;\npublic class Tax {\n    public static int of(int n) { return 2 * n; }\n}\n",
        ),
        ("x/V.java", "package x;\nclass V {\n    int all(U u) { return u.pay(1); }\n}\n"),
    ];
    assert_snapshot!(check(&java, ("a.Tax", "b.Tax")), @r"
    body U.pay x/U.java:4-4
    caller x/V.java:3 V.all scope
    x/U.java takes `Tax` from elsewhere than before: what uses that there counts as changed
    ");
}

#[test]
fn a_file_that_moved_takes_its_small_members_along() {
    let ts = "export class Invoice {\n  total: number = 0\n  items = 0\n\n  sum(): number {\n    return this.total * this.items + this.total\n  }\n}\n";
    let py = "def price(self):\n    return self.items\n";
    let moved = repo(&[("src/big.ts", ts), ("src/price.py", py)]);
    std::fs::rename(moved.root().join("src/big.ts"), moved.root().join("src/invoice.ts")).unwrap();
    let document = uncommitted(&moved);
    assert_snapshot!(changed(&document), @r"
    moved Invoice src/invoice.ts:1-8 was Invoice in src/big.ts:1-8
    moved Invoice.total src/invoice.ts:2-2 was Invoice.total in src/big.ts:2-2
    moved Invoice.items src/invoice.ts:3-3 was Invoice.items in src/big.ts:3-3
    moved Invoice.sum src/invoice.ts:5-7 was Invoice.sum in src/big.ts:5-7
    ");
    assert_snapshot!(places(&document), @r"
    reference src/invoice.ts:6 Invoice.sum scope changed
    reference src/invoice.ts:6 Invoice.sum scope changed
    ");
    // What is removed is not used in another language.
    let removed = repo(&[("src/big.ts", ts), ("src/price.py", py)]);
    write(&removed, &[("src/big.ts", &ts.replace("  items = 0\n", ""))]);
    assert_snapshot!(places(&uncommitted(&removed)), @"reference src/big.ts:5 Invoice.sum scope");
}

#[test]
fn a_clause_in_place_of_another_one_has_no_other_signature() {
    let before = "defmodule Page do\n  def handle(\"select\", socket) do\n    {:noreply, socket}\n  end\n\n  def handle(\"validate\", socket) do\n    {:ok, socket}\n  end\nend\n";
    let after = "defmodule Page do\n  def handle(\"validate\", socket) do\n    {:ok, [socket]}\n  end\nend\n";
    let repo = repo(&[("lib/page.ex", before)]);
    write(&repo, &[("lib/page.ex", after)]);
    assert_snapshot!(changed(&uncommitted(&repo)), @r"
    body Page.handle lib/page.ex:2-4
    comment Page lib/page.ex:1-5
    ");
}

#[test]
fn constructors_are_told_apart_by_the_names_of_their_arguments() {
    let text = "public final class Art {\n    let id: String\n\n    init(id: String, body: String?) {\n        self.id = id\n    }\n\n    convenience init(row: Row, status: Int) {\n        self.init(id: row.id, body: nil)\n    }\n}\n";
    let uses = "class Store {\n    private var cache = [String: Art]()\n\n    func unread(_ objects: [Any]) -> Set<Art> {\n        var result = Set<Art>()\n        return result\n    }\n\n    func all() -> [Art] {\n        return [Art(id: \"1\", body: nil)]\n    }\n\n    func fromRow(_ r: Row) -> Art {\n        return Art(row: r, status: 1)\n    }\n}\n";
    let repo = repo(&[("Art.swift", text), ("Use.swift", uses)]);
    write(&repo, &[("Art.swift", &text.replace("body: String?)", "body: String?, extra: Int)"))]);
    assert_snapshot!(places(&uncommitted(&repo)), @r"
    caller Art.swift:9 Art.init scope
    caller Use.swift:10 Store.all scope
    ");
}

#[test]
fn a_name_that_many_implementors_of_one_type_have() {
    let class = |n: usize| {
        format!(
            "export class T{n} implements Prov {{\n  details(id: string) {{\n    return id + '{n}'\n  }}\n}}\n\n"
        )
    };
    let classes: String = (0..14).map(class).collect();
    let text = format!("export interface Prov {{\n  details(id: string): string\n}}\n\n{classes}");
    let repo = repo(&[
        ("prov.ts", &text),
        (
            "use.ts",
            "import { Prov } from './prov'\nexport function via(p: Prov) {\n  return p.details('a')\n}\n",
        ),
    ]);
    write(&repo, &[("prov.ts", &text.replace("id + '2'", "id + '3'"))]);
    assert_snapshot!(places(&uncommitted(&repo)), @"caller use.ts:3 via name");
}

#[test]
fn what_is_no_code_outside_of_declarations() {
    let repo = repo(&[
        (
            "src/find.rs",
            "pub struct Find {\n    files: Vec<u8>,\n    queue: Vec<u8>,\n}\n\nimpl Find {\n    pub fn run(&self) -> usize { self.files.len() + self.queue.len() }\n}\n",
        ),
        (
            "src/main.rs",
            "mod files;\nmod find;\nuse crate::queue::{Action, Queue};\nfn main() { find::Find::default().run(); }\n",
        ),
        ("src/files.rs", "pub fn one() {}\n"),
        ("run.sh", "composer install --no-files\n"),
    ]);
    let text = "pub struct Find {\n    files: Vec<u16>,\n    queue: Vec<u16>,\n}\n\nimpl Find {\n    pub fn run(&self) -> usize { self.files.len() + self.queue.len() }\n}\n";
    write(&repo, &[("src/find.rs", text)]);
    let routes = uncommitted(&repo).unresolved;
    let outside: Vec<_> = routes.iter().filter(|route| route.contains("outside of any")).collect();
    assert!(outside.is_empty(), "{outside:?}");
}

#[test]
fn what_a_diff_has_no_lines_of_is_said() {
    let repo = repo(&[("a.sh", "echo 1\n"), ("a.png", "\0\0")]);
    let notes = |diff: &str| of(&repo, ChangeSpec::Diff(diff.as_bytes().to_vec())).notes.join("\n");
    assert_snapshot!(notes("diff --git a/a.sh b/a.sh\nold mode 100644\nnew mode 100755\n"), @"1 changed file is not compared, a.sh first: the diff has no lines of it, as of what is no text, or of a mode");
    assert_snapshot!(notes("diff --git a/a.png b/a.png\nindex 1111111..2222222 100644\nBinary files a/a.png and b/a.png differ\n"), @"1 changed file is not compared, a.png first: the diff has no lines of it, as of what is no text, or of a mode");
    let toolbox =
        firsthand_tools::Toolbox::open(repo.root(), firsthand_tools::ToolOptions::default())
            .unwrap();
    let refused = |diff: &str| {
        let request =
            firsthand_impact::ImpactRequest::new(ChangeSpec::Diff(diff.as_bytes().to_vec()));
        let found =
            firsthand_impact::impact(&toolbox, &request, &firsthand_source::Cancel::default());
        found.unwrap_err().to_string()
    };
    assert_snapshot!(refused("diff --combined a.sh\nindex 1,2..3\n--- a/a.sh\n+++ b/a.sh\n@@@ -1,1 -1,1 +1,1 @@@\n- echo 0\n -echo 2\n++echo 1\n"), @"this is no diff that can be read: a combined diff of several parents: a unified diff of two states is read (`diff -u`, `git diff A B`)");
    assert_snapshot!(refused("*** a.sh\n--- a.sh\n***************\n*** 1 ****\n! echo 0\n--- 1 ----\n! echo 1\n"), @"this is no diff that can be read: a context diff: a unified diff of two states is read (`diff -u`, `git diff A B`)");
}

#[test]
fn what_breaks_comes_first_however_little_room_there_is() {
    let lines: String = (0..40)
        .map(|n| format!("export function f{n}(a: number) {{\n  return a + {n}\n}}\n\n"))
        .collect();
    let uses: String =
        (0..40).map(|n| format!("export function use{n}() {{\n  return f{n}(1)\n}}\n\n")).collect();
    let names: Vec<String> = (0..40).map(|n| format!("f{n}")).collect();
    let uses = format!("import {{ {} }} from './lib'\n\n{uses}", names.join(", "));
    let repo = repo(&[("lib.ts", &lines), ("use.ts", &uses)]);
    let changed =
        lines.replace("a + ", "a - ").replace("f7(a: number)", "f7(a: number, b: number)");
    write(&repo, &[("lib.ts", &changed)]);
    let text = firsthand_impact::markdown(&uncommitted(&repo), 1_000);
    let head: Vec<&str> = text.lines().skip(1).take(4).collect();
    assert_snapshot!(head.join("\n"), @r"
    What no longer fits (1 place):
    - [c8] use.ts:32 use7: `f7` (signature)
    ");
}
