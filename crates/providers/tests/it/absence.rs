//! The law `accounted` of the embedded model: what it says is absent, and when it says that nothing is there.

use firsthand_agent::validator::{Confidence, Intent, Outcome};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::repo::Repo;

/// Asks over these files, and compares the first place (none for a skip) and the absent words.
async fn check(files: &[(&str, &str)], query: &str, expect: &str) {
    let report = Repo::new(files).ask(query, Intent::Locate).await;
    let first = report.body().primary.first().map(|place| place.path().as_str());
    let absent = report.facts().coverage.absent.join("; ");
    assert_eq!(report.body().outcome == Outcome::Skip, first.is_none(), "{query}");
    assert_eq!(format!("{} | {absent}", first.unwrap_or("-")), expect, "{query}");
}

const ALPHA: (&str, &str) = ("lib.rs", "pub fn alpha() {}\n");

/// A word that occurs in every file, in prose and in code, is found all the same.
#[tokio::test]
async fn accounted_a_common_word_is_no_reason_for_a_skip() {
    let texts: Vec<String> = (0..12).map(|n| format!("t{n}.txt")).collect();
    let mut files: Vec<(&str, &str)> = texts.iter().map(|path| (&**path, "see alpha\n")).collect();
    files.push(ALPHA);
    check(&files, "where is alpha", "lib.rs | ").await;
    let users: Vec<String> = (0..60).map(|n| format!("u{n}.rs")).collect();
    let calls = "use crate::alpha;\n\npub fn run() {\n    alpha();\n    alpha();\n}\n";
    files.extend(users.iter().map(|path| (&**path, calls)));
    let report = Repo::new(&files).ask("where is alpha", Intent::Locate).await;
    assert!(!report.body().primary.is_empty() && report.body().confidence == Confidence::Low);
}

#[tokio::test]
async fn accounted_a_skip_needs_that_no_word_occurs_anywhere() {
    check(&[ALPHA], "zymurgy of quokkas", "- | quokkas").await;
    check(&[ALPHA], "zymurgy quokka", "- | zymurgy; quokka").await;
    // Inside a longer word, and in a path.
    check(&[ALPHA, ("a.py", "throttled = 1\n")], "where is throttle", "a.py | ").await;
    // In another form.
    check(&[ALPHA, ("a.py", "def compare_prices(): pass\n")], "how is alpha compared", "lib.rs | ")
        .await;
    check(&[ALPHA, ("billing.py", "x = 1\n")], "billing", "billing.py | ").await;
    check(&[ALPHA, ("a.py", "MyOrderQueueImpl = 1\n")], "alpha of OrderQueue", "a.py | ").await;
}

#[tokio::test]
async fn accounted_letters_without_spaces_are_matched_by_their_parts() {
    let class = |doc: &str| format!("class Approver:\n    \"\"\"{doc}\"\"\"\n    x = 1\n");
    for (doc, query) in [
        ("采购订单自动审批流程：金额超过上限", "审批流程"),
        ("采购订单自动审批流程：金额超过上限", "审批流程在哪里实现？"),
        ("採購訂單的審批", "審批在哪裡"),
        ("採購訂單的審批", "購"),
        ("注文の承認フローを実行する", "承認フローはどこですか"),
        ("ご注文をキャンセルします", "キャンセル処理"),
        ("ตรวจสอบการชำระเงินของลูกค้า", "การชำระเงินอยู่ที่ไหน"),
        ("ກວດສອບການຈ່າຍເງິນ", "ການຈ່າຍເງິນຢູ່ໃສ"),
        ("ពិនិត្យការទូទាត់ប្រាក់", "ការទូទាត់នៅឯណា"),
        ("ငွေပေးချေမှုကိုစစ်ဆေးသည်", "ငွေပေးချေမှုဘယ်မှာလဲ"),
        ("고객의 결제를 확인합니다", "결제는 어디에서 확인하나요"),
        ("ＯｒｄｅｒＱｕｅｕｅ を確認", "OrderQueue"),
        ("OrderQueue を確認", "ＯｒｄｅｒＱｕｅｕｅの確認"),
        ("ｷｬﾝｾﾙ", "キャンセル"),
    ] {
        let text = class(doc);
        check(&[("a.py", &text), ("b.rs", "pub fn other() {}\n")], query, "a.py | ").await;
    }
    let text = class("采购订单自动审批流程");
    let files = [("a.py", &*text), ("b.rs", "pub struct OrderService;\n")];
    check(&files, "修复 OrderService 的审批流程", "b.rs | ").await;
    check(&files, "修复OrderService的审批流程", "b.rs | ").await;
    check(&files, "税务在哪里", "- | 税务在哪里").await;
}

