//! Commits as evidence: observed with their messages, quoted, and reread before they are cited.

use firsthand_research::payload::{Intent, Reference};

use firsthand_research::{Format, print};
use firsthand_testkit::GitRepo;

use crate::fixtures::{SHOP, claims, degraded, intent, research, shop};

fn shop_with_history() -> GitRepo {
    let repo = GitRepo::of(SHOP);
    repo.commit("Begin the shop", &[]);
    let text = repo.read("src/refund.rs");
    let rounded = text.replace("post_entry(amount)", "post_entry(amount + 1)");
    repo.commit(
        "Round refunds up\n\nCustomers lost a cent on every refund.",
        &[("src/refund.rs", &rounded)],
    );
    repo
}

#[tokio::test]
async fn commits_answer_when_and_why_something_changed() {
    let repo = shop_with_history();
    let root = repo.folder();
    let researched = research(root, intent("pay_refund", &[("axes", "history")])).await;
    let history: Vec<String> = claims(&researched.result)
        .into_iter()
        .filter(|claim| claim.starts_with("history"))
        .collect();
    assert_eq!(
        history,
        [
            "history: 2024-01-02: `pay_refund` +1 -1 lines. [commit of 2024-01-02 Round refunds up] [commit of 2024-01-02 Customers lost a cent on every refund.]",
            "history: 2024-01-01: `pay_refund` began with 4 lines. [commit of 2024-01-01 Begin the shop]"
        ]
    );
    let commit = researched.result.places.iter().find(|place| place.date == "2024-01-02").unwrap();
    assert_eq!(commit.commit, repo.git(&["rev-parse", "HEAD"]));
    assert_eq!((commit.start, commit.end), (1, 3));
    let evidence = researched.result.evidence.iter().find(|item| item.source == "history").unwrap();
    assert_eq!(evidence.entity_id, format!("commit:{}", commit.commit));
    assert!(evidence.snippet_text.contains("lost a cent"));
}

