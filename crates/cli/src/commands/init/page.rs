//! The text output of `init`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use firsthand::registry::escape;
use firsthand_setup::{DetectedBy, Machine, Part, Plan, State, Step, UndoOutcome};
use serde_json::Value;

use crate::paint::{Painter, TextStyle};
use crate::root::NAME;

/// The planned or written changes of each client.
pub(super) fn plan_page(plan: &Plan, machine: &Machine, written: bool, paint: Painter) -> String {
    let mut out = String::new();
    if !plan.clients.is_empty() {
        out += verdict(plan, written);
        out.push('\n');
    }
    let mut file_by_added_text: BTreeMap<&str, &str> = BTreeMap::new();
    for planned in &plan.clients {
        let title = paint.text(TextStyle::Label, &planned.client.title);
        let project_note = match planned.found {
            DetectedBy::Project => "  (in this project; the home folder has none of it)",
            DetectedBy::Program => "  (on PATH; it has no files yet)",
            DetectedBy::Home | DetectedBy::Named => "",
        };
        let _ = writeln!(out, "{title}{}", paint.text(TextStyle::Dim, project_note));
        if let Some((file, why)) = &planned.problem {
            let label = paint.text(TextStyle::Bad, "not set up");
            let _ = writeln!(out, "  {label}  {}: {}", escape(file), escape(&why.to_string()));
        }
        let mut before = String::new();
        for step in &planned.steps {
            let line = step_line(step, written, paint);
            // Each permission is a step, and one file can refuse all of them.
            if line != before {
                out += &line;
            }
            before = line;
            if written || step.added.is_empty() {
                continue;
            }
            match file_by_added_text.insert(&step.added, &step.file) {
                Some(earlier_file) => {
                    let _ = writeln!(out, "            the same text as for {earlier_file}");
                }
                None => add_new_lines(&mut out, &step.added, paint),
            }
        }
        out.push('\n');
    }
    if !plan.clients.is_empty() {
        out += &summary(plan, machine);
    }
    out
}

/// What to add to an agent that is not listed: its server entry, and lines for the file that it reads.
pub(super) fn by_hand((entry, lines): &(Value, &str)) -> String {
    format!(
        "Any other coding agent: add the server to its MCP settings (most have this form):\n\n{entry:#}\n\n\
         and these lines to the file that it reads in every session, such as AGENTS.md:\n\n{lines}"
    )
}

fn step_line(step: &Step, written: bool, paint: Painter) -> String {
    let (style, word) = match (&step.state, written) {
        (State::Create, false) => (TextStyle::Good, "create"),
        (State::Create, true) => (TextStyle::Good, "created"),
        (State::Change, false) => (TextStyle::Good, "change"),
        (State::Change, true) => (TextStyle::Good, "changed"),
        (State::Shared, _) => (TextStyle::Dim, "as above"),
        (State::Same, _) => (TextStyle::Dim, "is there"),
        (State::Skipped(_), _) => (TextStyle::Warning, "left"),
    };
    let part = match step.part {
        Part::Server => "the server",
        Part::Explorer => "a sub-agent",
        Part::Skill => "a skill",
        Part::Lines => "lines",
        Part::Permission => "a permission",
        Part::Hook => "a hook",
    };
    let word = paint.text(style, &format!("{word:<8}"));
    let file = paint.text(TextStyle::Path, &escape(&step.file));
    let note = match &step.state {
        State::Skipped(why) => format!(": {why}"),
        _ if step.note.is_empty() => String::new(),
        _ => format!(": {}", step.note),
    };
    format!("  {word}  {file}  {part}{note}\n")
}

fn add_new_lines(out: &mut String, text: &str, paint: Painter) {
    for line in text.lines() {
        let line = format!("            + {}", escape(line));
        let _ = writeln!(out, "{}", paint.text(TextStyle::Dim, line.trim_end()));
    }
}

/// Whether anything was written or is to be, and what to do next.
fn verdict(plan: &Plan, written: bool) -> &'static str {
    let mut steps = plan.clients.iter().flat_map(|one| &one.steps);
    let changes = steps.any(|step| matches!(step.state, State::Create | State::Change));
    match (written, changes) {
        (_, false) if plan.clients.iter().any(|one| one.problem.is_some()) => {
            "What is not set up needs a file that can be edited; nothing else is left to do.\n"
        }
        (_, false) => "Nothing is left to do.\n",
        (true, true) => {
            "`firsthand init --undo` takes it back. Start a new session in each client.\n"
        }
        (false, true) => {
            "Nothing was written. `firsthand init --write` does it, `--undo` takes it back.\n"
        }
    }
}

/// States who else sees the changed files.
fn summary(plan: &Plan, machine: &Machine) -> String {
    let mut out = "In the home folder: yours alone, for all projects.\n".to_owned();
    let _ = match &machine.project {
        Some(top) => writeln!(
            out,
            "In the project {}: for everyone who works on it.",
            escape(&top.display().to_string())
        ),
        None => writeln!(
            out,
            "There is no project here: in one, this adds the lines that every session reads."
        ),
    };
    let steps = || plan.clients.iter().flat_map(|one| &one.steps);
    if machine.command != [NAME] {
        let servers = steps().filter(|step| step.part == Part::Server && step.in_project);
        let files: Vec<String> = servers.map(|step| format!(", {}", escape(&step.file))).collect();
        out += &format!(
            "A new shell does not find this program as `firsthand`: sub-agents, skills, lines, hooks{} call it by \
             that name.\nThey find it after `uv tool install firsthand`, `npm install --global firsthand` or another \
             installation.\n",
            files.concat()
        );
    }
    out
}

/// The outcome of the undo for each file.
pub(super) fn undo_page(undone: &[(String, UndoOutcome)], paint: Painter) -> String {
    let mut out = String::new();
    for (file, outcome) in undone {
        let (style, word, why) = match outcome {
            UndoOutcome::Restored => (TextStyle::Good, "restored", ""),
            UndoOutcome::Removed => (TextStyle::Good, "removed", ""),
            UndoOutcome::TakenOut => {
                (TextStyle::Good, "taken out", "others have changed the file since")
            }
            UndoOutcome::Gone => (TextStyle::Dim, "gone", "nothing of it was there any more"),
            UndoOutcome::Skipped(why) => (TextStyle::Warning, "left", why.as_str()),
        };
        let word = paint.text(style, &format!("{word:<9}"));
        let file = paint.text(TextStyle::Path, &escape(file));
        let gap = if why.is_empty() { "" } else { ": " };
        let _ = writeln!(out, "{word}  {file}{gap}{}", escape(why));
    }
    if undone.is_empty() {
        out += "Nothing was set up from here: there is nothing to take back.\n";
    }
    out
}

/// Whether the undo skipped a file.
pub(super) fn has_skipped(undone: &[(String, UndoOutcome)]) -> bool {
    undone.iter().any(|(_, outcome)| matches!(outcome, UndoOutcome::Skipped(_)))
}
