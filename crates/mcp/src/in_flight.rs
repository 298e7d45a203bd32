//! The requests of a client that were not answered yet, by their ids.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use rmcp::model::{ClientJsonRpcMessage, ClientNotification, RequestId, ServerJsonRpcMessage};

use crate::lock;

/// Why a request is refused whose id another one has.
pub(crate) const ID_IN_FLIGHT: &str =
    "a request with this `id` is not answered yet: each needs an id of its own";

/// The ids of unanswered requests.
#[derive(Default)]
pub(crate) struct InFlight(HashSet<RequestId>);

impl InFlight {
    /// Whether a message may be served: `false` for a request whose id an unanswered one has. A cancelled request is not
    /// answered, so its id is free again.
    pub(crate) fn begins(&mut self, message: &ClientJsonRpcMessage) -> bool {
        match message {
            ClientJsonRpcMessage::Request(request) => self.0.insert(request.id.clone()),
            ClientJsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                {
                    cancelled.params.request_id.as_ref().map(|id| self.0.remove(id));
                }
                true
            }
            _ => true,
        }
    }

    /// Notes that the server sends this message: its request is answered.
    pub(crate) fn answered(&mut self, message: &ServerJsonRpcMessage) {
        let id = match message {
            ServerJsonRpcMessage::Response(response) => Some(&response.id),
            ServerJsonRpcMessage::Error(error) => error.id.as_ref(),
            _ => None,
        };
        if let Some(id) = id {
            self.0.remove(id);
        }
    }
}

/// The unanswered requests of all sessions over HTTP.
#[derive(Clone, Default)]
pub(crate) struct InFlightBySession(Arc<Mutex<HashSet<(String, RequestId)>>>);

impl InFlightBySession {
    /// Notes that a message arrived in a session; a request is unanswered until the guard is dropped.
    ///
    /// # Errors
    /// The id of a request that an unanswered one has.
    pub(crate) fn begin(
        &self,
        session: &str,
        message: &ClientJsonRpcMessage,
    ) -> Result<Option<Begun>, RequestId> {
        let ClientJsonRpcMessage::Request(request) = message else {
            return Ok(None);
        };
        let key = (session.to_owned(), request.id.clone());
        if lock(&self.0).insert(key.clone()) {
            Ok(Some(Begun { all: self.clone(), key }))
        } else {
            Err(key.1)
        }
    }
}

/// An unanswered request.
pub(crate) struct Begun {
    all: InFlightBySession,
    key: (String, RequestId),
}

impl Drop for Begun {
    fn drop(&mut self) {
        lock(&self.all.0).remove(&self.key);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn message(json: serde_json::Value) -> ClientJsonRpcMessage {
        serde_json::from_value(json).unwrap()
    }

    fn ping(id: &serde_json::Value) -> ClientJsonRpcMessage {
        message(json!({"jsonrpc": "2.0", "id": id, "method": "ping"}))
    }

    fn answer(id: &serde_json::Value) -> ServerJsonRpcMessage {
        serde_json::from_value(json!({"jsonrpc": "2.0", "id": id, "result": {}})).unwrap()
    }

    #[test]
    fn an_id_is_free_again_once_its_request_is_answered_or_cancelled() {
        let mut in_flight = InFlight::default();
        for id in [json!(1), json!("1"), json!("a")] {
            assert!(in_flight.begins(&ping(&id)), "{id}");
            assert!(!in_flight.begins(&ping(&id)), "{id}");
            in_flight.answered(&answer(&id));
            assert!(in_flight.begins(&ping(&id)), "{id}");
            let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
            assert!(in_flight.begins(&message(cancelled)));
            assert!(in_flight.begins(&ping(&id)), "{id}");
        }
    }

    #[test]
    fn sessions_have_ids_of_their_own() {
        let all = InFlightBySession::default();
        let (one, ping) = (json!(1), |id: &serde_json::Value| ping(id));
        let first = all.begin("a", &ping(&one)).unwrap();
        assert!(all.begin("a", &ping(&one)).is_err());
        assert!(all.begin("b", &ping(&one)).is_ok());
        drop(first);
        assert!(all.begin("a", &ping(&one)).is_ok());
    }
}
