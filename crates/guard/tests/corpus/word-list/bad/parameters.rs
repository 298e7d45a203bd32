//! The query is a parameter under any name: its type says what it can be.
fn wanted(q: &str) -> bool {
    if q.contains("login") { return true; } //~ word-list
    let text = q.trim();
    text.to_lowercase().find("session").is_some() //~ word-list
}
fn owned(s: String) -> bool {
    s.matches(' ').count() > 1 || s.contains("session") //~ word-list
}
fn typed(asked: &Question) -> bool {
    asked.text() == "why" //~ word-list
}
