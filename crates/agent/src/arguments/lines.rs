//! The lines of a call that names them otherwise than by a `start` and an `end`.

use firsthand_registry::{clip, escape};
use serde_json::Value;

use super::NAME_CHARS;

/// Reads an argument of the form `3-12` as the lines of a tool that takes a `start` and an `end`, and returns a note: one of
/// these two, or an unknown one. `None` if the call names lines otherwise, or has no such argument, or several.
pub(super) fn spread_lines(schema: &Value, value: &mut Value) -> Option<String> {
    let properties = schema["properties"].as_object()?;
    let fields = value.as_object_mut()?;
    let lines = ["start", "end"];
    if !lines.iter().all(|name| properties.contains_key(*name)) {
        return None;
    }
    let is_open = lines.iter().all(|name| !fields.contains_key(*name));
    let may_hold = |name: &str| lines.contains(&name) || is_open && !properties.contains_key(name);
    let mut ranges =
        fields.iter().filter(|(name, _)| may_hold(name)).filter_map(|(name, given)| {
            let (start, end) = given.as_str()?.split_once('-')?;
            let range: (u32, u32) = (start.trim().parse().ok()?, end.trim().parse().ok()?);
            Some((name.clone(), range))
        });
    let (name, (start, end)) = ranges.next()?;
    if ranges.next().is_some() {
        return None;
    }
    drop(ranges);
    fields.remove(&name);
    fields.insert("start".to_owned(), start.into());
    fields.insert("end".to_owned(), end.into());
    let name = clip(&escape(&name), NAME_CHARS).into_owned();
    Some(format!("`{name}` was read as `start` and `end`"))
}

/// Reads a first line and a number of lines, as other tools take them, as the lines of a tool that takes a `start` and an
/// `end`, and returns a note; `None` if the call has neither, or the tool takes one of them itself.
pub(super) fn lines_of_count(schema: &Value, value: &mut Value) -> Option<String> {
    let (first_name, count_name) = ("offset", "limit");
    let properties = schema["properties"].as_object()?;
    let has = |name: &str| properties.contains_key(name);
    let fields = value.as_object_mut()?;
    if !(has("start") && has("end"))
        || has(first_name)
        || has(count_name)
        || fields.contains_key("end")
    {
        return None;
    }
    let number = |given: Option<&Value>| {
        let given = given?;
        let number = given.as_u64().or_else(|| given.as_str()?.trim().parse().ok())?;
        u32::try_from(number).ok()
    };
    let start = match fields.get("start") {
        Some(start) => number(Some(start)).filter(|_| !fields.contains_key(first_name)),
        None => number(fields.get(first_name)),
    };
    let lines = number(fields.get(count_name)).filter(|lines| *lines > 0);
    let first = start.unwrap_or(1).max(1);
    let mut read = Vec::new();
    if start.is_some() && fields.remove(first_name).is_some() {
        fields.insert("start".to_owned(), first.into());
        read.push(format!("`{first_name}` was read as `start`"));
    }
    // A first line that cannot be read is none.
    let is_known =
        start.is_some() || !(fields.contains_key("start") || fields.contains_key(first_name));
    if let Some(lines) = lines.filter(|_| is_known) {
        fields.remove(count_name);
        fields.insert("end".to_owned(), first.saturating_add(lines - 1).into());
        read.push(format!("`{count_name}` was read as a number of lines"));
    }
    (!read.is_empty()).then(|| read.join(", "))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::ToolSpec;
    use crate::arguments::repaired_arguments;

    #[test]
    fn lines_in_one_argument_are_a_start_and_an_end() {
        let number = json!({"type": "integer"});
        let parameters = json!({"additionalProperties": false, "required": ["path"], "properties": {
            "path": {"type": "string"}, "start": number, "end": number,
        }});
        let spec = ToolSpec::new("read_file", "", parameters);
        let check = |given: Value, expect: Value, notes: &[&str]| {
            let (value, noted) = repaired_arguments(&spec, &given).unwrap();
            assert_eq!((value, noted), (expect, notes.iter().map(|it| (*it).to_owned()).collect()));
        };
        let read = "`lines` was read as `start` and `end`";
        let file = "`file` was read as `path`";
        let lines = json!({"path": "a.rs", "start": 1, "end": 120});
        check(json!({"path": "a.rs", "lines": "1-120"}), lines.clone(), &[read]);
        check(json!({"file": "a.rs", "lines": "1-120"}), lines.clone(), &[read, file]);
        let start = "`start` was read as `start` and `end`";
        check(json!({"path": "a.rs", "start": "1-120"}), lines.clone(), &[start]);
        check(json!({"path": "a.rs", "start": "1 - 120", "end": 90}), lines.clone(), &[start]);
        let end = "`end` was read as `start` and `end`";
        check(json!({"path": "a.rs", "start": 3, "end": "1-120"}), lines, &[end]);
        let ignored = "ignored: `lines`; the arguments are end, path, start";
        check(
            json!({"path": "a.rs", "start": 2, "lines": "1-120"}),
            json!({"path": "a.rs", "start": 2}),
            &[ignored],
        );
        check(json!({"path": "a.rs", "lines": "all"}), json!({"path": "a.rs"}), &[ignored]);
    }

    #[test]
    fn a_first_line_and_a_number_of_lines_are_a_start_and_an_end() {
        let number = json!({"type": "integer"});
        let parameters = json!({"additionalProperties": false, "required": ["path"], "properties": {
            "path": {"type": "string"}, "start": number, "end": number,
        }});
        let spec = ToolSpec::new("read_file", "", parameters);
        let check = |given: Value, expect: Value| {
            let mut given = given;
            given["path"] = json!("a.rs");
            let (mut value, _) = repaired_arguments(&spec, &given).unwrap();
            value.as_object_mut().unwrap().remove("path");
            assert_eq!(value, expect, "{given}");
        };
        check(json!({"offset": 10, "limit": 5}), json!({"start": 10, "end": 14}));
        check(json!({"offset": "10", "limit": "5"}), json!({"start": 10, "end": 14}));
        check(json!({"offset": 0, "limit": 5}), json!({"start": 1, "end": 5}));
        check(json!({"offset": 10}), json!({"start": 10}));
        check(json!({"limit": 5}), json!({"end": 5}));
        check(json!({"start": 10, "limit": 5}), json!({"start": 10, "end": 14}));
        check(json!({"start": 10, "end": 12, "limit": 5}), json!({"start": 10, "end": 12}));
        check(json!({"limit": 0}), json!({}));
        check(json!({"offset": "top", "limit": 5}), json!({}));
        // A tool with a limit of its own is not such a tool.
        let parameters = json!({"additionalProperties": false, "properties": {
            "start": number, "end": number, "limit": number,
        }});
        let spec = ToolSpec::new("other", "", parameters);
        let given = json!({"limit": 5});
        assert_eq!(repaired_arguments(&spec, &given).unwrap().0, given);
    }
}
