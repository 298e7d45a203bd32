src/others.rs
//! Regexes over source, and regexes that the caller gives.
static BREAK: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"BREAK\b").unwrap());
fn lines(source: &str, query: &str) -> Vec<usize> {
    let given = Regex::new(query).unwrap();
    let escaped = Regex::new(&regex::escape(query)).unwrap();
    source.lines().filter(|line| BREAK.is_match(line) || given.is_match(line)).count()
}
fn tokens(query: &str) -> Vec<&str> {
    query.split(|c: char| !c.is_alphanumeric()).collect()
}
