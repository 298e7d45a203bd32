//! Which searches give a receipt, and how it reads.

use super::*;

/// A pattern with the form of a secret.
const TOKEN: &str = "AKIAIOSFODNN7EXAMPLE";

fn account() -> SearchAccount {
    SearchAccount {
        pattern: SearchedPattern::plain("bluetooth"),
        scope: Vec::new(),
        tree: TreeState::new("00".to_owned()),
        files: 1_874,
        not_searched: NotSearched::grouped([
            (Unsearched::Binary, "b.png".to_owned()),
            (Unsearched::Ignored, "target".to_owned()),
            (Unsearched::Binary, "a.png".to_owned()),
        ]),
        masked_lines: 2,
        control: Some(Control::new("basket".to_owned(), RepoPath::new("a.rs").unwrap(), 3, 7)),
        matches: 0,
        losses: Losses::default(),
    }
}

#[test]
fn contained_a_path_that_is_a_secret_is_no_example() {
    let secret = (Unsearched::Secret, "keys/AKIAIOSFODNN7EXAMPLE.py".to_owned());
    let grouped = NotSearched::grouped([secret]);
    assert_eq!(grouped[0].examples, ["keys/[redacted: aws_access_key].py"]);
}

#[test]
fn accounted_only_a_complete_search_with_a_control_gives_a_receipt() {
    let check = |change: fn(&mut SearchAccount), expect: &str| {
        let mut search = account();
        change(&mut search);
        let said = match Receipt::of(search) {
            Ok(receipt) => receipt.to_string(),
            Err(why) => why.to_string(),
        };
        assert_eq!(said, expect);
    };
    check(|_| {}, "absent: `bluetooth` in 1,874 files, 2 not searched, 2 lines masked");
    check(|search| search.matches = 1, "it stands in 1 line");
    check(|search| search.losses.time = 1, "the search is not complete: 1 not finished");
    check(
        |search| {
            search.losses.unreadable = 2;
            let paths = ["x", "y"].map(|path| (Unsearched::Unreadable, path.to_owned()));
            search.not_searched = NotSearched::grouped(paths);
        },
        "the search is not complete: 2 not read (x, y)",
    );
    for (why, is_lost) in [
        (Unsearched::Unreadable, true),
        (Unsearched::TooLarge, true),
        (Unsearched::Nul, true),
        (Unsearched::Utf16, true),
        (Unsearched::Encoding, true),
        (Unsearched::Name, true),
        (Unsearched::Binary, false),
        (Unsearched::Empty, false),
        (Unsearched::Ignored, false),
        (Unsearched::Hidden, false),
        (Unsearched::Excluded, false),
        (Unsearched::Checkout, false),
        (Unsearched::NotCheckedOut, false),
        (Unsearched::LfsPointer, false),
        (Unsearched::Link, false),
        (Unsearched::Special, false),
        (Unsearched::Secret, false),
    ] {
        let not_searched = NotSearched::grouped([(why, "x".to_owned())]);
        let lost = match Receipt::of(SearchAccount { not_searched, ..account() }) {
            Err(NoReceipt::Incomplete { unreadable, .. }) => unreadable,
            receipt => receipt.map(|_| Vec::new()).unwrap(),
        };
        assert_eq!(lost == ["x"], is_lost, "{why}");
    }
    check(|search| search.files = 0, "no file was searched");
    let token = "it has the form of a secret, and secrets are not searched (those of 2 lines)";
    check(|search| search.pattern = SearchedPattern::plain(TOKEN), token);
    check(
        |search| {
            search.pattern = SearchedPattern::plain(TOKEN);
            search.masked_lines = 1;
            let secrets = [(Unsearched::Secret, ".env".to_owned())];
            search.not_searched = NotSearched::grouped(secrets);
        },
        "it has the form of a secret, and secrets are not searched (those of 1 line and 1 file)",
    );
    check(
        |search| {
            search.pattern = SearchedPattern::plain(TOKEN);
            search.masked_lines = 0;
        },
        "absent: `AKIAIOSFODNN7EXAMPLE` in 1,874 files, 2 not searched",
    );
    check(
        |search| search.control = None,
        "no searched file holds a word by which the search could be tried",
    );
}

#[test]
fn a_receipt_says_how_the_pattern_was_read_and_where() {
    let check = |pattern: SearchedPattern, scope: &[&str], files: u64, expect: &str| {
        let search = SearchAccount {
            pattern,
            scope: scope.iter().map(|&glob| glob.to_owned()).collect(),
            files,
            not_searched: Vec::new(),
            ..account()
        };
        assert_eq!(Receipt::of(search).unwrap().to_string(), expect);
    };
    let plain = SearchedPattern::plain;
    check(plain("a\nb"), &[], 1, "absent: `a\\nb` in 1 file, 2 lines masked");
    check(
        plain("Cache").with_word(true).with_case(true),
        &["src/**", "!*.md"],
        1_000_000,
        "absent: `Cache` (whole word, capitals count) in 1,000,000 files of src/**, !*.md, 2 lines masked",
    );
    let long = "folder/".repeat(12);
    let folders: Vec<&str> = std::iter::repeat_n(&*long, 15).collect();
    let twelve = [&*long; 12].join(", ");
    let expect = format!("absent: `a` in 2 files of {twelve} and 3 more, 2 lines masked");
    check(plain("a"), &folders, 2, &expect);
    check(
        plain("a.*b").with_regex(true),
        &[],
        999,
        "absent: `a.*b` (regex) in 999 files, 2 lines masked",
    );
}

#[test]
fn what_was_not_searched_is_grouped_by_reason() {
    let receipt = Receipt::of(account()).unwrap();
    assert_eq!(receipt.not_searched_label(), "ignored: target; no text: a.png, b.png");
    let json = serde_json::to_string(&receipt).unwrap();
    assert_eq!(serde_json::from_str::<Receipt>(&json).unwrap(), receipt);
}
