//! What clients read of the tools' arguments: their form in the list, which every session pays for, and what they mean in
//! what `open` returns, which only an exploration pays for.

use firsthand::agent::ToolSpec;
use serde_json::{Map, Value};

/// What of a schema says more than the form of a call.
const LEFT_OUT: [&str; 4] = ["additionalProperties", "description", "minimum", "pattern"];

/// The tool as it stands in the list.
pub(super) fn listed(mut spec: ToolSpec) -> ToolSpec {
    thin(&mut spec.parameters);
    spec
}

fn thin(schema: &mut Value) {
    let Some(schema) = schema.as_object_mut() else {
        return;
    };
    schema.retain(|key, _| !LEFT_OUT.contains(&key.as_str()));
    if let Some(items) = schema.get_mut("items") {
        thin(items);
    }
    let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
    fields.into_iter().flat_map(Map::values_mut).for_each(thin);
}

/// What the arguments mean, one a line below their tool, those of a list's items below the list.
pub(super) fn explained(tools: &[ToolSpec]) -> String {
    let mut out = "What the arguments mean:\n".to_owned();
    for tool in tools {
        out += &format!("- {}\n", tool.name);
        explain(&tool.parameters, 1, &mut out);
    }
    out
}

fn explain(schema: &Value, depth: usize, out: &mut String) {
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(what) = field["description"].as_str() {
            *out += &format!("{}- {name}: {what}\n", "  ".repeat(depth));
        }
        explain(&field["items"], depth + 1, out);
    }
}

#[cfg(test)]
mod tests {
    use firsthand::agent::submit_spec;

    use super::*;

    /// No word of a schema is lost: it stands in what `open` returns.
    #[test]
    fn what_the_list_leaves_out_is_explained() {
        fn lines(schema: &Value, found: &mut Vec<String>) {
            for (name, field) in schema["properties"].as_object().into_iter().flatten() {
                let what = field["description"].as_str().unwrap();
                found.push(format!("- {name}: {what}\n"));
                lines(&field["items"], found);
            }
        }
        let (mut said, text) = (Vec::new(), explained(&[submit_spec()]));
        lines(&submit_spec().parameters, &mut said);
        assert!(said.len() > 10, "{said:?}");
        for line in &said {
            assert!(text.contains(line), "{line}");
        }
        let listed = listed(submit_spec()).parameters;
        assert!(!listed.to_string().contains("description"), "{listed}");
        // The form is whole.
        let link = &listed["properties"]["flow"]["items"];
        assert_eq!(link["required"].as_array().map(Vec::len), Some(4), "{link}");
        let action = &listed["properties"]["recommendedPrimaryAction"]["enum"];
        assert_eq!(action.as_array().map(Vec::len), Some(4), "{action}");
    }
}
