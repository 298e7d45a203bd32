//! One frame: a message of the protocol, or what is answered instead.

use std::borrow::Cow;
use std::fmt;

use rmcp::model::{ClientJsonRpcMessage, ErrorData, RequestId};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::MAX_FRAME_BYTES;

/// The byte order mark, which some systems write before the first line.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// What a line holds.
#[derive(Debug)]
pub(crate) enum Frame {
    /// A message of the protocol.
    Message(Box<ClientJsonRpcMessage>),
    /// Nothing that has to be answered: a blank line, a notification or a response that the protocol does not know.
    Ignored,
    /// The error to answer with, and the id of the request as far as it can be read.
    Refused(Option<RequestId>, ErrorData),
}

impl Frame {
    /// The frame in a line. `is_cut` states whether the line is only the start of a longer one.
    pub(crate) fn of(line: &[u8], is_cut: bool) -> Self {
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line).trim_ascii();
        if line.is_empty() {
            return Self::Ignored;
        }
        let mut head = Head::default();
        let mut json = serde_json::Deserializer::from_slice(line);
        let whole = head.deserialize(&mut json).and_then(|()| json.end());
        match whole {
            // Whoever sends back what it receives would otherwise be answered without end.
            _ if head.has_outcome && !head.has_method => Self::response(line),
            _ if is_cut => head.invalid(format!("a message may have {MAX_FRAME_BYTES} bytes")),
            Err(error) if error.is_data() => head.invalid(NO_REQUEST),
            Err(error) => head.unreadable(&error),
            Ok(()) if head.is_list => {
                head.invalid("batches are not served: send one message per line")
            }
            Ok(()) if !head.has_method => head.invalid(NO_REQUEST),
            Ok(()) => head.request(line),
        }
    }

    /// A response of the client; one to no known request is of no use.
    fn response(line: &[u8]) -> Self {
        match serde_json::from_slice(line) {
            Ok(message) => Self::Message(message),
            Err(_) => Self::Ignored,
        }
    }
}

/// Why an object is no request.
const NO_REQUEST: &str = "it is no message of JSON-RPC 2.0: `jsonrpc` is \"2.0\", `id` a text or a whole number, \
                          `method` a text";

/// The fields of a frame that decide how it is answered, as far as they were read before an error. However deep the
/// rest is nested, and whatever its texts hold, they can be read.
#[derive(Default)]
struct Head {
    is_list: bool,
    has_method: bool,
    /// Whether it has a result or an error, as a response has.
    has_outcome: bool,
    id: Option<Value>,
}

impl Head {
    /// The id of the request, if it is one that the protocol allows.
    fn request_id(self) -> Option<RequestId> {
        serde_json::from_value(self.id?).ok()
    }

    fn invalid(self, why: impl Into<Cow<'static, str>>) -> Frame {
        Frame::Refused(self.request_id(), ErrorData::invalid_request(why, None))
    }

    fn unreadable(self, error: &serde_json::Error) -> Frame {
        let why = format!("the message cannot be read as JSON: {error}");
        Frame::Refused(self.request_id(), ErrorData::parse_error(why, None))
    }

    /// A request or a notification.
    fn request(self, line: &[u8]) -> Frame {
        match serde_json::from_slice(line) {
            Ok(message) => Frame::Message(message),
            Err(_) if self.id.is_none() => Frame::Ignored,
            Err(error) if error.is_data() => self.invalid(NO_REQUEST),
            Err(error) => self.unreadable(&error),
        }
    }
}

impl<'de> DeserializeSeed<'de> for &mut Head {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut Head {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        // An id counts once the field after it begins: `2` of `2<NUL>50` is none.
        let mut id = None;
        while let Some(name) = fields.next_key::<Cow<'de, str>>()? {
            self.id = id.take().or(self.id.take());
            match &*name {
                "id" => id = Some(fields.next_value()?),
                _ => {
                    self.has_method |= name == "method";
                    self.has_outcome |= matches!(&*name, "result" | "error");
                    fields.next_value::<IgnoredAny>()?;
                }
            }
        }
        self.id = id.or(self.id.take());
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        self.is_list = true;
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How a line is answered: the error's code with the id, or that it is a message or ignored.
    fn check(line: &[u8], expect: &str) {
        let answered = match Frame::of(line, false) {
            Frame::Message(_) => "message".to_owned(),
            Frame::Ignored => "ignored".to_owned(),
            Frame::Refused(id, error) => {
                let id = id.map_or("?".to_owned(), |id| id.to_string());
                format!("{} {id}", error.code.0)
            }
        };
        assert_eq!(answered, expect, "{}", String::from_utf8_lossy(line));
    }

    #[test]
    fn accounted_what_is_no_message_is_answered() {
        for blank in ["", " \t", "\r"] {
            check(blank.as_bytes(), "ignored");
        }
        for (line, expect) in [
            ("{", "-32700 ?"),
            ("}", "-32700 ?"),
            ("not json", "-32700 ?"),
            ("\0", "-32700 ?"),
            ("7", "-32600 ?"),
            ("-7", "-32600 ?"),
            ("1.5", "-32600 ?"),
            ("1e999", "-32700 ?"),
            ("true", "-32600 ?"),
            ("null", "-32600 ?"),
            (r#""x""#, "-32600 ?"),
            ("{}", "-32600 ?"),
            ("{} {}", "-32700 ?"),
            ("[]", "-32600 ?"),
            (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, "-32600 ?"),
            (r#"{"jsonrpc":"2.0","id":3}"#, "-32600 3"),
            (r#"{"jsonrpc":"1.0","id":4,"method":"tools/list"}"#, "-32600 4"),
            (r#"{"jsonrpc":"2.0","id":"a","method":7}"#, "-32600 a"),
            (r#"{"jsonrpc":"2.0","id":{},"method":"tools/list"}"#, "-32600 ?"),
            (r#"{"jsonrpc":"2.0","id":-1.5,"method":"tools/list"}"#, "-32600 ?"),
            ("{\"id\":2\u{0}5000,\"jsonrpc\":\"2.0\",\"method\":\"ping\"}", "-32700 ?"),
            // What follows the id may be broken.
            (r#"{"jsonrpc":"2.0","id":5,"method":"ping","params":{"#, "-32700 5"),
            (r#"{"jsonrpc":"2.0","id":6,"method":"ping"} x"#, "-32700 6"),
            // Half a surrogate pair, as a client that cuts a text between its halves writes it.
            (
                r#"{"method":"tools/call","params":{"name":"\ud83d"},"jsonrpc":"2.0","id":8}"#,
                "-32700 8",
            ),
            (r#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#, "message"),
            ("\u{feff}{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}\r", "message"),
            (r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "message"),
            // Notifications and responses are never answered.
            (r#"{"jsonrpc":"1.0","method":"notifications/no/such"}"#, "ignored"),
            (r#"{"jsonrpc":"2.0","id":{},"result":{}}"#, "ignored"),
            (r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}"#, "message"),
            (r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"x"}}"#, "message"),
            (r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"x"#, "ignored"),
        ] {
            check(line.as_bytes(), expect);
        }
        check(b"{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"\xff\"}", "-32700 2");
    }

    #[test]
    fn accounted_nested_messages_are_answered() {
        for (depth, expect) in [(50, "message"), (125, "-32700 1"), (100_000, "-32700 1")] {
            let nested = format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
            let params = format!(r#"{{"name":"x","arguments":{{"query":{nested}}}}}"#);
            let line =
                format!(r#"{{"jsonrpc":"2.0","method":"tools/call","params":{params},"id":1}}"#);
            check(line.as_bytes(), expect);
        }
    }
}
