//! A saved report, checked against the present files.

use firsthand::{Explorer, Intent, PlaceState, SavedReportError, read_report, verify};

use crate::{BELL, DOOR, repo, tree};

#[tokio::test]
async fn unchanged_places_hold_until_their_lines_change() {
    let repo = repo();
    let explorer = Explorer::builder(repo.path()).build().unwrap();
    let explored = explorer.explore("ringBell", Intent::Explain).await.unwrap();
    let saved = read_report(&serde_json::to_string(&explored.report).unwrap()).unwrap();
    let bell = repo.path().join("bell.ts");
    for (text, expect) in [
        (Some(BELL.to_owned()), PlaceState::Unchanged),
        (Some(format!("{BELL}\n// more\n")), PlaceState::Unchanged),
        (Some(format!("// more\n{BELL}")), PlaceState::Moved),
        (Some("\n".to_owned()), PlaceState::Gone),
        (None, PlaceState::Gone),
    ] {
        match &text {
            Some(text) => std::fs::write(&bell, text).unwrap(),
            None => std::fs::remove_file(&bell).unwrap(),
        }
        let checked = verify(&saved, explorer.toolbox()).await;
        let place = checked.places.iter().find(|place| place.path.as_str() == "bell.ts").unwrap();
        assert_eq!(place.standing, expect, "{text:?}");
        assert_eq!(checked.holds, matches!(expect, PlaceState::Unchanged | PlaceState::Moved));
        // Each place is returned once, whatever lists it is in.
        let mut seen: Vec<_> = checked.places.iter().map(|p| (&p.path, p.start, p.end)).collect();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), checked.places.len());
    }
}

/// A report does not record whether its lines stood in another file, too: only where its own file is gone, they moved.
#[tokio::test]
async fn equal_lines_of_another_file_are_no_move_while_the_file_is_there() {
    let repo = repo();
    let explorer = Explorer::builder(repo.path()).build().unwrap();
    let explored = explorer.explore("ringBell", Intent::Explain).await.unwrap();
    let saved = read_report(&serde_json::to_string(&explored.report).unwrap()).unwrap();
    let bell = repo.path().join("bell.ts");
    std::fs::write(repo.path().join("gong.ts"), BELL).unwrap();
    for (rest, expect) in
        [(Some("export const other = 1\n"), PlaceState::Ambiguous), (None, PlaceState::Moved)]
    {
        match rest {
            Some(rest) => std::fs::write(&bell, rest).unwrap(),
            None => std::fs::remove_file(&bell).unwrap(),
        }
        let checked = verify(&saved, explorer.toolbox()).await;
        let mut places = checked.places.iter();
        let place = places.find(|place| place.path.as_str() == "bell.ts");
        let place = place.unwrap();
        assert_eq!(place.standing, expect, "{rest:?}: {}", place.why);
        assert_eq!(place.now[0].path.as_str(), "gong.ts");
    }
}

#[test]
fn a_text_that_is_no_report_has_a_typed_error() {
    let other = |name: Option<&str>| SavedReportError::OtherSchema(name.map(str::to_owned));
    assert_eq!(read_report("{}"), Err(other(None)));
    assert_eq!(read_report("{\"schema\": \"x/1\"}"), Err(other(Some("x/1"))));
    assert!(matches!(read_report("{"), Err(SavedReportError::NotJson(_))));
    let bad = "{\"schema\": \"firsthand.report/2\", \"flow\": [{\"path\": \"a/../b\"}]}";
    assert!(matches!(read_report(bad), Err(SavedReportError::Malformed(_))));
    let forged = other(Some("\u{1b}[2J\u{202e}")).to_string();
    assert!(!forged.contains('\u{1b}') && !forged.contains('\u{202e}'), "{forged}");
}

