//! One tool result: cut to what may be shown, observed, and written as the model reads it.

use std::collections::BTreeSet;

use firsthand_registry::{
    CandidateId, Observation, Registry, RepoPath, Seen, Shares, Window, clip, count, escape, fit,
    show_path, show_window,
};

use crate::shown::{ABOVE, FileChars, Shown, alone};
use crate::{Answer, State, ToolOutput, prompt};

/// Answers in a row without a new place after which the next one says so.
const STALE_ANSWERS: u32 = 3;
/// Characters of what went wrong instead of a result.
pub(crate) const ERROR_CHARS: usize = 2_000;
/// Notes that come with a result, and the characters of each. They are not observations.
const NOTES: usize = 20;
const NOTE_CHARS: usize = 300;
/// Findings that a host may hang on a result.
const FINDINGS: usize = 50;

/// Cuts a result to what may still be shown, and makes it fit for the record. What is cut was not
/// shown and is not observed; the diagnostics say so.
pub(crate) fn cut(mut output: ToolOutput, state: &State) -> ToolOutput {
    let left = state.room_left();
    output.summary = clip(&output.summary, left.min(state.budgets.result_chars)).into_owned();
    let room = left.min(state.budgets.result_chars) - output.summary.chars().count();
    let mut cutting = Cutting {
        room,
        file_chars: state.budgets.file_chars,
        files: state.shown.files.clone(),
        state,
        left_out: LeftOut::default(),
    };
    for observation in &mut output.observations {
        cutting.observation(observation);
    }
    output
        .observations
        .retain(|o| !o.windows().is_empty() || !o.paths().is_empty() || !o.counts.is_empty());
    output.diagnostics.truncate(NOTES);
    for note in &mut output.diagnostics {
        *note = clip(&escape(note), NOTE_CHARS).into_owned();
    }
    output.findings.truncate(FINDINGS);
    cutting.left_out.tell(&mut output, state);
    output
}

struct Cutting<'s> {
    state: &'s State,
    room: usize,
    file_chars: usize,
    files: FileChars,
    left_out: LeftOut,
}

/// What was cut away.
#[derive(Default)]
struct LeftOut {
    dropped: usize,
    narrowed: usize,
    /// Files of which as much was shown as a run may show.
    full: BTreeSet<RepoPath>,
}

impl LeftOut {
    /// Says what is not there, and why: what is not shown must not be taken for what is not there.
    fn tell(&self, output: &mut ToolOutput, state: &State) {
        let mut notes = Vec::new();
        if self.dropped > 0 {
            let places = count(self.dropped, "more place", "more places");
            // With nothing left in the run, asking for less would not help.
            notes.push(match state.room_left() < state.budgets.result_chars {
                true => format!("{places} did not fit into what is left to be shown in this run"),
                false => format!("{places} did not fit here; ask for less at a time"),
            });
        }
        if self.narrowed > 0 {
            let places = count(self.narrowed, "place", "places");
            notes.push(format!("{places} shown in part; read_file shows the rest"));
        }
        let most = state.budgets.file_chars;
        notes.extend(self.full.iter().map(|path| {
            format!(
                "not all of {path}: {most} characters of it were shown, the most of one file; what \
                 was shown can be cited"
            )
        }));
        output.coverage.truncated |= !notes.is_empty();
        output.diagnostics.extend(notes);
    }
}

impl Cutting<'_> {
    fn observation(&mut self, observation: &mut Observation) {
        let weight = observation.source.weight;
        // A weight that JSON cannot say would make the transcript unreadable.
        observation.source.weight = if weight.is_nan() {
            0.0
        } else {
            weight.clamp(0.0, 1.0)
        };
        match &mut observation.seen {
            Seen::Listed(_) => {
                let fitted = fit(observation, self.room);
                self.left_out.dropped += fitted.dropped;
                self.room = self.room.saturating_sub(cost(observation));
            }
            Seen::Matches(windows)
            | Seen::Read(windows)
            | Seen::Symbols(windows)
            | Seen::Relations(windows) => {
                let all = std::mem::take(windows);
                let mut shares = Shares::of(&all);
                for window in all {
                    let share = shares.next(self.room);
                    windows.extend(self.window(window, share));
                }
            }
        }
    }

    /// The part of the window for which its share of the room, the run and its file have room.
    fn window(&mut self, window: Window, share: usize) -> Option<Window> {
        let path = window.span.path().clone();
        let before = window.span.range();
        let shown = self.files.get(&path).copied().unwrap_or_default();
        let of_file = self.file_chars.saturating_sub(shown);
        let full = of_file < share;
        let again = self.state.shown.will_hold(&self.state.registry, &window);
        let mut one = alone(window);
        let cost = match again.then(|| cost_again(&one)) {
            // Its lines stand in the conversation: it takes a header, or nothing is known of it here.
            Some(cost) if cost <= share.min(of_file) => cost,
            _ => {
                fit(&mut one, share.min(of_file));
                cost(&one)
            }
        };
        let kept = windows_of(one).pop();
        let whole = (kept.as_ref()).is_some_and(|window| window.span.range() == before);
        match (&kept, full) {
            _ if whole => {}
            (_, true) => drop(self.left_out.full.insert(path.clone())),
            (None, false) => self.left_out.dropped += 1,
            (Some(_), false) => self.left_out.narrowed += 1,
        }
        let window = kept?;
        self.room = self.room.saturating_sub(cost);
        *self.files.entry(path).or_default() += cost;
        Some(window)
    }
}

