//! The reports that runs ended with: the last ones, for the client that asked.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use firsthand::{Explored, Explorer};

use crate::client::Client;

/// Reports that are kept, of all clients together.
const MOST: usize = 32;

/// One finished exploration.
pub(crate) struct FinishedReport {
    /// Its name: a random one, or the handle of a driven one.
    pub(crate) id: String,
    /// Who asked.
    client: Client,
    pub(crate) explored: Explored,
    /// What the reader should know of the root.
    pub(crate) notes: Vec<String>,
}

impl FinishedReport {
    pub(crate) fn new(id: String, client: Client, explored: Explored, explorer: &Explorer) -> Self {
        let notes = explorer.notes().to_vec();
        Self {
            id,
            client,
            explored,
            notes,
        }
    }

    /// The address of the report.
    pub(crate) fn uri(&self) -> String {
        format!("{}{}", crate::resources::REPORTS, self.id)
    }
}

/// The last reports.
#[derive(Default)]
pub(crate) struct FinishedReports(Mutex<VecDeque<Arc<FinishedReport>>>);

impl FinishedReports {
    /// Keeps one, and forgets the oldest where there are too many.
    pub(crate) fn keep(&self, kept: FinishedReport) -> Arc<FinishedReport> {
        let kept = Arc::new(kept);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push_front(Arc::clone(&kept));
        all.truncate(MOST);
        kept
    }

    /// A report of this client.
    pub(crate) fn find(&self, id: &str, client: &Client) -> Option<Arc<FinishedReport>> {
        let mut own = self.of(client).into_iter();
        own.find(|kept| kept.id == id)
    }

    /// The reports of a client, the last one first.
    pub(crate) fn of(&self, client: &Client) -> Vec<Arc<FinishedReport>> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = all.iter().filter(|kept| kept.client == *client);
        own.cloned().collect()
    }
}
