src/needed.rs
// guard: allow(word-list) reason="the wire's own words, which no query decides"
const SYNONYMS: &[&str] = &[
    "alpha",
    "beta",
    "gamma",
];

/// Documented.
// guard: allow(role-table, vocabulary) reason="a closed set on the wire"
#[derive(Debug)]
enum GizmotronRole {
    Entry,
    State,
}
let x = "gizmotron"; // guard: allow(vocabulary) reason="a header on the wire"
