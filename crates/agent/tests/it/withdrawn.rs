//! A withdrawn call cancels its tool, and nothing else.

use std::sync::Arc;

use async_trait::async_trait;
use firsthand_agent::{Model, ModelError, ModelRequest, ModelTurn};
use firsthand_testkit::{Fault, FaultyTool, Script, Setup, answer, json};

use crate::{check_laws, find, greeter, report};

/// A model that withdraws the call with this id.
struct WithdrawsCall(Script, &'static str);

#[async_trait]
impl Model for WithdrawsCall {
    fn name(&self) -> &str {
        self.0.name()
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        let turn = self.0.turn(request).await?;
        let withdrawn = turn.calls.iter().filter(|call| call.id == self.1);
        withdrawn.for_each(|call| call.withdrawn.cancel());
        Ok(turn)
    }
}

#[tokio::test(start_paused = true)]
async fn a_withdrawn_call_is_answered_and_the_run_continues() {
    let script = Script::new()
        .calls_all([("hang", json!({})), ("find", find("greet"))])
        .expects(answer("Not finished: the call was withdrawn."))
        .expects(answer("[c1]"))
        .submits(report(&[("c1", "pub fn greet")], "high"));
    let repo = greeter();
    let mut setup = Setup::new(&repo, &script);
    setup.parts.tools.push(Arc::new(FaultyTool {
        name: "hang",
        fault: Fault::Hangs,
        repo: repo.clone(),
    }));
    setup.parts.model = Arc::new(WithdrawsCall(script.clone(), "t0_0"));
    let result = setup.explore("who calls greet?").await;
    check_laws(&setup.log, &result);
    script.finished();
    assert!(result.unwrap().report.facts().stats.elapsed_ms < 1_000);
}
