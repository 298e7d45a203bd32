//! Hints for resuming a run that ended early.

use std::path::Path;

use firsthand::{Event, StopReason};

use crate::{models, root};

/// The model with which the run was last resumed, or was started.
pub(crate) fn last_model(events: &[Event]) -> Option<&str> {
    events.iter().rev().find_map(|event| match event {
        Event::Started { model, .. } | Event::Resumed { model, .. } => Some(model.as_str()),
        _ => None,
    })
}

/// The root in which the run was last resumed, or was started.
pub(crate) fn last_root(events: &[Event]) -> Option<&str> {
    events.iter().rev().find_map(|event| match event {
        Event::Started { task, .. } => Some(task.root.as_str()),
        Event::Resumed { root, .. } => Some(root.as_str()),
        _ => None,
    })
}

/// The last error of the model, if it failed.
pub(crate) fn last_model_error(events: &[Event]) -> Option<&str> {
    events.iter().rev().find_map(|event| match event {
        Event::ModelFailed { error, .. } => Some(error.as_str()),
        _ => None,
    })
}

/// A hint with the command that resumes a run. The embedded model and the default root are not named in it. A
/// transcript has no address of a model: `base_url` is the one that a flag names.
pub(crate) fn resume_hint(
    transcript: &Path,
    model: &str,
    base_url: Option<&str>,
    root: &str,
) -> String {
    let file = shell_quote(&transcript.to_string_lossy());
    let model = match model {
        "" | models::BUILTIN => String::new(),
        model => format!(" --model {}", shell_quote(model)),
    };
    let root = if root::is_same_path(Path::new(root), &root::default_root()) {
        String::new()
    } else {
        format!(" --root {}", shell_quote(root))
    };
    let address = base_url.map(|url| format!(" --base-url {}", shell_quote(url)));
    let address = address.unwrap_or_default();
    format!("go on with: firsthand explore --resume {file}{root}{model}{address}")
}

/// The flag that limits the steps of a run.
pub(crate) const MAX_STEPS: &str = "--max-steps";

/// A hint with the command that resumes a run whose report was not accepted, if resuming can improve the report; `steps`
/// is what limits its steps.
pub(crate) fn hint_after_stop(
    (reason, steps): (StopReason, &str),
    transcript: &Path,
    model: &str,
    base_url: Option<&str>,
    root: &str,
) -> Option<String> {
    let resume_hint = resume_hint(transcript, model, base_url, root);
    match reason {
        StopReason::ModelError | StopReason::TimeBudget => Some(resume_hint),
        // Steps are counted over the whole run.
        StopReason::StepBudget => Some(format!("{resume_hint} and a larger {steps}")),
        _ => None,
    }
}

/// Quotes an argument for a POSIX shell, if needed.
pub(crate) fn shell_quote(word: &str) -> String {
    let needs_no_quotes = |c: char| c.is_alphanumeric() || "_./-:@+,=%".contains(c);
    if !word.is_empty() && word.chars().all(needs_no_quotes) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_is_quoted_for_a_shell() {
        let root = root::default_root();
        let root = root.to_str().unwrap();
        let check = |path: &str, model: &str, expect: &str| {
            assert_eq!(
                resume_hint(Path::new(path), model, None, root),
                format!("go on with: firsthand explore --resume {expect}")
            );
        };
        let address = Some("http://h/v1?a b");
        assert_eq!(
            resume_hint(Path::new("r.jsonl"), "openai:m", address, root),
            "go on with: firsthand explore --resume r.jsonl --model openai:m --base-url 'http://h/v1?a b'"
        );
        check("/tmp/run.jsonl", "builtin", "/tmp/run.jsonl");
        check("run.jsonl", "openai:any", "run.jsonl --model openai:any");
        check("my runs/it's.jsonl", "", r"'my runs/it'\''s.jsonl'");
    }
}
