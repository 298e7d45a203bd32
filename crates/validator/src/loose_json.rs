//! Parses JSON with the unambiguous mistakes of weak models: trailing commas, single quotes, truncation.

use serde_json::Value;

/// Parses JSON; commas before closing brackets and strings in single quotes are accepted.
///
/// # Errors
/// That of parsing the text as strict JSON.
pub fn read(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(text)
        .or_else(|error| serde_json::from_str(&JsonOutput::of(text).out).map_err(|_| error))
}

/// Parses a JSON object, as [`read`] does.
///
/// # Errors
/// One sentence for the model, where the text is no object.
pub fn read_object(text: &str) -> Result<Value, String> {
    match read(text) {
        Ok(object @ Value::Object(_)) => Ok(object),
        Ok(_) => Err("The arguments are not a JSON object.".to_owned()),
        Err(error) => Err(format!("The arguments are not a JSON object: {error}.")),
    }
}

/// Parses truncated JSON up to its last complete list item, or its last complete field outside lists. `None` where
/// nothing is complete, or where the text is not truncated.
pub fn read_truncated(text: &str) -> Option<Value> {
    let output = JsonOutput::of(text);
    let (length, open) = output.complete.filter(|_| !output.open.is_empty())?;
    let mut out = output.out;
    out.truncate(length);
    out.extend(open.iter().rev());
    serde_json::from_str(&out).ok()
}

/// Whether the text starts an object or a list and ends before it is closed.
pub fn is_truncated(text: &str) -> bool {
    let output = JsonOutput::of(text);
    text.trim_start().starts_with(['{', '[']) && (output.in_string || !output.open.is_empty())
}

/// The state of rewriting a text as strict JSON.
#[derive(Default)]
struct JsonOutput {
    out: String,
    /// The closing brackets of the open ones, the innermost last.
    open: Vec<char>,
    in_string: bool,
    /// The length of `out` after the last complete item, and `open` at that point.
    complete: Option<(usize, Vec<char>)>,
}

impl JsonOutput {
    fn of(text: &str) -> Self {
        let mut output = Self::default();
        let mut chars = text.trim().chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '"' | '\'' => output.string(c, &mut chars),
                '{' | '[' => {
                    output.open.push(if c == '{' { '}' } else { ']' });
                    output.out.push(c);
                }
                '}' | ']' => {
                    let end = output.out.trim_end();
                    let end = end.strip_suffix(',').unwrap_or(end).len();
                    output.out.truncate(end);
                    output.open.pop();
                    output.out.push(c);
                    output.complete_item();
                }
                ',' => {
                    output.complete_item();
                    output.out.push(c);
                }
                c => output.out.push(c),
            }
        }
        output
    }

    /// Records that a list item, or a field outside lists, is complete here.
    fn complete_item(&mut self) {
        if self.open.last() == Some(&']') || !self.open.contains(&']') {
            self.complete = Some((self.out.len(), self.open.clone()));
        }
    }

    fn string(&mut self, quote: char, chars: &mut impl Iterator<Item = char>) {
        self.out.push('"');
        self.in_string = true;
        while let Some(c) = chars.next() {
            match c {
                '\\' => match chars.next() {
                    Some('\'') => self.out.push('\''),
                    Some(escaped) => self.out.extend([c, escaped]),
                    None => {}
                },
                c if c == quote => {
                    self.in_string = false;
                    self.out.push('"');
                    return;
                }
                '"' => self.out.push_str("\\\""),
                c => self.out.push(c),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_text_is_truncated_until_its_last_bracket() {
        for (text, expect) in [
            (r#"{"a": [1, 2"#, true),
            (r#"{"a": "b"#, true),
            (r#"{"a": [1, 2]}"#, false),
            ("no object [", false),
        ] {
            assert_eq!(is_truncated(text), expect, "{text}");
        }
    }

    #[test]
    fn unambiguous_mistakes_are_accepted() {
        for (text, expect) in [
            ("{\"a\": 1}", Some(json!({"a": 1}))),
            ("{\"a\": [1, 2,], }", Some(json!({"a": [1, 2]}))),
            ("{'a': 'it\\'s \"b\"'}", Some(json!({"a": "it's \"b\""}))),
            ("{\"a\": \"it's, ]\"}", Some(json!({"a": "it's, ]"}))),
            ("{\"a\": 1", None),
            ("{\"a\": \"b", None),
            ("no json", None),
            ("", None),
        ] {
            assert_eq!(read(text).ok(), expect, "{text}");
        }
    }

    #[test]
    fn truncated_json_is_read_up_to_its_last_complete_item() {
        for (text, expect) in [
            ("{\"a\": [{\"b\": 1}, {\"b\": 2, \"c", Some(json!({"a": [{"b": 1}]}))),
            ("{\"a\": [1, 2], \"d\": \"x", Some(json!({"a": [1, 2]}))),
            (
                "{\"a\": {\"b\": [1], \"c\": 2, \"d\": [{\"e\": 3, \"f\"",
                Some(json!({"a": {"b": [1], "c": 2}})),
            ),
            ("{\"a\": [1, 2", Some(json!({"a": [1]}))),
            ("{\"a", None),
            ("{\"a\": 1}", None),
        ] {
            assert_eq!(read_truncated(text), expect, "{text}");
        }
    }
}
