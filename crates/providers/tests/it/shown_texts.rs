//! Texts that people see, which code shows by their keys.

use firsthand_agent::validator::Confidence;

use crate::repo::Repo;

/// The texts of a login, and what else there is; `user` is the function that shows the one that is asked for.
fn login(user: &str) -> Repo {
    let locale = |failed: &str| {
        format!(
            "{{\n  \"auth\": {{\n    \"failed\": \"{failed}\",\n    \"ok\": \"Welcome\"\n  }}\n}}\n"
        )
    };
    let (english, french) =
        (locale("These credentials do not match"), locale("Identifiants incorrects"));
    Repo::new(&[
        ("locales/en.json", &english),
        ("locales/fr.json", &french),
        ("src/enter.ts", user),
        ("src/rows.ts", "export function match(row: Row) {\n  return row.ok\n}\n"),
    ])
}

const QUESTION: &str = "Where is \"These credentials do not match\" decided?";

#[tokio::test]
async fn the_user_of_a_quoted_text_is_reported_first_with_its_reason() {
    let user =
        "export function enter(form: Form) {\n  if (!form.valid) return t('auth.failed')\n}\n";
    let report = login(user).ask_with_words(QUESTION, &[]).await;
    let body = report.body();
    let paths: Vec<&str> = body.primary.iter().map(|place| place.path().as_str()).collect();
    assert_eq!(&paths[..2], ["src/enter.ts", "locales/en.json"]);
    let facts: Vec<&str> = body.flow.iter().map(|link| link.fact.as_str()).collect();
    assert!(
        facts.iter().any(|fact| fact.ends_with("Uses the text by its key `auth.failed`.")),
        "{facts:?}"
    );
    let quotes: Vec<&str> = body.flow.iter().map(|link| link.quote.text.as_str()).collect();
    assert!(quotes.iter().any(|quote| quote.contains("t('auth.failed')")), "{quotes:?}");
}

/// Who only knows where a text is written does not know what shows it.
#[tokio::test]
async fn a_text_without_a_user_is_no_reason_for_confidence() {
    let user =
        "export function enter(form: Form) {\n  return form.these.credentials.do.not.match\n}\n";
    let report = login(user).ask_with_words(QUESTION, &[]).await;
    assert_eq!(report.body().confidence, Confidence::Low);
}
