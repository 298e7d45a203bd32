//! Words that the caller guesses, beside a question.

use firsthand_agent::validator::Confidence;

use crate::repo::Repo;

/// A wiki whose check for a lost update shares no word with a question about it.
fn wiki() -> Repo {
    let rest: Vec<(String, String)> = (0..12)
        .map(|n| {
            (format!("src/part{n}.ts"), format!("export function part{n}() {{\n  return {n}\n}}\n"))
        })
        .collect();
    let mut files = vec![
        (
            "src/rows.ts",
            "/** Throws if the lock version of a row is stale. */\n\
             export function assertFresh(row: Row, lockVersion: number) {\n  \
             if (row.lockVersion !== lockVersion) throw new StaleRowConflict()\n}\n",
        ),
        ("src/pages.ts", "export function overwritePage(page: Page) {\n  return write(page)\n}\n"),
    ];
    files.extend(rest.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    Repo::new(&files)
}

const QUESTION: &str = "does somebody overwrite my page?";

#[tokio::test]
async fn a_guess_leads_to_the_place_but_does_not_confirm_itself() {
    let words = ["lock version", "stale row", "conflict"];
    let report = wiki().ask_with_words(QUESTION, &words).await;
    let paths = report.body().primary.iter().map(|place| place.path().as_str());
    let paths: Vec<&str> = paths.collect();
    assert!(paths.contains(&"src/rows.ts") && paths.contains(&"src/pages.ts"), "{paths:?}");
    assert_eq!(report.body().confidence, Confidence::Low);
    // The same words as the question's own are what was asked.
    let asked = wiki()
        .ask_with_words("where is a stale row conflict of the lock version found?", &[])
        .await;
    assert_eq!(asked.body().confidence, Confidence::Medium);
}

#[tokio::test]
async fn a_guess_that_stands_nowhere_is_not_reported() {
    let plain = wiki().ask_with_words(QUESTION, &[]).await;
    let guessed = wiki().ask_with_words(QUESTION, &["qzxjvkq", "wrbl_vkq"]).await;
    assert_eq!(guessed.body(), plain.body());
    assert_eq!(guessed.facts().coverage.absent, plain.facts().coverage.absent);
}
