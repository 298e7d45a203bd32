//! JSON as weak models write it: what can only mean one thing is read so.

use serde_json::Value;

/// The value: of JSON, or of JSON with commas before closing brackets and with strings in single quotes.
pub fn read(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(text)
        .or_else(|error| serde_json::from_str(&Loose::of(text).out).map_err(|_| error))
}

/// The object that a text holds, as [`read`] does.
///
/// # Errors
/// One sentence for the model, where it holds none.
pub fn read_object(text: &str) -> Result<Value, String> {
    match read(text) {
        Ok(object @ Value::Object(_)) => Ok(object),
        Ok(_) => Err("The arguments are not a JSON object.".to_owned()),
        Err(error) => Err(format!("The arguments are not a JSON object: {error}.")),
    }
}

/// The value of an object that breaks off: up to the last item of a list, or field of an object that is in
/// no list, that is whole. `None` where none is, or where it does not break off.
pub fn read_cut(text: &str) -> Option<Value> {
    let loose = Loose::of(text);
    let (length, open) = loose.whole.filter(|_| !loose.open.is_empty())?;
    let mut out = loose.out;
    out.truncate(length);
    out.extend(open.iter().rev());
    serde_json::from_str(&out).ok()
}

/// Whether an object or a list that the text begins breaks off before its end.
pub fn breaks_off(text: &str) -> bool {
    let loose = Loose::of(text);
    text.trim_start().starts_with(['{', '[']) && (loose.in_string || !loose.open.is_empty())
}

/// A text rewritten as JSON.
#[derive(Default)]
struct Loose {
    out: String,
    /// What closes the brackets that are open, the innermost last.
    open: Vec<char>,
    in_string: bool,
    /// How much of `out` held whole items last, and what was open there.
    whole: Option<(usize, Vec<char>)>,
}

impl Loose {
    fn of(text: &str) -> Self {
        let mut loose = Self::default();
        let mut chars = text.trim().chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '"' | '\'' => loose.string(c, &mut chars),
                '{' | '[' => {
                    loose.open.push(if c == '{' { '}' } else { ']' });
                    loose.out.push(c);
                }
                '}' | ']' => {
                    let end = loose.out.trim_end();
                    let end = end.strip_suffix(',').unwrap_or(end).len();
                    loose.out.truncate(end);
                    loose.open.pop();
                    loose.out.push(c);
                    loose.item_ends();
                }
                ',' => {
                    loose.item_ends();
                    loose.out.push(c);
                }
                c => loose.out.push(c),
            }
        }
        loose
    }

    /// Remembers that an item of a list, or a field of an object that is in no list, ends here.
    fn item_ends(&mut self) {
        if self.open.last() == Some(&']') || !self.open.contains(&']') {
            self.whole = Some((self.out.len(), self.open.clone()));
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
    fn what_reads_one_way_is_read() {
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
    fn what_breaks_off_is_read_up_to_its_last_whole_item() {
        for (text, expect) in [
            (
                "{\"a\": [{\"b\": 1}, {\"b\": 2, \"c",
                Some(json!({"a": [{"b": 1}]})),
            ),
            ("{\"a\": [1, 2], \"d\": \"x", Some(json!({"a": [1, 2]}))),
            (
                "{\"a\": {\"b\": [1], \"c\": 2, \"d\": [{\"e\": 3, \"f\"",
                Some(json!({"a": {"b": [1], "c": 2}})),
            ),
            ("{\"a\": [1, 2", Some(json!({"a": [1]}))),
            ("{\"a", None),
            ("{\"a\": 1}", None),
        ] {
            assert_eq!(read_cut(text), expect, "{text}");
        }
    }
}
