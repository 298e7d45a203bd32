//! How a run that ended early goes on.

use std::path::Path;

use firsthand::{Event, StopReason};

use crate::{models, root};

/// The model that asked last.
pub(crate) fn last_model(events: &[Event]) -> Option<&str> {
    events.iter().rev().find_map(|event| match event {
        Event::Started { model, .. } | Event::Resumed { model, .. } => Some(model.as_str()),
        _ => None,
    })
}

/// The root that was looked at last.
pub(crate) fn last_root(events: &[Event]) -> Option<&str> {
    events.iter().rev().find_map(|event| match event {
        Event::Started { task, .. } => Some(task.root.as_str()),
        Event::Resumed { root, .. } => Some(root.as_str()),
        _ => None,
    })
}

/// Why the model gave no answer the last time, where the run ended with that.
pub(crate) fn failure(events: &[Event]) -> Option<&str> {
    events.iter().rev().find_map(|event| match event {
        Event::ModelFailed { error, .. } => Some(error.as_str()),
        _ => None,
    })
}

/// How to go on with a run that has no report.
pub(crate) fn hint(transcript: &Path, model: &str, root: &str) -> String {
    let file = quoted(&transcript.to_string_lossy());
    let model = match model {
        "" | models::DEFAULT => String::new(),
        model => format!(" --model {}", quoted(model)),
    };
    let root = match root::same(Path::new(root), &root::default()) {
        true => String::new(),
        false => format!(" --root {}", quoted(root)),
    };
    format!("go on with: firsthand explore --resume {file}{root}{model}")
}

/// The same for a run whose report was not accepted, if more of it can make a better one.
pub(crate) fn after(
    reason: StopReason,
    transcript: &Path,
    model: &str,
    root: &str,
) -> Option<String> {
    let hint = hint(transcript, model, root);
    match reason {
        StopReason::ModelError | StopReason::TimeBudget => Some(hint),
        // Steps count over the whole run.
        StopReason::StepBudget => Some(format!("{hint} and a larger --max-steps")),
        _ => None,
    }
}

/// A word of a command line.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_./-:@+,=%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_can_be_pasted() {
        let check = |path: &str, model: &str, expect: &str| {
            assert_eq!(
                hint(Path::new(path), model, root::default().to_str().unwrap()),
                format!("go on with: firsthand explore --resume {expect}")
            );
        };
        check("/tmp/run.jsonl", "builtin", "/tmp/run.jsonl");
        check("run.jsonl", "openai:any", "run.jsonl --model openai:any");
        check("my runs/it's.jsonl", "", r"'my runs/it'\''s.jsonl'");
    }
}
