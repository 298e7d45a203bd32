//! Where servers and models differ, as data: one row each, the first that fits counts.

use super::fault::Kind;
use super::shape::Shape;

/// How a tool is demanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Force {
    /// By its name.
    Named,
    /// By demanding any tool.
    Any,
    /// Not at all: the conversation says what to do.
    Not,
}

impl Force {
    /// What to try where this was not taken.
    fn softer(self) -> Option<Self> {
        match self {
            Self::Named => Some(Self::Any),
            Self::Any => Some(Self::Not),
            Self::Not => None,
        }
    }
}

/// What a model needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Quirks {
    /// The field that limits an answer, and the tokens to set it to. Many local servers refuse a
    /// limit that their context has no room for, so they get none.
    pub(super) limit: Option<(&'static str, u32)>,
    /// What to try first.
    pub(super) force: Force,
    /// Whether usage has to be asked for, and may be.
    pub(super) ask_usage: bool,
    /// Whether thoughts go back with the calls that they led to. A model that thinks between calls
    /// forgets why it made them otherwise, and some servers refuse such a conversation.
    pub(super) thoughts: bool,
}

impl Quirks {
    /// What to try where the server does not take part of a request; `None` where there is nothing
    /// to leave out.
    pub(super) fn without(self, refused: Kind) -> Option<Self> {
        match refused {
            Kind::Force => Some(Self {
                force: self.force.softer()?,
                ..self
            }),
            Kind::Usage if self.ask_usage => Some(Self {
                ask_usage: false,
                ..self
            }),
            Kind::Thoughts if self.thoughts => Some(Self {
                thoughts: false,
                ..self
            }),
            _ => None,
        }
    }
}

struct Row {
    shape: Shape,
    /// The end of the host's name.
    host: &'static str,
    /// The beginning of the model's name.
    model: &'static str,
    quirks: Quirks,
}

const fn row(shape: Shape, host: &'static str, model: &'static str, quirks: Quirks) -> Row {
    Row {
        shape,
        host,
        model,
        quirks,
    }
}

const PLAIN: Quirks = Quirks {
    limit: None,
    force: Force::Named,
    ask_usage: true,
    thoughts: true,
};

const fn anthropic(tokens: u32) -> Quirks {
    Quirks {
        limit: Some(("max_tokens", tokens)),
        ask_usage: false,
        ..PLAIN
    }
}

const OPENAI: Quirks = Quirks {
    limit: Some(("max_completion_tokens", 16_384)),
    ..PLAIN
};
const MISTRAL: Quirks = Quirks {
    limit: Some(("max_tokens", 8_192)),
    force: Force::Any,
    ask_usage: false,
    thoughts: false,
};
/// Thinking models that take no demand. The first `deepseek-reasoner` refused its own thoughts, and made no
/// calls; the later ones refuse calls without them.
const REASONER: Quirks = Quirks {
    force: Force::Not,
    ..PLAIN
};
const GEMINI: Quirks = Quirks {
    ask_usage: false,
    ..PLAIN
};

/// The rows. An empty name fits everything.
const ROWS: &[Row] = &[
    row(Shape::OpenAi, "api.openai.com", "", OPENAI),
    row(Shape::OpenAi, "api.mistral.ai", "", MISTRAL),
    row(
        Shape::OpenAi,
        "api.deepseek.com",
        "deepseek-reasoner",
        REASONER,
    ),
    row(Shape::OpenAi, "", "", PLAIN),
    row(Shape::Anthropic, "", "claude-3-5", anthropic(8_192)),
    row(Shape::Anthropic, "", "claude-3-7", anthropic(16_384)),
    row(Shape::Anthropic, "", "claude-3-", anthropic(4_096)),
    row(Shape::Anthropic, "", "", anthropic(16_384)),
    row(Shape::Gemini, "", "", GEMINI),
];

/// What the model of that name on that host needs.
pub(super) fn of(shape: Shape, host: &str, model: &str) -> Quirks {
    let fits =
        |row: &&Row| row.shape == shape && host.ends_with(row.host) && model.starts_with(row.model);
    ROWS.iter().find(fits).map_or(PLAIN, |row| row.quirks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_row_that_fits() {
        let check = |shape, host, model, expected: Quirks| {
            assert_eq!(of(shape, host, model), expected, "{host} {model}");
        };
        check(Shape::OpenAi, "api.openai.com", "any", OPENAI);
        check(Shape::OpenAi, "127.0.0.1", "any", PLAIN);
        check(Shape::OpenAi, "api.deepseek.com", "deepseek-chat", PLAIN);
        check(
            Shape::Anthropic,
            "api.anthropic.com",
            "claude-3-haiku-x",
            anthropic(4_096),
        );
        check(
            Shape::Anthropic,
            "localhost",
            "claude-3-5-haiku",
            anthropic(8_192),
        );
        check(Shape::Anthropic, "localhost", "other", anthropic(16_384));
    }

    #[test]
    fn every_shape_has_a_last_row() {
        for shape in [Shape::OpenAi, Shape::Anthropic, Shape::Gemini] {
            let last = ROWS.iter().rfind(|row| row.shape == shape).unwrap();
            assert_eq!((last.host, last.model), ("", ""));
        }
    }
}
