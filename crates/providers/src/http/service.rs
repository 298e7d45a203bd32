//! The APIs of model servers, and the table of the services: where they are and how to reach them.

use firsthand_agent::ModelRequest;
use serde_json::Value;

use super::partial_turn::PartialTurn;
use super::quirks::Quirks;
use super::{anthropic, gemini, openai};

/// The form of a server's address in an environment variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UrlForm {
    /// A base URL with the API's version, as in `--base-url`.
    WithVersion,
    /// A base URL without the API's version, as the service's own client expects it.
    WithoutVersion,
    /// The host, port or both on which a server listens.
    ListenAddress,
}

/// A service that runs models, and how to reach it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Service {
    /// Its name: the part of a model's name before the colon.
    pub name: &'static str,
    /// A short description for users.
    pub about: &'static str,
    /// The API that it implements.
    pub api: ModelApi,
    /// Its base URL, unless the caller gives another.
    pub base_url: &'static str,
    /// The environment variable that usually holds the key.
    pub key_variable: &'static str,
    /// The environment variable that usually holds another address, and its form.
    pub url_variable: (&'static str, UrlForm),
    /// Whether it requires a key. With another base URL than its own, none is required.
    pub needs_key: bool,
}

/// Every service of this build.
pub const SERVICES: &[Service] = &[
    Service {
        name: "openai",
        about: "chat completions: OpenAI, or with --base-url any compatible server",
        api: ModelApi::OpenAi,
        base_url: "https://api.openai.com/v1",
        key_variable: "OPENAI_API_KEY",
        url_variable: ("OPENAI_BASE_URL", UrlForm::WithVersion),
        needs_key: true,
    },
    Service {
        name: "anthropic",
        about: "messages: Anthropic, or with --base-url any compatible server",
        api: ModelApi::Anthropic,
        base_url: "https://api.anthropic.com/v1",
        key_variable: "ANTHROPIC_API_KEY",
        url_variable: ("ANTHROPIC_BASE_URL", UrlForm::WithoutVersion),
        needs_key: true,
    },
    Service {
        name: "gemini",
        about: "contents: Gemini, or with --base-url any compatible server",
        api: ModelApi::Gemini,
        base_url: "https://generativelanguage.googleapis.com/v1beta",
        key_variable: "GEMINI_API_KEY",
        url_variable: ("GOOGLE_GEMINI_BASE_URL", UrlForm::WithoutVersion),
        needs_key: true,
    },
    Service {
        name: "ollama",
        about: "a model that Ollama runs on this machine",
        api: ModelApi::OpenAi,
        base_url: "http://127.0.0.1:11434/v1",
        key_variable: "OLLAMA_API_KEY",
        url_variable: ("OLLAMA_HOST", UrlForm::ListenAddress),
        needs_key: false,
    },
];

impl Service {
    /// Finds a service by its name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        SERVICES.iter().find(|service| service.name == name)
    }

    /// The base URL for a value of the environment variable in [`url_variable`](Self::url_variable); `None` if it
    /// is blank.
    #[must_use]
    pub fn base_url_from_env_value(&self, value: &str) -> Option<String> {
        let value = value.trim().trim_end_matches('/');
        if value.is_empty() {
            return None;
        }
        let version = self.api.adapter().version;
        Some(match self.url_variable.1 {
            UrlForm::WithVersion => value.to_owned(),
            UrlForm::WithoutVersion if value.ends_with(&format!("/{version}")) => value.to_owned(),
            UrlForm::WithoutVersion => format!("{value}/{version}"),
            UrlForm::ListenAddress => format!("{}/{version}", url_from_listen_address(value)),
        })
    }
}

/// The port on which Ollama listens by default.
const OLLAMA_DEFAULT_PORT: u16 = 11434;

/// The URL of a server that listens on this address. A wildcard address means this machine; without a scheme it is
/// `http`, and then a missing port is [`OLLAMA_DEFAULT_PORT`].
fn url_from_listen_address(value: &str) -> String {
    let (scheme, rest) = value.split_once("://").unwrap_or(("http", value));
    let has_no_scheme = value.len() == rest.len();
    let (host, port) = match rest.rsplit_once(':') {
        Some((host, port)) if port.parse::<u16>().is_ok() => (host, format!(":{port}")),
        _ if has_no_scheme => (rest, format!(":{OLLAMA_DEFAULT_PORT}")),
        _ => (rest, String::new()),
    };
    let host = match host {
        "" | "0.0.0.0" | "[::]" | "::" => "127.0.0.1",
        host => host,
    };
    format!("{scheme}://{host}{port}")
}

/// The API of a model server: the format of its requests and answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModelApi {
    /// OpenAI's chat completions, which many servers implement.
    OpenAi,
    /// Anthropic's messages.
    Anthropic,
    /// Gemini's contents.
    Gemini,
}

/// The adapter of an API: its paths, headers, requests and answers.
pub(super) struct ApiAdapter {
    /// The path segment, such as `v1`, that is appended to a base URL without a path.
    pub(super) version: &'static str,
    /// The path of requests to a model, below the base URL.
    pub(super) path: fn(model: &str) -> String,
    /// The query of the request URL.
    pub(super) query: Option<&'static str>,
    /// The name of the header with the key, and the prefix of its value.
    pub(super) key_header: (&'static str, &'static str),
    /// Further headers of every request.
    pub(super) headers: &'static [(&'static str, &'static str)],
    /// Builds the body of a request.
    pub(super) body: fn(model: &str, &Quirks, &ModelRequest<'_>) -> Value,
    /// Adds one event of a stream, or a whole answer, to the turn.
    pub(super) read_event: fn(&mut PartialTurn, &Value),
}

impl ModelApi {
    /// The adapter of this API.
    pub(super) fn adapter(self) -> &'static ApiAdapter {
        match self {
            Self::OpenAi => &openai::ADAPTER,
            Self::Anthropic => &anthropic::ADAPTER,
            Self::Gemini => &gemini::ADAPTER,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_in_environment_variables_become_base_urls() {
        let check = |service: &str, value: &str, expected: Option<&str>| {
            let base = Service::named(service).unwrap().base_url_from_env_value(value);
            assert_eq!(base.as_deref(), expected, "{service} {value}");
        };
        check("openai", " ", None);
        check("openai", "https://h/api/v4/", Some("https://h/api/v4"));
        check("anthropic", "https://h", Some("https://h/v1"));
        check("anthropic", "https://h/proxy/", Some("https://h/proxy/v1"));
        check("anthropic", "https://h/v1", Some("https://h/v1"));
        check("gemini", "https://h", Some("https://h/v1beta"));
        check("ollama", "127.0.0.1", Some("http://127.0.0.1:11434/v1"));
        check("ollama", "0.0.0.0:8080", Some("http://127.0.0.1:8080/v1"));
        check("ollama", ":8080", Some("http://127.0.0.1:8080/v1"));
        check("ollama", "https://box.example", Some("https://box.example/v1"));
        check("ollama", "http://box:1/", Some("http://box:1/v1"));
    }
}
