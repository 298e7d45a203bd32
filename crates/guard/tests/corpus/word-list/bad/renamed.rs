//! The same under other names: no value is called after a query, and no list after what it is for.
const COMMON: &[&str] = &["get", "set", "make"];
fn weigh(subject: &str) -> Vec<&str> {
    let pieces = tokens(subject);
    pieces.filter(|piece| !COMMON.contains(piece)).collect() //~ word-list
}
fn penalty(place: &str) -> f64 {
    let off = split_words(place).any(|part| ["checkout", "tutorial"].contains(&part)); //~ word-list
    if off { 0.5 } else { 1.0 }
}
fn lowered(place: &str) -> bool {
    tokens(place).any(|part| part == "checkout") //~ word-list
}
fn parts(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric()).collect()
}
fn kept(text: &str) -> Vec<&str> {
    parts(text).into_iter().filter(|part| !matches!(*part, "these" | "those")).collect() //~ word-list
}
fn role_of(text: &str) -> u8 {
    for part in Lexer::tokens(text) {
        match part.as_str() { //~ word-list
            "render" | "view" => return 1,
            "store" => return 2,
            _ => {}
        }
    }
    0
}
