//! The schemas of the tools' arguments. The tool list, which costs every session tokens, omits the descriptions and
//! limits of the arguments; the reply to `open`, which costs only explorations tokens, has the descriptions.

use firsthand::agent::ToolSpec;
use serde_json::{Map, Value};

/// The schema keywords that the tool list omits.
const OMITTED_KEYWORDS: [&str; 4] = ["additionalProperties", "description", "minimum", "pattern"];

/// The tool as listed: without the [`OMITTED_KEYWORDS`] in the schema of its arguments.
pub(super) fn without_omitted_keywords(mut spec: ToolSpec) -> ToolSpec {
    remove_omitted_keywords(&mut spec.parameters);
    spec
}

fn remove_omitted_keywords(schema: &mut Value) {
    let Some(schema) = schema.as_object_mut() else {
        return;
    };
    schema.retain(|key, _| !OMITTED_KEYWORDS.contains(&key.as_str()));
    if let Some(items) = schema.get_mut("items") {
        remove_omitted_keywords(items);
    }
    let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
    fields.into_iter().flat_map(Map::values_mut).for_each(remove_omitted_keywords);
}

/// The argument descriptions of all tools, one per line, nested below their tool or list.
pub(super) fn descriptions(tools: &[ToolSpec]) -> String {
    let mut out = "What the arguments mean:\n".to_owned();
    for tool in tools {
        out += &format!("- {}\n", tool.name);
        append_descriptions(&tool.parameters, 1, &mut out);
    }
    out
}

fn append_descriptions(schema: &Value, depth: usize, out: &mut String) {
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(what) = field["description"].as_str() {
            *out += &format!("{}- {name}: {what}\n", "  ".repeat(depth));
        }
        append_descriptions(&field["items"], depth + 1, out);
    }
}

#[cfg(test)]
mod tests {
    use firsthand::agent::submit_spec;

    use super::*;

    /// The reply to `open` contains every description that the tool list omits.
    #[test]
    fn omitted_descriptions_are_in_the_reply_to_open() {
        fn lines(schema: &Value, found: &mut Vec<String>) {
            for (name, field) in schema["properties"].as_object().into_iter().flatten() {
                let what = field["description"].as_str().unwrap();
                found.push(format!("- {name}: {what}\n"));
                lines(&field["items"], found);
            }
        }
        let (mut expected, text) = (Vec::new(), descriptions(&[submit_spec()]));
        lines(&submit_spec().parameters, &mut expected);
        assert!(expected.len() > 10, "{expected:?}");
        for line in &expected {
            assert!(text.contains(line), "{line}");
        }
        let listed = without_omitted_keywords(submit_spec()).parameters;
        assert!(!listed.to_string().contains("description"), "{listed}");
        // The other keywords of the schema remain.
        let link = &listed["properties"]["flow"]["items"];
        assert_eq!(link["required"].as_array().map(Vec::len), Some(4), "{link}");
        let action = &listed["properties"]["recommendedPrimaryAction"]["enum"];
        assert_eq!(action.as_array().map(Vec::len), Some(4), "{action}");
    }
}
