//! Texts that are given and that are searched for signs, for what else is given, or taken apart; tables of names.
fn header(line: &str, name: &str) -> bool {
    line.starts_with("commit") || line.contains("::") || line.contains(name)
}
fn kind(name: &str) -> u8 {
    match name { "class" => 1, "struct" => 2, _ => 0 }
}
fn listed(names: &[&str]) -> bool {
    names.contains(&"class")
}
const GRAMMARS: &[(&str, &str)] = &[("py", "python"), ("rs", "rust"), ("ts", "typescript")];
