//! How the names of files end that people write about, whatever was observed.

use super::ending;

/// Endings of source, settings and documents. An ending that is as often a field or a method
/// (`log`, `env`, `map`, `lock`, one letter) is none: such a name is one where files here have it.
const FILES: [&str; 62] = [
    "bash", "bat", "cc", "cfg", "cjs", "clj", "cpp", "cs", "csproj", "css", "csv", "cu", "cxx",
    "dart", "erl", "ex", "exs", "gradle", "graphql", "hpp", "hs", "html", "hxx", "ini", "ipynb",
    "java", "jl", "js", "json", "jsx", "kt", "kts", "less", "lua", "md", "mdx", "mjs", "ml", "nix",
    "php", "proto", "ps1", "py", "pyi", "rb", "rs", "rst", "sass", "scala", "scss", "sh", "sql",
    "svelte", "swift", "tf", "toml", "ts", "tsx", "vue", "xml", "yaml", "yml",
];

/// Endings of these are names of methods, too, so that a call tells nothing.
const METHODS: [&str; 9] = [
    "cc", "css", "ex", "html", "js", "json", "less", "sql", "xml",
];

/// Whether a bare name ends as files do. A capital letter before `.js` is how projects are named.
pub(super) fn is_file(name: &str, called: bool) -> bool {
    let Some(ending) = ending(name).filter(|ending| FILES.contains(ending)) else {
        return false;
    };
    let project = ending == "js" && name.starts_with(char::is_uppercase);
    let method = called && METHODS.contains(&ending);
    !project && !method && name.len() > ending.len() + 1
}

/// Whether a name is that of a file without an ending: `Dockerfile`, `Makefile`.
pub(super) fn is_build_file(name: &str) -> bool {
    name.len() > "file".len() && name.starts_with(char::is_uppercase) && name.ends_with("file")
}
