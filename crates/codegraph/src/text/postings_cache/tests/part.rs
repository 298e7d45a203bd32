//! A search within a folder uses the cached postings of the whole tree, and stores none.

use super::*;

#[test]
fn a_search_within_a_folder_uses_the_postings_of_the_tree() {
    let tree = tree();
    write(tree.root.path(), "other/gate.rs", "pub fn gate() {}\n");
    let ask = |text: &str, within: Option<&str>| {
        let within = within.map(str::to_owned);
        let query = Query { within, ..Query::new(text) };
        cost(&tree.graph().search(&query, &Cancel::default()))
    };
    assert_eq!(ask("gate", Some("other")), (1, 0, 1, 0), "nothing is cached");
    assert_eq!(ask("gate", None), (6, 0, 5, 1), "a search within a folder stores no postings");
    assert_eq!(ask("gate", Some("other")), (1, 1, 0, 1));
    assert_eq!(ask("gate opens", Some("src")), (5, 0, 0, 5));
    assert_eq!(ask("gate opens", None), (6, 0, 0, 6));
}
