//! Additions are taken out of texts that were changed since.

use super::*;

/// Adds to `before`, lets a client or a user change the text, and takes the addition out again.
fn check_taken_out(
    addition: &Addition,
    before: &str,
    change: impl Fn(&str) -> String,
    expect: &str,
) {
    let Added::Text(after) = addition.put(Some(before)).unwrap() else {
        panic!("nothing is added to {before:?}");
    };
    let changed = change(&after);
    assert_ne!(changed, after, "{before:?}");
    let taken = addition.take(&changed, &Splice::between(before, &after));
    assert_eq!(taken.unwrap().as_deref(), Some(expect), "{changed:?}");
}

/// What the user had stays, to the byte where nobody else touched it; no two lines become one.
#[test]
fn an_addition_is_taken_out_of_a_text_that_was_changed_since() {
    let entry = |format| Addition::Setting(setting(format));
    let append = |more: &'static str| move |text: &str| format!("{text}{more}");
    let exchange = |old: &'static str, new: &'static str| move |text: &str| text.replace(old, new);

    // JSON and JSON with comments: another key is changed; the whole file is written anew, in another order.
    let check = |before: &str, change: &dyn Fn(&str) -> String, expect: &str| {
        check_taken_out(&entry(Format::Json), before, change, expect);
    };
    check(
        "{\"n\": 6, \"map\": {\"x\": {}}}",
        &exchange("6", "7"),
        "{\"n\": 7, \"map\": {\"x\": {}}}",
    );
    check(
        "{\n  // mine\n  \"n\": 6,\n  \"map\": {}, // none\n}\n",
        &exchange("6", "7"),
        "{\n  // mine\n  \"n\": 7,\n  \"map\": {}, // none\n}\n",
    );
    check("{}", &exchange("{\n  \"map\"", "{\n  \"n\": 7,\n  \"map\""), "{\n  \"n\": 7\n}");
    check(
        "{\n  \"n\": 6\n}\n",
        &|_| {
            "{\"map\":{\"firsthand\":{\"args\":[\"mcp\"],\"on\":true,\"command\":\"firsthand\",\"env\":{}}},\"n\":7}".to_owned()
        },
        "{\"n\":7}",
    );
    check(
        "{\n  \"map\": {\n    \"x\": {} // last\n  }\n}\n",
        &exchange("true", "true,\n      \"env\": {}"),
        "{\n  \"map\": {\n    \"x\": {} // last\n  }\n}\n",
    );

    // TOML: Codex writes a number as another one, other tables behind it, and tables in it; lines without an end.
    let check = |before: &str, change: &dyn Fn(&str) -> String, expect: &str| {
        check_taken_out(&entry(Format::Toml), before, change, expect);
    };
    check("a = 1 # one", &exchange("true", "1.0"), "a = 1 # one");
    check("a = 1 # one\n", &exchange("true", "1.0"), "a = 1 # one\n");
    check("a = 1 # one", &append("[b]\nc = 1\n"), "a = 1 # one\n[b]\nc = 1\n");
    check("a = 1", &append("# mine\n"), "a = 1\n# mine\n");
    check("a = 1\r\n", &append("\r\n[b]\r\nc = 1\r\n"), "a = 1\r\n\r\n[b]\r\nc = 1\r\n");
    check("a = 1\r\n", &exchange("\r\n", "\n"), "a = 1\n");
    check(
        "[map.x]\ny = 2\n# about nothing\n",
        &append(
            "env = {}\n\n[map.firsthand.tools.explore]\nmode = \"approve\"\n\n# mine\n[b]\nc = [\n  1,\n]\n",
        ),
        "[map.x]\ny = 2\n# about nothing\n\n# mine\n[b]\nc = [\n  1,\n]\n",
    );
    check(
        "a = 1\n",
        &|_| "map = 1\n".replace("1", "{ firsthand = { on = true } }\nb = 2"),
        "b = 2\n",
    );

    // YAML: a value is changed, the lines are in another place, a line without an end.
    let check = |before: &str, change: &dyn Fn(&str) -> String, expect: &str| {
        check_taken_out(&entry(Format::Yaml), before, change, expect);
    };
    check("a: 1", &append("b: 2\n"), "a: 1\nb: 2\n");
    check("a: 1\nmap: {} # no\nz: 1\n", &exchange("z: 1", "z: 2"), "a: 1\nmap: {} # no\nz: 2\n");
    check(
        "map:\n  # about x\n  x: 1\n",
        &exchange("on: true", "on: false"),
        "map:\n  # about x\n  x: 1\n",
    );
    check("# mine\n", &exchange("on: true", "on: false"), "# mine\n");

    // Markdown: lines above and below, the block in another place, an edited block.
    let check = |before: &str, change: &dyn Fn(&str) -> String, expect: &str| {
        check_taken_out(&Addition::Block("Ours.\n".to_owned()), before, change, expect);
    };
    check("# Mine", &append("Below.\n"), "# Mine\nBelow.\n");
    check("# Mine", &append("\nBelow.\n"), "# Mine\n\nBelow.\n");
    check("# Mine\n", &append("Below.\n"), "# Mine\nBelow.\n");
    check("# Mine\r\n", &append("Below.\r\n"), "# Mine\r\nBelow.\r\n");
    check("# Mine\n\n", &exchange("Mine", "Yours"), "# Yours\n\n");
    check("# Mine", &exchange("Ours.", "Ours, and more."), "# Mine");
    check("# Mine\n", &|text: &str| format!("Above.\n{text}"), "Above.\n# Mine\n");
    check(
        "# Mine\n",
        &|_| "<!-- firsthand:begin -->\n<!-- firsthand:end -->\n# Mine".to_owned(),
        "# Mine",
    );
    check("# Mine", &|text: &str| text.trim_end().to_owned(), "# Mine");
}

