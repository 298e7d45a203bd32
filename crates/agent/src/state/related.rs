//! The users of what the first report cites.

use super::State;
use crate::{Answer, ToolOutput};

/// The id under which the answer of the host's own search is recorded, in place of a call's.
const HOST_SEARCH_ID: &str = "related";

impl State {
    /// Observes the users; they are part of the host's next message.
    pub(super) fn users_found(&mut self, output: &ToolOutput) {
        let observations = output
            .observations
            .iter()
            .map(|observation| self.observe(observation, HOST_SEARCH_ID));
        let mut observations: Vec<_> = observations.collect();
        observations.retain(|observation| !observation.ids.is_empty());
        let chars: usize = observations
            .iter()
            .map(|observation| observation.chars())
            .sum();
        self.stats.observation_chars += (chars + output.summary.chars().count()) as u64;
        self.add_findings(output);
        self.users = Some(Answer {
            summary: output.summary.clone(),
            diagnostics: output.diagnostics.clone(),
            observations,
            ..Answer::default()
        });
    }

    /// The users as text; `None` where there are none, or where the model has read them.
    pub(crate) fn related_text(&self) -> Option<String> {
        let related = self.users.as_ref().filter(|_| !self.users_shown)?;
        (!related.observations.is_empty()).then(|| related.text())
    }
}
