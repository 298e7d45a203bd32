//! The expectations of a scripted model about its requests.

use std::fmt;

use firsthand_agent::{Answer, Message, ModelRequest};

type Check = dyn Fn(&ModelRequest<'_>) -> bool + Send + Sync;

/// An expectation about a request, with its description.
pub struct Expect {
    description: String,
    check: Box<Check>,
}

impl fmt::Debug for Expect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.description)
    }
}

impl Expect {
    pub(crate) fn holds(&self, request: &ModelRequest<'_>) -> bool {
        (self.check)(request)
    }
}

/// A custom expectation: `check` tests the request, `what` describes it.
#[must_use]
pub fn saw(
    what: impl Into<String>,
    check: impl Fn(&ModelRequest<'_>) -> bool + Send + Sync + 'static,
) -> Expect {
    Expect { description: what.into(), check: Box::new(check) }
}

/// The last message is the host's, and contains `text`.
#[must_use]
pub fn user(text: &str) -> Expect {
    let expected = text.to_owned();
    saw(
        format!("a message of the host with {text:?}"),
        move |request| matches!(request.messages.last(), Some(Message::User(message)) if message.contains(&expected)),
    )
}

/// Some answer to the model's last turn contains `text`.
#[must_use]
pub fn answer(text: &str) -> Expect {
    let expected = text.to_owned();
    saw(format!("an answer with {text:?}"), move |request| {
        last_answers(request).any(|answer| answer.text().contains(&expected))
    })
}

/// The model's last turn has `count` answers.
#[must_use]
pub fn answers(count: usize) -> Expect {
    saw(format!("{count} answers"), move |request| last_answers(request).count() == count)
}

/// This tool has to be called now.
#[must_use]
pub fn forced(tool: &str) -> Expect {
    let expected = tool.to_owned();
    saw(format!("a request that forces {tool}"), move |request| {
        request.must_call == Some(&expected)
    })
}

/// No tool has to be called now.
#[must_use]
pub fn free() -> Expect {
    saw("a request that forces no tool", |request| request.must_call.is_none())
}

fn last_answers<'r>(request: &'r ModelRequest<'_>) -> impl Iterator<Item = &'r Answer> {
    let messages = request.messages.iter().rev();
    messages.take_while(|message| !matches!(message, Message::Model(_))).filter_map(|message| {
        match message {
            Message::Answer(answer) => Some(answer),
            _ => None,
        }
    })
}
