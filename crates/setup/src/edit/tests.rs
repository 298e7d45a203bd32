//! Tests of inserting and removing entries and blocks.

mod taken_out;

use proptest::prelude::*;
use serde_json::json;

use super::*;

fn setting(format: Format) -> Setting {
    let value = json!({"command": "firsthand", "args": ["mcp"], "on": true});
    Setting::new(format, &["map", "firsthand"], value)
}

/// Adds the entry and returns the edited text, or the other result as text. Asserts that a second run finds it, that
/// another one is not replaced, and that it can be taken out wherever it is.
fn insert_and_check(format: Format, text: &str) -> String {
    let setting = setting(format);
    let edited = match setting.put(text) {
        Ok(Added::Text(edited)) => edited,
        other => return format!("{other:?}"),
    };
    assert_eq!(setting.put(&edited), Ok(Added::Same), "{edited}");
    let mut changed = setting.clone();
    changed.value["on"] = false.into();
    let other = changed.put(&edited);
    assert!(matches!(other, Ok(Added::Other(_))), "{edited}");
    for splice in [Splice::between(text, &edited), Splice::between("", "")] {
        let taken = setting.take(&edited, &splice).unwrap().unwrap();
        assert_eq!(setting.take(&taken, &splice), Ok(None), "{taken}");
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

/// A list that is written on one line, or has something else than tables, stays as it is.
#[test]
fn a_table_of_a_toml_list_is_appended_and_taken_out_again() {
    let rule = |tool: &str| {
        let value = json!({"action": "allow", "tool": tool});
        Addition::Setting(Setting::element(Format::Toml, &["map", "rules"], value))
    };
    let written = |tool: &str| format!("[[map.rules]]\naction = \"allow\"\ntool = \"{tool}\"\n");
    for before in ["", "a = 1\n\n", "[[map.rules]]\naction = \"deny\"\n\n", "[map]\nx = 2\n\n"] {
        let mut edits = Vec::new();
        let mut text = before.to_owned();
        for tool in ["bash", "mcp"] {
            let Ok(Added::Text(after)) = rule(tool).put(Some(&text)) else {
                panic!("{text}");
            };
            edits.push((rule(tool), Splice::between(&text, &after)));
            text = after;
        }
        assert_eq!(text, format!("{before}{}\n{}", written("bash"), written("mcp")));
        assert_eq!(rule("mcp").put(Some(&text)), Ok(Added::Same), "{text}");
        // The client adds a table of its own in between.
        let other = "[other]\ny = 1\n\n";
        let at = text.find("[[map.rules]]\naction = \"allow\"").unwrap();
        text.insert_str(at, other);
        for (addition, splice) in edits.iter().rev() {
            text = addition.take(&text, splice).unwrap().unwrap();
        }
        assert_eq!(text.trim_end(), format!("{before}{other}").trim_end());
    }
    for other in ["[map]\nrules = [{action = \"deny\"}]\n", "[map]\nrules = [\"x\"]\n", "map = 1\n"]
    {
        assert!(rule("mcp").put(Some(other)).is_err(), "{other}");
    }
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
        &format!("map: # mine\n{new}  # first\n  x:\n    y: é # e\n  # last\n\nz: 1\n"),
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
        let why = setting(format).put(text).unwrap_err().to_string();
        assert!(why.contains(expect), "{text:?}: {why}");
    };
    for broken in ["{", "{\"a\": }", "{\"a\": 1 \"b\": 2}", "{'a': 1}", "{a: 1}", "{} {}", "\""] {
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
    check(Format::Toml, "\n[a]\nb = 1\nb = 2", "it is not valid TOML: line 4: ");
    check(Format::Toml, "map = 1", "`map` is not a table");
    check(Format::Toml, "[[map]]\na = 1", "`map` is not a table");
    check(Format::Toml, "map = { a = 1 }", "an entry in `map` would change more");
    check(Format::Yaml, "a: [", "it is not valid YAML: ");
    check(Format::Yaml, "a: 1\n b: 2\n", "it is not valid YAML: ");
    check(Format::Yaml, "- a\n", "it does not hold a table");
    check(Format::Yaml, "map: 1\n", "`map` is not a table");
    check(Format::Yaml, "map: {a: 1}\n", "`map` is written in braces");
    check(Format::Yaml, "{a: 1}\n", "`map` is written in braces");
    check(Format::Yaml, "a: 1\n---\nb: 2\n", "several documents");
    check(Format::Yaml, "a: 1\n...\n", "would change more");
}

/// An entry of an earlier version is replaced where it is as that version wrote it, and else is the user's.
#[test]
fn an_earlier_entry_is_replaced() {
    for format in [Format::Json, Format::Toml, Format::Yaml] {
        let (earlier, mut new) = (setting(format), setting(format));
        new.value["command"] = "/opt/firsthand".into();
        let Ok(Added::Text(text)) = earlier.put("") else { panic!("{format:?}") };
        let splice = Splice::between("", &text);
        let [earlier, new] = [earlier, new].map(Addition::Setting);
        let update = |text: &str| new.update(text, &earlier, &splice).unwrap();
        assert_eq!(update(&text), new.put(None).unwrap(), "{text}");
        let theirs = text.replace("\"mcp\"", "\"x\"").replace("- mcp", "- x");
        assert!(matches!(update(&theirs), Added::Other(_)), "{theirs}");
    }
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
    check("a\n<!-- firsthand:begin -->\nold\n<!-- firsthand:end --> b", &format!("a\n{ours} b"));
    check("# Mine\r\n", &format!("# Mine\r\n\r\n{}\r\n", ours.replace('\n', "\r\n")));
    for unpaired in [
        "<!-- firsthand:begin -->",
        "<!-- firsthand:end -->\n<!-- firsthand:begin -->",
        "<!-- firsthand:begin --><!-- firsthand:end --><!-- firsthand:end -->",
    ] {
        assert_eq!(block::insert(unpaired, "x"), Err(EditError::UnpairedMarkers));
        assert_eq!(block::remove(unpaired, None), Err(EditError::UnpairedMarkers));
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
        let text = if has_block {
            format!("{before}<!-- firsthand:begin -->old<!-- firsthand:end -->{after}")
        } else {
            format!("{before}{after}")
        };
        let edited = block::insert(&text, "new").unwrap();
        let block_range = block::find(&edited).unwrap().unwrap();
        if has_block {
            prop_assert_eq!(&edited[..block_range.start], &before);
            prop_assert_eq!(&edited[block_range.end..], &after);
        } else {
            prop_assert!(edited.starts_with(&text));
            prop_assert!(edited[text.len()..block_range.start].trim().is_empty());
            prop_assert!(edited[block_range.end..].trim().is_empty());
            let gap = &edited[text.len()..block_range.start];
            let taken = block::remove(&edited, Some(gap)).unwrap().unwrap();
            prop_assert_eq!(taken, text);
        }
        prop_assert_eq!(block::insert(&edited, "new").unwrap(), edited);
    }

    /// An edit of any text does not panic, a second one finds the same entry, and undoing it restores every byte.
    #[test]
    fn any_text_is_edited_safely_or_refused(text in "(?s)[\\[\\]{}\",:a1é#&*<>|=/'\n\r\t .-]{0,24}", format_index in 0..3usize) {
        let format = [Format::Json, Format::Toml, Format::Yaml][format_index];
        let setting = setting(format);
        if let Ok(Added::Text(edited)) = setting.put(&text) {
            prop_assert_eq!(setting.put(&edited), Ok(Added::Same));
            let splice = Splice::between(&text, &edited);
            prop_assert_eq!(splice.undo(&edited), Some(text));
            let _ = setting.take(&edited, &splice);
        }
    }
}
