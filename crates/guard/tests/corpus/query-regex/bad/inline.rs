static ISSUE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"#\d+").unwrap());
const NAMES: &str = r"[A-Z]\w+";
struct Asked { names: Regex }
fn of(query: &str) -> Vec<String> {
    let path = Regex::new(r"\w+/\w+").unwrap();
    let text = query.trim();
    if ISSUE.is_match(query) { return Vec::new(); } //~ query-regex
    for word in text.split(' ') {
        if path.is_match(word) { break; } //~ query-regex
    }
    let quoted = regex!("\"(.*)\"").find(text); //~ query-regex
    quoted.into_iter().collect()
}
fn all(question: &str) -> bool {
    let set = RegexSet::new(["why", "how"]).unwrap();
    let many = vec![Regex::new("why").unwrap()];
    many.iter().any(|one| one.is_match(question)) //~ query-regex
        || set.is_match(question) //~ query-regex word-list
}
