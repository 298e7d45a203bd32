//! The line that a report quotes from a place.

use firsthand_agent::validator::Intent;

use crate::repo::Repo;

/// Documentation, comments and examples repeat the question's words; the code decides.
#[tokio::test]
async fn code_that_matches_is_quoted_before_what_stands_around_it() {
    for (path, text, question, expect) in [
        (
            "shop.py",
            "def voucher_limit(voucher, basket):\n    \"\"\"Which voucher limit a basket has.\n\n    >>> voucher_limit(voucher, basket).halved\n    \"\"\"\n    # The voucher limit of a basket is halved for a guest.\n    if basket.guest and voucher.limit:\n        return voucher.limit / 2\n    return 0\n",
            "where is the voucher limit of a basket halved for a guest?",
            "7: if basket.guest and voucher.limit:",
        ),
        (
            "src/parcel.ts",
            "export class Parcel {\n  /** The weight of a parcel that is too heavy for the belt. */\n  check(item: Item) {\n    return item.weight > this.belt.limit\n  }\n}\n",
            "which weight is too heavy for the belt?",
            "4: return item.weight > this.belt.limit",
        ),
        (
            "belt.go",
            "package belt\n\nfunc Sort(p Item) error {\n\t// What is too heavy for the belt is rejected here.\n\tif p.Weight > beltLimit {\n\t\treturn errRejected\n\t}\n\treturn nil\n}\n",
            "when is something rejected that is too heavy for the belt?",
            "5: if p.Weight > beltLimit {",
        ),
        (
            "src/belt.rs",
            "//! How the belt rejects what is heavy.\n\n/// Rejects what is too heavy for the belt.\npub fn sort(item: &Item) -> bool {\n    item.weight > belt_limit()\n}\n",
            "what is too heavy for the belt?",
            "5: item.weight > belt_limit()",
        ),
    ] {
        let report = Repo::new(&[(path, text)]).ask(question, Intent::Locate).await;
        let quote = &report.body().flow[0].quote;
        assert_eq!(format!("{}: {}", quote.line, quote.text), expect, "{path}");
    }
}
