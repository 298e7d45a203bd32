//! Tests what becomes of a place after an edit of its file.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::{DeclarationName, NoDeclarations};

/// Declares what each line names behind `fn`, up to the next line `}`.
struct Functions;

impl Declarations for Functions {
    fn of(&self, _: &str, text: &[u8]) -> Arc<Vec<Declared>> {
        let text = String::from_utf8_lossy(text).into_owned();
        let lines: Vec<&str> = text.lines().collect();
        let numbered = (1..).zip(&lines);
        let declared = numbered.filter_map(|(line, text)| {
            let name = text.strip_prefix("fn ")?;
            let qualified = name.split('(').next()?.to_owned();
            let body = lines[line as usize..].iter().take_while(|line| **line != "}");
            let end = line + u32::try_from(body.count()).ok()? + 1;
            Some(Declared {
                qualified,
                kind: "function".to_owned(),
                range: LineRange::new(line, end)?,
                line,
            })
        });
        Arc::new(declared.collect())
    }
}

const THEN: &str = "use std::fs;

fn open(path) {
    let file = fs::open(path);
    check(file);
    return file;
}

fn close(file) {
    check(file);
    flush(file);
}
";

/// What became of these lines of [`THEN`] in `now`: the state, the present lines, and what differs.
fn state_of(lines: (u32, u32), name: Option<&str>, whole: bool, now: &str) -> String {
    let then = FileText::new(THEN.into());
    let cited = LineRange::new(lines.0, lines.1).unwrap();
    let name = name.map(|name| DeclarationName::new(name, "function"));
    let anchor = if whole {
        Anchor::of(&then, cited, name)
    } else {
        let lines = (cited.start()..=cited.end()).map(|line| Some(then.line(line)));
        Anchor::of_lines(lines, name)
    };
    let text = serde_json::to_string(&anchor).unwrap();
    assert_eq!(serde_json::from_str::<Anchor>(&text).unwrap(), anchor);
    let now = FileText::new(now.into()).at("a.x");
    let found = find(&Wanted::new(cited).with_anchor(&anchor), &now, &Functions);
    let at: Vec<String> = found.at.iter().map(ToString::to_string).collect();
    format!("{:?} {}: {}", found.state, at.join(" "), found.why)
}

/// Checks an edit with what a report records of the lines, and with what a whole file shows of them.
fn check(lines: (u32, u32), name: Option<&str>, now: &str, expect: &str) {
    for whole in [true, false] {
        assert_eq!(state_of(lines, name, whole, now), expect, "{now} {whole}");
    }
}

#[test]
fn what_stands_elsewhere_has_moved() {
    let inserted = |text: &str| format!("{text}{THEN}");
    for (lines, name) in [((3, 7), Some("open")), ((3, 7), None), ((4, 6), Some("open"))] {
        let at = |by: u32| format!("{}-{}", lines.0 + by, lines.1 + by);
        check(lines, name, THEN, &format!("Unchanged {}: ", at(0)));
        let crlf = THEN.replace('\n', "\r\n");
        check(lines, name, &crlf, &format!("Unchanged {}: ", at(0)));
        check(lines, name, &inserted("\n"), &format!("Moved {0}: it is at {0} now", at(1)));
        let three = inserted("// one\n// two\n// three\n");
        check(lines, name, &three, &format!("Moved {0}: it is at {0} now", at(3)));
    }
}

/// `check(file);` stands in both functions; the recorded declaration tells which is meant.
#[test]
fn of_equal_lines_the_one_in_the_recorded_declaration_is_meant() {
    let now = format!("\n{THEN}");
    for (line, name) in [(10, "close"), (5, "open")] {
        let at = format!("{0}-{0}", line + 1);
        assert_eq!(
            state_of((line, line), Some(name), true, &now),
            format!("Moved {at}: it is at {at} now")
        );
        // One line alone could be another one of the same declaration.
        assert_eq!(
            state_of((line, line), Some(name), false, &now),
            format!("Changed {at}: equal lines stand there, which may be others")
        );
    }
    assert_eq!(
        state_of((10, 10), None, true, &now),
        "Moved 11-11: it is at 11-11 now",
        "by its neighbours"
    );
    assert_eq!(
        state_of((10, 10), None, false, &now),
        "Ambiguous 6-6 11-11: 2 places are equal to it"
    );
    // Its distance from the beginning of the declaration tells that it is not.
    let then = FileText::new(THEN.into());
    let cited = LineRange::one(10);
    let close = LineRange::new(9, 12).unwrap();
    let name = DeclarationName::new("close", "function").around(close, cited);
    let anchor = Anchor::of_lines([Some(then.line(10))].into_iter(), Some(name));
    let file = FileText::new(now.clone().into()).at("a.x");
    let found = find(&Wanted::new(cited).with_anchor(&anchor), &file, &Functions);
    assert_eq!((found.state, found.at), (PlaceState::Moved, vec![LineRange::one(11)]));
    // The line was taken out of `close`; that of `open` is not it.
    let without = now.replace("fn close(file) {\n    check(file);\n", "fn close(file) {\n");
    check(
        (10, 10),
        Some("close"),
        &without,
        "Changed 10-12: `close` is at 10-12, without its lines",
    );
}

