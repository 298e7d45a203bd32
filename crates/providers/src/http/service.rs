//! Where models are, and what it takes to reach them: one row each.

use super::shape::Shape;

/// How an environment variable names an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UrlForm {
    /// As `--base-url` does.
    Base,
    /// Without the version at its end, as the service's own client takes it.
    Root,
    /// A host, a port or both, as a server takes what it listens on.
    Host,
}

/// Somewhere models are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Service {
    /// What stands before the colon of a model's name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// The form of requests and answers.
    pub shape: Shape,
    /// Where it is, unless the caller says otherwise.
    pub base_url: &'static str,
    /// The environment variable that usually holds the key.
    pub key_variable: &'static str,
    /// The environment variable that usually holds another address, and how it does.
    pub url_variable: (&'static str, UrlForm),
    /// Whether it takes nobody without a key. Elsewhere than at its own address, none is needed.
    pub needs_key: bool,
}

/// Every service of this build.
pub const SERVICES: &[Service] = &[
    Service {
        name: "openai",
        about: "chat completions: OpenAI, or with --base-url any compatible server",
        shape: Shape::OpenAi,
        base_url: "https://api.openai.com/v1",
        key_variable: "OPENAI_API_KEY",
        url_variable: ("OPENAI_BASE_URL", UrlForm::Base),
        needs_key: true,
    },
    Service {
        name: "anthropic",
        about: "messages: Anthropic, or with --base-url any compatible server",
        shape: Shape::Anthropic,
        base_url: "https://api.anthropic.com/v1",
        key_variable: "ANTHROPIC_API_KEY",
        url_variable: ("ANTHROPIC_BASE_URL", UrlForm::Root),
        needs_key: true,
    },
    Service {
        name: "gemini",
        about: "contents: Gemini, or with --base-url any compatible server",
        shape: Shape::Gemini,
        base_url: "https://generativelanguage.googleapis.com/v1beta",
        key_variable: "GEMINI_API_KEY",
        url_variable: ("GOOGLE_GEMINI_BASE_URL", UrlForm::Root),
        needs_key: true,
    },
    Service {
        name: "ollama",
        about: "a model that Ollama runs on this machine",
        shape: Shape::OpenAi,
        base_url: "http://127.0.0.1:11434/v1",
        key_variable: "OLLAMA_API_KEY",
        url_variable: ("OLLAMA_HOST", UrlForm::Host),
        needs_key: false,
    },
];

impl Service {
    /// The service of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        SERVICES.iter().find(|service| service.name == name)
    }

    /// The base URL that a value of its environment variable means; `None` where it says nothing.
    #[must_use]
    pub fn base_in_variable(&self, value: &str) -> Option<String> {
        let value = value.trim().trim_end_matches('/');
        if value.is_empty() {
            return None;
        }
        let version = self.shape.wire().version;
        Some(match self.url_variable.1 {
            UrlForm::Base => value.to_owned(),
            UrlForm::Root if value.ends_with(&format!("/{version}")) => value.to_owned(),
            UrlForm::Root => format!("{value}/{version}"),
            UrlForm::Host => format!("{}/{version}", host(value)),
        })
    }
}

/// The port on which Ollama listens.
const OLLAMA: u16 = 11434;

/// The address of a server that listens there; on all addresses means on this machine.
fn host(value: &str) -> String {
    let (scheme, rest) = value.split_once("://").unwrap_or(("http", value));
    let bare = value.len() == rest.len();
    let (name, port) = match rest.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => (name, format!(":{port}")),
        _ if bare => (rest, format!(":{OLLAMA}")),
        _ => (rest, String::new()),
    };
    let name = match name {
        "" | "0.0.0.0" | "[::]" | "::" => "127.0.0.1",
        name => name,
    };
    format!("{scheme}://{name}{port}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_in_the_environment() {
        let check = |service: &str, value: &str, expected: Option<&str>| {
            let base = Service::named(service).unwrap().base_in_variable(value);
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
        check(
            "ollama",
            "https://box.example",
            Some("https://box.example/v1"),
        );
        check("ollama", "http://box:1/", Some("http://box:1/v1"));
    }
}
