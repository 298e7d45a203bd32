//! What was not searched, read or shown is counted by its cause, and no result says that nothing was found beside it.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use firsthand_research::payload::Intent;
use firsthand_research::{
    Cancel, RepoStages, Request, Researched, RunDependencies, Stage, StageError, StageInput,
    StageOutput, Stages, run,
};
use firsthand_source::Losses;
use firsthand_testkit::{GitRepo, folder};

use crate::fixtures::{degraded, dependencies, intent, research, shop, toolbox};

fn losses(researched: &Researched) -> Losses {
    let losses = researched.report.facts().coverage.losses;
    let of_result = researched.result.coverage.clone().unwrap_or_default().losses;
    assert_eq!(of_result, losses, "the result states what the report states");
    let is_stated = |reason: &String| reason.starts_with("coverage: not all was searched");
    let stated = degraded(&researched.result).iter().any(is_stated);
    assert_eq!(stated, !losses.is_empty(), "{:?}", researched.result.degraded);
    let synthesis = researched.result.synthesis.to_string();
    assert!(losses.is_empty() || !synthesis.contains("No evidence"), "{synthesis}");
    losses
}

#[tokio::test]
async fn accounted_evidence_beyond_the_budget_is_counted() {
    let shop = shop();
    let mut left_out_before = u64::MAX;
    for (budget_tokens, expect_any) in
        [(1, true), (25, true), (60, true), (4_000, false), (0, false)]
    {
        let request =
            Intent { budget_tokens, ..Intent::new("who is affected by a change of post_entry") };
        let researched = research(&shop, request).await;
        let lost = losses(&researched).budget;
        assert_eq!(lost > 0, expect_any, "{budget_tokens}: {lost}");
        assert!(lost <= left_out_before, "{budget_tokens}: {lost}");
        left_out_before = lost;
        // Evidence within the budget is shown, however small the budget is.
        let (result, is_empty) = (&researched.result, researched.result.evidence.is_empty());
        assert_eq!(result.claims.is_empty(), is_empty, "{budget_tokens}");
    }
}

#[tokio::test]
async fn accounted_commits_that_cannot_be_quoted_are_named() {
    let secret = ["ghp_", "16C7e42F292c6912E7710c838347Ae178B4a"].concat();
    for subject in ["x", "\u{1f525}", "", &secret] {
        let repo = GitRepo::of(&[("a.rs", "fn refund() {\n    one();\n}\n")]);
        repo.git(&["add", "-A"]);
        repo.git(&["commit", "-q", "--allow-empty-message", "-m", subject]);
        let id = repo.git(&["rev-parse", "HEAD"]);
        let researched = research(repo.folder(), intent("refund", &[("axes", "history")])).await;
        let reasons = degraded(&researched.result);
        let named = format!("nothing of it can be quoted: commit:{id} (2024-01-01)");
        assert!(reasons.iter().any(|reason| reason.contains(&named)), "{subject}: {reasons:?}");
        assert_eq!(losses(&researched).cut, 1, "{subject}");
    }
}

#[tokio::test]
async fn accounted_a_run_without_time_says_so() {
    let shop = shop();
    let without_time = RunDependencies { deadline: Duration::ZERO, ..dependencies(&shop, None) };
    let request = Request::new("r1", Intent::new("post_entry"));
    let researched = run(request, &without_time).await.unwrap();
    assert!(losses(&researched).time > 0);
}

#[tokio::test]
async fn accounted_an_empty_folder_is_degraded() {
    let researched = research(&folder(&[]), Intent::new("post_entry")).await;
    let reasons = degraded(&researched.result);
    assert!(reasons.contains(&"classify: no file was searched".to_owned()), "{reasons:?}");
    assert_eq!(losses(&researched), Losses::default());
}

/// Stages of which one fails.
struct FailingStage(RepoStages, Stage);

#[async_trait]
impl Stages for FailingStage {
    async fn run(&self, input: &StageInput, cancel: &Cancel) -> Result<StageOutput, StageError> {
        if input.stage == self.1 {
            Err(StageError("the disk is gone".to_owned()))
        } else {
            self.0.run(input, cancel).await
        }
    }
}

#[tokio::test]
async fn accounted_a_stage_that_fails_is_a_loss_if_it_searches() {
    let shop = shop();
    for (stage, expect_loss) in [
        (Stage::Classify, true),
        (Stage::Route, false),
        (Stage::Execute, true),
        (Stage::Assess, false),
    ] {
        let stages = FailingStage(RepoStages::new(toolbox(&shop)), stage);
        let failing = dependencies(&shop, Some(Arc::new(stages)));
        let request = Request::new("r1", Intent::new("who calls pay_refund"));
        let researched = run(request, &failing).await.unwrap();
        assert_eq!(losses(&researched).unreadable > 0, expect_loss, "{stage:?}");
    }
}
