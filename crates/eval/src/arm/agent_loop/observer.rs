//! Translates the events of the loop into events of the run.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use firsthand::agent::{HostMessageKind, SUBMIT, ToolOutcome, ToolOutput};
use firsthand::registry::{CandidateId, LineRange, RepoPath, show_path, window_chars};
use firsthand::{Event, Observer, State};

use crate::trace::{Actor, RunEvent, Trace};

/// Records the loop's events in the trace. Model turns are recorded by
/// [`RecordingModel`](crate::model::RecordingModel).
pub(super) struct TraceObserver {
    trace: Arc<Trace>,
    translator: Mutex<EventTranslator>,
}

#[derive(Default)]
struct EventTranslator {
    /// The tool of each call, by the call's id.
    tools: BTreeMap<String, String>,
    /// The places that were shown so far; without lines where only the path was.
    places: HashSet<(RepoPath, Option<LineRange>)>,
}

impl TraceObserver {
    pub(super) fn new(trace: Arc<Trace>) -> Self {
        Self { trace, translator: Mutex::default() }
    }
}

impl Observer for TraceObserver {
    fn event(&self, event: &Event, _: &State) {
        let mut translator = self.translator.lock().unwrap_or_else(PoisonError::into_inner);
        for event in translator.translate(event) {
            self.trace.record(event);
        }
    }
}

impl EventTranslator {
    fn translate(&mut self, event: &Event) -> Vec<RunEvent> {
        let actor = Actor::Explorer;
        match event {
            Event::ModelAnswered { turn, .. } => {
                let mut submitted = Vec::new();
                for call in &turn.calls {
                    self.tools.insert(call.id.clone(), call.tool.clone());
                    if call.tool == SUBMIT {
                        let links = call.arguments["flow"].as_array().map_or(0, Vec::len);
                        let links = u32::try_from(links).unwrap_or(u32::MAX);
                        submitted.push(RunEvent::Submitted { links });
                    }
                }
                submitted
            }
            Event::ToolAnswered { call, outcome, .. } => self.tool_answered(call, outcome),
            Event::AttemptFailed { notice, .. } => {
                vec![RunEvent::Retried { actor, error: notice.to_string() }]
            }
            Event::HostMessage { kind, text } => match kind {
                HostMessageKind::Nudge | HostMessageKind::Insistence => {
                    vec![RunEvent::Nudged { actor }]
                }
                HostMessageKind::Gap => vec![RunEvent::Continued { gap: text.clone() }],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    fn tool_answered(&mut self, call: &str, outcome: &ToolOutcome) -> Vec<RunEvent> {
        let nothing = ToolOutput::default();
        let output = outcome.output().unwrap_or(&nothing);
        let repaired = output.findings.iter();
        let repaired = repaired.filter(|it| it.rule.name() == "argument_repaired");
        let mut events: Vec<RunEvent> =
            repaired.map(|finding| RunEvent::Repaired { detail: finding.detail.clone() }).collect();
        let tool = self.tools.get(call).cloned().unwrap_or_default();
        if tool == SUBMIT {
            return events;
        }
        let (mut new_places, mut known_places, mut chars) = (0, 0, output.summary.chars().count());
        for observation in &output.observations {
            let windows = observation.windows.iter();
            let windows = windows.map(|window| {
                chars += window_chars(window, CandidateId::WIDEST, None);
                (window.span.path().clone(), Some(window.span.range()))
            });
            let places: Vec<_> = windows.collect();
            let paths = observation.paths.iter().map(|path| {
                chars += show_path(path).chars().count();
                (path.clone(), None)
            });
            for place in places.into_iter().chain(paths) {
                if self.places.insert(place) {
                    new_places += 1;
                } else {
                    known_places += 1;
                }
            }
        }
        events.push(RunEvent::Called {
            actor: Actor::Explorer,
            tool,
            kind: None,
            chars: chars as u64,
            new_places,
            known_places,
            error: outcome.error().map(str::to_owned),
        });
        events
    }
}

#[cfg(test)]
mod tests {
    use firsthand::registry::{Observation, Registry, Source};

    use super::*;

    #[test]
    fn the_characters_of_a_listing_are_those_of_its_text() {
        let paths = ["src/basket.ts", "#notes.md"].map(|path| RepoPath::new(path).unwrap());
        let listing = Observation::listed(Source::LIST, paths.to_vec());
        let (_, text) = Registry::new().see(&listing);
        let summary = "2 files\n".to_owned();
        let expect = (text.chars().count() + summary.chars().count()) as u64;
        let event = Event::ToolAnswered {
            call: "c1".to_owned(),
            outcome: ToolOutcome::Output(ToolOutput { summary, ..ToolOutput::from(listing) }),
            at_ms: 0,
        };
        let events = EventTranslator::default().translate(&event);
        let chars = events.iter().find_map(|event| match event {
            RunEvent::Called { chars, .. } => Some(*chars),
            _ => None,
        });
        assert_eq!(chars, Some(expect));
    }
}
