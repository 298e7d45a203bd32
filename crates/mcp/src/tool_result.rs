//! The result of a tool call.

use firsthand::VerifiedReport;
use firsthand::registry::clip;
use firsthand::source::{escape_lines, rewrite_texts};
use firsthand_render::json;
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, MetaObject};
use serde_json::{Value, json};

use crate::finished::{FinishedReport, for_agent};

/// The maximum characters of an answer's text, of which structured content uses what the text leaves
/// ([`ToolResult::with_data`]), and of structured content alone. 30,000 characters are less than 8,000 tokens of four,
/// far below the limits of clients.
const MAX_TEXT_CHARS: usize = 30_000;
const MAX_STRUCTURED_CHARS: usize = 24_000;
/// The end of a truncated text.
const TRUNCATION_NOTE: &str = "(The rest was cut; ask for less.)";
/// The report's field that is omitted where it is too large, and that its schema does not require: the text lists lines
/// with names, too.
const SPARE_FIELD: &str = "name_lines";
/// The metadata key of the report's resource URI.
const REPORT_META_KEY: &str = "firsthand/report";

/// The result of a tool call: text, and the same as structured content, which is sent only where it was asked for.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct ToolResult {
    pub(crate) text: String,
    structured: Option<Value>,
    /// The URI of the report's resource.
    report_uri: Option<String>,
    /// Whether the text is an error message.
    pub(crate) is_error: bool,
}

impl ToolResult {
    /// Text alone.
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Adds structured content, unless the answer would get too large.
    pub(crate) fn with_data(mut self, mut data: Value) -> Self {
        rewrite_texts(&mut data, escape_lines);
        let remaining = MAX_TEXT_CHARS.saturating_sub(self.text.chars().count());
        let fits = data.to_string().chars().count() <= remaining.min(MAX_STRUCTURED_CHARS);
        self.structured = fits.then_some(data);
        self
    }

    /// An error message for the model to read.
    pub(crate) fn error(text: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::text(text) }
    }

    /// Without structured content.
    pub(crate) fn without_data(self) -> Self {
        Self { structured: None, ..self }
    }

    /// An answer with the report as text and again as structured content.
    pub(crate) fn report(finished: &FinishedReport) -> Self {
        let report = &finished.explored.report;
        let mut text = finished.markdown();
        for note in &finished.notes {
            text += &format!("\nNote: {note}\n");
        }
        Self {
            text,
            structured: structured(report, finished),
            report_uri: Some(finished.uri()),
            is_error: false,
        }
    }

    /// Appends notes to the text.
    pub(crate) fn with_notes(mut self, notes: &[String]) -> Self {
        for note in notes {
            self.text = format!("{}\nNote: {note}\n", self.text.trim_end());
        }
        self
    }

    /// Prepends a sentence to the text.
    pub(crate) fn with_preamble(mut self, sentence: &str) -> Self {
        self.text = format!("{sentence}\n\n{}", self.text);
        self
    }

    /// The protocol's form, with the text truncated to [`MAX_TEXT_CHARS`] and a note.
    pub(crate) fn into_call_tool_result(mut self) -> CallToolResult {
        if self.text.chars().count() > MAX_TEXT_CHARS {
            self.text = format!("{}\n\n{TRUNCATION_NOTE}", clip(&self.text, MAX_TEXT_CHARS));
        }
        let content = vec![ContentBlock::text(self.text)];
        let mut result = if self.is_error {
            CallToolResult::error(content)
        } else {
            CallToolResult::success(content)
        };
        result.structured_content = self.structured;
        let meta = self.report_uri.map(|uri| {
            let meta: JsonObject =
                [(REPORT_META_KEY.to_owned(), Value::from(uri))].into_iter().collect();
            MetaObject(meta)
        });
        result.with_meta(meta)
    }
}

/// The report's JSON form, without [`SPARE_FIELD`] if it is too large with it; `None` if it is too large even so. Its
/// `block` has the numbers of the result's text.
fn structured(report: &VerifiedReport, finished: &FinishedReport) -> Option<Value> {
    let json_text = json(report, &for_agent());
    let mut value: Value = serde_json::from_str(&json_text).ok()?;
    if !finished.notes.is_empty() {
        value.as_object_mut()?.insert("notes".to_owned(), json!(finished.notes));
    }
    // Some clients hand their model only this: what could forge, reorder or hide a text is escaped, as in the text form.
    rewrite_texts(&mut value, escape_lines);
    let fits = |value: &Value| value.to_string().chars().count() <= MAX_STRUCTURED_CHARS;
    if !fits(&value) {
        value.as_object_mut()?.remove(SPARE_FIELD);
    }
    fits(&value).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structured_content_forges_nothing() {
        let data = json!({"a": ["x\u{202e}y\u{9b}m", {"b": "one\ntwo\u{200b}", "c": 7}]});
        let result = ToolResult::text("x").with_data(data).into_call_tool_result();
        let wire = serde_json::to_string(&result.structured_content).unwrap();
        let expect = r#"{"a":["x\\u{202e}y\\u{9b}m",{"b":"one\ntwo\\u{200b}","c":7}]}"#;
        assert_eq!(wire, expect);
    }

    #[test]
    fn an_answer_never_exceeds_its_maximum_size() {
        let check = |text: usize, data: usize, has_data: bool| {
            let answer = ToolResult::text("é".repeat(text)).with_data(json!("x".repeat(data)));
            let result = serde_json::to_value(answer.into_call_tool_result()).unwrap();
            let shown = result["content"][0]["text"].as_str().unwrap();
            assert_eq!(shown.ends_with(TRUNCATION_NOTE), text > MAX_TEXT_CHARS, "{text}");
            assert_eq!(result["structuredContent"].is_string(), has_data, "{data}");
            let data = result["structuredContent"].to_string();
            let all = shown.chars().count() + data.chars().count();
            assert!(all <= 8_000 * 4, "{all}");
        };
        check(10, 10, true);
        check(2_500, 23_000, true);
        check(2_500, 25_000, false);
        check(20_000, 11_000, false);
        check(MAX_TEXT_CHARS, 10, false);
        check(60_000, 10, false);
    }
}
