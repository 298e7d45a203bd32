const STOP_WORDS: &[&str] = &["the", "of", "and"]; //~ word-list
const PLAIN: [&str; 9] = ["the", "of", "and", "how", "what", "when", "where", "is", "a"]; //~ word-list
static SYNONYMS: &[(&str, &[&str])] = &[("auth", &["login", "session"])]; //~ word-list
const SMALL: &[&str] = &["where", "how", "why"];
fn keep(query: &str) -> Vec<&str> {
    query.split(' ').filter(|word| !SMALL.contains(word)).collect() //~ word-list
}
fn tests_too(query: &str) -> bool {
    query.to_lowercase().contains("test") //~ word-list
        || query == "spec" //~ word-list
}
fn kind(query: &str) -> u8 {
    let first = query.split(' ').next().unwrap_or_default();
    match first { "why" | "how" => 1, "where" => 2, _ => 0 } //~ word-list
}
fn kept(query: &str) -> Vec<&str> {
    query.split(' ').filter(|word| !matches!(*word, "the" | "of")).collect() //~ word-list
}
fn list() -> Vec<&'static str> {
    "the of and how what when where is on in at".split_whitespace().collect() //~ word-list
}
fn list_in_lines() -> Vec<&'static str> {
    "the\nof\nand\nhow\nwhat\nwhen\nwhere\nis\nwhich".lines().collect() //~ word-list
}
fn list_with_signs() -> Vec<&'static str> {
    "the;of;and;how;what;when;where;is;which".split(';').collect() //~ word-list
}
fn list_in_lines_of_words() -> Vec<&'static str> {
    "the of and\nhow what when\nwhere is on".lines().flat_map(str::split_whitespace).collect() //~ word-list
}
fn list_in_lines_that_a_closure_splits() -> Vec<&'static str> {
    "the of and\nhow what when\nwhere is on".split('\n').flat_map(|line| line.split(' ')).collect() //~ word-list
}
fn list_with_commas() -> Vec<&'static str> {
    "the, of, and, how, what, when, where, is".split_whitespace().map(|w| w.trim_end_matches(',')).collect() //~ word-list
}
fn list_with_commas_and_spaces() -> Vec<&'static str> {
    "the, of, and, how, what, when, where, is".split(' ').map(|w| w.trim_matches(',')).collect() //~ word-list
}
fn list_with_number_signs() -> Vec<&'static str> {
    "the#of#and#how#what#when#where#is".split('#').collect() //~ word-list
}
fn list_with_quotes() -> Vec<&'static str> {
    "the'of'and'how'what'when'where'is".split('\'').collect() //~ word-list
}
fn list_with_double_quotes() -> Vec<&'static str> {
    r#"the"of"and"how"what"when"where"is"#.split('"').collect() //~ word-list
}
