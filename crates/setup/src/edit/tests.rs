//! Tests of inserting and removing entries and blocks.

use proptest::prelude::*;

use super::*;

fn entry() -> Entry {
    vec![
        ("command", "firsthand".into()),
        ("args", serde_json::json!(["mcp"])),
        ("on", true.into()),
    ]
}

/// Inserts the entry and returns the edited text, or the other result as text. Asserts that the entry exists, that a
/// second insertion changes nothing, and that the entry can be removed, except from TOML.
fn insert_and_check(format: Format, text: &str) -> String {
    let edited = match format.put(text, "map", &entry()) {
        Ok(EditOutcome::Text(edited)) => edited,
        other => return format!("{other:?}"),
    };
    let again = format.put(&edited, "map", &entry());
    assert_eq!(again, Ok(EditOutcome::Same), "{edited}");
    let mut changed = entry();
    changed.pop();
    let other = format.put(&edited, "map", &changed);
    assert_eq!(other, Ok(EditOutcome::Other), "{edited}");
    if format != Format::Toml {
        let taken = format.take(&edited, "map").unwrap().unwrap();
        assert_eq!(format.take(&taken, "map"), Ok(None), "{taken}");
    }
    edited
}

/// Checks the text after the insertion of the entry.
fn insertion_check(format: Format) -> impl Fn(&str, &str) {
    move |text, expect| assert_eq!(insert_and_check(format, text), expect, "{text:?}")
}

#[test]
fn inserting_into_json_keeps_comments_commas_and_style() {
    let check = insertion_check(Format::Json);
    let new = "{\n  \"map\": {\n    \"firsthand\": {\n      \"command\": \"firsthand\",\n      \"args\": [\"mcp\"],\n      \"on\": true\n    }\n  }\n}";
    check("", &format!("{new}\n"));
    check(" \n", &format!("{new}\n"));
    check("{}", new);
    check("{ }\n", &format!("{new}\n"));
    check(
        "{\"a\":1}",
        "{\"a\":1, \"map\": {\"firsthand\": {\"command\": \"firsthand\", \"args\": [\"mcp\"], \"on\": true}}}",
    );
    check(
        "{\n  \"map\": {\"a\": {} /* , */ , } // x\n}",
        "{\n  \"map\": {\"a\": {} /* , */ , \"firsthand\": {\"command\": \"firsthand\", \"args\": [\"mcp\"], \"on\": true} } // x\n}",
    );
    check(
        "\u{feff}// mine\r\n{\r\n\t\"a\": 1, // one\r\n\t\"map\": {\r\n\t\t// two\r\n\t\t\"x\": {}, // three\r\n\t},\r\n}",
        "\u{feff}// mine\r\n{\r\n\t\"a\": 1, // one\r\n\t\"map\": {\r\n\t\t// two\r\n\t\t\"x\": {}, // three\r\n\t\t\"firsthand\": {\r\n\t\t\t\"command\": \"firsthand\",\r\n\t\t\t\"args\": [\"mcp\"],\r\n\t\t\t\"on\": true,\r\n\t\t},\r\n\t},\r\n}",
    );
}

#[test]
fn a_toml_table_is_appended_at_the_end() {
    let check = insertion_check(Format::Toml);
    let new = "[map.firsthand]\ncommand = \"firsthand\"\nargs = [\"mcp\"]\non = true\n";
    check("", new);
    check("a = 1 # one", &format!("a = 1 # one\n\n{new}"));
    check("[map.x]\ny = 2\n\n", &format!("[map.x]\ny = 2\n\n{new}"));
    check("map.x.y = 2\n", &format!("map.x.y = 2\n\n{new}"));
    check(
        "[map]\r\nx.y = 2\r\n",
        &format!("[map]\r\nx.y = 2\r\n\r\n{}", new.replace('\n', "\r\n")),
    );
}

#[test]
fn a_yaml_entry_is_inserted_into_its_table() {
    let check = insertion_check(Format::Yaml);
    let new = "  firsthand:\n    command: firsthand\n    args:\n    - mcp\n    on: true\n";
    check("", &format!("map:\n{new}"));
    check("# mine\n", &format!("# mine\nmap:\n{new}"));
    check("a: 1", &format!("a: 1\nmap:\n{new}"));
    check("map:", &format!("map:\n{new}"));
    check("map: {} # no\nz: 1\n", &format!("map:  # no\n{new}z: 1\n"));
    check(
        "map: # mine\n  # first\n  x:\n    y: é # e\n  # last\n\nz: 1\n",
        &format!("map: # mine\n  # first\n{new}  x:\n    y: é # e\n  # last\n\nz: 1\n"),
    );
    check(
        "---\r\nmap:\r\n    x: 1\r\n",
        &format!(
            "---\r\nmap:\r\n{}    x: 1\r\n",
            new.replace("  firsthand", "    firsthand")
                .replace("    c", "      c")
                .replace("    a", "      a")
                .replace("    -", "      -")
                .replace("    o", "      o")
                .replace('\n', "\r\n")
        ),
    );
}

