//! Searches for the users of what a report cites.

use std::sync::Arc;
use std::time::Duration;

use firsthand_registry::{LineRange, RepoPath};

use super::{Halt, Interrupt, Run};
use crate::cut::{cut, first_places};
use crate::event::Event;
use crate::runtime::run_on;
use crate::{CallContext, RepoReader, ToolOutput, policy};

/// The most characters and places of users that are shown.
const MAX_CHARS: usize = 2_500;
const MAX_PLACES: usize = 12;
/// The timeout of the search for users; the end of the run's wall time may come first.
const TIMEOUT: Duration = Duration::from_secs(3);

impl Run<'_> {
    /// Searches for the users of these lines and records them; none after a timeout or an error, or without a finder.
    pub(super) async fn record_users(
        &mut self,
        cited: Vec<(RepoPath, LineRange)>,
    ) -> Result<(), Halt> {
        let output = match self.until_interrupted(self.users_of(cited)).await {
            Err(Interrupt::Cancelled) => return self.handle_interrupt(Interrupt::Cancelled),
            Err(Interrupt::TimedOut) => ToolOutput::default(),
            Ok(output) => cut(first_places(output, MAX_PLACES), &self.log.state, MAX_CHARS),
        };
        let at_ms = self.now();
        self.record(Event::UsersFound { output, at_ms });
        Ok(())
    }

    async fn users_of(&self, cited: Vec<(RepoPath, LineRange)>) -> ToolOutput {
        let Some(finder) = self.parts.usage_finder.clone() else {
            return ToolOutput::default();
        };
        let (files, policy) = (
            Arc::clone(&self.parts.files),
            Arc::clone(&self.parts.policy),
        );
        let cancel = self.inner_cancel.child();
        let _stop = cancel.on_drop();
        let context = CallContext {
            cancel,
            room: MAX_CHARS.min(self.log.state.room_left()),
            repo: RepoReader::new(files, Arc::clone(&policy)),
        };
        let search = run_on(&*self.parts.runtime, async move {
            let outcome = finder.find_usages(&cited, &context).await;
            policy::apply(&*policy, outcome).unwrap_or_default()
        });
        tokio::select! {
            biased;
            output = search => output.unwrap_or_default(),
            () = self.parts.runtime.sleep(TIMEOUT) => ToolOutput::default(),
        }
    }
}
