src/stem.rs
fn stem(word: &str) -> &str {
    if let Some(root) = word.strip_suffix("ing") { return root; } //~ word-list
    if word.ends_with("ed") { return &word[..word.len() - 2]; }
    word.strip_suffix('s').unwrap_or(word)
}
const SUFFIXES: &[&str] = &["ing", "ed", "es"]; //~ word-list
