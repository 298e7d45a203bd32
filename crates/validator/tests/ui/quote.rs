//! A quote cannot be made up.
use firsthand_validator::Quote;
fn main() {
    let _ = Quote { text: "ghost".to_owned(), line: 1 };
}
