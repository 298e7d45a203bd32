//! Asks who uses what a report cites.

use std::sync::Arc;
use std::time::Duration;

use firsthand_registry::{LineRange, RepoPath};

use super::{Halt, Interrupt, Run};
use crate::cut::{cut, first_places};
use crate::event::Event;
use crate::runtime::run_on;
use crate::{CallContext, RepoReader, ToolOutput, policy};

/// Characters and places of it that are shown.
const ROOM: usize = 2_500;
const PLACES: usize = 12;
/// How long it may take; no longer than the run's own time.
const PATIENCE: Duration = Duration::from_secs(3);

impl Run<'_> {
    /// Records who uses these lines; nothing where that is not found in time.
    pub(super) async fn record_users(
        &mut self,
        cited: Vec<(RepoPath, LineRange)>,
    ) -> Result<(), Halt> {
        let output = match self.within(self.users_of(cited)).await {
            Err(Interrupt::Cancelled) => return self.interrupted(Interrupt::Cancelled),
            Err(Interrupt::TimeIsUp) => ToolOutput::default(),
            Ok(output) => cut(first_places(output, PLACES), &self.state, ROOM),
        };
        let at_ms = self.now();
        self.record(Event::UsersFound { output, at_ms });
        Ok(())
    }

    async fn users_of(&self, cited: Vec<(RepoPath, LineRange)>) -> ToolOutput {
        let Some(port) = self.parts.related.clone() else {
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
            room: ROOM.min(self.state.room_left()),
            repo: RepoReader::new(files, Arc::clone(&policy)),
        };
        let asking = run_on(&*self.parts.runtime, async move {
            let outcome = port.related(&cited, &context).await;
            policy::apply(&*policy, outcome).unwrap_or_default()
        });
        tokio::select! {
            biased;
            output = asking => output.unwrap_or_default(),
            () = self.parts.runtime.sleep(PATIENCE) => ToolOutput::default(),
        }
    }
}
