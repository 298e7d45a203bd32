//! A whole exploration with the embedded model.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use firsthand::agent::{ModelError, ModelRequest, ModelTurn, SUBMIT};
use firsthand::validator::Place;
use firsthand::{Builtin, Cancel, Explorer, Model};

use super::{ArmError, Ask};
use crate::claim::Claim;
use crate::found::Found;

/// The run has its own wall-time budget, so it is not stopped on the way.
pub(super) fn find(ask: &Ask<'_>, cancel: &Cancel) -> Result<Found, ArmError> {
    let failed = |error: &dyn std::fmt::Display| ArmError::Failed(error.to_string());
    let model = Arc::new(Recorder::default());
    let explorer = Explorer::builder(ask.root)
        .model(Arc::clone(&model))
        .build();
    let explorer = explorer.map_err(|error| failed(&error))?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build();
    let runtime = runtime.map_err(|error| failed(&error))?;
    let explored = runtime.block_on(explorer.explore(ask.query, ask.intent));
    if cancel.is_cancelled() {
        return Err(ArmError::Cancelled);
    }
    let report = explored.map_err(|error| failed(&error))?.report;
    let flow = report.flow().iter().map(|link| link.place());
    let reads = report.read_targets().iter().map(|read| read.place());
    let mut places: Vec<&Place> = Vec::new();
    for place in report.primary().iter().chain(flow).chain(reads) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let found = Found::of_places(places.into_iter().map(|place| {
        let range = place.range().map(|range| (range.start(), range.end()));
        (place.path().as_str().to_owned(), range)
    }));
    Ok(Found {
        claim: Some(Claim {
            features: model.features(),
            ..Claim::of(&report)
        }),
        ..found
    })
}

/// The embedded model, and the evidence that it had when it submitted last.
#[derive(Default)]
struct Recorder {
    model: Builtin,
    evidence: Mutex<BTreeMap<String, f64>>,
}

impl Recorder {
    fn features(&self) -> BTreeMap<String, f64> {
        let evidence = self.evidence.lock();
        evidence.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[async_trait]
impl Model for Recorder {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn is_cacheable(&self) -> bool {
        self.model.is_cacheable()
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        let turn = self.model.turn(request).await?;
        if turn.calls.iter().any(|call| call.tool == SUBMIT) {
            let named = self.model.evidence(request).into_iter().flatten();
            let named = named.map(|(name, value)| (name.to_owned(), value));
            *self.evidence.lock().unwrap_or_else(PoisonError::into_inner) = named.collect();
        }
        Ok(turn)
    }
}
