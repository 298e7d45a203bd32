//! Commits as evidence: observed with their messages, quoted, and looked up again before they are cited.

use firsthand_research::{Intent, Reference};

use crate::world::{claims, degraded, git, intent, research, shop};

fn shop_with_history() -> tempfile::TempDir {
    let root = shop();
    git(&root, 0, &["init", "-q", "-b", "main"]);
    git(&root, 0, &["add", "-A"]);
    git(&root, 0, &["commit", "-q", "-m", "Begin the shop"]);
    let file = root.path().join("src/refund.rs");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(
        &file,
        text.replace("post_entry(amount)", "post_entry(amount + 1)"),
    )
    .unwrap();
    git(
        &root,
        5,
        &[
            "commit",
            "-q",
            "-am",
            "Round refunds up\n\nCustomers lost a cent on every refund.",
        ],
    );
    root
}

#[tokio::test]
async fn when_and_why_something_changed() {
    let root = shop_with_history();
    let done = research(&root, intent("pay_refund", &[("axes", "history")])).await;
    let history: Vec<String> = claims(&done.result)
        .into_iter()
        .filter(|claim| claim.starts_with("history"))
        .collect();
    assert_eq!(
        history,
        [
            "history: A commit changed `pay_refund`. [commit of 2024-01-06 Round refunds up] [commit of 2024-01-01 Begin the shop]"
        ]
    );
    let commit = done
        .result
        .places
        .iter()
        .find(|place| place.date == "2024-01-06")
        .unwrap();
    assert_eq!(commit.commit, git(&root, 5, &["rev-parse", "HEAD"]));
    assert_eq!((commit.start, commit.end), (1, 3));
    let evidence = done
        .result
        .evidence
        .iter()
        .find(|one| one.source == "history")
        .unwrap();
    assert_eq!(evidence.entity_id, format!("commit:{}", commit.commit));
    assert!(evidence.snippet_text.contains("lost a cent"));
}

/// Every quote of a message stands in the object that git has.
#[tokio::test]
async fn messages_are_quoted_verbatim() {
    let root = shop_with_history();
    let done = research(&root, intent("refund", &[("axes", "history")])).await;
    let mut quoted = 0;
    for reference in done
        .result
        .claims
        .iter()
        .flat_map(|claim| &claim.references)
    {
        let Reference { place, quote, line } = reference;
        let place = &done.result.places[*place as usize - 1];
        if !place.commit.is_empty() {
            let message = git(&root, 9, &["log", "-1", "--format=%B", &place.commit]);
            assert!(
                message
                    .lines()
                    .nth(*line as usize - 1)
                    .unwrap()
                    .contains(quote),
                "{quote}"
            );
            quoted += 1;
        }
    }
    assert!(quoted > 0);
}

#[tokio::test]
async fn only_commits_since_a_day() {
    let root = shop_with_history();
    let dates = async |since: &str| {
        let hints = [("axes", "history"), ("since", since)];
        let done = research(&root, intent("pay_refund", &hints)).await;
        let places = done.result.places.into_iter();
        places
            .filter(|place| !place.commit.is_empty())
            .map(|place| place.date)
            .collect::<Vec<_>>()
    };
    assert_eq!(dates("2024-01-03").await, ["2024-01-06"]);
    assert_eq!(dates("2024-02-01").await, Vec::<String>::new());
}

/// What HEAD no longer reaches when the answer is made is not cited.
#[tokio::test]
async fn a_commit_that_is_gone_is_not_cited() {
    use firsthand_agent::FileSource;
    use firsthand_registry::RepoPath;
    use std::sync::Arc;
    struct NoCommits(firsthand_tools::Toolbox);
    #[async_trait::async_trait]
    impl FileSource for NoCommits {
        async fn bytes(&self, path: &RepoPath) -> Option<Vec<u8>> {
            self.0.files().bytes(path).await
        }
    }
    let root = shop_with_history();
    let parts = firsthand_research::Parts {
        files: Arc::new(NoCommits(crate::world::toolbox(&root))),
        ..crate::world::parts(&root, None)
    };
    let asked = intent("pay_refund", &[("axes", "history")]);
    let done = firsthand_research::run(firsthand_research::Request::new("r1", asked), &parts)
        .await
        .unwrap();
    assert!(
        done.result
            .places
            .iter()
            .all(|place| place.commit.is_empty())
    );
    assert!(
        degraded(&done.result)
            .iter()
            .any(|said| said.contains("did not hold"))
    );
}

#[tokio::test]
async fn without_git_the_axis_is_degraded() {
    let root = shop();
    let done = research(&root, intent("pay_refund", &[("axes", "history")])).await;
    assert!(
        degraded(&done.result)
            .iter()
            .any(|said| said.contains("there is no git history to read"))
    );
    let done = research(&root, Intent::new("pay_refund")).await;
    assert!(
        !degraded(&done.result)
            .iter()
            .any(|said| said.contains("git"))
    );
}
