//! Arguments of a call as they come in pieces: whether they are whole, without reading any piece twice.

use serde_json::Value;

/// No number or word that is JSON on its own matters beyond so many bytes.
const WORD: usize = 32;

/// A JSON text in pieces.
#[derive(Default)]
pub(super) struct Arguments {
    text: String,
    /// How many lists and objects are open.
    depth: usize,
    /// Whether the next byte is within a string.
    quoted: bool,
    /// Whether the next byte is what a backslash escapes.
    escaped: bool,
    /// Whether a list, an object or a string has ended at the top.
    ended: bool,
    /// Whether more than white space stands where none may.
    spoiled: bool,
    /// Whether the ended text is JSON, once that was asked.
    sound: Option<bool>,
}

impl Arguments {
    /// One more piece.
    pub(super) fn push(&mut self, piece: &str) {
        self.text += piece;
        piece.bytes().for_each(|byte| self.take(byte));
    }

    /// Whether they are JSON as they are. They are parsed once, when the last bracket is closed: what
    /// is no JSON then never becomes any.
    pub(super) fn is_whole(&mut self) -> bool {
        if self.spoiled {
            return false;
        }
        if self.ended {
            let text = &self.text;
            return *self.sound.get_or_insert_with(|| is_json(text));
        }
        self.depth == 0 && !self.quoted && self.text.len() <= WORD && is_json(&self.text)
    }

    /// The text.
    pub(super) fn finish(self) -> String {
        self.text
    }

    fn take(&mut self, byte: u8) {
        if self.quoted {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => {
                    self.quoted = false;
                    self.ended = self.depth == 0;
                }
                _ => {}
            }
            return;
        }
        self.spoiled |= self.ended && !b" \t\n\r".contains(&byte);
        match byte {
            b'"' => self.quoted = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.spoiled |= self.depth == 0;
                self.depth = self.depth.saturating_sub(1);
                self.ended = self.depth == 0;
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

    /// Whether the text is whole after each of these pieces.
    fn check(pieces: &[&str]) {
        let (mut arguments, mut text) = (Arguments::default(), String::new());
        for piece in pieces {
            arguments.push(piece);
            text += piece;
            assert_eq!(arguments.is_whole(), is_json(&text), "{pieces:?} {text:?}");
        }
        assert_eq!(arguments.finish(), text);
    }

    #[test]
    fn whole_arguments() {
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
        fn pieces_are_whole_when_their_text_is(pieces in prop::collection::vec("[{}\\[\\]\",:\\\\1n a]{0,4}", 0..8)) {
            let pieces: Vec<_> = pieces.iter().map(String::as_str).collect();
            check(&pieces);
        }
    }
}
