//! Reading a saved report does not make it verified again.
use firsthand_validator::{Place, Verdict, VerifiedReport};
fn read<T: serde::de::DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).unwrap()
}
fn main() {
    let _: VerifiedReport = read("{}");
    let _: Verdict = read("{}");
    let _: Place = read("{}");
}
