//! Who uses what the first report cites.

use super::State;
use crate::{Answer, ToolOutput};

/// Stands for a call's id where the host asked.
const HOST: &str = "related";

impl State {
    /// Observes what was found; it stands in the host's next message.
    pub(super) fn related(&mut self, output: &ToolOutput) {
        let observations = output
            .observations
            .iter()
            .map(|seen| self.observe(seen, HOST));
        let mut observations: Vec<_> = observations.collect();
        observations.retain(|observation| !observation.ids.is_empty());
        let chars: usize = observations
            .iter()
            .map(|observation| observation.chars())
            .sum();
        self.stats.observation_chars += (chars + output.summary.chars().count()) as u64;
        self.findings_of(output);
        self.users = Some(Answer {
            summary: output.summary.clone(),
            diagnostics: output.diagnostics.clone(),
            observations,
            ..Answer::default()
        });
    }

    /// The same as text; `None` where nothing was found, or where the model has read it.
    pub(crate) fn related_text(&self) -> Option<String> {
        let related = self.users.as_ref().filter(|_| !self.users_shown)?;
        (!related.observations.is_empty()).then(|| related.text())
    }
}