/// Commits are ordered by day, whatever their rank; those that changed only white space are left out and reported;
/// trailers are not quoted as reasons; a file without declarations has a history, too.
#[tokio::test]
async fn a_history_shows_the_commits_of_its_subject_by_day() {
    let repo = shop_with_history();
    let tabbed_refund = repo.read("src/refund.rs").replace("    ledger", "\tledger");
    repo.commit("Tabs", &[("src/refund.rs", &tabbed_refund)]);
    let raised_refund = tabbed_refund.replace("amount + 1", "amount + 2");
    let raised_orders = repo.read("src/orders.rs").replace("7", "8");
    repo.commit(
        "Raise\n\nFixes: #12\nSigned-off-by: T <t@example.org>\nReviewed-by: U",
        &[("src/refund.rs", &raised_refund), ("src/orders.rs", &raised_orders)],
    );
    repo.git(&["mv", "src/refund.rs", "src/pay.rs"]);
    repo.commit(
        "Another place\n\n\nFor `refund`, and long since wanted.\n* a pay_refund note",
        &[],
    );
    let history_of = async |topic: &str| {
        let researched = research(repo.folder(), intent(topic, &[("axes", "history")])).await;
        let history =
            claims(&researched.result).into_iter().filter(|claim| claim.starts_with("history"));
        (history.collect::<Vec<_>>().join("\n"), degraded(&researched.result))
    };
    let (history, degradations) = history_of("pay_refund").await;
    insta::assert_snapshot!(history, @r"
    history: 2024-01-05: `pay_refund` moved. [commit of 2024-01-05 Another place] [commit of 2024-01-05 For `refund`, and long since wanted.]
    history: 2024-01-04: `pay_refund` +1 -1 lines. [commit of 2024-01-04 Raise]
    history: 2024-01-02: `pay_refund` +1 -1 lines. [commit of 2024-01-02 Round refunds up] [commit of 2024-01-02 Customers lost a cent on every refund.]
    history: 2024-01-01: `pay_refund` began with 4 lines. [commit of 2024-01-01 Begin the shop]
    ");
    assert!(
        degradations.contains(
            &"execute: history: 1 commit that changed white space alone left out".to_owned()
        ),
        "{degradations:?}"
    );
    let (history, _) = history_of("cancel an order and pay its refund").await;
    insta::assert_snapshot!(history, @r"
    history: 2024-01-05: `pay_refund` moved. [commit of 2024-01-05 Another place] [commit of 2024-01-05 * a pay_refund note]
    history: 2024-01-04: `cancel_order` +1 -1 lines; `pay_refund` +1 -1 lines. [commit of 2024-01-04 Raise]
    history: 2024-01-02: `pay_refund` +1 -1 lines. [commit of 2024-01-02 Round refunds up] [commit of 2024-01-02 Customers lost a cent on every refund.]
    history: 2024-01-01: `cancel_order` began with 4 lines; `handle_cancel` began with 3 lines; `pay_refund` began with 4 lines; `Ledger` began with 6 lines; `lib.rs` began with 4 lines; `settings.conf` began with 2 lines. [commit of 2024-01-01 Begin the shop]
    ");
    let (history, _) = history_of("settings.conf").await;
    insta::assert_snapshot!(history, @"history: 2024-01-01: `settings.conf` began with 2 lines. [commit of 2024-01-01 Begin the shop]");
}

/// Only the first lines of a long message are shown. A paragraph that goes on after them is not taken for trailers.
#[tokio::test]
async fn a_paragraph_at_the_end_of_the_shown_lines_is_quoted() {
    let repo = shop_with_history();
    let raised_refund = repo.read("src/refund.rs").replace("amount + 1", "amount + 2");
    let message = format!(
        "Raise\n\n{}\nrefunds: pay a refund for each order\nothers: as before\nAnd so on.",
        "It was low.\n".repeat(9)
    );
    repo.commit(&message, &[("src/refund.rs", &raised_refund)]);
    let topic = "cancel an order and pay its refund";
    let researched = research(repo.folder(), intent(topic, &[("axes", "history")])).await;
    let quote = "[commit of 2024-01-03 refunds: pay a refund for each order]";
    let found = claims(&researched.result).join("\n");
    assert!(found.contains(quote), "{found}");
}

/// Every quote of a message is in the commit object.
#[tokio::test]
async fn messages_are_quoted_verbatim() {
    let repo = shop_with_history();
    let root = repo.folder();
    let researched = research(root, intent("refund", &[("axes", "history")])).await;
    let mut quote_count = 0;
    for reference in researched.result.claims.iter().flat_map(|claim| &claim.references) {
        let Reference { place, quote, line } = reference;
        let place = &researched.result.places[*place as usize - 1];
        if !place.commit.is_empty() {
            let message = repo.git(&["log", "-1", "--format=%B", &place.commit]);
            assert!(message.lines().nth(*line as usize - 1).unwrap().contains(quote), "{quote}");
            quote_count += 1;
        }
    }
    assert!(quote_count > 0);
}

#[tokio::test]
async fn the_hint_since_excludes_older_commits() {
    let repo = shop_with_history();
    let root = repo.folder();
    let dates = async |since: &str| {
        let hints = [("axes", "history"), ("since", since)];
        let researched = research(root, intent("pay_refund", &hints)).await;
        let places = researched.result.places.into_iter();
        places.filter(|place| !place.commit.is_empty()).map(|place| place.date).collect::<Vec<_>>()
    };
    assert_eq!(dates("2024-01-02").await, ["2024-01-02"]);
    assert_eq!(dates("2024-02-01").await, Vec::<String>::new());
}

/// A commit that HEAD no longer reaches when the answer is made is not cited.
#[tokio::test]
async fn an_unreachable_commit_is_not_cited() {
    use firsthand_agent::FileSource;
    use firsthand_registry::RepoPath;
    use std::sync::Arc;
    struct NoCommits(firsthand_tools::Toolbox);
    #[async_trait::async_trait]
    impl FileSource for NoCommits {
        async fn bytes(&self, path: &RepoPath) -> std::io::Result<Option<Vec<u8>>> {
            self.0.files().bytes(path).await
        }
    }
    let repo = shop_with_history();
    let root = repo.folder();
    let dependencies = firsthand_research::RunDependencies {
        files: Arc::new(NoCommits(crate::fixtures::toolbox(root))),
        ..crate::fixtures::dependencies(root, None)
    };
    let request = intent("pay_refund", &[("axes", "history")]);
    let researched =
        firsthand_research::run(firsthand_research::Request::new("r1", request), &dependencies)
            .await
            .unwrap();
    assert!(researched.result.places.iter().all(|place| place.commit.is_empty()));
    assert!(degraded(&researched.result).iter().any(|reason| reason.contains("did not hold")));
}

#[tokio::test]
async fn without_git_the_history_axis_is_degraded() {
    let root = shop();
    let researched = research(&root, intent("pay_refund", &[("axes", "history")])).await;
    assert!(
        degraded(&researched.result)
            .iter()
            .any(|reason| reason.contains("there is no git history to read"))
    );
    let researched = research(&root, Intent::new("pay_refund")).await;
    assert!(!degraded(&researched.result).iter().any(|reason| reason.contains("git")));
}

/// What a commit did is said of each file where a name is in several, and the form for agents keeps the commit with which
/// something began when it has to leave out others.
#[tokio::test]
async fn the_beginning_is_kept_and_names_are_told_apart() {
    let repo = GitRepo::of(&[]);
    let file = |name: &str, at: usize| {
        (
            format!("src/{name}.rs"),
            format!("/// Sends mail.\npub fn send_mail() -> u32 {{\n    {at}\n}}\n"),
        )
    };
    for at in 0..10 {
        let files = [file("post", at), file("queue", at)];
        let files: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let why = "because the mail must be sent in another way than it was sent until this day";
        repo.commit(&format!("Change {at}\n\n{why}, for the {at}th time"), &files);
    }
    let researched =
        research(repo.folder(), intent("when was send_mail added", &[("axes", "history")])).await;
    let began: Vec<&str> = researched
        .result
        .places
        .iter()
        .filter(|place| place.began)
        .map(|place| &*place.date)
        .collect();
    assert_eq!(began, ["2024-01-01"]);
    let form = print(&researched, Format::Md);
    let claims: Vec<&str> = form.lines().filter(|line| line.starts_with("- 20")).collect();
    let (first, last) = (claims.first().unwrap(), claims.last().unwrap());
    insta::assert_snapshot!(format!("{first}\n{last}"), @r"
    - 2024-01-10: `send_mail in src/post.rs` +1 -1 lines; `send_mail in src/queue.rs` +1 -1 lines. [1][1]
    - 2024-01-01: `send_mail in src/post.rs` began with 4 lines; `send_mail in src/queue.rs` began with 4 lines. [10][10]
    ");
    assert!(form.contains("Left out: 2 of history."), "{form}");
}