/// An element of a list, in a list that exists or is made.
#[test]
fn an_element_is_added_to_a_list_and_taken_out() {
    let element = |value: &str| {
        let mut setting = Setting::new(Format::Json, &["permissions", "allow"], value.into());
        setting.is_element = true;
        Addition::Setting(setting)
    };
    let check = |before: &str, expect: &str| {
        let (mut text, mut splices) = (before.to_owned(), Vec::new());
        for value in ["one", "two"] {
            let Added::Text(after) = element(value).put(Some(&text)).unwrap() else {
                panic!("{text}");
            };
            splices.push(Splice::between(&text, &after));
            text = after;
            assert_eq!(element(value).put(Some(&text)), Ok(Added::Same));
        }
        assert_eq!(text, expect);
        let reformatted = text.replace(' ', "").replace('\n', " ");
        for mut now in [text, reformatted] {
            for (value, splice) in ["two", "one"].into_iter().zip(splices.iter().rev()) {
                now = element(value).take(&now, splice).unwrap().unwrap();
                assert_eq!(element(value).take(&now, splice), Ok(None), "{now}");
            }
            let spaceless = |text: &str| text.split_whitespace().collect::<String>();
            assert_eq!(spaceless(&now), spaceless(before));
        }
    };
    check("{}", "{\n  \"permissions\": {\n    \"allow\": [\"one\", \"two\"]\n  }\n}");
    check("{\"a\": 1}", "{\"a\": 1, \"permissions\": {\"allow\": [\"one\", \"two\"]}}");
    check(
        "{\n  \"permissions\": {\n    \"allow\": [\n      \"x\"\n    ]\n  }\n}\n",
        "{\n  \"permissions\": {\n    \"allow\": [\n      \"x\",\n      \"one\",\n      \"two\"\n    ]\n  }\n}\n",
    );
    for (text, expect) in [
        ("{\"permissions\": []}", "`permissions` is not a table in it"),
        ("{\"permissions\": {\"allow\": {}}}", "`allow` is not a list in it"),
    ] {
        assert_eq!(element("one").put(Some(text)).unwrap_err().to_string(), expect);
    }
}

/// A client writes numbers in its own way and adds fields: the entry is ours all the same.
#[test]
fn an_entry_that_a_client_wrote_anew_is_the_same() {
    let setting = Setting::new(Format::Toml, &["map", "firsthand"], json!({"timeout": 300}));
    let check = |text: &str, expect: &Added| assert_eq!(setting.put(text).as_ref(), Ok(expect));
    check("[map.firsthand]\ntimeout = 300.0\nenv = {}\n", &Added::Same);
    check("map = { firsthand = { timeout = 300 } }\n", &Added::Same);
    let other = "it has another entry `firsthand`; take that out to have this one";
    check("[map.firsthand]\ntimeout = 30\n", &Added::Other(other.to_owned()));
}
