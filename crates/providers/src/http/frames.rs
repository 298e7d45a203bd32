//! Server-sent events: bytes in, the data of each event out. Names and ids of events are not kept;
//! both shapes say in the data what an event is.

/// Reads events out of bytes, however they are cut.
#[derive(Default)]
pub(super) struct Frames {
    line: Vec<u8>,
    data: Option<Vec<u8>>,
    after_return: bool,
    begun: bool,
}

impl Frames {
    /// Takes the next bytes, and gives the data of the events that they complete.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut done = Vec::new();
        for byte in bytes {
            let second = *byte == b'\n' && self.after_return;
            self.after_return = *byte == b'\r';
            match byte {
                b'\n' if second => {}
                b'\n' | b'\r' => done.extend(self.end_line()),
                other => self.line.push(*other),
            }
        }
        done
    }

    /// What is left when the stream ends: an event whose blank line never came, or a part of one.
    pub(super) fn finish(mut self) -> Option<Vec<u8>> {
        if !self.line.is_empty() {
            self.end_line();
        }
        self.data
    }

    fn end_line(&mut self) -> Option<Vec<u8>> {
        let line = std::mem::take(&mut self.line);
        let first = !std::mem::replace(&mut self.begun, true);
        let line = match line.strip_prefix("\u{feff}".as_bytes()) {
            Some(rest) if first => rest,
            _ => &line,
        };
        if line.is_empty() {
            return self.data.take();
        }
        if let Some(value) = line.strip_prefix(b"data") {
            let value = match value {
                [b':', b' ', rest @ ..] | [b':', rest @ ..] => rest,
                [] => value,
                _ => return None,
            };
            match &mut self.data {
                Some(data) => {
                    data.push(b'\n');
                    data.extend_from_slice(value);
                }
                none => *none = Some(value.to_vec()),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(parts: &[&[u8]]) -> (Vec<String>, Option<String>) {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let mut frames = Frames::default();
        let mut all = Vec::new();
        for part in parts {
            all.extend(frames.push(part).into_iter().map(text));
        }
        (all, frames.finish().map(text))
    }

    #[test]
    fn events() {
        let check = |stream: &str, expected: &[&str], left: Option<&str>| {
            let (all, rest) = read(&[stream.as_bytes()]);
            assert_eq!(
                (all, rest.as_deref()),
                (expected.iter().map(ToString::to_string).collect(), left),
                "{stream:?}"
            );
        };
        check("data: a\n\ndata:b\n\n", &["a", "b"], None);
        check("data: a\r\n\r\ndata: b\r\r", &["a", "b"], None);
        check("data: a\ndata: b\n\n", &["a\nb"], None);
        check("event: ping\n: comment\nid: 1\ndata: a\n\n", &["a"], None);
        check("\u{feff}data: a\n\n", &["a"], None);
        check("data:  a\n\n", &[" a"], None);
        check("data\n\n", &[""], None);
        check("database: a\n\n", &[], None);
        check(": only a comment\n\n\n\n", &[], None);
        check("data: a\n\ndata: [DONE]", &["a"], Some("[DONE]"));
        check("data: {\"cut", &[], Some("{\"cut"));
        check("", &[], None);
    }

    proptest! {
        #[test]
        fn cuts_change_nothing(text in "(data: [aä\u{1f600}]{0,3}|:x|event: e)?(\n|\r\n|\r){0,3}(data: z)?(\n|\r\n){0,3}", at in 0usize..40, then in 0usize..40) {
            let bytes = text.as_bytes();
            let (a, b) = (at.min(bytes.len()), (at + then).min(bytes.len()));
            prop_assert_eq!(read(&[bytes]), read(&[&bytes[..a], &bytes[a..b], &bytes[b..]]));
        }
    }
}
