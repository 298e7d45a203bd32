//! Words that the caller guesses, beside a query.

use firsthand_codegraph::{Cancel, Query, SearchResult};

use crate::repo::{Repo, places};

/// A wiki in which the question's words and the code's have nothing in common, and eight functions about saving.
fn wiki() -> Repo {
    let saving = |n: u32| {
        let path = format!("src/save{n}.ts");
        let text = format!("export function savePage{n}(page: Page) {{\n  return save(page)\n}}\n");
        (path, text)
    };
    let saving: Vec<(String, String)> = (0..8).map(saving).collect();
    let stale = "export function assertFresh(row: Row, lockVersion: number) {\n  \
                 if (row.lockVersion !== lockVersion) throw new Conflict()\n}\n";
    let menu = "export function openMenu(anchor: Element) {\n  show(anchor)\n}\n";
    let mut files = vec![("src/rows.ts", stale), ("src/menu.ts", menu)];
    files.extend(saving.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    Repo::of(&files)
}

fn search(text: &str, words: &[&str], limit: usize) -> SearchResult {
    let query = Query {
        words: words.iter().map(|&word| word.to_owned()).collect(),
        limit,
        ..Query::new(text)
    };
    wiki().graph().search(&query, &Cancel::default())
}

/// The paths of the regions, and `*` after those that owe their rank to the words.
fn paths(result: &SearchResult) -> String {
    let path = |region: &firsthand_codegraph::Region| {
        format!("{}{}", region.path, if region.guessed { "*" } else { "" })
    };
    result.regions.iter().map(path).collect::<Vec<_>>().join(" ")
}

const QUESTION: &str = "two people save the same page";

#[test]
fn a_right_guess_finds_what_the_question_does_not_name() {
    assert!(!paths(&search(QUESTION, &[], 30)).contains("rows.ts"));
    let guessed = search(QUESTION, &["conflict", "lock version"], 30);
    assert!(paths(&guessed).contains("src/rows.ts*"), "{}", places(&guessed));
    let own = guessed.regions.iter().filter(|region| region.path.as_str() != "src/rows.ts");
    assert!(own.count() >= 8, "{}", places(&guessed));
}

/// Where the two have no first file in common, seven of thirteen places are the question's own, in its own order, the
/// first of them among the first two, and none that the words put before them counts as the question's.
#[test]
fn wrong_guesses_do_not_displace_what_the_question_finds() {
    let menu = |n: u32| {
        let text = format!("export function openMenu{n}(anchor: Element) {{\n  show(anchor)\n}}\n");
        (format!("src/menu{n}.ts"), text)
    };
    let save = |n: u32| {
        let text = format!("export function save{n}(row: Row) {{\n  return row\n}}\n");
        (format!("src/save{n}.ts"), text)
    };
    let files: Vec<(String, String)> = (0..10).map(save).chain((0..20).map(menu)).collect();
    let files: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let repo = Repo::of(&files);
    let search = |words: &[&str]| {
        let words = words.iter().map(|&word| word.to_owned()).collect();
        repo.graph().search(&Query { words, limit: 13, ..Query::new(QUESTION) }, &Cancel::default())
    };
    let own = paths(&search(&[]));
    let wrong = search(&["menu", "anchor", "element"]);
    let kept = |word: &str| paths(&wrong).split(' ').filter(|path| path.contains(word)).count();
    assert_eq!((kept("save"), kept("menu")), (7, 6), "{}", places(&wrong));
    let own: Vec<&str> = own.split(' ').take(7).collect();
    let all = paths(&wrong);
    let kept: Vec<&str> = all.split(' ').filter(|path| path.contains("save")).collect();
    assert_eq!(kept, own);
    assert!(all.split(' ').take(2).any(|path| path == own[0]), "{all}");
}

/// Also one of whose parts some stand, and one beside others that stand.
#[test]
fn a_guess_that_stands_nowhere_changes_nothing_and_is_named() {
    let check = |words: &[&str], without: &[&str], nowhere: &str| {
        let (guessed, plain) = (search(QUESTION, words, 10), search(QUESTION, without, 10));
        assert_eq!(places(&guessed), places(&plain), "{words:?}");
        assert_eq!(paths(&guessed), paths(&plain), "{words:?}");
        let named = |words| format!("in no searched file: {words} (of the guessed words)");
        let expect = (!nowhere.is_empty()).then(|| named(nowhere));
        let notes: Vec<String> = plain.notes.into_iter().chain(expect).collect();
        assert_eq!(guessed.notes, notes, "{words:?}");
    };
    check(&["qzxjvkq"], &[], "qzxjvkq");
    check(&["qzxjvkq", "vkqqzxj wrbl"], &[], "qzxjvkq, vkqqzxj wrbl");
    check(&["", " "], &[], "");
    check(&["isConflict"], &[], "isConflict");
    check(&["qzxjvkq", "conflict", "openPage"], &["conflict"], "qzxjvkq, openPage");
    check(&["conflict qzxjvkq"], &["conflict"], "");
    check(&["lock_version"], &["lockVersion"], "");
    check(&["row"], &["row"], "");
}

/// A guess that stands inside longer words alone is searched for as they spell it.
#[test]
fn a_guess_in_lower_case_finds_the_words_of_a_name() {
    let file = |name: &str| format!("export function {name}(row: Row) {{\n  return row\n}}\n");
    for (name, guess, found) in [
        ("shouldAutoDeleteRows", "autodelete", true),
        ("should_AutoDelete_rows", "autodelete", true),
        ("SHOULD_autoDelete", "AUTODELETE", true),
        ("shouldAutoKeepRows", "autodelete", false),
    ] {
        let mut files = vec![("src/rows.ts", file(name))];
        let others: Vec<String> = (0..8).map(|n| format!("src/save{n}.ts")).collect();
        files.extend(others.iter().map(|path| (path.as_str(), file("savePage"))));
        let files: Vec<_> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
        let query = Query { words: vec![guess.to_owned()], ..Query::new(QUESTION) };
        let result = Repo::of(&files).graph().search(&query, &Cancel::default());
        assert_eq!(paths(&result).contains("src/rows.ts*"), found, "{name}: {}", places(&result));
    }
}

#[test]
fn no_place_is_listed_twice_and_the_limit_holds() {
    for limit in [1, 2, 5, 13] {
        let found = search(QUESTION, &["save", "page", "conflict", "menu"], limit);
        assert!(found.regions.len() <= limit);
        for (at, region) in found.regions.iter().enumerate() {
            let before = &found.regions[..at];
            let is_again = |other: &&firsthand_codegraph::Region| {
                other.path == region.path && other.range.overlaps(region.range)
            };
            assert!(!before.iter().any(|other| is_again(&other)), "{}", places(&found));
        }
    }
}

/// Where the first files of the words are also those of the question, a place that the words alone lead to comes before
/// those that have only one of them.
#[test]
fn words_that_agree_with_the_question_lead() {
    let page = |n: u32| {
        let text = format!(
            "export function savePage{n}(page: Page) {{\n  if (page.lockVersion) return save(page)\n}}\n"
        );
        (format!("src/save{n}.ts"), text)
    };
    let pages: Vec<(String, String)> = (0..4).map(page).collect();
    let stale = "export function assertFresh(row: Row, lockVersion: number) {\n  \
                 if (row.lockVersion !== lockVersion) throw new Conflict()\n}\n";
    let mut files = vec![("src/rows.ts", stale)];
    files.extend(pages.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let query = Query {
        words: vec!["lock version".to_owned(), "conflict".to_owned()],
        limit: 3,
        ..Query::new(QUESTION)
    };
    let found = Repo::of(&files).graph().search(&query, &Cancel::default());
    assert!(paths(&found).contains("src/rows.ts"), "{}", paths(&found));
    assert_eq!(paths(&found), "src/save0.ts src/save1.ts src/rows.ts*");
}
