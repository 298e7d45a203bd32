//! The most recent reports, each visible to the client that requested it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use firsthand::{Explored, Explorer};

use crate::client::Client;

/// The maximum number of stored reports, over all clients.
const MAX_REPORTS: usize = 32;

/// One finished exploration.
pub(crate) struct FinishedReport {
    /// A random id, or the handle of a driven exploration.
    pub(crate) id: String,
    /// The client that requested it.
    client: Client,
    pub(crate) explored: Explored,
    /// Notes of the explorer about the root.
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

    /// The URI of the report.
    pub(crate) fn uri(&self) -> String {
        format!("{}{}", crate::resources::REPORT_URI_PREFIX, self.id)
    }
}

/// The last reports.
#[derive(Default)]
pub(crate) struct FinishedReports(Mutex<VecDeque<Arc<FinishedReport>>>);

impl FinishedReports {
    /// Stores a report, and drops the oldest ones over the limit.
    pub(crate) fn store(&self, report: FinishedReport) -> Arc<FinishedReport> {
        let report = Arc::new(report);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push_front(Arc::clone(&report));
        all.truncate(MAX_REPORTS);
        report
    }

    /// A report of this client.
    pub(crate) fn find(&self, id: &str, client: &Client) -> Option<Arc<FinishedReport>> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut own = all.iter().filter(|report| report.client == *client);
        own.find(|report| report.id == id).cloned()
    }

    /// The reports of a client that may be listed to it, the last one first.
    pub(crate) fn listed(&self, client: &Client) -> Vec<Arc<FinishedReport>> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = all.iter().filter(|report| report.client == *client);
        own.filter(|_| client.is_single()).cloned().collect()
    }
}
