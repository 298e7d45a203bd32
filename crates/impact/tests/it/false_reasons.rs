//! Places that a change cannot touch, or that no one forgot: the reasons for which they were listed do not hold.

use super::{places, repo, uncommitted, write};

/// The places that a replacement in one file touches.
fn of_change(files: &[(&str, &str)], path: &str, from: &str, to: &str) -> String {
    let repo = repo(files);
    let text = files.iter().find(|(other, _)| *other == path).unwrap().1;
    assert!(text.contains(from), "{path} holds {from}");
    write(&repo, &[(path, &text.replace(from, to))]);
    places(&uncommitted(&repo))
}

#[test]
fn a_word_of_a_string_starts_no_program() {
    let files = [
        (
            "CMakePresets.json",
            "{\n  \"version\": 3,\n  \"presets\": [\n    {\n      \"name\": \"base\"\n    }\n  ]\n}\n",
        ),
        ("SKILL.md", "---\nname: release\n---\n"),
        ("pad/ui/save.h", "int save_all(int x);\n"),
        ("pad/ui/save.cpp", "#include \"save.h\"\nint save_all(int x) { return x + 1; }\n"),
        ("pad/ui/main.cpp", "#include \"save.h\"\nint main() { return save_all(1); }\n"),
        (
            "test/words.test.js",
            "MT(\"words classify as 'base'\");\nMT('a release');\nMT('release');\nload('../ui');\nload('ui');\n",
        ),
    ];
    assert_eq!(
        of_change(&files, "pad/ui/save.cpp", "x + 1", "x + 2"),
        "caller pad/ui/main.cpp:2 main import\n"
    );
}

#[test]
fn code_of_another_runtime_calls_nothing_by_its_name() {
    let files = [
        ("ui/editor.h", "class Editor {\npublic:\n    bool isClean() const;\n};\n"),
        ("ui/editor.cpp", "#include \"editor.h\"\nbool Editor::isClean() const { return true; }\n"),
        ("ui/use.cpp", "#include \"editor.h\"\nbool use(Editor* e) { return e->isClean(); }\n"),
        ("lib/test/test.js", "test('clean', function () { eq(cm.isClean(), true); });\n"),
        ("lib/keymap.js", "function kill(cm) { return cm.isClean(); }\n"),
    ];
    assert_eq!(
        of_change(&files, "ui/editor.cpp", "return true", "return false"),
        "caller ui/use.cpp:2 use import\n"
    );
}

#[test]
fn a_moved_function_is_no_member_of_a_value() {
    let text = "fun getText(resource: Resource): String = runBlocking { realTextOf(resource) }\n";
    let repo = repo(&[
        ("ui/src/testing/Texts.kt", &format!("package kit.testing\n\n{text}")),
        (
            "app/src/app/Names.kt",
            "package app\n\nclass Names(private val context: Context) {\n    fun name() = context.getText(R.string.name)\n}\n",
        ),
        ("app/src/app/Own.kt", "package app\n\nfun Cursor.textOrNull(at: Int) = getText(at)\n"),
        (
            "app/src/app/Used.kt",
            "package app\n\nimport kit.testing.getText\n\nfun used() = getText(Res.one)\n",
        ),
    ]);
    std::fs::remove_file(repo.root().join("ui/src/testing/Texts.kt")).unwrap();
    write(
        &repo,
        &[("ui/src/testing/resource/Texts.kt", &format!("package kit.testing.resource\n\n{text}"))],
    );
    assert_eq!(
        places(&uncommitted(&repo)),
        "caller app/src/app/Used.kt:5 used import\nreference app/src/app/Used.kt:3 - import\n"
    );
}

#[test]
fn who_calls_functions_of_a_type_does_not_list_them() {
    let mixin = "class Checks:\n    def assertStatus(self, a):\n        return a\n\n    def assertNames(self, a):\n        return a\n\n    def assertOrder(self, a):\n        return a\n";
    let test = |name: &str| {
        format!(
            "from kit.checks import Checks\n\nclass {name}(Checks):\n    def run_it(self):\n        self.assertStatus(1)\n        self.assertNames(2)\n        self.assertOrder(3)\n"
        )
    };
    let proxy = "class Proxy:\n    def assertStatus(self, a):\n        return self.inner.one(a)\n\n    def assertNames(self, a):\n        return self.inner.two(a)\n\n    def assertOrder(self, a):\n        return self.inner.three(a)\n";
    let files = [
        ("kit/checks.py", mixin),
        ("kit/one.py", &test("One")),
        ("kit/two.py", &test("Two")),
        ("kit/proxy.py", proxy),
    ];
    let repo = repo(&files);
    let more = format!("{mixin}\n    def assertCached(self, a):\n        return a\n");
    write(&repo, &[("kit/checks.py", &more)]);
    assert_eq!(places(&uncommitted(&repo)), "");
}

