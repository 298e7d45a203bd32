//! How the names of files end that people write about, whatever was observed.

use firsthand_registry::PathClass;

use super::ending;

/// Endings of source, settings and documents. An ending that is as often a field or a method
/// (`log`, `env`, `map`, `lock`, one letter) is none: such a name is one where files here have it.
const FILES: [&str; 76] = [
    "bash", "bat", "cc", "cfg", "cjs", "clj", "cpp", "cs", "csproj", "css", "csv", "cts", "cu",
    "cxx", "dart", "erb", "erl", "ex", "exs", "gif", "go", "gradle", "graphql", "hpp", "hs",
    "html", "hxx", "ini", "ipynb", "java", "jl", "jpg", "js", "json", "jsx", "kt", "kts", "less",
    "lua", "md", "mdx", "mjs", "ml", "mod", "mts", "nix", "pdf", "php", "png", "prisma", "proto",
    "ps1", "py", "pyi", "rb", "rs", "rst", "sass", "scala", "scss", "sh", "sql", "svelte", "svg",
    "swift", "tf", "toml", "ts", "tsx", "txt", "vue", "xml", "yaml", "yml", "zig", "zsh",
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
    let Some(ending) = ending(name).filter(|ending| FILES.contains(ending)) else {
        return false;
    };
    let project = ending == "js" && name.starts_with(char::is_uppercase);
    let method = called && METHODS.contains(&ending);
    !project && !method && name.len() > ending.len() + 1
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
