//! What a tool answers.

use firsthand::VerifiedReport;
use firsthand::registry::clip;
use firsthand_render::{Options, json, markdown};
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, MetaObject};
use serde_json::{Value, json};

use crate::finished::FinishedReport;

/// Characters of an answer's text, and of the same as data: together less than 8,000 tokens, far below what clients cut.
/// A text is only so long where there is no data.
const TEXT_CHARS: usize = 30_000;
const STRUCTURED_CHARS: usize = 24_000;
/// Stands at the end of a text that was cut.
const CUT: &str = "(The rest was cut; ask for less.)";
/// What the text says already, and what only a second look at the files needs: it stands in the resource.
const LEFT_OUT: [&str; 2] = ["markdown", "files"];
/// Where an answer says under which address the whole report stands.
const META: &str = "firsthand/report";

/// What a tool answers: text for whoever reads text, and the same as data where there is any.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Answer {
    pub(crate) text: String,
    structured: Option<Value>,
    report: Option<String>,
    /// Whether the text says what went wrong.
    pub(crate) is_error: bool,
}

impl Answer {
    /// Text alone.
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    /// The same with data, as far as an answer may be so large.
    pub(crate) fn with_data(mut self, data: Value) -> Self {
        let room = TEXT_CHARS.saturating_sub(self.text.chars().count());
        let fits = data.to_string().chars().count() <= room.min(STRUCTURED_CHARS);
        self.structured = fits.then_some(data);
        self
    }

    /// What went wrong, for the model to read.
    pub(crate) fn error(text: impl Into<String>) -> Self {
        Self {
            is_error: true,
            ..Self::text(text)
        }
    }

    /// A report, whole in both forms: clients disagree on which of them the model reads.
    pub(crate) fn report(kept: &FinishedReport) -> Self {
        let report = &kept.explored.report;
        let mut text = markdown(report, &Options::default()).text;
        for note in &kept.notes {
            text += &format!("\nNote: {note}\n");
        }
        Self {
            text,
            structured: structured(report, kept),
            report: Some(kept.uri()),
            is_error: false,
        }
    }

    /// The same with a sentence before its text.
    pub(crate) fn after(mut self, sentence: &str) -> Self {
        self.text = format!("{sentence}\n\n{}", self.text);
        self
    }

    /// As the protocol has it, never larger than an answer may be.
    pub(crate) fn into_result(mut self) -> CallToolResult {
        if self.text.chars().count() > TEXT_CHARS {
            self.text = format!("{}\n\n{CUT}", clip(&self.text, TEXT_CHARS));
        }
        let content = vec![ContentBlock::text(self.text)];
        let mut result = match self.is_error {
            true => CallToolResult::error(content),
            false => CallToolResult::success(content),
        };
        result.structured_content = self.structured;
        let meta = self.report.map(|uri| {
            let meta: JsonObject = [(META.to_owned(), Value::from(uri))].into_iter().collect();
            MetaObject(meta)
        });
        result.with_meta(meta)
    }
}

/// The report's JSON form without what its text form repeats; `None` where it is larger than an answer may be.
fn structured(report: &VerifiedReport, kept: &FinishedReport) -> Option<Value> {
    let whole = json(report, &Options::default());
    let mut value: Value = serde_json::from_str(&whole).ok()?;
    let fields = value.as_object_mut()?;
    for name in LEFT_OUT {
        fields.remove(name);
    }
    if !kept.notes.is_empty() {
        fields.insert("notes".to_owned(), json!(kept.notes));
    }
    let is_fit = |value: &Value| value.to_string().chars().count() <= STRUCTURED_CHARS;
    if !is_fit(&value) {
        // The text form counts them.
        value.as_object_mut()?.remove("findings");
    }
    is_fit(&value).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_never_larger_than_it_may_be() {
        let check = |text: usize, data: usize, has_data: bool| {
            let answer = Answer::text("é".repeat(text)).with_data(json!("x".repeat(data)));
            let result = serde_json::to_value(answer.into_result()).unwrap();
            let shown = result["content"][0]["text"].as_str().unwrap();
            assert_eq!(shown.ends_with(CUT), text > TEXT_CHARS, "{text}");
            assert_eq!(result["structuredContent"].is_string(), has_data, "{data}");
            let data = result["structuredContent"].to_string();
            let all = shown.chars().count() + data.chars().count();
            assert!(all <= 8_000 * 4, "{all}");
        };
        check(10, 10, true);
        check(2_500, 23_000, true);
        check(2_500, 25_000, false);
        check(20_000, 11_000, false);
        check(TEXT_CHARS, 10, false);
        check(60_000, 10, false);
    }
}