#[test]
fn words_of_comments_and_lines_of_programs_were_not_forgotten() {
    let cpp = "// Sends a one-way command.\nvoid send_now(int x) { go(x); }\n\nvoid other() {}\n\n\n\n\n\n// Keeps a one-way command.\nvoid keep_it(int x) { stay(x); }\n";
    let packed = format!("var allKept=1;{}use(color_format,1);\n", "a=1;".repeat(400));
    let pass = |name: &str| format!("void {name}() {{\n  draw(color_format, 1);\n  flush();\n}}\n");
    let files = [
        ("ui/send.cpp", cpp),
        ("modes/perl.js", "var words = {\n  crypt: 1, // - one-way passwd-style\n};\n"),
        ("a.c", &pass("one")),
        ("b.c", &pass("two")),
        ("web/pack.js", &packed),
        ("node_modules/x/c.c", &pass("three")),
        ("d.c", &pass("four")),
    ];
    let repo = repo(&files);
    let bloom = |name: &str| pass(name).replace("color_format", "bloom_format");
    let cpp = cpp.replace("go(x)", "go(x, 1)").replace("stay(x)", "stay(x, 1)");
    write(&repo, &[("ui/send.cpp", &cpp), ("a.c", &bloom("one")), ("b.c", &bloom("two"))]);
    assert_eq!(places(&uncommitted(&repo)), "sibling d.c:2 four same_lines\n");
}

#[test]
fn what_is_hidden_now_had_users() {
    let check = |(path, text): (&str, &str),
                 others: &[(&str, &str)],
                 (from, to): (&str, &str),
                 expect: &str| {
        let files: Vec<(&str, &str)> =
            std::iter::once((path, text)).chain(others.iter().copied()).collect();
        assert_eq!(of_change(&files, path, from, to), expect, "{path}");
    };
    check(
        (
            "a/Pane.java",
            "package a;\npublic class Pane {\n    public int widthOf(int x) { return x; }\n}\n",
        ),
        &[(
            "b/Use.java",
            "package b;\nclass Use {\n    int one(Box x) { return x.pane().widthOf(1); }\n}\n",
        )],
        ("public int", "private int"),
        "caller b/Use.java:3 Use.one name\n",
    );
    check(
        ("a/Pane.kt", "package a\nclass Pane {\n    fun widthOf(x: Int): Int = x\n}\n"),
        &[("b/Use.kt", "package b\nimport a.Pane\nfun one(pane: Pane) = pane.widthOf(1)\n")],
        ("fun widthOf", "private fun widthOf"),
        "caller b/Use.kt:3 one import\n",
    );
    check(
        ("pane.ts", "export class Pane {\n  widthOf(x: number) { return x }\n}\n"),
        &[(
            "use.ts",
            "import { Pane } from './pane'\nexport function one(box) { return box.pane().widthOf(1) }\n",
        )],
        ("widthOf(x", "private widthOf(x"),
        "caller use.ts:2 one name\n",
    );
    check(
        ("Pane.php", "<?php\nclass Pane {\n    public function widthOf($x) { return $x; }\n}\n"),
        &[("use.php", "<?php\nfunction one(Pane $pane) { return $pane->widthOf(1); }\n")],
        ("public function", "private function"),
        "caller use.php:2 one import\n",
    );
    check(
        ("Pane.swift", "class Pane {\n    func widthOf(_ x: Int) -> Int { x }\n}\n"),
        &[("Use.swift", "func one(pane: Pane) -> Int { pane.widthOf(1) }\n")],
        ("func widthOf", "private func widthOf"),
        "caller Use.swift:1 one scope\n",
    );
    check(
        ("src/pane.rs", "pub fn width_of(x: u32) -> u32 {\n    x\n}\n"),
        &[
            ("src/lib.rs", "mod pane;\nmod view;\n"),
            ("src/view.rs", "pub fn one() -> u32 {\n    crate::pane::width_of(1)\n}\n"),
        ],
        ("pub fn", "fn"),
        "caller src/view.rs:2 one import\n",
    );
}

#[test]
fn members_of_one_list_are_not_registered_with_each_other() {
    let files = [
        ("app/models/story.rb", "class Story < Record\n  def title\n    1\n  end\nend\n"),
        ("app/models/hidden_story.rb", "class HiddenStory < Record\nend\n"),
        ("app/models/tag.rb", "class Tag < Record\nend\n"),
        (
            "db/tokens.rb",
            "def up\n  [\n    HiddenStory,\n    Story,\n    Tag,\n  ].each do |model|\n    model.fill\n  end\nend\n",
        ),
    ];
    let found =
        of_change(&files, "app/models/story.rb", "class Story < Record", "class Story < Other");
    assert!(!found.contains("hidden_story.rb") && !found.contains("tag.rb"), "{found}");
}
