//! Where models are, and what it takes to reach them: one row each.

/// The form of requests and answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Chat completions, as OpenAI and many servers have them.
    OpenAi,
    /// Messages, as Anthropic has them.
    Anthropic,
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
        needs_key: true,
    },
    Service {
        name: "anthropic",
        about: "messages: Anthropic, or with --base-url any compatible server",
        shape: Shape::Anthropic,
        base_url: "https://api.anthropic.com/v1",
        key_variable: "ANTHROPIC_API_KEY",
        needs_key: true,
    },
    Service {
        name: "ollama",
        about: "a model that Ollama runs on this machine",
        shape: Shape::OpenAi,
        base_url: "http://127.0.0.1:11434/v1",
        key_variable: "OLLAMA_API_KEY",
        needs_key: false,
    },
];

impl Service {
    /// The service of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        SERVICES.iter().find(|service| service.name == name)
    }
}
