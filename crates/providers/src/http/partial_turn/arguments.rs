//! The arguments of a tool call, which arrive in pieces: detects when their JSON is complete, and scans each piece
//! once.

use serde_json::Value;

/// The most bytes of a top-level number, boolean or null that is recognized as complete.
const MAX_SCALAR_BYTES: usize = 32;

/// JSON text that arrives in pieces.
#[derive(Default)]
pub(super) struct Arguments {
    text: String,
    /// The number of open arrays and objects.
    depth: usize,
    /// Whether the next byte is inside a string.
    in_string: bool,
    /// Whether the previous byte, a backslash, escapes the next one.
    escaped: bool,
    /// Whether the top-level array, object or string is closed.
    is_closed: bool,
    /// Whether text follows the closed value, or a bracket closes nothing.
    is_invalid: bool,
    /// Whether the closed text is valid JSON; `None` before it was parsed.
    closed_text_is_json: Option<bool>,
}

impl Arguments {
    /// Appends a piece.
    pub(super) fn push(&mut self, piece: &str) {
        self.text += piece;
        piece.bytes().for_each(|byte| self.scan(byte));
    }

    /// Whether the text so far is valid JSON; for a number, boolean or null only up to [`MAX_SCALAR_BYTES`]. Other text
    /// is parsed once, when its last bracket or quote is closed: text that is invalid then never becomes valid.
    pub(super) fn is_complete(&mut self) -> bool {
        if self.is_invalid {
            return false;
        }
        if self.is_closed {
            let text = &self.text;
            return *self
                .closed_text_is_json
                .get_or_insert_with(|| is_json(text));
        }
        self.depth == 0
            && !self.in_string
            && self.text.len() <= MAX_SCALAR_BYTES
            && is_json(&self.text)
    }

    /// The text.
    pub(super) fn finish(self) -> String {
        self.text
    }

    fn scan(&mut self, byte: u8) {
        if self.in_string {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => {
                    self.in_string = false;
                    self.is_closed = self.depth == 0;
                }
                _ => {}
            }
            return;
        }
        self.is_invalid |= self.is_closed && !b" \t\n\r".contains(&byte);
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.is_invalid |= self.depth == 0;
                self.depth = self.depth.saturating_sub(1);
                self.is_closed = self.depth == 0;
            }
            _ => {}
        }
    }
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<Value>(text).is_ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Checks after each piece that the arguments are complete exactly if the text so far is valid JSON.
    fn check(pieces: &[&str]) {
        let (mut arguments, mut text) = (Arguments::default(), String::new());
        for piece in pieces {
            arguments.push(piece);
            text += piece;
            assert_eq!(
                arguments.is_complete(),
                is_json(&text),
                "{pieces:?} {text:?}"
            );
        }
        assert_eq!(arguments.finish(), text);
    }

    #[test]
    fn complete_arguments_are_detected() {
        check(&["", " ", "{", "\"a\"", ":", "[1, {}]", "} ", "x"]);
        check(&["{\"}", "\\", "\"\"", ": 1}", "\n", "{}"]);
        check(&["{oops}", "{}"]);
        check(&["\"{\\\"a\\\"", ": 1}\"", "\"\""]);
        check(&["nu", "ll", "1"]);
        check(&["}", "{}"]);
        check(&["{]", "}"]);
        check(&["1", "{}"]);
        check(&["{}", "\u{c}"]);
    }

    proptest! {
        #[test]
        fn arguments_are_complete_exactly_if_their_text_is_json(pieces in prop::collection::vec("[{}\\[\\]\",:\\\\1n a]{0,4}", 0..8)) {
            let pieces: Vec<_> = pieces.iter().map(String::as_str).collect();
            check(&pieces);
        }
    }
}