fn windows_of(observation: Observation) -> Vec<Window> {
    match observation.seen {
        Seen::Matches(w) | Seen::Read(w) | Seen::Symbols(w) | Seen::Relations(w) => w,
        Seen::Listed(_) => Vec::new(),
    }
}

/// The characters that showing the observation takes, at most: ids are not known yet.
fn cost(observation: &Observation) -> usize {
    cost_with(observation, None)
}

/// The characters that the observation takes where its lines were shown before, at most.
fn cost_again(observation: &Observation) -> usize {
    cost_with(observation, Some(ABOVE))
}

fn cost_with(observation: &Observation, instead: Option<&str>) -> usize {
    let windows = observation.windows().iter();
    let windows = windows.map(|window| show_window(window, CandidateId::WIDEST, instead));
    let paths = observation.paths().iter();
    let paths = paths.map(|path| show_path(path, CandidateId::WIDEST));
    windows.chain(paths).map(|text| text.chars().count()).sum()
}

/// An answer whose lines were left out: a line for each of its places, and that more was shown.
pub(crate) fn without_lines(answer: &Answer) -> String {
    let mut text = String::new();
    for (observation, ids) in &answer.seen {
        let windows = observation.windows().iter().zip(ids);
        text.extend(windows.map(|(window, id)| show_window(window, *id, Some(""))));
        let paths = observation.paths().iter().zip(ids);
        text.extend(paths.map(|(path, id)| show_path(path, *id)));
    }
    let lines = answer.seen.iter().any(|(o, _)| !o.windows().is_empty());
    text + prompt::left_out(lines)
}

/// A result that was observed.
pub(crate) struct Told {
    /// What the model reads.
    pub(crate) text: String,
    /// What it was made of, with the ids.
    pub(crate) seen: Vec<(Observation, Vec<CandidateId>)>,
    /// The characters of the observations.
    pub(crate) chars: usize,
}

/// Observes a result that was cut before, and writes it down. A place whose lines stand in the
/// conversation already is shown by its header alone.
pub(crate) fn tell(
    (call, output, error): (&str, &ToolOutput, Option<&str>),
    registry: &mut Registry,
    shown: &mut Shown,
    barren: u32,
) -> Told {
    let mut parts = Vec::new();
    let (mut seen, mut chars) = (Vec::new(), output.summary.chars().count());
    parts.extend(error.map(str::to_owned));
    parts.push(output.summary.trim_end().to_owned());
    for observation in &output.observations {
        let ids = registry.observe(observation.clone());
        let paths = observation.paths().iter().zip(&ids);
        let mut text: String = paths.map(|(path, id)| show_path(path, *id)).collect();
        for (window, id) in observation.windows().iter().zip(&ids) {
            text.push_str(&shown.tell(*id, window, call));
        }
        chars += text.chars().count();
        parts.push(text.trim_end().to_owned());
        if !ids.is_empty() {
            seen.push((observation.clone(), ids));
        }
    }
    parts.retain(|part| !part.is_empty());
    if parts.is_empty() && !output.coverage.truncated {
        parts.push("Nothing found.".to_owned());
    }
    if !output.diagnostics.is_empty() {
        let notes: Vec<String> = output
            .diagnostics
            .iter()
            .map(|d| format!("- {d}"))
            .collect();
        parts.push(format!("Notes (not evidence):\n{}", notes.join("\n")));
    } else if parts.is_empty() {
        parts.push("Nothing could be shown.".to_owned());
    }
    if barren >= STALE_ANSWERS && error.is_none() {
        parts.push(format!(
            "(The {barren} answers before this one brought no new place.)"
        ));
    }
    Told {
        text: parts.join("\n\n"),
        seen,
        chars,
    }
}