/// Every line with the name of what a report for a change cites is stated, and looked for again: a new use is found.
#[tokio::test]
async fn accounted_lines_with_a_cited_name_are_counted_again() {
    let repo = repo();
    let explorer = Explorer::builder(repo.path()).build().unwrap();
    let explored = explorer.explore("ringBell", Intent::Edit).await.unwrap();
    let stated = explored.report.body().name_lines.iter().find(|found| found.name == "ringBell");
    assert!(stated.unwrap().count() > 0);
    let further = |first: &str| format!("it stands in 1 line more, in 1 file, first {first}");
    let json = serde_json::to_string(&explored.report).unwrap();
    let saved = read_report(&json).unwrap();
    let bell = repo.path().join("bell.ts");
    for (file, text, expect) in [
        ("other.ts", "export const other = 1\n".to_owned(), String::new()),
        ("other.ts", "ringBells(my_ringBell)\n".to_owned(), String::new()),
        ("report.json", json.clone(), String::new()),
        ("bell.ts", format!("// more\n{BELL}"), String::new()),
        ("other.ts", "ringBell()\n".to_owned(), further("other.ts:1")),
        ("bell.ts", format!("{BELL}\nringBell()\n"), further("bell.ts:")),
        // Lines that went away leave the rest as it was stated.
        ("bell.ts", "\n".to_owned(), String::new()),
        ("other.ts", "ringBell()\n".repeat(220), "it stands in more than 200 lines".to_owned()),
    ] {
        std::fs::write(repo.path().join(file), &text).unwrap();
        let checked = verify(&saved, explorer.toolbox()).await;
        let found = checked.absent.iter().find(|one| one.receipt.contains("`ringBell`")).unwrap();
        assert_eq!(found.holds, expect.is_empty(), "{file} {text}: {}", found.why);
        assert!(found.why.starts_with(&expect), "{file} {text}: {}", found.why);
        std::fs::write(&bell, BELL).unwrap();
        if file != "bell.ts" {
            std::fs::remove_file(repo.path().join(file)).unwrap();
        }
    }
}

/// Lines that moved with their file are no further lines: those of a cited file follow its places, and those of another file
/// are known by standing where they stood. A copy has further lines.
#[tokio::test]
async fn accounted_lines_follow_a_moved_file() {
    const GATE: &str = "import { ringBell } from './bell'\n\n\nexport const gate = ringBell(1)\n";
    const MUCH: &str = "export const more = 1\n";
    let repo = tree(&[("src/bell.ts", BELL), ("src/door.ts", DOOR), ("spec/gate.spec.ts", GATE)]);
    let explorer = Explorer::builder(repo.path()).build().unwrap();
    let explored = explorer.explore("ringBell", Intent::Edit).await.unwrap();
    let saved = read_report(&serde_json::to_string(&explored.report).unwrap()).unwrap();
    let write = |file: &str, text: &str| {
        let file = repo.path().join(file);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    };
    let more =
        |lines: &str, first: &str| format!("it stands in {lines} more, in 1 file, first {first}");
    // What is gone, and what stands instead.
    type Files<'a> = &'a [(&'a str, &'a str)];
    let cases: [(&[&str], Files<'_>, String); 11] = [
        (&[], &[], String::new()),
        (&["src/bell.ts"], &[("src/gong.ts", BELL)], String::new()),
        (&["src/door.ts"], &[("lib/gate.ts", DOOR)], String::new()),
        (
            &["src/bell.ts", "src/door.ts"],
            &[("lib/bell.ts", BELL), ("lib/door.ts", DOOR)],
            String::new(),
        ),
        (&["src/bell.ts"], &[("src/gong.ts", &format!("{MUCH}{BELL}"))], String::new()),
        (&["spec/gate.spec.ts"], &[("test/gate.spec.ts", GATE)], String::new()),
        (&["spec/gate.spec.ts"], &[("test/other.spec.ts", GATE)], String::new()),
        // A moved file with one more use, a copy, and another file in place of one that is gone.
        (
            &["src/bell.ts"],
            &[("src/gong.ts", &format!("{BELL}ringBell(3)\n"))],
            more("1 line", "src/gong.ts:5"),
        ),
        (&[], &[("src/gong.ts", BELL)], more("1 line", "src/gong.ts:2")),
        (&[], &[("test/gate.spec.ts", GATE)], more("2 lines", "test/gate.spec.ts:1")),
        (
            &["spec/gate.spec.ts"],
            &[("test/gate.spec.ts", "\nringBell(7)\n")],
            more("1 line", "test/gate.spec.ts:2"),
        ),
    ];
    for (gone, new, expect) in cases {
        gone.iter().for_each(|file| std::fs::remove_file(repo.path().join(file)).unwrap());
        new.iter().for_each(|(file, text)| write(file, text));
        let checked = verify(&saved, explorer.toolbox()).await;
        let found = checked.absent.iter().find(|one| one.receipt.contains("`ringBell`")).unwrap();
        assert_eq!(found.why, expect, "{gone:?} {new:?}");
        new.iter().for_each(|(file, _)| std::fs::remove_file(repo.path().join(file)).unwrap());
        for (file, text) in
            [("src/bell.ts", BELL), ("src/door.ts", DOOR), ("spec/gate.spec.ts", GATE)]
        {
            write(file, text);
        }
    }
}
