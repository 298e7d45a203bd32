//! The declarations that a place is labelled with and that its fact names.

use firsthand_agent::validator::Intent;

use crate::repo::Repo;
use crate::summary;

/// Comments match before and after a declaration that has no word of the question: the place is not labelled with it.
#[tokio::test]
async fn a_place_is_not_labelled_with_a_declaration_that_does_not_match() {
    let text = "/*\n * The parcel belt sorts by weight.\n */\n\nint finish(void);\n\n\
                /*\n * The parcel belt has a speed and a weight limit.\n */\n\n";
    let mut files: Vec<(String, &str)> =
        (0..9).map(|n| (format!("src/other{n}.c"), "int other(void);\n")).collect();
    files.push(("src/belt.h".to_owned(), text));
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (&**p, *t)).collect();
    let report =
        Repo::new(&files).ask("which weight limit has the parcel belt?", Intent::Locate).await;
    insta::assert_snapshot!(summary(&report), @r#"
    read_targets low
    src/belt.h:1-9 (text) The lines that match are in no declaration.
      8> * The parcel belt has a speed and a weight limit.
    read src/belt.h required=false
    "#);
}

/// The label of a place is the outermost declaration that it shows, even if the match is inside an inner one.
#[tokio::test]
async fn a_place_is_labelled_with_its_outermost_declaration() {
    let text = "/// How the pool behaves.\npub struct Settings {\n    pub idle_timeout: u32,\n    pub idle_minimum: u32,\n}\n";
    let report = Repo::new(&[("src/settings.rs", text), ("src/main.rs", "fn main() {}\n")])
        .ask("idle timeout minimum", Intent::Locate)
        .await;
    let shown = summary(&report);
    assert!(!shown.contains(":1-5 (field)"), "{shown}");
}

#[tokio::test]
async fn a_place_is_labelled_with_the_content_of_a_namespace() {
    let method = |name: &str| format!("    def {name}(voucher)\n      voucher.{name}\n    end\n\n");
    let methods: String = ["apply", "expire", "renew"].map(method).concat();
    let class = format!("  # The vouchers of a customer.\n  class Vouchers\n{methods}  end\n");
    for text in [
        format!("# A shop.\nmodule Shop\n{class}end\n"),
        format!("# A shop.\nmodule Shop\nmodule Sales\n{class}end\nend\n"),
    ] {
        let repo = Repo::new(&[("lib/vouchers.rb", &text)]);
        let report = repo.ask("how are vouchers renewed?", Intent::Explain).await;
        let facts: Vec<&str> = report.body().flow.iter().map(|link| link.fact.as_str()).collect();
        assert_eq!(facts, ["`Vouchers`: The vouchers of a customer."], "{text}");
    }
}

/// What the question names comes first, and so does what several places use: neither is a step of a chain.
#[tokio::test]
async fn what_the_question_names_comes_before_its_users() {
    let users = ["one", "two", "three", "four"];
    let users = users.map(|name| {
        let text =
            format!("import {{ AlphaStore }} from './s'\nexport const {name} = new AlphaStore()\n");
        (format!("{name}.ts"), text)
    });
    let mut files: Vec<(&str, &str)> =
        users.iter().map(|(path, text)| (&**path, &**text)).collect();
    files.push(("s.ts", "export class AlphaStore {\n  load() {}\n}\n"));
    let repo = Repo::new(&files);
    for (question, count) in [("where is AlphaStore", 5), ("AlphaStore", 5)] {
        let report = repo.ask(question, Intent::Explain).await;
        let flow = &report.body().flow;
        assert_eq!(flow.len(), count);
        assert_eq!(flow[0].fact, "`AlphaStore`.", "{question}");
    }
}
