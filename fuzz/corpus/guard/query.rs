src/query.rs
fn rank(query: &str) -> u8 {
    let words: Vec<_> = query.split(' ').collect();
    if words.contains(&"cache") { 1 } else { matches!(query, "find" | "show") as u8 }
}
// guard: allow(word-list) reason="why"
const STOP: [&str; 2] = ["the", "of"];