/// A word is named only if its absence says something.
#[tokio::test]
async fn accounted_only_telling_words_are_absent() {
    let tiny = [ALPHA];
    // Of a tree without prose, no word of a sentence is known to be missing.
    let sentence = "what is the second bluetooth of alpha, please";
    check(&tiny, sentence, "lib.rs | ").await;
    check(&tiny, "alpha of #1234 in keepRows", "lib.rs | keepRows").await;
    let prose = ("notes.txt", "where is the alpha of a row and when is it kept by the cache\n");
    check(&[ALPHA, prose], "where is the jwt of a row kept", "notes.txt | jwt").await;
}

/// A pasted log: the names of its first line are found among many ids, also beyond 64 KiB.
#[tokio::test]
async fn accounted_a_long_query_is_used_as_a_whole() {
    let noise = |lines: usize| -> String {
        let line = |n: usize| {
            let id = n.wrapping_mul(2_654_435_761) % 0xffff_ffff;
            format!("2026-11-25T10:00:{n}Z req={id:08x}-{n:04x} shard={:x} took {n}ms\n", id / 7)
        };
        (0..lines).map(line).collect()
    };
    let files = [("m.py", "class Engine:\n    def boost(self):\n        return 1\n"), ALPHA];
    for lines in [600, 2_500] {
        let query = format!("Engine.boost failed\n{}", noise(lines));
        let report = Repo::new(&files).ask(&query, Intent::Debug).await;
        let first = report.body().primary.first().map(|place| place.path().as_str());
        let words = report.facts().coverage.query_words.map(|words| words.used);
        assert_eq!((first, words), (Some("m.py"), Some(2)), "{lines}");
    }
    let last = format!("{}in Engine.boost", noise(2_500));
    check(&files, &last, "m.py | ").await;
}

const VOCABULARY: &[&str] = &[
    "alpha",
    "Beta",
    "isKept",
    "is_kept",
    "the",
    "at",
    "row",
    "rows",
    "审批",
    "审批流程",
    "การชำระ",
    "x9",
    "HTTPServer",
];

/// Words of a text, some in code and some in prose.
fn text() -> impl Strategy<Value = String> {
    let word = (select(VOCABULARY), select(&[" ", "\n", "(); ", " = "][..]));
    vec(word, 0..12).prop_map(|words| {
        let pieces = words.iter().flat_map(|(word, after)| [*word, *after]);
        pieces.collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever the tree: if a word of the question occurs in it, the answer is no skip, and no absent word occurs.
    #[test]
    fn accounted_what_occurs_is_never_absent(
        texts in vec(text(), 1..8),
        question in vec(select(VOCABULARY), 1..5),
    ) {
        let paths: Vec<String> = (0..texts.len()).map(|n| format!("f{n}.{}", ["rs", "txt", "py"][n % 3])).collect();
        let files: Vec<(&str, &str)> = paths.iter().map(|path| &**path).zip(texts.iter().map(|text| &**text)).collect();
        let query = question.join(" ");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let report = runtime.block_on(Repo::new(&files).ask(&query, Intent::Locate));
        let tree = texts.join("\n").to_lowercase();
        let occurs = |word: &str| tree.contains(&word.to_lowercase());
        if question.iter().any(|word| word.len() > 3 && occurs(word)) {
            prop_assert_ne!(report.body().outcome, Outcome::Skip, "{} in {:?}", query, texts);
        }
        for word in &report.facts().coverage.absent {
            prop_assert!(!occurs(word), "{} in {:?}", word, texts);
        }
    }
}
