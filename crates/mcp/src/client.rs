//! The identity of a client.

use rmcp::RoleServer;
use rmcp::service::RequestContext;

/// The header that names a session.
pub(crate) const SESSION_HEADER: &str = "mcp-session-id";

/// The identity of a client, which owns its conversations and reports.
///
/// Over standard input there is one. Over HTTP it is a session; without sessions, it is the name that the client
/// declares. Ids that cannot be guessed ([`random_id`]) protect the data of other clients.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Client {
    name: String,
    /// Whether it is a program, or a session of one. Without a session, all clients that declare the same name are one.
    is_single: bool,
}

impl Client {
    /// The one client over standard input.
    pub(crate) fn stdio() -> Self {
        Self { name: "stdio".to_owned(), is_single: true }
    }

    /// The client that sent this request.
    pub(crate) fn of(context: &RequestContext<RoleServer>) -> Self {
        let Some(parts) = context.extensions.get::<http::request::Parts>() else {
            return Self::stdio();
        };
        let session = parts.headers.get(SESSION_HEADER).and_then(|id| id.to_str().ok());
        Self {
            is_single: session.is_some(),
            name: match session {
                Some(session) => format!("session {session}"),
                None => format!("named {}", name(context).unwrap_or_default()),
            },
        }
    }

    /// Whether what it asked for may be listed to it; if not, it is found only under an id that cannot be guessed.
    pub(crate) fn is_single(&self) -> bool {
        self.is_single
    }
}

/// The name that the client declares, if any.
pub(crate) fn name(context: &RequestContext<RoleServer>) -> Option<String> {
    let name = context.client_info().map(|info| info.name);
    name.filter(|name| !name.is_empty())
}

/// An id that cannot be guessed: 128 random bits in hexadecimal.
///
/// # Errors
/// A message if the system has no random numbers.
pub(crate) fn random_id() -> Result<String, String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| format!("the system has no random numbers: {error}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
