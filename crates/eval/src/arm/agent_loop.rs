//! The agent loop: one conversation that ends with a verified report, with the embedded model or another one.

mod observer;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use firsthand::agent::{ModelError, ModelRequest, ModelTraits, ModelTurn, SUBMIT};
use firsthand::render::Options;
use firsthand::{BudgetLimits, Builtin, Cancel, Explorer, Model, Question};

use self::observer::TraceObserver;
use super::{ArmContext, ArmError, ArmQuestion, command};
use crate::found::Found;
use crate::report::Report;

/// Explores with the embedded model. The loop limits its own wall time, so no timeout is set.
pub(super) fn builtin(question: &ArmQuestion<'_>, context: &ArmContext) -> Result<Found, ArmError> {
    let model = Arc::new(FeatureRecorder::default());
    let mut found = explore(question, context, Arc::clone(&model), BudgetLimits::default())?;
    if let Some(assessment) = &mut found.self_assessment {
        assessment.features = model.features();
    }
    Ok(found)
}

/// Explores with the configured explorer model. The wall-time budget is the arm's timeout, because such a model may be
/// slower.
pub(super) fn with_model(
    question: &ArmQuestion<'_>,
    context: &ArmContext,
) -> Result<Found, ArmError> {
    let model = context.explorer("explore-v2")?;
    let budgets = BudgetLimits {
        wall_ms: u64::try_from(context.timeout.as_millis()).ok(),
        ..BudgetLimits::default()
    };
    explore(question, context, model, budgets)
}

fn explore(
    question: &ArmQuestion<'_>,
    context: &ArmContext,
    model: impl Model + 'static,
    budgets: BudgetLimits,
) -> Result<Found, ArmError> {
    let explorer = Explorer::builder(question.root)
        .model(model)
        .budgets(budgets)
        .observer(Arc::new(TraceObserver::new(Arc::clone(&context.trace))))
        .build()
        .map_err(ArmError::failed)?;
    let cancel: Cancel = context.cancel.clone();
    let asked = Question::new(question.query, question.intent);
    let exploring = explorer.explore_until(asked, cancel);
    let explored = super::runtime()?.block_on(exploring);
    if context.cancel.is_cancelled() {
        return Err(ArmError::Cancelled);
    }
    let report = explored.map_err(ArmError::failed)?.report;
    let printed = firsthand::render::json(&report, &Options::default());
    let found = command::read(&printed, question.root)?;
    Ok(Found { report: Some(Report::of(&report)), ..found })
}

/// The embedded model, which stores the evidence features of its last submission.
#[derive(Default)]
struct FeatureRecorder {
    model: Builtin,
    evidence: Mutex<BTreeMap<String, f64>>,
}

impl FeatureRecorder {
    fn features(&self) -> BTreeMap<String, f64> {
        let evidence = self.evidence.lock();
        evidence.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[async_trait]
impl Model for FeatureRecorder {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn traits(&self) -> ModelTraits {
        self.model.traits()
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        let turn = self.model.turn(request).await?;
        if turn.calls.iter().any(|call| call.tool == SUBMIT) {
            let features = self.model.evidence(request).into_iter().flatten();
            let features = features.map(|(name, value)| (name.to_owned(), value));
            *self.evidence.lock().unwrap_or_else(PoisonError::into_inner) = features.collect();
        }
        Ok(turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recorder_behaves_as_the_embedded_model() {
        let (recorder, model) = (FeatureRecorder::default(), Builtin::default());
        assert_eq!((recorder.name(), recorder.traits()), (model.name(), model.traits()));
    }
}