/// A place over several declarations is compared as a whole, not with the declaration that it is known by alone.
#[test]
fn a_place_over_several_declarations_is_compared_as_a_whole() {
    let changed = THEN.replacen("    check(file);", "    check(file, 2);", 1);
    let flushed = THEN.replace("flush(file)", "flush(file, 2)");
    for (now, lines, expect) in [
        (&changed, (3, 12), "Changed 3-12: 1 of 10 lines differ, the first at line 5"),
        (&flushed, (3, 12), "Changed 3-12: 1 of 10 lines differ, the first at line 11"),
        (&changed, (1, 11), "Changed 1-11: 1 of 11 lines differ, the first at line 5"),
        (&changed, (3, 7), "Changed 3-7: `open`: 1 of 5 lines differ, the first at line 5"),
    ] {
        check(lines, Some("open"), now, expect);
        let below = format!("// one\n// two\n{now}");
        let state = state_of(lines, Some("open"), true, &below);
        assert!(state.contains(&format!("1 of {} lines differ", lines.1 - lines.0 + 1)), "{state}");
    }
}

/// Lines that were inserted into a long place move its end, and no further: what follows ends as it does.
#[test]
fn an_insertion_moves_the_end_alone() {
    let function = |name: &str, lines: u32| {
        let body: String = (0..lines).map(|at| format!("    {name}{at}();\n")).collect();
        format!("fn {name}() {{\n{body}    return nil;\n}}\n\n")
    };
    let (first, second) = (function("fill", 8), function("sort", 8));
    let text = format!("{first}{second}{}", function("weigh", 30));
    let then = FileText::new(text.clone().into());
    let cited = LineRange::new(1, 23).unwrap();
    let whole = LineRange::new(1, 11).unwrap();
    let name = DeclarationName::new("fill", "function").around(whole, cited);
    let lines = (cited.start()..=cited.end()).map(|line| Some(then.line(line)));
    let anchor = Anchor::of_lines(lines, Some(name));
    let added: String = (0..7).map(|at| format!("    added{at}();\n")).collect();
    let quote = crate::ExactQuote::new("sort3();", 17);
    for (at, edited, expect) in
        [("fill4", "", "1-30"), ("sort4", "", "1-30"), ("sort4", "fill2", "1-30")]
    {
        let mut now = text.replace(&format!("    {at}();\n"), &format!("{added}    {at}();\n"));
        if !edited.is_empty() {
            now = now.replace(edited, "other");
        }
        for quote in [None, Some(&quote)] {
            let file = FileText::new(now.clone().into()).at("a.x");
            let wanted = Wanted::new(cited).with_anchor(&anchor);
            let wanted = quote.map_or(wanted, |quote| wanted.with_quote(quote));
            let found = find(&wanted, &file, &Functions);
            let range: Vec<String> = found.at.iter().map(ToString::to_string).collect();
            assert_eq!(range, [expect], "{at} {quote:?}: {}", found.why);
        }
    }
}

/// Lines that stood beside two copies do not tell which of them is left.
#[test]
fn neighbours_of_several_copies_tell_nothing() {
    let check = |then: &str, now: &str, expect: &str| {
        let then = FileText::new(then.into());
        let cited = LineRange::one(7);
        let anchor = Anchor::of(&then, cited, None);
        let now = FileText::new(now.into());
        let found = find(&Wanted::new(cited).with_anchor(&anchor), &now, &NoDeclarations);
        let at: Vec<String> = found.at.iter().map(ToString::to_string).collect();
        assert_eq!(
            format!("{:?} {}", found.state, at.join(" ")),
            expect,
            "{}",
            String::from_utf8_lossy(now.bytes())
        );
    };
    let then = "buffer\nlength\nresult\n\nbuffer\nlength\nresult\n";
    check(then, then, "Unchanged 7-7");
    let edited = "\nbuffer\nlength\nresult\n\nbuffer\nsize\nresult\n";
    check(then, edited, "Ambiguous 4-4 8-8");
    let told = "buffer\nlength\nresult\nlooped\nbuffer\nlength\nresult\n";
    check(told, &format!("other\n{told}"), "Moved 8-8");
}

