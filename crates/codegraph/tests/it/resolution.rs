//! How imports resolve to files: one test for each language.

use crate::repo::check_callers;

#[test]
fn typescript_modules() {
    let target = ("lib/deep/index.ts", "export function target() {}\n");
    let uses = "export function use_() { target() }\n";
    let with = |import: &str| format!("{import}\n{uses}");
    let relative = with("import { target } from '../lib/deep'");
    let ending = with("import { target } from '../lib/deep/index.js'");
    let alias = with("import { target } from '@/deep'");
    let package = with("import { target } from '@own/deep'");
    let required = with("const { target } = require('../lib/deep')");
    let files = [
        target,
        ("lib/deep/package.json", "{ \"name\": \"@own/deep\" }"),
        (
            "tsconfig.json",
            "{ // paths\n \"compilerOptions\": { \"paths\": { \"@/*\": [\"lib/*\"], }, }, }",
        ),
        ("src/a.ts", relative.as_str()),
        ("src/b.ts", ending.as_str()),
        ("src/c.ts", alias.as_str()),
        ("src/d.ts", package.as_str()),
        ("src/e.js", required.as_str()),
        ("src/f.ts", "import { target } from 'outside'\nexport function use_() { target() }\n"),
    ];
    check_callers(
        &files,
        "lib/deep/index.ts#target",
        "src/a.ts:2-2 use_ import
         src/b.ts:2-2 use_ import
         src/c.ts:2-2 use_ import
         src/d.ts:2-2 use_ import
         src/e.js:2-2 use_ import",
    );
}

#[test]
fn typescript_defaults_and_renames() {
    let files = [
        ("a.ts", "export default function make() {}\nexport function other() {}\n"),
        ("b.ts", "import build from './a'\nexport function f() { build() }\n"),
        ("c.ts", "import { other as make } from './a'\nexport function g() { make() }\n"),
    ];
    check_callers(&files, "a.ts#other", "c.ts:2-2 g import");
}

#[test]
fn rust_modules_and_crates() {
    let files = [
        ("one/Cargo.toml", "[package]\nname = \"crate-one\"\n"),
        ("one/src/lib.rs", "mod inner;\npub use inner::deep::target;\n"),
        ("one/src/inner.rs", "pub mod deep;\nfn up() { deep::target(); }\n"),
        (
            "one/src/inner/deep.rs",
            "pub fn target() {}\n#[cfg(test)]\nmod tests {\n    use super::*;\n    fn t() { target(); }\n}\n",
        ),
        ("one/src/inner/side.rs", "use super::deep::target as aimed;\nfn s() { aimed(); }\n"),
        ("two/Cargo.toml", "[package]\nname = \"two\"\n"),
        ("two/src/main.rs", "use crate_one::target;\nfn main() { assert!(target()); }\n"),
        ("two/src/full.rs", "fn full() { crate_one::target(); }\n"),
        ("two/src/own.rs", "fn target() {}\nfn own() { target(); }\n"),
    ];
    check_callers(
        &files,
        "deep::target",
        "one/src/inner/side.rs:2-2 s import
         one/src/inner.rs:2-2 up import
         two/src/full.rs:1-1 full import
         two/src/main.rs:2-2 main import
         one/src/inner/deep.rs:5-5 tests::t scope",
    );
}

#[test]
fn rust_methods() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"x\"\n"),
        ("src/lib.rs", "pub mod a;\nmod b;\n"),
        (
            "src/a.rs",
            "pub struct Job;\nimpl Job {\n    pub fn new() -> Job { Job }\n    fn again(&self) { Self::new(); }\n}\npub struct Task;\nimpl Task {\n    pub fn new() -> Task { Task }\n    fn again(&self) { Self::new(); }\n}\n",
        ),
        (
            "src/b.rs",
            "use crate::a::{Job, Task};\nfn job() { Job::new(); }\nfn task() { Task::new(); }\n",
        ),
    ];
    check_callers(
        &files,
        "Job::new",
        "src/b.rs:2-2 job import
         src/a.rs:4-4 Job::again scope",
    );
}

#[test]
fn python_modules() {
    let files = [
        ("pkg/__init__.py", "from .deep.core import target\n"),
        ("pkg/deep/__init__.py", ""),
        (
            "pkg/deep/core.py",
            "def target():\n    pass\n\nclass Job:\n    def go(self):\n        self.stop()\n    def stop(self):\n        pass\n",
        ),
        ("pkg/deep/side.py", "from .core import target as aimed\n\ndef s():\n    aimed()\n"),
        ("pkg/deep/module.py", "from . import core\n\ndef m():\n    core.target()\n"),
        (
            "app.py",
            "import pkg\nfrom pkg import target\n\ndef a():\n    target()\n\ndef b():\n    pkg.target()\n",
        ),
        ("full.py", "import pkg.deep.core\n\ndef f():\n    pkg.deep.core.target()\n"),
        ("path.py", "import pkg\n\ndef p():\n    pkg.deep.core.target()\n"),
        ("own.py", "def target():\n    pass\n\ndef own():\n    target()\n"),
    ];
    check_callers(
        &files,
        "core.target",
        "pkg/deep/module.py:3-4 m import
         pkg/deep/side.py:3-4 s import
         app.py:4-5 a import
         app.py:7-8 b import
         full.py:3-4 f import
         path.py:3-4 p import",
    );
    check_callers(&files, "Job.stop", "pkg/deep/core.py:5-6 Job.go scope");
}

#[test]
fn go_packages() {
    let files = [
        ("go.mod", "module example.com/app\n\ngo 1.22\n"),
        ("store/store.go", "package store\n\nfunc Open() {}\n"),
        ("store/more.go", "package store\n\nfunc again() { Open() }\n"),
        (
            "main.go",
            "package main\n\nimport \"example.com/app/store\"\n\nfunc main() { store.Open() }\n",
        ),
        ("other/other.go", "package other\n\nfunc Open() {}\n\nfunc own() { Open() }\n"),
    ];
    check_callers(
        &files,
        "store.Open",
        "main.go:5-5 main import
         store/more.go:3-3 again scope",
    );
}

#[test]
fn java_types() {
    let files = [
        (
            "src/a/Store.java",
            "package a;\npublic class Store {\n  public static void open() {}\n  void again() { open(); }\n}\n",
        ),
        (
            "src/b/Main.java",
            "package b;\nimport a.Store;\nclass Main {\n  void main() { Store.open(); }\n}\n",
        ),
        (
            "src/b/Other.java",
            "package b;\nclass Other {\n  void open() {}\n  void own() { this.open(); }\n}\n",
        ),
    ];
    check_callers(
        &files,
        "Store.open",
        "src/b/Main.java:4-4 Main.main import
         src/a/Store.java:4-4 Store.again scope",
    );
}

#[test]
fn c_headers() {
    let files = [
        ("src/store.h", "int store_open(void);\n"),
        ("src/store.c", "#include \"store.h\"\nint store_open(void) { return 1; }\n"),
        ("src/main.c", "#include \"store.h\"\nint main(void) { return store_open(); }\n"),
        ("src/loose.c", "int loose(void) { return store_open(); }\n"),
    ];
    check_callers(
        &files,
        "store_open",
        "src/main.c:2-2 main import
         src/loose.c:1-1 loose name",
    );
}
