//! Texts that are taken apart at signs, and words that are looked up in what the program was given.
fn method(line: &str) -> Option<bool> {
    let (name, value) = line.split_once(':')?;
    match name.trim() {
        "retry" | "after" => Some(value.is_empty()),
        _ => None,
    }
}
fn ending(path: &str) -> bool {
    let ending = path.rsplit('.').next().unwrap_or_default();
    ["rs", "go"].contains(&ending)
}
fn folder(path: &str) -> bool {
    path.split('/').any(|part| ["tests", "docs"].contains(&part))
}
fn rare<'t>(text: &'t str, counts: &std::collections::BTreeMap<&str, u32>) -> Vec<&'t str> {
    split_words(text).filter(|word| counts.get(word).is_none_or(|count| *count < 3)).collect()
}
fn count(text: &str) -> bool {
    tokens(text).count() > 3 && text.split_whitespace().next().is_some_and(|word| word.len() > 2)
}
fn first(line: &str) -> bool {
    line.split_whitespace().next() == Some("commit")
}