#[test]
fn edited_lines_have_changed() {
    let now = format!(
        "// one\n{}",
        THEN.replace("    check(file);\n    return", "    test(file);\n    return")
    );
    check(
        (3, 7),
        Some("open"),
        &now,
        "Changed 4-8: `open`: 1 of 5 lines differ, the first at line 6",
    );
    check((3, 7), None, &now, "Changed 4-7: 2 of 5 lines differ, the first at line 6");
    let longer = THEN.replace("    return", "    log(file);\n    return");
    check(
        (3, 7),
        Some("open"),
        &longer,
        "Changed 3-8: `open`: 1 line was added, the first at line 6",
    );
    let indented = THEN.replace("    let", "\tlet");
    check((3, 7), None, &indented, "Changed 3-6: 1 of 5 lines differ");
    let rewritten = THEN.replace(
        "    let file = fs::open(path);\n    check(file);\n    return file;\n",
        "    todo();\n",
    );
    check((4, 6), Some("open"), &rewritten, "Changed 3-5: `open` is at 3-5, without its lines");
}

#[test]
fn what_is_not_there_is_gone() {
    check((3, 7), Some("open"), "use std::fs;\n", "Gone : its lines do not stand in the file");
    check((3, 7), None, "", "Gone : its lines do not stand in the file");
    // A closing bracket alone is no evidence.
    assert_eq!(
        state_of((7, 7), None, false, "x\n}\n"),
        "Gone : its lines do not stand in the file"
    );
    // The neighbours are, where they are recorded.
    let without = THEN.replace("    check(file);\n    return file;\n", "    return file;\n");
    assert_eq!(
        state_of((5, 5), None, true, &without.replace("    check(file);\n", "    x();\n")),
        "Gone : nothing stands between lines 4 and 5"
    );
}

#[test]
fn a_masked_line_is_never_confirmed() {
    let text = "one two\nid = AKIAIOSFODNN7EXAMPLE\nthree four\nfive six\n";
    let then = FileText::new(text.into());
    let cited = LineRange::new(1, 4).unwrap();
    let anchor = Anchor::of(&then, cited, None);
    let found = find(&Wanted::new(cited).with_anchor(&anchor), &then, &Functions);
    assert_eq!(found.state, PlaceState::Changed);
    assert_eq!(found.why, "a line of it is masked, and is not compared");
}

proptest! {
    /// What is said to stand somewhere stands there byte for byte, and in an unchanged file every place is unchanged.
    #[test]
    fn what_is_said_to_stand_is_there(
        then in prop::collection::vec("[abc]{3}|\\}|", 1..12),
        at in any::<prop::sample::Index>(),
        length in 1..4_u32,
        now in prop::collection::vec("[abc]{3}|\\}|", 0..12),
    ) {
        let then = FileText::new(then.join("\n").into());
        let now = FileText::new(now.join("\n").into());
        prop_assume!(then.line_count() > 0);
        let start = u32::try_from(at.index(then.line_count() as usize)).unwrap() + 1;
        let end = (start + length - 1).min(then.line_count());
        let cited = LineRange::new(start, end).unwrap();
        let anchor = Anchor::of(&then, cited, None);
        let found = find(&Wanted::new(cited).with_anchor(&anchor), &now, &NoDeclarations);
        let is_equal = |lines: LineRange| {
            let numbers = (lines.start()..=lines.end()).zip(start..);
            now.has(lines) && numbers.clone().all(|(now_line, line)| now.line(now_line) == then.line(line))
        };
        match found.state {
            PlaceState::Unchanged => prop_assert_eq!(&found.at, &[cited]),
            PlaceState::Moved => prop_assert!(found.at.len() == 1 && found.at[0] != cited),
            PlaceState::Ambiguous => prop_assert!(found.at.len() > 1),
            PlaceState::Changed | PlaceState::Gone => {}
        }
        if !found.state.is_lost() {
            prop_assert!(found.at.iter().all(|lines| is_equal(*lines)));
        }
        let same = find(&Wanted::new(cited).with_anchor(&anchor), &then, &NoDeclarations);
        prop_assert!(same.state == PlaceState::Unchanged, "{:?}", same);
    }
}
