//! The text of observations for the model.

use firsthand_registry::{
    CandidateId, Declaration, Fitted, LineRange, Observation, Registry, Related, Source,
    SourceLine, Span, Window, fit, show,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::strategies::{observation, path, range, symbol, window};

/// The ids with the most characters.
fn widest_ids(observation: &Observation) -> Vec<CandidateId> {
    let count = observation.windows.len() + observation.paths.len();
    vec!["c4294967295".parse().unwrap(); count]
}

/// The hit lines inside the window.
fn hits(window: &Window) -> impl Iterator<Item = u32> {
    let range = window.span.range();
    window.hits.iter().copied().filter(move |&line| range.contains(line))
}

proptest! {
    #[test]
    fn budget_show(before in observation(), max in prop_oneof![0..400_usize, 0..6_000_usize]) {
        let mut after = before.clone();
        let fitted = fit(&mut after, max);
        let text = show(&after, &widest_ids(&after)).unwrap();
        prop_assert!(text.chars().count() <= max, "{} > {max}", text.chars().count());
        let all = before.windows.len() + before.paths.len();
        let kept = after.windows.len() + after.paths.len();
        prop_assert_eq!(all - kept, fitted.dropped);
        // The windows are in order. Each is unchanged, or a part of the original that has one of its hits, if any.
        let mut rest = before.windows.iter();
        let mut narrowed = 0;
        for window in &after.windows {
            let part_of = |w: &&Window| w.span.narrow(window.span.range()).as_ref() == Some(&window.span);
            let original = rest.find(part_of).unwrap();
            narrowed += usize::from(original.span != window.span);
            prop_assert!(hits(original).next().is_none() || hits(window).next().is_some());
        }
        prop_assert_eq!(narrowed, fitted.narrowed);
        prop_assert!(before.paths.starts_with(&after.paths));
    }

    /// A narrowed window has a line of its label's declaration, where one is known.
    #[test]
    fn a_window_has_a_line_of_its_label(
        places in vec((select(&["f", "g"]), 1..40_u32, 1..12_u32), 0..5),
        hits in vec(1..40_u32, 0..3),
        (start, len) in (1..40_u32, 0..8_u32),
    ) {
        let declarations = places.iter().map(|(name, start, len)| declared(name, *start, start + len - 1));
        let mut full_window = window("a.rs", 1, &"line\n".repeat(40), 40)
            .with_hits(hits)
            .with_declarations(declarations.collect());
        full_window.symbol = symbol("f");
        let shown = full_window.narrow(range(start, start + len)).unwrap();
        let lines = shown.span.range();
        let label = shown.symbol.as_ref();
        let is_labelled = |d: &&Declaration| label.is_some_and(|label| label.name == d.name && label.kind == d.kind);
        let mut label_declarations = full_window.declarations.iter().filter(is_labelled).peekable();
        prop_assert!(label_declarations.peek().is_none() || label_declarations.any(|d| d.range.overlaps(lines)));
        // There is no label only if the window overlaps no declaration.
        prop_assert!(label.is_some() || full_window.declarations.iter().all(|d| !d.range.overlaps(lines)));
    }

    /// Each window has one header, and there are no others; every other line has the gutter or is a path.
    #[test]
    fn no_header_is_forged(observation in observation()) {
        let text = show(&observation, &widest_ids(&observation)).unwrap();
        let mut lines = text.lines();
        for window in &observation.windows {
            let header = lines.next().unwrap();
            prop_assert!(header.starts_with("#### ") && header.contains(" [c4294967295]"));
            let (range, row) = (window.span.range(), window.row && window.span.range().len() == 1);
            prop_assert_eq!(row, header.contains(&format!(" · {}| ", range.start())), "{}", header);
            if row {
                continue;
            }
            for (number, _) in window.span.lines() {
                let line = lines.next().unwrap();
                let gutter = format!("{number}| ");
                prop_assert!(line.trim_start().starts_with(&gutter), "{line:?}");
            }
        }
        for _ in &observation.paths {
            let line = lines.next().unwrap();
            prop_assert!(!line.starts_with('#') && !line.contains("[c4294967295]"), "{line:?}");
        }
        prop_assert_eq!(lines.next(), None);
        prop_assert!(!text.chars().any(|c| c.is_control() && c != '\n' && c != '\t'));
    }

    #[test]
    fn an_observation_that_fits_is_unchanged(before in observation()) {
        let mut after = before.clone();
        prop_assert_eq!(fit(&mut after, 1_000_000).dropped, 0);
        prop_assert_eq!(after, before);
    }
}

/// A window whose costs are exact: all its line numbers have the same width, and the number of the file's lines is
/// longer than ` (to the end)`.
fn window_of_exact_cost(name: &str, lines: &[usize]) -> Window {
    let text: Vec<String> = lines.iter().map(|&width| "x".repeat(width)).collect();
    let lines = text.into_iter().map(SourceLine::Plain).collect();
    Window::new(Span::new(path(name), 1_000, lines, Some(4_000_000_000)).unwrap())
}

fn printed_chars(observation: &Observation) -> usize {
    show(observation, &widest_ids(observation)).unwrap().chars().count()
}

proptest! {
    /// Neither one line more of the long window nor one path more would fit.
    #[test]
    fn no_further_line_or_path_fits(
        long in vec(0..30_usize, 100..150), hit in 0..100_u32, short in vec(vec(0..30_usize, 1..4), 0..4),
        paths in vec("#{0,1}[a-z]{1,30}", 1..20), room in 1_200..2_400_usize,
    ) {
        let mut windows = vec![window_of_exact_cost("long.rs", &long).with_hits([1_000 + hit])];
        windows.extend(short.iter().map(|lines| window_of_exact_cost("short.rs", lines)));
        let uncut = Observation::matches(Source::GREP, windows);
        let mut cut = uncut.clone();
        prop_assert_eq!(fit(&mut cut, room).dropped, 0);
        prop_assert!(printed_chars(&cut) <= room);
        let (full_range, kept) = (uncut.windows[0].span.range(), cut.windows[0].span.range());
        for wider in [(kept.start() - 1, kept.end()), (kept.start(), kept.end() + 1)] {
            let wider = LineRange::new(wider.0, wider.1).unwrap();
            if full_range.covers(wider) {
                let mut windows = cut.windows.to_vec();
                windows[0] = uncut.windows[0].narrow(wider).unwrap();
                prop_assert!(printed_chars(&Observation::matches(Source::GREP, windows)) > room);
            }
        }

        let paths: Vec<_> = paths.iter().map(|text| path(text)).collect();
        let mut cut = Observation::listed(Source::LIST, paths.clone());
        let room = room / 10;
        fit(&mut cut, room);
        let kept = cut.paths.len();
        if let Some(one_more) = paths.get(..=kept) {
            prop_assert!(printed_chars(&Observation::listed(Source::LIST, one_more.to_vec())) > room);
        }
    }
}

/// A cut window has at least three lines.
#[test]
fn a_cut_window_has_at_least_three_lines() {
    let uncut = window_of_exact_cost("a.rs", &[4; 50]);
    for lines in 1..=5 {
        let part = uncut.narrow(range(1_000, 999 + lines)).unwrap();
        let room = printed_chars(&Observation::read(Source::READ, part));
        let mut observation = Observation::read(Source::READ, uncut.clone());
        fit(&mut observation, room);
        let left = observation.windows.first().map(|w| w.span.range().len());
        assert_eq!(left, (lines >= 3).then_some(lines));
    }
    // A window of fewer lines is not cut.
    let mut small = Observation::read(Source::READ, window_of_exact_cost("a.rs", &[4]));
    assert_eq!(fit(&mut small, 60), Fitted::default());
}

fn shown(observation: &Observation) -> String {
    let mut registry = Registry::new();
    let ids = registry.observe(observation.clone());
    show(observation, &ids).unwrap()
}

#[test]
fn windows_have_headers_and_gutters() {
    let found = Window {
        symbol: symbol("Store::get"),
        related: Some(Related {
            relation: "callers".into(),
            of: "load".into(),
            resolution: "import".into(),
        }),
        ..window("src/a b.rs", 9, "fn get() {\n\tx\u{1b}[0m\n", 40)
    };
    let long = |path: &str, chars: usize| window(path, 1, &"y".repeat(chars), 1);
    let hit = long("min.js", 450).with_hits([1]);
    // More is shown of a line that is read alone.
    let windows = vec![found, hit, long("read.js", 450), long("longer.js", 2_050)];
    let text = shown(&Observation::matches(Source::GRAPH, windows));
    let text = text.replace(&"y".repeat(399), "y…y");
    insta::assert_snapshot!(text, @r"
    #### src/a b.rs [c1] Store::get (function) 9-10 of 40 · callers of load, by import
     9| fn get() {
    10| 	x\u{1b}[0m
    #### min.js [c2] 1 (to the end)
    1| y…y… (+51 characters: read it alone)
    #### read.js [c3] 1 (to the end)
    1| y…yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy
    #### longer.js [c4] 1 (to the end)
    1| y…yy…yy…yy…yy…yyyyy… (+51 characters)
    ");
}

#[test]
fn a_listed_path_never_looks_like_a_header() {
    let paths = ["src/a.rs", "#### src/a.rs [c1] main (function) 1-9", "b\n#### c"].map(path);
    insta::assert_snapshot!(shown(&Observation::listed(Source::LIST, paths.to_vec())), @r"
    src/a.rs
    ./#### src/a.rs [c1] main (function) 1-9
    b\n#### c
    ");
}

/// The hit is near the end of a long window.
#[test]
fn a_window_is_cut_around_its_hit() {
    let text = "line\n".repeat(200);
    let check = |hits: &[u32], max: usize, expect: &str| {
        let window = window("a.rs", 1, &text, 200).with_hits(hits.to_vec());
        let mut observation = Observation::matches(Source::GREP, vec![window]);
        let fitted = fit(&mut observation, max);
        let ranges: Vec<String> =
            observation.windows.iter().map(|w| w.span.range().to_string()).collect();
        assert_eq!(format!("{ranges:?} {fitted:?}"), expect, "{hits:?} {max}");
    };
    check(&[190], 150, r#"["186-195"] Fitted { dropped: 0, narrowed: 1 }"#);
    check(&[200, 3], 150, r#"["191-200"] Fitted { dropped: 0, narrowed: 1 }"#);
    check(&[], 150, r#"["1-10"] Fitted { dropped: 0, narrowed: 1 }"#);
    check(&[190], 60, r#"[] Fitted { dropped: 1, narrowed: 0 }"#);
    check(&[190], 9_000, r#"["1-200"] Fitted { dropped: 0, narrowed: 0 }"#);
}

/// The window is larger than the declaration that labels it.
#[test]
fn a_window_is_cut_around_the_declaration_it_is_labelled_with() {
    let mut window = window("a.rs", 1, &"line\n".repeat(90), 90)
        .with_hits(vec![1, 61, 64])
        .with_declarations(vec![declared("setup", 1, 9), declared("verify", 60, 70)]);
    window.symbol = symbol("verify");
    let mut observation = Observation::matches(Source::GRAPH, vec![window]);
    fit(&mut observation, 150);
    let range = observation.windows[0].span.range();
    assert!(range.contains(61) && !range.contains(1), "{range}");
}

/// Of a long declaration the matching lines are shown, as many as fit; its name stands in the header.
#[test]
fn a_long_declaration_is_cut_around_its_matching_lines() {
    let check = |hits: &[u32], max: usize, expect: &str| {
        let mut head = declared("verify", 430, 560);
        head.head = Some(range(435, 437));
        let mut window = window("a.rs", 430, &"line\n".repeat(131), 600)
            .with_hits(hits.to_vec())
            .with_declarations(vec![head]);
        window.symbol = symbol("verify");
        let mut observation = Observation::matches(Source::GRAPH, vec![window]);
        fit(&mut observation, max);
        let shown = observation.windows.first().map(|window| window.span.range().to_string());
        assert_eq!(shown.as_deref().unwrap_or("none"), expect, "{hits:?}");
    };
    check(&[435, 482, 510], 400, "481-512");
    check(&[435, 482, 550], 400, "467-498");
    check(&[435, 482, 550, 552], 400, "529-560");
    check(&[435, 482], 400, "430-461");
    check(&[482], 400, "467-498");
    check(&[435, 436], 400, "430-461");
    check(&[435], 400, "430-461");
    check(&[482, 510], 9_000, "430-560");
}

/// A line that cannot be quoted says so.
#[test]
fn a_masked_line_says_so() {
    let lines = vec![
        SourceLine::Plain("plain".into()),
        SourceLine::masked("key = [redacted: aws_access_key]"),
        SourceLine::from_bytes(b"caf\xe9"),
    ];
    let span = Span::new(path("a.ini"), 1, lines.clone(), Some(3)).unwrap();
    let mut row = Window::new(Span::new(path("b.ini"), 7, lines[1..2].to_vec(), Some(7)).unwrap());
    row = row.as_row();
    insta::assert_snapshot!(shown(&Observation::matches(Source::GREP, vec![Window::new(span), row])), @r"
    #### a.ini [c1] 1-3 (to the end)
    1| plain
    2| key = [redacted: aws_access_key] (masked)
    3| caf� (not to be quoted)
    #### b.ini [c2] · 7| key = [redacted: aws_access_key] (masked)
    ");
}

/// A window cut to lines outside its label's declaration gets another label.
#[test]
fn a_window_is_labelled_with_a_declaration_that_it_shows() {
    let check = |declarations: Vec<Declaration>, lines: (u32, u32), hit: u32, expect: &str| {
        let mut window = window("a.rs", 1, &"line\n".repeat(90), 90)
            .with_hits(vec![hit])
            .with_declarations(declarations);
        window.symbol = symbol("verify");
        let narrow = window.narrow(range(lines.0, lines.1)).unwrap();
        let name = narrow.symbol.map_or("none".to_owned(), |symbol| symbol.name);
        assert_eq!(name, expect, "{lines:?}");
    };
    let verify = || declared("verify", 60, 70);
    check(vec![verify()], (12, 15), 13, "none");
    check(vec![verify()], (55, 60), 58, "verify");
    check(vec![verify(), declared("verify", 2, 12)], (12, 15), 13, "verify");
    let store = || declared("Store", 5, 80);
    check(vec![store(), verify()], (12, 15), 13, "Store");
    let inner = || [declared("open", 10, 14), declared("sign", 15, 17)];
    let all = || [store(), verify()].into_iter().chain(inner()).collect();
    check(all(), (12, 15), 13, "open");
    check(all(), (12, 15), 15, "sign");
    // The lines of the label's declaration are not known.
    check(vec![], (12, 15), 13, "verify");
    check(vec![store()], (12, 15), 13, "verify");
}

/// Eight long windows: the first get all the room but 600 characters for each later one, which is cut around its hit.
/// Windows at the end are dropped where no room is left.
#[test]
fn the_first_windows_leave_room_for_the_others() {
    let text = "a line of some length, as code has it\n".repeat(100);
    let long = |n| window(&format!("src/file_{n}.rs"), 1, &text, 100).with_hits(vec![80]);
    let check = |room: usize, expect: &str| {
        let mut observation = Observation::matches(Source::GRAPH, (0..8).map(long).collect());
        let fitted = fit(&mut observation, room);
        let windows = observation.windows.iter();
        let lines: Vec<usize> = windows.map(|w| w.span.lines().count()).collect();
        assert_eq!(format!("{lines:?} {}", fitted.dropped), expect, "{room}");
        assert!(shown(&observation).chars().count() <= room);
    };
    check(100_000, "[100, 100, 100, 100, 100, 100, 100, 100] 0");
    check(12_000, "[100, 92, 13, 13, 12, 13, 13, 13] 0");
    check(3_000, "[12, 12, 12, 12, 12] 3");
}

fn declared(name: &str, start: u32, end: u32) -> Declaration {
    Declaration {
        name: name.to_owned(),
        kind: "function".to_owned(),
        range: LineRange::new(start, end).unwrap(),
        head: None,
        is_test: false,
    }
}

/// The header of a partly shown declaration has its range.
#[test]
fn a_partly_shown_declaration_is_marked() {
    let check = |declarations: Vec<Declaration>, expect: &str| {
        let mut window = window("a.rs", 40, &"line\n".repeat(20), 90);
        window = window.with_declarations(declarations);
        window.symbol = symbol("verify");
        let text = shown(&Observation::matches(Source::GRAPH, vec![window]));
        let header = text.lines().next().unwrap_or_default();
        assert_eq!(header, format!("#### a.rs [c1] verify (function{expect}) 40-59 of 90"));
    };
    check(vec![declared("verify", 36, 86)], " 36-86, in part");
    check(vec![declared("outer", 1, 90), declared("verify", 41, 60)], " 41-60, in part");
    check(vec![declared("verify", 40, 59)], "");
    check(vec![declared("other", 36, 86)], "");
    // Two declarations have the name, so the label is ambiguous.
    check(vec![declared("verify", 42, 45), declared("verify", 50, 86)], "");
    check(vec![], "");
}

#[test]
fn a_header_names_every_declaration_that_is_shown() {
    let check = |declarations: Vec<Declaration>, expect: &str| {
        let mut window = window("a.rs", 40, &"line\n".repeat(20), 90);
        window = window.with_declarations(declarations);
        window.symbol = symbol("verify");
        let text = shown(&Observation::matches(Source::GRAPH, vec![window]));
        let header = text.lines().next().unwrap_or_default();
        let expect = format!("#### a.rs [c1] verify (function{expect} 40-59 of 90");
        assert_eq!(header, expect);
    };
    let verify = || declared("verify", 42, 50);
    check(vec![verify(), declared("inner", 44, 45), declared("sign", 52, 59)], "), sign");
    check(vec![declared("Store", 1, 90), verify(), declared("tail", 58, 70)], "), tail");
    let many = |count: u32| {
        let others = (0..count).map(|n| declared(&format!("f{n}"), 51 + n, 51 + n));
        [verify()].into_iter().chain(others).collect()
    };
    check(many(3), "), f0, f1, f2");
    check(many(5), "), f0, f1, f2, +2");
    // Overloads have one name.
    let overloads = (51..56).map(|line| declared("open", line, line));
    let overloads = [verify()].into_iter().chain(overloads);
    check(overloads.chain([declared("close", 57, 58)]).collect(), "), open, close");
    check(vec![declared("other", 36, 86), verify()], ")");
    check(vec![verify(), declared("below", 70, 80)], ")");
}

/// The cost of a window is an upper bound for every part of it.
#[test]
fn the_cost_includes_the_range_of_a_partly_shown_label() {
    let mut uncut = window("a.rs", 1, &"line\n".repeat(90), 90).with_hits(vec![30]);
    uncut = uncut.with_declarations(vec![declared("verify", 20, 80), declared("verify", 88, 90)]);
    let names = ["a", "a_long_name", "b", "c", "another_long_name"];
    let others = names.iter().zip(1..).map(|(name, n)| declared(name, n, n));
    uncut.declarations.extend(others);
    uncut.symbol = symbol("verify");
    for max in 0..1_000 {
        let mut observation = Observation::matches(Source::GRAPH, vec![uncut.clone()]);
        fit(&mut observation, max);
        let text = show(&observation, &widest_ids(&observation)).unwrap();
        assert!(text.chars().count() <= max, "{max}: {text}");
        let part = observation.windows.iter().any(|w| !w.span.range().contains(80));
        assert_eq!(text.contains("20-80, in part"), part, "{max}: {text}");
    }
}

/// A narrowed window may have a longer label, for which there is no room.
#[test]
fn budget_includes_another_label() {
    let mut window = window("a.rs", 1, &"line\n".repeat(90), 90)
        .with_hits(vec![13])
        .with_declarations(vec![declared(&"a_long_name".repeat(5), 1, 90), declared("f", 80, 85)]);
    window.symbol = symbol("f");
    for max in 0..600 {
        let mut observation = Observation::matches(Source::GRAPH, vec![window.clone()]);
        fit(&mut observation, max);
        let text = show(&observation, &widest_ids(&observation)).unwrap();
        assert!(text.chars().count() <= max, "{max}: {text}");
        assert!(!text.contains(" f (") || text.contains("80|"), "{text}");
    }
}

/// A label is removed only where it is longer than its reserved characters.
#[test]
fn a_label_that_just_fits_is_retained() {
    let mut uncut = window_of_exact_cost("a.rs", &[4; 50]);
    uncut.declarations = vec![declared("f", 1_000, 1_049)];
    uncut.symbol = symbol("f");
    let part = uncut.narrow(range(1_000, 1_004)).unwrap();
    let part = Observation::read(Source::READ, part);
    let mut cut = Observation::read(Source::READ, uncut);
    fit(&mut cut, printed_chars(&part));
    assert_eq!(cut, part);
}

/// Any other number of ids is an error.
#[test]
fn an_observation_is_shown_with_one_id_for_each_place() {
    let line = SourceLine::from_bytes(b"fn a() {}");
    let span = Span::new(path("a.rs"), 1, vec![line], Some(1)).unwrap();
    let read = Observation::read(Source::READ, Window::new(span));
    let listed = Observation::listed(Source::LIST, vec![path("a.rs"), path("b.rs")]);
    let check = |observation: &Observation, ids: usize, expect: Result<&str, &str>| {
        let all = vec!["c1".parse().unwrap(); ids];
        let shown = show(observation, &all).map_err(|error| error.to_string());
        assert_eq!(shown.as_deref().map_err(String::as_str), expect);
    };
    check(&read, 0, Err("0 ids for 1 places"));
    check(&read, 2, Err("2 ids for 1 places"));
    check(&listed, 1, Err("1 ids for 2 places"));
    check(&listed, 2, Ok("a.rs\nb.rs\n"));
    check(&read, 1, Ok("#### a.rs [c1] 1 (to the end)\n1| fn a() {}\n"));
}
