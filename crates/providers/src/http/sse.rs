//! A parser of server-sent events that takes bytes and returns the data of each event. It drops the names and ids of
//! events, since every API states the type of an event in its data.

/// Parses events from chunks of bytes, wherever the chunks are split.
#[derive(Default)]
pub(super) struct EventParser {
    /// The bytes of the current line so far.
    line: Vec<u8>,
    /// The data of the current event so far.
    data: Option<Vec<u8>>,
    /// Whether the previous byte was a carriage return; a line feed after it ends no second line.
    after_carriage_return: bool,
    /// Whether the first line, which may begin with a byte order mark, was read.
    past_first_line: bool,
}

impl EventParser {
    /// Parses the next bytes. Returns the data of the events that they complete.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut events = Vec::new();
        for byte in bytes {
            let is_crlf = *byte == b'\n' && self.after_carriage_return;
            self.after_carriage_return = *byte == b'\r';
            match byte {
                b'\n' if is_crlf => {}
                b'\n' | b'\r' => events.extend(self.end_line()),
                other => self.line.push(*other),
            }
        }
        events
    }

    /// The data of an unfinished event at the end of the stream: its blank line never came.
    pub(super) fn finish(mut self) -> Option<Vec<u8>> {
        if !self.line.is_empty() {
            self.end_line();
        }
        self.data
    }

    fn end_line(&mut self) -> Option<Vec<u8>> {
        let line = std::mem::take(&mut self.line);
        let is_first = !std::mem::replace(&mut self.past_first_line, true);
        let line = match line.strip_prefix("\u{feff}".as_bytes()) {
            Some(rest) if is_first => rest,
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

    /// The data of the events in these chunks, and that of an unfinished event.
    fn read(chunks: &[&[u8]]) -> (Vec<String>, Option<String>) {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let mut parser = EventParser::default();
        let mut events = Vec::new();
        for chunk in chunks {
            events.extend(parser.push(chunk).into_iter().map(text));
        }
        (events, parser.finish().map(text))
    }

    #[test]
    fn events_are_parsed() {
        let check = |stream: &str, expected: &[&str], unfinished: Option<&str>| {
            let (events, rest) = read(&[stream.as_bytes()]);
            assert_eq!(
                (events, rest.as_deref()),
                (expected.iter().map(ToString::to_string).collect(), unfinished),
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
        fn chunk_boundaries_do_not_change_the_events(text in "(data: [aä\u{1f600}]{0,3}|:x|event: e)?(\n|\r\n|\r){0,3}(data: z)?(\n|\r\n){0,3}", at in 0usize..40, then in 0usize..40) {
            let bytes = text.as_bytes();
            let (a, b) = (at.min(bytes.len()), (at + then).min(bytes.len()));
            prop_assert_eq!(read(&[bytes]), read(&[&bytes[..a], &bytes[a..b], &bytes[b..]]));
        }
    }
}
