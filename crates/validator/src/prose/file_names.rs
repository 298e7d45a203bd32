//! File names that prose may contain, whatever was observed: extensions, build files, dotfiles.

use firsthand_registry::PathClass;

use super::extension;

/// Extensions of source files, settings and documents, without those that are as often a field or a method
/// (`log`, `env`, `map`, `lock`, one letter): those count only where they were observed.
const FILE_EXTENSIONS: [&str; 151] = [
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
    "cppm",
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
    "ixx",
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

/// The extensions that are also names of methods: behind a call (`res.json()`) they are no extensions.
const METHOD_NAMES: [&str; 14] = [
    "cc", "css", "ex", "go", "html", "js", "json", "less", "mod", "pdf", "png", "sql", "svg", "xml",
];

/// Names of build files in addition to those that [`PathClass`] knows.
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

/// Whether a bare word is a file name, by its extension or as a whole. With a capital letter before
/// `.js` it is the name of a project; with `is_called`, an extension may be a method.
pub(super) fn is_file_name(name: &str, is_called: bool) -> bool {
    if PathClass::is_conventional(name) || BUILD_FILES.contains(&name) || is_dotfile(name) {
        return true;
    }
    let lowercase = lowercase_if_all_caps(name);
    let name = lowercase.as_deref().unwrap_or(name);
    let Some(extension) = extension(name).filter(|extension| FILE_EXTENSIONS.contains(extension))
    else {
        return false;
    };
    let is_project = extension == "js" && name.starts_with(char::is_uppercase);
    let is_method = is_called && METHOD_NAMES.contains(&extension);
    !is_project && !is_method && name.len() > extension.len() + 1
}

/// `README.MD` as `readme.md`; `None` for a constant (`Format.CSV`, `c.JSON`), which has small letters or at most
/// two characters before its dot.
fn lowercase_if_all_caps(name: &str) -> Option<String> {
    let (stem, extension) = name.rsplit_once('.')?;
    let is_all_caps = name.chars().all(|c| !c.is_lowercase());
    let is_long = stem.len() > 2 && extension.contains(char::is_alphabetic);
    (is_all_caps && is_long).then(|| name.to_lowercase())
}

/// Whether a name has the shape of a build file without an extension: `Dockerfile`, `Makefile`.
pub(super) fn is_build_file(name: &str) -> bool {
    name.starts_with(char::is_uppercase) && name.ends_with("file")
}

/// Whether a name is that of a hidden settings file: `.gitignore`, `.npmrc`.
fn is_dotfile(name: &str) -> bool {
    let hidden = name.strip_prefix('.').unwrap_or("");
    let settings = hidden.ends_with("ignore") || (hidden.len() > 3 && hidden.ends_with("rc"));
    settings && hidden.chars().all(|c| c.is_ascii_lowercase())
}
