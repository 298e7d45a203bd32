//! Endings of words, mapped to others.
const REPLACED: &[(&str, &str)] = &[("ies", "y"), ("ing", ""), ("ed", "")]; //~ word-list
fn base(ending: &str) -> &str {
    match ending { //~ word-list
        "ies" => "y",
        "ing" => "",
        _ => ending,
    }
}
fn cut(word: &str) -> usize {
    match &word[word.len() - 3..] { //~ word-list
        "ing" | "ies" => 3,
        _ => 0,
    }
}
