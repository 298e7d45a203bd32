//! A model from a closure.

use async_trait::async_trait;

use super::{Model, ModelError, ModelRequest, ModelTurn};

/// A model that answers with what `turn` returns: for tests, scripted hosts, and adapters that need no
/// `await`. `name` is its name in reports.
///
/// ```
/// use firsthand_agent::{Model as _, ModelError, model_fn};
///
/// let model = model_fn("offline", |_| Err(ModelError::Unreachable("no network".to_owned())));
/// assert_eq!(model.name(), "offline");
/// ```
pub fn model_fn<F>(name: impl Into<String>, turn: F) -> impl Model
where
    F: Fn(&ModelRequest<'_>) -> Result<ModelTurn, ModelError> + Send + Sync,
{
    let name = name.into();
    Closure { name, turn }
}

struct Closure<F> {
    name: String,
    turn: F,
}

#[async_trait]
impl<F> Model for Closure<F>
where
    F: Fn(&ModelRequest<'_>) -> Result<ModelTurn, ModelError> + Send + Sync,
{
    fn name(&self) -> &str {
        &self.name
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        (self.turn)(request)
    }
}
