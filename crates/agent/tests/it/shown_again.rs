//! A place whose lines are in the conversation already is not shown again with its lines.

use firsthand_agent::registry::{LineRange, RepoPath, Span};
use firsthand_agent::{ToolOutput, registry};
use firsthand_testkit::{FakeRepo, FixedResults, Script, Setup, answer, json, saw};
use registry::{Observation, Source, Window};

use crate::{answers, check_laws, find, greeter, report};

/// The place is found by two calls of one turn, and read once more: its lines are shown once.
#[tokio::test(start_paused = true)]
async fn a_shown_place_has_only_its_header() {
    let script = Script::new()
        .calls_all([("find", find("greet")), ("find", find("main"))])
        .calls("read", json!({"path": "src/main.rs"}))
        .calls("read", json!({"path": "src/main.rs", "end": 2}))
        .submits(report(&[("c2", "greet(\"you\");")], "high"));
    let setup = Setup::new(&greeter(), &script);
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
    let state = setup.log.state();
    let printed = answers(&state);
    insta::assert_snapshot!(format!("{}\n{}\n{}", printed[1].text(), printed[2].text(), printed[3].text()), @r#"
    #### src/main.rs [c2] 1-3 (to the end) (shown above)

    (About 59,000 characters of places are left, 11 turns and 48 calls.)
    #### src/main.rs [c2] 1-3 (to the end) (shown above)

    (About 59,000 characters of places are left, 10 turns and 47 calls.)
    #### src/main.rs [c3] 1-2 of 3 (these lines stand above, in [c2])

    (About 59,000 characters of places are left, 9 turns and 46 calls.)
    "#);
    // The typed observation has all lines, for a model that does not read text.
    assert_eq!(printed[1].observations[0].observation.windows[0].span.lines().count(), 3);
}

fn window(text: &str, first: u32, last: u32) -> Window {
    let path = RepoPath::new("src/main.rs").expect("a path");
    let range = LineRange::new(first, last).expect("a range");
    Window::new(Span::of_file(path, text.as_bytes(), range).expect("a span"))
}

/// The second answer to a model whose search shows these windows of a file, and then those.
async fn second_answer(text: &str, windows: [Vec<Window>; 2]) -> String {
    let outputs = windows.map(|windows| ToolOutput {
        observations: vec![Observation::matches(Source::GREP, windows)],
        ..ToolOutput::default()
    });
    let script = Script::new()
        .calls("odd", json!({}))
        .calls("odd", json!({}))
        .submits(json!({"recommendedPrimaryAction": "skip_explore_result", "confidence": "low"}));
    let repo = FakeRepo::new().with("src/main.rs", text);
    let setup = Setup::new(&repo, &script).tool(FixedResults::new("odd", outputs));
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
    answers(&setup.log.state())[1].text()
}

/// Places that a list brings once more are named in one line, a line for each relation.
#[tokio::test(start_paused = true)]
async fn a_list_of_shown_places_is_one_line() {
    let text = "fn a() {}\n".repeat(12);
    let plain = |line: u32| window(&text, line, line);
    let caller = |line: u32| {
        let mut window = plain(line);
        window.related = Some(registry::Related {
            relation: "callers".into(),
            of: "greet".into(),
            resolution: "import".into(),
        });
        window
    };
    let first = vec![plain(1), plain(3), plain(5), plain(7)];
    let again = vec![plain(1), plain(3), plain(9), plain(5), caller(7), caller(3)];
    insta::assert_snapshot!(second_answer(&text, [first, again]).await, @r"
    Shown above: [c1], [c2]
    #### src/main.rs [c5] 9 of 12
    9| fn a() {}
    #### src/main.rs [c3] 5 of 12 (shown above)
    Shown above: [c4], [c2] · callers of greet, by import

    (About 59,000 characters of places are left, 10 turns and 48 calls.)
    ");
}

/// Of a long line, the part is shown that a place is shown for, also where another part of it was.
#[tokio::test(start_paused = true)]
async fn another_part_of_a_long_line_is_shown() {
    let text: String = (0..300).map(|number| format!("{number:03} ")).collect();
    let part = |at: usize| vec![Window { focus: vec![(1, at)], ..window(&text, 1, 1) }];
    for (first, second, expect) in [(600, 600, "(shown above)"), (600, 1000, "1| … 217 218")] {
        let shown = second_answer(&text, [part(first), part(second)]).await;
        assert!(shown.contains(expect), "{shown}");
    }
}

/// Rows of one file share its path.
#[tokio::test(start_paused = true)]
async fn rows_of_one_file_are_below_its_path() {
    let text = "fn a() {}\n".repeat(12);
    let row = |line: u32| window(&text, line, line).as_row();
    let again = vec![row(1), row(3), window(&text, 5, 6), row(9)];
    insta::assert_snapshot!(second_answer(&text, [vec![window(&text, 11, 12)], again]).await, @r"
    #### src/main.rs
    [c2] 1| fn a() {}
    [c3] 3| fn a() {}
    #### src/main.rs [c4] 5-6 of 12
    5| fn a() {}
    6| fn a() {}
    #### src/main.rs [c5] · 9| fn a() {}

    (About 59,000 characters of places are left, 10 turns and 48 calls.)
    ");
}

/// A part of a place is shown by its header, too, and can be cited; a line that is shorter than the note
/// is shown.
#[tokio::test(start_paused = true)]
async fn a_part_of_a_shown_place_refers_to_it() {
    let read = |start: u32, end: u32| {
        let arguments = json!({"path": "src/greet.rs", "start": start, "end": end});
        ("read", arguments)
    };
    let script = Script::new()
        .calls_all([read(1, 4), read(2, 4), read(4, 4)])
        .calls_all([read(3, 4), read(2, 4)])
        .submits(report(&[("c2", "pub fn greet")], "high"));
    let setup = Setup::new(&greeter(), &script);
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
    let state = setup.log.state();
    let printed: Vec<String> = answers(&state)[1..5].iter().map(|a| a.text()).collect();
    insta::assert_snapshot!(printed.join("\n"), @r#"
    #### src/greet.rs [c2] 2-4 (to the end) (these lines stand above, in [c1])
    Shown above, in [c1]: [c3] 4

    (About 59,000 characters of places are left, 11 turns and 47 calls.)
    #### src/greet.rs [c4] 3-4 (to the end) (these lines stand above, in [c1])
    #### src/greet.rs [c2] 2-4 (to the end) (these lines stand above, in [c1])

    (About 59,000 characters of places are left, 10 turns and 45 calls.)
    "#);
    assert_eq!(result.map(|e| e.report.body().flow.len()), Ok(1));
}

/// Places whose lines an earlier answer shows as parts of one place are named in one line.
#[tokio::test(start_paused = true)]
async fn a_list_of_parts_of_a_shown_place_is_one_line() {
    let text = format!("fn a() {{ {} }}\n", "call(); ".repeat(30)).repeat(12);
    let part = |first: u32, last: u32| window(&text, first, last);
    let again = vec![part(2, 2), part(4, 5), part(9, 9), part(7, 7)];
    insta::assert_snapshot!(second_answer(&text, [vec![part(1, 8)], again]).await, @r"
    Shown above, in [c1]: [c2] 2, [c3] 4-5
    #### src/main.rs [c4] 9 of 12
    9| fn a() { call(); call(); call(); call(); call(); call(); call(); call(); call(); call(); call(); call(); call(); call(); call(); call(); call(); call(); call(); call(); call(); call(); call(); call(); call(); call(); call(); call(); call(); call();  }
    #### src/main.rs [c5] 7 of 12 (these lines stand above, in [c1])

    (About 57,000 characters of places are left, 10 turns and 48 calls.)
    ");
}

/// Of a read that shares lines with one before, the further lines are shown; all of it where the others are few.
#[tokio::test(start_paused = true)]
async fn most_lines_of_a_read_stand_above() {
    let text: String = (1..=40).map(|n| format!("let value_{n} = greet({n});\n")).collect();
    let repo = FakeRepo::new().with("a.rs", text);
    let read = |start: u32, end: u32| {
        let arguments = json!({"path": "a.rs", "start": start, "end": end});
        ("read", arguments)
    };
    let script = Script::new()
        .calls_all([read(10, 20)])
        .calls_all([read(11, 21), read(9, 21), read(9, 23), read(23, 40)])
        .submits(report(&[("c2", "let value_12 =")], "high"));
    let setup = Setup::new(&repo, &script);
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
    let state = setup.log.state();
    let printed: Vec<String> = answers(&state)[1..5].iter().map(|a| a.text()).collect();
    insta::assert_snapshot!(printed[..3].join("\n"), @r#"
    #### a.rs [c2] 11-21 of 40 (lines 11-20 stand above, in [c1])
    21| let value_21 = greet(21);
    #### a.rs [c3] 9-21 of 40 (lines 10-20 stand above, in [c1])
     9| let value_9 = greet(9);
    21| let value_21 = greet(21);
    #### a.rs [c4] 9-23 of 40 (lines 9-21 stand above, in [c3])
    22| let value_22 = greet(22);
    23| let value_23 = greet(23);
    "#);
    assert!(printed[3].contains("23| let value_23"), "{}", printed[3]);
    assert_eq!(result.map(|e| e.report.body().flow.len()), Ok(1));
}

/// One line of a read can be most of it.
#[tokio::test(start_paused = true)]
async fn most_of_a_read_is_a_line_that_stands_above() {
    let text = format!("let table = [{}];\nlet a = 1;\nlet b = 2;\n", "greet, ".repeat(80));
    let repo = FakeRepo::new().with("a.rs", text);
    let read = |end: u32| ("read", json!({"path": "a.rs", "start": 1, "end": end}));
    let script = Script::new()
        .calls_all([read(1)])
        .calls_all([read(2)])
        .submits(report(&[("c2", "let a = 1;")], "high"));
    let setup = Setup::new(&repo, &script);
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
    insta::assert_snapshot!(answers(&setup.log.state())[1].text(), @r"
    #### a.rs [c2] 1-2 of 3 (line 1 stands above, in [c1])
    2| let a = 1;

    (About 59,000 characters of places are left, 10 turns and 48 calls.)
    ");
}

/// The header of a shown place fits into a file budget that its lines, counted twice, would exceed.
#[tokio::test(start_paused = true)]
async fn a_shown_place_costs_only_its_header() {
    let text: String = (0..100).map(|n| format!("let value_{n} = greet({n});\n")).collect();
    let repo = FakeRepo::new().with("a.rs", text);
    let read = || ("read", json!({"path": "a.rs"}));
    let script = Script::new()
        .calls_all([read(), read(), read()])
        .expects(saw("the place alone", |r| !format!("{:?}", r.messages).contains("[c2]")))
        .submits(report(&[("c1", "let value_7 =")], "high"));
    let setup = Setup::new(&repo, &script).budgets(|b| b.file_chars = 4_000);
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
    let shown = result.map(|e| e.report.facts().stats.observation_chars).unwrap_or_default();
    assert!((2_900..3_400).contains(&shown), "{shown}");
}

#[tokio::test(start_paused = true)]
async fn a_shown_place_whose_lines_have_changed_is_shown_again() {
    let output = |text: &str| {
        let path = RepoPath::new("src/main.rs").expect("a path");
        let range = LineRange::new(1, 1).expect("a range");
        let span = Span::of_file(path, text.as_bytes(), range).expect("a span");
        let observations = vec![Observation::read(Source::READ, Window::new(span))];
        ToolOutput { observations, ..ToolOutput::default() }
    };
    let script = Script::new()
        .calls("odd", json!({}))
        .calls("odd", json!({}))
        .expects(answer("1| fn later() {}"))
        .calls("odd", json!({}))
        .expects(answer("1| fn first() {}"))
        .submits(json!({"recommendedPrimaryAction": "skip_explore_result", "confidence": "low"}));
    let odd = FixedResults::new("odd", [output("fn first() {}"), output("fn later() {}")]);
    let setup = Setup::new(&greeter(), &script).tool(odd);
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
}
