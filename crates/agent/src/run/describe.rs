//! Reads the names and descriptions of a run's parts.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::Parts;
use crate::submit::{SUBMIT, submit_spec};
use crate::{Tool, ToolSpec};

/// A tool, with its name and properties, read once at the start.
pub(super) struct NamedTool {
    pub(super) name: String,
    /// Whether its calls must not run in parallel with others.
    pub(super) exclusive: bool,
    pub(super) tool: Arc<dyn Tool>,
}

/// The model's name; empty where it panics.
pub(crate) fn model_name(parts: &Parts) -> String {
    let name = catch_unwind(AssertUnwindSafe(|| parts.model.name().to_owned()));
    name.unwrap_or_default()
}

/// Whether the model is shown the users of what its report cites.
pub(super) fn reads_usages(parts: &Parts) -> bool {
    let reads = || catch_unwind(AssertUnwindSafe(|| parts.model.reads_usages()));
    parts.usage_finder.is_some() && reads().unwrap_or(false)
}

/// Reads the description of every tool. One that panics, or whose name is taken, is left out: a provider
/// would reject the whole request for it.
pub(super) fn describe_tools(parts: &Parts) -> (Vec<NamedTool>, Vec<ToolSpec>) {
    let mut tools: Vec<NamedTool> = Vec::new();
    let mut specs = Vec::new();
    for tool in &parts.tools {
        let described = catch_unwind(AssertUnwindSafe(|| (tool.spec(), !tool.parallel_safe())));
        let Ok((spec, exclusive)) = described else {
            tracing::warn!("a tool that panics when asked for its description is left out");
            continue;
        };
        if spec.name == SUBMIT || tools.iter().any(|other| other.name == spec.name) {
            tracing::warn!(tool = spec.name, "a tool whose name is taken is left out");
            continue;
        }
        tools.push(NamedTool {
            name: spec.name.clone(),
            exclusive,
            tool: Arc::clone(tool),
        });
        specs.push(spec);
    }
    specs.push(submit_spec());
    (tools, specs)
}
