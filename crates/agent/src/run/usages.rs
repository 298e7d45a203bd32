//! Searches for the usages of what a report cites.

use std::sync::Arc;
use std::time::Duration;

use firsthand_registry::{LineRange, RepoPath, Window};
use firsthand_source::split_words;

use super::{Halt, Interrupt, Run};
use crate::cut::{cut, first_places};
use crate::event::Event;
use crate::runtime::run_in_time;
use crate::{ToolOutput, policy};

/// The most characters and places of usages that are shown.
const MAX_CHARS: usize = 2_500;
const MAX_PLACES: usize = 12;
/// The resolutions of a use that only the name shows: in code, and in a text.
const BY_NAME: &str = "name";
const IN_TEXT: &str = "text";
/// The timeout of the search for usages; the end of the run's wall time may come first.
const TIMEOUT: Duration = Duration::from_secs(3);

impl Run<'_> {
    /// Searches for the usages of these lines and records them; none after a timeout or an error, or without a finder.
    pub(super) async fn record_usages(
        &mut self,
        cited: Vec<(RepoPath, LineRange)>,
    ) -> Result<(), Halt> {
        let output = match self.until_interrupted(self.usages_of(cited)).await {
            Err(Interrupt::Cancelled) => return self.handle_interrupt(Interrupt::Cancelled),
            Err(Interrupt::TimedOut) => ToolOutput::default(),
            Ok(output) => {
                let meant = first_places(meant_uses(output), MAX_PLACES);
                cut(meant, &self.log.state, MAX_CHARS)
            }
        };
        let at_ms = self.now();
        self.record(Event::UsagesFound { output, at_ms });
        Ok(())
    }

    async fn usages_of(&self, cited: Vec<(RepoPath, LineRange)>) -> ToolOutput {
        let Some(finder) = self.parts.usage_finder.clone() else {
            return ToolOutput::default();
        };
        let policy = Arc::clone(&self.parts.policy);
        let cancel = self.inner_cancel.child();
        let _stop = cancel.on_drop();
        let context = self.call_context(cancel, MAX_CHARS.min(self.log.state.room_left()));
        let search = async move {
            let outcome = finder.find_usages(&cited, &context).await;
            policy::apply(&*policy, outcome).unwrap_or_default()
        };
        let output = run_in_time(&*self.parts.runtime, TIMEOUT, search).await;
        output.unwrap_or_default()
    }
}

/// The uses that can mean what is cited. In a text, a name of one word is just that word; in code, a member whose name is one
/// word (`Client::new`) is meant where its type is named, too.
fn meant_uses(mut output: ToolOutput) -> ToolOutput {
    for observation in &mut output.observations {
        observation.windows.retain(is_meant);
    }
    output
}

fn is_meant(window: &Window) -> bool {
    let Some(related) = &window.related else {
        return true;
    };
    let of = related.of.rsplit_once('#').map_or(&*related.of, |(_, of)| of);
    let (container, name) = match of.rsplit_once([':', '.']) {
        Some((container, name)) => (container.trim_end_matches(':'), name),
        None => ("", of),
    };
    if split_words(name).nth(1).is_some() {
        return true;
    }
    let container = container.rsplit([':', '.']).next().unwrap_or(container);
    let names_container = || window.span.lines().any(|(_, line)| line.text().contains(container));
    match related.resolution.as_str() {
        IN_TEXT => false,
        BY_NAME => names_container(),
        _ => true,
    }
}