/// A text that cannot be edited is refused.
#[test]
fn unparsable_texts_and_texts_without_a_place_are_refused() {
    let check = |format: Format, text: &str, expect: &str| {
        let why = format.put(text, "map", &entry()).unwrap_err().to_string();
        assert!(why.contains(expect), "{text:?}: {why}");
    };
    for broken in [
        "{",
        "{\"a\": }",
        "{\"a\": 1 \"b\": 2}",
        "{'a': 1}",
        "{a: 1}",
        "{} {}",
        "\"",
    ] {
        check(Format::Json, broken, "it is not valid JSON: ");
    }
    check(Format::Json, "[1]", "it does not hold a table");
    check(Format::Json, "{\"map\": []}", "`map` is not a table in it");
    check(Format::Json, "{\"map\": null}", "`map` is not a table");
    check(
        Format::Json,
        "{\"map\": {\"a\": 1}, \"map\": {\"b\": 2}}",
        "an entry in `map` would change more",
    );
    check(Format::Toml, "a = ", "it is not valid TOML: line 1: ");
    check(
        Format::Toml,
        "\n[a]\nb = 1\nb = 2",
        "it is not valid TOML: line 4: ",
    );
    check(Format::Toml, "map = 1", "`map` is not a table");
    check(Format::Toml, "[[map]]\na = 1", "`map` is not a table");
    check(
        Format::Toml,
        "map = { a = 1 }",
        "an entry in `map` would change more",
    );
    check(Format::Yaml, "a: [", "it is not valid YAML: ");
    check(Format::Yaml, "a: 1\n b: 2\n", "it is not valid YAML: ");
    check(Format::Yaml, "- a\n", "it does not hold a table");
    check(Format::Yaml, "map: 1\n", "`map` is not a table");
    check(Format::Yaml, "map: {a: 1}\n", "`map` is written in braces");
    check(Format::Yaml, "{a: 1}\n", "`map` is written in braces");
    check(Format::Yaml, "a: 1\n---\nb: 2\n", "several documents");
    check(Format::Yaml, "a: 1\n...\n", "would change more");
}

/// A client that rewrites its file keeps the entry's value, but not its format.
#[test]
fn an_entry_is_removed_from_a_reformatted_file() {
    let check = |format: Format, text: &str, expect: &str| {
        let taken = format.take(text, "map").unwrap();
        assert_eq!(taken.as_deref(), Some(expect), "{text:?}");
    };
    check(
        Format::Json,
        "{\"n\": 7, \"map\": {\"x\": {}, \"firsthand\": {\"command\": \"mine\"}}}",
        "{\"n\": 7, \"map\": {\"x\": {}}}",
    );
    check(
        Format::Yaml,
        "map:\n  firsthand:\n    args:\n    - mcp\n  # about x\n  x: 1\n",
        "map:\n  # about x\n  x: 1\n",
    );
    let why = Format::Toml.take("[map.firsthand]\na = 1\n", "map");
    let expect = "its entry `firsthand` in `map` was changed";
    assert_eq!(why.unwrap_err().to_string(), expect);
}

#[test]
fn a_block_is_separated_by_a_blank_line_and_replaced() {
    let check = |text: &str, expect: &str| {
        let edited = block::insert(text, "one\ntwo\n").unwrap();
        assert_eq!(edited, expect, "{text:?}");
        assert_eq!(block::insert(&edited, "one\ntwo\n").as_ref(), Ok(&edited));
    };
    let ours = "<!-- firsthand:begin -->\none\ntwo\n<!-- firsthand:end -->";
    check("", &format!("{ours}\n"));
    check("# Mine", &format!("# Mine\n\n{ours}\n"));
    check("# Mine\n", &format!("# Mine\n\n{ours}\n"));
    check("# Mine\n\n", &format!("# Mine\n\n{ours}\n"));
    check(
        "a\n<!-- firsthand:begin -->\nold\n<!-- firsthand:end --> b",
        &format!("a\n{ours} b"),
    );
    check(
        "# Mine\r\n",
        &format!("# Mine\r\n\r\n{}\r\n", ours.replace('\n', "\r\n")),
    );
    for unpaired in [
        "<!-- firsthand:begin -->",
        "<!-- firsthand:end -->\n<!-- firsthand:begin -->",
        "<!-- firsthand:begin --><!-- firsthand:end --><!-- firsthand:end -->",
    ] {
        assert_eq!(
            block::insert(unpaired, "x"),
            Err(EditError::UnpairedMarkers)
        );
        assert_eq!(block::remove(unpaired), Err(EditError::UnpairedMarkers));
    }
}

proptest! {
    /// Inserting a block changes no other byte, and a second insertion changes nothing.
    #[test]
    fn inserting_a_block_changes_no_other_byte(
        before in "(?s)[a-z#\n\r<!é -]{0,40}",
        after in "(?s)[a-z#\n\r<!é -]{0,40}",
        has_block in any::<bool>(),
    ) {
        let text = match has_block {
            true => format!("{before}<!-- firsthand:begin -->old<!-- firsthand:end -->{after}"),
            false => format!("{before}{after}"),
        };
        let edited = block::insert(&text, "new").unwrap();
        let block_range = block::find(&edited).unwrap().unwrap();
        match has_block {
            true => {
                prop_assert_eq!(&edited[..block_range.start], &before);
                prop_assert_eq!(&edited[block_range.end..], &after);
            }
            false => {
                prop_assert!(edited.starts_with(&text));
                prop_assert!(edited[text.len()..block_range.start].trim().is_empty());
                prop_assert!(edited[block_range.end..].trim().is_empty());
                let taken = block::remove(&edited).unwrap().unwrap();
                prop_assert_eq!(taken.trim_end(), text.trim_end());
            }
        }
        prop_assert_eq!(block::insert(&edited, "new").unwrap(), edited);
    }

    /// An edit of any text does not panic, and a second insertion finds the same entry.
    #[test]
    fn any_text_is_edited_safely_or_refused(text in "(?s)[\\[\\]{}\",:a1é#&*<>|=/'\n\r\t .-]{0,24}", format_index in 0..3usize) {
        let format = [Format::Json, Format::Toml, Format::Yaml][format_index];
        if let Ok(EditOutcome::Text(edited)) = format.put(&text, "map", &entry()) {
            prop_assert_eq!(format.put(&edited, "map", &entry()), Ok(EditOutcome::Same));
            let _ = format.take(&edited, "map");
        }
    }
}
