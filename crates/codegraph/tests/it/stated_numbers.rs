//! Numbers that a question states lead to the constants with their value.

use firsthand_codegraph::{Region, Relation};

use crate::repo::{expected, tree};

const TREE: &str = r#"
-- src/trash.py
# How long deleted items stay in the trash.
TRASH_RETENTION = 30 * 24 * 60 * 60
PAGE = 30
-- src/cleanup.py
from trash import TRASH_RETENTION
def clean(items):
    return [i for i in items if i.age > TRASH_RETENTION]
-- config/app.yml
upload:
  max_bytes: 5242880
-- src/other.py
WIDTH = 30
HEIGHT = 30
-- src/items.py
def deleted(items):
    """Deleted items are listed on a page of their own."""
    return items
"#;

fn line(region: &Region) -> String {
    let of = region.relation_of.as_deref().unwrap_or("-");
    let distance = region.distance.unwrap_or(9);
    let lines = region.related.iter().map(|(line, _)| line.to_string());
    let lines = lines.collect::<Vec<_>>().join(",");
    format!("{}:{lines} {of} {distance}", region.path)
}

#[test]
fn the_relation_lists_constants_and_their_users() {
    let check = |text: &str, expect: &str| {
        let found = tree(TREE).relate(text, Relation::Numbers);
        let seen: Vec<String> = found.regions.iter().map(line).collect();
        assert_eq!(seen.join("\n"), expected(expect), "{text}");
    };
    check("5 MB", "config/app.yml:2 5 MB 0");
    check("five megabytes", "config/app.yml:2 5 megabytes 0");
    check("items for #30, since v30.1 of 1999", "");
    check(
        "trash 30 days",
        "
src/trash.py:2 30 days 0
src/trash.py:3 30 days 0
src/other.py:1 30 days 0
src/other.py:2 30 days 0
src/cleanup.py:1 TRASH_RETENTION 1
src/cleanup.py:3 TRASH_RETENTION 1
",
    );
}

/// A name states no number: that it has none as its value is not said.
#[test]
fn a_name_is_no_number() {
    let check = |text: &str, expect: &str| {
        let found = tree(TREE).relate(text, Relation::Numbers);
        assert_eq!(found.notes, [expect], "{text}");
    };
    let of_name = "TRASH_RETENTION states no number that can be looked up; the value of a name is in its definition";
    check("TRASH_RETENTION", of_name);
    check("the first page", "the first page states no number that can be looked up");
}
