//! How the names of files end that people write about, whatever was observed.

use firsthand_registry::PathClass;

use super::ending;

/// Endings of source, settings and documents. An ending that is as often a field or a method
/// (`log`, `env`, `map`, `lock`, one letter) is none: such a name is one where files here have it.
const FILES: [&str; 149] = [
    "adoc",
    "awk",
    "bash",
    "bat",
    "bazel",
    "bzl",
    "cabal",
    "cc",
    "cfg",
    "cjs",
    "clj",
    "cljc",
    "cljs",
    "cmake",
    "coffee",
    "cpp",
    "crt",
    "cs",
    "cshtml",
    "csproj",
    "css",
    "csv",
    "cts",
    "cu",
    "cxx",
    "dart",
    "dll",
    "docx",
    "edn",
    "ejs",
    "elm",
    "erb",
    "erl",
    "ex",
    "exe",
    "exs",
    "fish",
    "fsi",
    "fsproj",
    "fsx",
    "gif",
    "go",
    "gradle",
    "graphql",
    "groovy",
    "gz",
    "haml",
    "hbs",
    "hcl",
    "hpp",
    "hrl",
    "hs",
    "html",
    "hxx",
    "ico",
    "ini",
    "ipynb",
    "j2",
    "java",
    "jl",
    "jpeg",
    "jpg",
    "js",
    "json",
    "json5",
    "jsonc",
    "jsonl",
    "jsx",
    "kt",
    "kts",
    "less",
    "lisp",
    "lua",
    "md",
    "mdx",
    "mjs",
    "mk",
    "ml",
    "mli",
    "mod",
    "mts",
    "mustache",
    "nim",
    "nix",
    "npy",
    "pdf",
    "pem",
    "php",
    "phtml",
    "pl",
    "plist",
    "png",
    "prisma",
    "proto",
    "ps1",
    "psd1",
    "psm1",
    "pxd",
    "py",
    "pyc",
    "pyi",
    "pyx",
    "razor",
    "rb",
    "rkt",
    "rs",
    "rst",
    "sass",
    "scala",
    "scss",
    "sh",
    "sln",
    "sql",
    "storyboard",
    "styl",
    "svelte",
    "svg",
    "swift",
    "tf",
    "tgz",
    "thrift",
    "toml",
    "ts",
    "tsv",
    "tsx",
    "ttf",
    "twig",
    "txt",
    "vb",
    "vbproj",
    "vcxproj",
    "vhdl",
    "vim",
    "vue",
    "wasm",
    "webp",
    "woff",
    "woff2",
    "xhtml",
    "xib",
    "xlsx",
    "xml",
    "xsd",
    "xsl",
    "xslt",
    "yaml",
    "yml",
    "zig",
    "zsh",
];

/// Endings of these are names of methods, too, so that a call decides nothing.
const METHODS: [&str; 14] = [
    "cc", "css", "ex", "go", "html", "js", "json", "less", "mod", "pdf", "png", "sql", "svg", "xml",
];

/// Names of build files beside those that [`PathClass`] knows.
const BUILD_FILES: [&str; 10] = [
    "Brewfile",
    "Caddyfile",
    "Containerfile",
    "Dockerfile",
    "Gemfile",
    "Pipfile",
    "Podfile",
    "Procfile",
    "Tiltfile",
    "Vagrantfile",
];

/// Whether a bare name is one that files have: by how it ends, or as a whole. A capital letter before
/// `.js` is how projects are named.
pub(super) fn is_file(name: &str, called: bool) -> bool {
    if PathClass::is_conventional(name) || BUILD_FILES.contains(&name) || is_dotfile(name) {
        return true;
    }
    let shouted = shouted(name);
    let name = shouted.as_deref().unwrap_or(name);
    let Some(ending) = ending(name).filter(|ending| FILES.contains(ending)) else {
        return false;
    };
    let project = ending == "js" && name.starts_with(char::is_uppercase);
    let method = called && METHODS.contains(&ending);
    !project && !method && name.len() > ending.len() + 1
}

/// `README.MD` as `readme.md`; a constant (`Format.CSV`, `c.JSON`) has small letters before its dot.
fn shouted(name: &str) -> Option<String> {
    let (stem, ending) = name.rsplit_once('.')?;
    let all = name.chars().all(|c| !c.is_lowercase());
    let long = stem.len() > 2 && ending.contains(char::is_alphabetic);
    (all && long).then(|| name.to_lowercase())
}

/// Whether a name is that of a file without an ending: `Dockerfile`, `Makefile`.
pub(super) fn is_build_file(name: &str) -> bool {
    name.starts_with(char::is_uppercase) && name.ends_with("file")
}

/// `.gitignore`, `.npmrc`: a hidden file of settings.
fn is_dotfile(name: &str) -> bool {
    let hidden = name.strip_prefix('.').unwrap_or("");
    let settings = hidden.ends_with("ignore") || (hidden.len() > 3 && hidden.ends_with("rc"));
    settings && hidden.chars().all(|c| c.is_ascii_lowercase())
}
