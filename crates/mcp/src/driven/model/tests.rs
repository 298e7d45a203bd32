//! Which calls belong to one turn.

use firsthand::Intent;
use firsthand::agent::{Notices, Task};
use firsthand::registry::Registry;

use super::*;

/// Sends a call after each of these pauses, in milliseconds, and returns which of them continue a turn.
async fn continued(pauses: &[u64]) -> Vec<bool> {
    let (sender, calls) = mpsc::channel(MAX_TURN_CALLS);
    let (clock, idle) = (Arc::new(HostClock::start()), Duration::from_secs(60));
    let model = HostModel::new("client".to_owned(), clock, idle, calls);
    let (task, registry) = (Task::new("q", Intent::Explain, "."), Registry::default());
    let mut continued = Vec::new();
    for pause in pauses {
        let (reply, _reply) = oneshot::channel();
        let call = HostCall {
            action: HostAction::Call { tool: "grep".to_owned(), arguments: Value::Null },
            reply,
            withdrawn: Cancel::new(),
        };
        let request = ModelRequest {
            task: &task,
            system: "",
            messages: &[],
            registry: &registry,
            tools: &[],
            must_call: None,
            steps_left: 1,
            time_left: None,
            notices: Notices::default(),
        };
        let send = async {
            tokio::time::sleep(Duration::from_millis(*pause)).await;
            sender.send(call).await.ok();
        };
        let (turn, ()) = tokio::join!(model.turn(&request), send);
        continued.push(turn.unwrap().continued);
    }
    continued
}

#[tokio::test(start_paused = true)]
async fn calls_that_follow_an_answer_at_once_belong_to_its_turn() {
    assert_eq!(continued(&[0, 0, 100, 1_000, 0]).await, [false, true, true, false, true]);
    // However fast a client is, a turn has no more calls than this.
    let all = continued(&[0; 2 * MAX_TURN_CALLS + 1]).await;
    let turns: Vec<usize> = (0..all.len()).filter(|&call| !all[call]).collect();
    assert_eq!(turns, [0, MAX_TURN_CALLS, 2 * MAX_TURN_CALLS]);
}
