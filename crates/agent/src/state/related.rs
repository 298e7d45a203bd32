//! Who uses what the first report cites.

use super::State;
use crate::{Answer, ToolOutput};

/// Stands for a call's id where the host asked.
const HOST: &str = "related";

impl State {
    /// Observes what was found; it stands in the host's next message.
    pub(super) fn related(&mut self, output: &ToolOutput) {
        let sightings = output.observations.iter().map(|seen| self.see(seen, HOST));
        let mut sightings: Vec<_> = sightings.collect();
        sightings.retain(|sighting| !sighting.ids.is_empty());
        let chars: usize = sightings.iter().map(|sighting| sighting.chars()).sum();
        self.stats.observation_chars += (chars + output.summary.chars().count()) as u64;
        self.findings_of(output);
        self.related = Some(Answer {
            summary: output.summary.clone(),
            diagnostics: output.diagnostics.clone(),
            sightings,
            ..Answer::default()
        });
    }

    /// The same as text; `None` where nothing was found, or where the model was told.
    pub(crate) fn related_text(&self) -> Option<String> {
        let related = self.related.as_ref().filter(|_| !self.related_told)?;
        (!related.sightings.is_empty()).then(|| related.text())
    }
}
