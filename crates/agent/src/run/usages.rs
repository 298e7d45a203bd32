//! Searches for the usages of what a report cites.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use firsthand_registry::{Candidate, LineRange, Registry, RepoPath, Window};
use firsthand_source::{identifiers, split_words};

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
const TIMEOUT: Duration = Duration::from_secs(10);

impl Run<'_> {
    /// Searches for the usages of these lines and records them; none after a timeout or an error, or without a finder.
    pub(super) async fn record_usages(
        &mut self,
        cited: Vec<(RepoPath, LineRange)>,
    ) -> Result<(), Halt> {
        let output = match self.until_interrupted(self.usages_of(cited.clone())).await {
            Err(Interrupt::Cancelled) => return self.handle_interrupt(Interrupt::Cancelled),
            Err(Interrupt::TimedOut) => ToolOutput::default(),
            Ok(output) => {
                let meant = meant_uses(output, &self.log.state.registry, &cited);
                cut(first_places(meant, MAX_PLACES), &self.log.state, MAX_CHARS)
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

/// The uses that can mean what is cited; none if no place is new to the model. In a text, a name of one word is just that
/// word; in code, where only the name shows the use, a member of another type (`Server::new`) is not the cited one.
fn meant_uses(
    mut output: ToolOutput,
    registry: &Registry,
    cited: &[(RepoPath, LineRange)],
) -> ToolOutput {
    for observation in &mut output.observations {
        observation.windows.retain(|window| is_meant(window, registry, cited));
    }
    let is_known = |window: &Window| {
        let (path, range) = (window.span.path(), window.span.range());
        let mut known = registry.iter().filter(|place| place.path() == path);
        known.any(|place| place.range().is_some_and(|known| known.covers(range)))
    };
    let mut windows = output.observations.iter().flat_map(|observation| &observation.windows);
    if windows.all(is_known) {
        // What nothing refers to is new.
        let ToolOutput { receipts, diagnostics, .. } = output;
        let diagnostics = if receipts.is_empty() { Vec::new() } else { diagnostics };
        return ToolOutput { receipts, diagnostics, ..ToolOutput::default() };
    }
    output
}

fn is_meant(window: &Window, registry: &Registry, cited: &[(RepoPath, LineRange)]) -> bool {
    let Some(related) = &window.related else {
        return true;
    };
    let of = related.of.rsplit_once('#').map_or(&*related.of, |(_, of)| of);
    let name = of.rsplit([':', '.']).next().unwrap_or(of);
    match related.resolution.as_str() {
        IN_TEXT => split_words(name).nth(1).is_some(),
        BY_NAME => {
            let types = types_of(name, registry, cited);
            let is_other = |line: &str| !types.is_empty() && is_of_other_type(line, name, &types);
            !window.span.lines().any(|(_, line)| is_other(line.text()))
        }
        _ => true,
    }
}

/// The names of the declarations around the cited ones with this name.
fn types_of<'r>(
    name: &str,
    registry: &'r Registry,
    cited: &[(RepoPath, LineRange)],
) -> BTreeSet<&'r str> {
    let is_cited = |place: &Candidate, lines: LineRange| {
        cited.iter().any(|(path, cited)| place.path() == path && lines.overlaps(*cited))
    };
    let mut types = BTreeSet::new();
    for place in registry.iter() {
        for member in place.declarations().iter().filter(|it| it.name == name) {
            if is_cited(place, member.range) {
                let around = place.declarations().iter();
                let around = around.filter(|it| *it != member && it.range.covers(member.range));
                types.extend(around.map(|it| &*it.name));
            }
        }
    }
    types
}

/// Whether the line names members with this name, all of them behind a type that is none of these. A type's name begins with
/// a capital letter.
fn is_of_other_type(line: &str, name: &str, types: &BTreeSet<&str>) -> bool {
    let mut named = identifiers(line).filter(|(_, other)| *other == name).peekable();
    let is_other = |(at, _): (usize, &str)| {
        let before = &line[..at];
        let before = before.strip_suffix("::").or_else(|| before.strip_suffix('.'));
        let qualifier = before.and_then(|before| {
            let (at, name) = identifiers(before).last()?;
            (at + name.len() == before.len()).then_some(name)
        });
        qualifier.is_some_and(|it| it.starts_with(char::is_uppercase) && !types.contains(it))
    };
    named.peek().is_some() && named.all(is_other)
}
