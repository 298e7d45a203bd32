//! The lines that a question names by their numbers are quoted.

use firsthand_agent::validator::Intent;

use crate::repo::Repo;

/// The first quote of a report, as `lines: text`.
async fn first_quote(path: &str, text: &str, question: &str) -> String {
    let report = Repo::new(&[(path, text)]).ask(question, Intent::Debug).await;
    let quote = &report.body().flow[0].quote;
    format!("{}: {}", quote.line, quote.text)
}

#[tokio::test]
async fn a_named_line_is_quoted_at_its_number() {
    let function = "def f(order):\n    return ledger[order]\n\n".repeat(20);
    for question in [
        "shop.py:50: IndexError in return ledger[order]",
        "\u{1b}[31mshop.py\u{1b}[0m:50: IndexError",
        "shop.py\n  50:12  error  ledger",
    ] {
        let quote = first_quote("shop.py", &function, question).await;
        assert_eq!(quote, "50: return ledger[order]", "{question}");
    }
}

/// A quote needs a word, which the line beside the named one can have.
#[tokio::test]
async fn a_named_line_without_a_word_is_quoted_with_its_neighbour() {
    for (path, text, question, expect) in [
        (
            "src/shop.erl",
            "olive(O) ->\n  A = 1,\n  B = 2,\n  element(A, B).\n",
            "in function shop:olive/1 (src/shop.erl, line 3)",
            "3:   B = 2,\n  element(A, B).",
        ),
        (
            "a.groovy",
            "def olive(o) {\n  def b=2\n  a+b\n}\n",
            "at Script1.olive(a.groovy:3)",
            "2:   def b=2\n  a+b",
        ),
    ] {
        assert_eq!(first_quote(path, text, question).await, expect, "{path}");
    }
}
