//! Lists that are short, or no words, or applied to something else.
const ENDINGS: &[&str] = &["rs", "ts", "py"];
const FLAGS: [&str; 9] = ["--help", "-h", "--root", "--json", "--all", "--quiet", "-q", "-v", "--version"];
const FILES: &[&str] = &["Cargo.toml", "package.json", "go.mod"];
fn language(path: &str) -> bool {
    ENDINGS.iter().any(|ending| path.ends_with(ending)) || path.ends_with(".rs") || path.ends_with(".ts")
}
fn tokens<'q>(query: &'q str, symbols: &[&str]) -> Vec<&'q str> {
    if query.is_empty() || query.contains(' ') { return Vec::new(); }
    query.split("::").filter(|token| symbols.contains(token)).collect()
}
fn open(kind: &str) -> bool { matches!(kind, "string" | "regex") }
fn usage() -> Vec<&'static str> {
    "the name of the file to read and the name of the file to make".lines().collect()
}
fn notes() -> Vec<&'static str> {
    "the name of the file to read and the name of the file to make; where is what".split("; ").collect()
}
fn named() -> Vec<(&'static str, &'static str)> {
    "root: the name of the file to read and of the one to make\nout: where it is".lines().filter_map(|line| line.split_once(": ")).collect()
}
