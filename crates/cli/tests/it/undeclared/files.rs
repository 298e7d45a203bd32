//! Two declared folders that name a third one in each way that something reads.

/// A file of each of the three folders.
pub(super) const PRICE: &str =
    "export function formatPrice(cents: number): string {\n  return String(cents);\n}\n";

/// A change of a file that is not declared.
pub(super) const DIFF: &str = "--- a/../out/src/price.ts\n+++ b/../out/src/price.ts\n@@ -1,3 +1,3 @@\n-export function formatPrice(cents: number): string {\n+export function formatPrice(cents: bigint): string {\n   return String(cents);\n }\n";

/// The files: the same words in `out`, which is not declared, and in `web` and `api`, which are.
pub(super) const FILES: &[(&str, &str)] = &[
    ("out/src/price.ts", PRICE),
    ("out/src/price.py", "def format_price(cents):\n    return str(cents)\n"),
    ("out/src/lib.rs", "pub fn format_price() {}\n"),
    ("out/src/price.h", "int format_price(int cents);\n"),
    ("out/price.go", "package out\n\nfunc FormatPrice() {}\n"),
    ("out/package.json", r#"{"name": "out", "version": "1.0.0", "main": "src/price.ts"}"#),
    ("out/package-lock.json", r#"{"packages": {"node_modules/pad": {"version": "1.0.0"}}}"#),
    ("out/tsconfig.json", r#"{"compilerOptions": {"baseUrl": "src"}}"#),
    ("out/Cargo.toml", "[package]\nname = \"out\"\nversion = \"1.0.0\"\n"),
    ("out/go.mod", "module example.org/out\n"),
    ("out/firsthand.toml", "exclude = [\"src/\"]\n"),
    ("out/.gitignore", "src/\n"),
    ("out/docs/price.md", "See `src/price.ts:1`.\n"),
    ("out/pad/package.json", r#"{"version": "1.0.0"}"#),
    ("out/pad/index.js", "function formatPrice() {}\n"),
    ("out/lib/python3.12/site-packages/out/__init__.py", "def format_price(): pass\n"),
    ("out/lib/python3.12/site-packages/out-1.0.0.dist-info/RECORD", "out/__init__.py,,\n"),
    ("out/bundle/ruby/3.2.0/gems/out-1.0.0/lib/out.rb", "def format_price; end\n"),
    ("out/composer/installed.json", r#"{"packages": [{"name": "acme/out", "version": "1.0.0"}]}"#),
    ("out/acme/out/Price.php", "<?php function format_price() {}\n"),
    ("web/src/price.ts", PRICE),
    (
        "web/src/user.ts",
        "import { formatPrice } from \"../../out/src/price\";\nimport { formatPrice as other } from \"@out/price\";\nimport { formatPrice as third } from \"out\";\nexport const shown = formatPrice(1) + other(2) + third(3);\n",
    ),
    (
        "web/src/user.py",
        "from ...out.src.price import format_price\nopen(\"../../out/src/price.py\")\nformat_price(1)\n",
    ),
    (
        "web/src/lib.rs",
        "#[path = \"../../out/src/lib.rs\"]\nmod out;\nconst TEXT: &str = include_str!(\"../../out/src/lib.rs\");\npub fn shown() { out::format_price() }\n",
    ),
    (
        "web/src/user.c",
        "#include \"../../out/src/price.h\"\nint shown(void) { return format_price(1); }\n",
    ),
    (
        "web/user.go",
        "package web\n\nimport \"example.org/out\"\n\nfunc Shown() { out.FormatPrice() }\n",
    ),
    ("web/firsthand.toml", "exclude = [\"../out/\"]\ninclude = [\"../out\"]\nroot = \"../out\"\n"),
    (
        "web/package.json",
        r#"{"name": "web", "workspaces": ["../out", "src"], "dependencies": {"out": "file:../out"}}"#,
    ),
    ("web/pnpm-workspace.yaml", "packages:\n  - ../out\n"),
    (
        "web/package-lock.json",
        r#"{"packages": {"node_modules/out": {"version": "1.0.0", "resolved": "../out", "link": true}}}"#,
    ),
    (
        "web/tsconfig.json",
        r#"{"extends": "../out/tsconfig.json", "references": [{"path": "../out"}], "compilerOptions": {"paths": {"@out/*": ["../out/src/*"]}}}"#,
    ),
    (
        "web/Cargo.toml",
        "[workspace]\nmembers = [\".\", \"../out\"]\n\n[package]\nname = \"web\"\n\n[dependencies]\nout = { path = \"../out\" }\n",
    ),
    (
        "web/go.mod",
        "module example.org/web\n\nrequire example.org/out v1.0.0\n\nreplace example.org/out => ../out\n",
    ),
    ("web/go.work", "use (\n\t.\n\t../out\n)\n"),
    ("web/requirements.txt", "out==1.0.0\n"),
    ("web/Gemfile.lock", "GEM\n  specs:\n    out (1.0.0)\n"),
    ("web/composer.lock", r#"{"packages": [{"name": "acme/out", "version": "1.0.0"}]}"#),
    (
        "web/docs/a.md",
        "See `../out/src/price.ts:1`, [this](../../out/src/price.ts#L1) and `out:src/price.ts:1`.\n",
    ),
    ("web/node_modules/pad/index.js", ""),
    ("api/src/price.ts", PRICE),
    (
        "api/src/total.ts",
        "import { formatPrice } from \"./price\";\nexport const total = formatPrice(3);\n",
    ),
    ("change.diff", DIFF),
];

/// Links in the declared folders: their targets, and where they are.
pub(super) const LINKS: &[(&str, &str)] = &[
    ("../out", "web/link"),
    ("../../out/src/price.ts", "web/src/linked.ts"),
    ("../out/.gitignore", "web/.ignore"),
    ("../out/.gitignore", "web/.gitignore"),
    ("../../out/docs/price.md", "web/docs/linked.md"),
    ("../../out", "web/node_modules/out"),
    ("../out", "web/.venv"),
    ("../out", "web/vendor"),
    ("../out", "api/node_modules"),
    ("../out/firsthand.toml", "api/firsthand.toml"),
    ("../out/package-lock.json", "api/package-lock.json"),
];
