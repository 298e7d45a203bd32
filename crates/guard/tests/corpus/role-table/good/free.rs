//! Roles as free text, and tables that are about something else.
struct Link { role: String }
enum Relation { Callers, Callees }
const PROMPT: &str = "role: what part the place plays, such as entry, state or config";
fn show(link: &Link) -> String {
    if link.role.is_empty() { return "-".to_owned(); }
    format!("({})", link.role.replace('\n', " "))
}
fn separated(role: &str) -> bool { role.contains(", ") }
fn relation(name: &str) -> Relation {
    match name { "callers" => Relation::Callers, _ => Relation::Callees }
}
wire_names! {
    pub enum Format { Text => "text", Json => "json" }
}
shown! { role { "a" } }
