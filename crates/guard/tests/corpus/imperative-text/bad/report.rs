fn close() -> &'static str {
    "You must not search again." //~ imperative-text
}
const FOOT: &str = "Missing: none. Do not search for these again"; //~ imperative-text
const NOTE: &str = "The places are verified, please read them"; //~ imperative-text
