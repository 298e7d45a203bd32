//! The laws of the registry, as properties with the laws' names, and rules of ids and of merged observations.

use std::collections::{HashMap, HashSet};

use firsthand_registry::{
    CandidateId, LineRange, Observation, Registry, RepoPath, SourceLine, Span, Window, show,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::strategies::{file, observation, path, range, source};

/// A tool call on the files of `PATHS`.
#[derive(Clone, Debug)]
enum Call {
    /// Reads a file, by its index: from the first to the last line.
    Read(usize, u32, u32),
    /// Lists files, by their indices.
    List(Vec<usize>),
}

const PATHS: [&str; 3] = ["src/a.rs", "src/b.rs", "README.md"];

fn calls() -> impl Strategy<Value = Vec<Call>> {
    let read = (0..3_usize, 1..12_u32, 0..40_u32)
        .prop_map(|(file_index, start, more)| Call::Read(file_index, start, start + more));
    let list = vec(0..3_usize, 0..4).prop_map(Call::List);
    vec(prop_oneof![4 => read, 1 => list], 0..40)
}

fn files() -> impl Strategy<Value = Vec<Vec<String>>> {
    vec(vec("[a-z ]{0,6}", 0..15), 3)
}

/// The observation of a call: only the real contents of a file.
fn observation_of(
    call: &Call,
    files: &[Vec<String>],
    source: firsthand_registry::Source,
) -> Observation {
    match call {
        Call::List(file_indexes) => {
            Observation::listed(source, file_indexes.iter().map(|&i| path(PATHS[i])).collect())
        }
        Call::Read(file_index, start, end) => {
            let lines: Vec<&str> = files[*file_index].iter().map(String::as_str).collect();
            let span = Span::of_file(path(PATHS[*file_index]), &file(&lines), range(*start, *end));
            Observation::matches(source, span.ok().map(Window::new).into_iter().collect())
        }
    }
}

proptest! {
    #[test]
    fn no_fabrication(files in files(), calls in calls(), source in source(), guess in 1..200_u32) {
        let mut registry = Registry::new();
        let (mut seen, mut listed) = (HashMap::new(), HashSet::new());
        for call in &calls {
            let observation = observation_of(call, &files, source.clone());
            listed.extend(observation.paths.iter().cloned());
            for window in &observation.windows {
                for (number, line) in window.span.lines() {
                    seen.insert((window.span.path().clone(), number), line.text().to_owned());
                }
            }
            registry.observe(observation);
        }
        for place in registry.iter() {
            let Some(range) = place.range() else {
                prop_assert!(listed.contains(place.path()));
                prop_assert!(place.evidence().is_none());
                continue;
            };
            let file_index = PATHS.iter().position(|p| *p == place.path().as_str()).unwrap();
            prop_assert_eq!(place.file_lines(), u32::try_from(files[file_index].len()).ok());
            prop_assert!(range.end() <= place.file_lines().unwrap());
            for number in range.start()..=range.end() {
                let line = place.evidence().unwrap().line(number);
                let index = number as usize - 1;
                prop_assert_eq!(line, seen.get(&(place.path().clone(), number)).map(String::as_str));
                prop_assert_eq!(line, Some(files[file_index][index].as_str()));
            }
            prop_assert_eq!(place.evidence().unwrap().line(range.end() + 1), None);
        }
        let id: CandidateId = format!("c{guess}").parse().unwrap();
        prop_assert_eq!(registry.get(id).is_some(), guess as usize <= registry.len());
    }

    /// An adapter can report wrong numbers, but no line without its text.
    #[test]
    fn no_fabrication_by_numbers(start in prop_oneof![9 => 0..30_u32, 1 => any::<u32>()], file_lines in prop_oneof![0..30_u32, any::<u32>()], line_count in 0..20_usize) {
        let lines = vec![SourceLine::Plain(String::new()); line_count];
        if let Ok(span) = Span::new(path("a"), start, lines, Some(file_lines)) {
            prop_assert!(span.range().len() as usize <= line_count);
            prop_assert!(span.range().end() <= file_lines);
            prop_assert_eq!(span.range().start(), start);
            prop_assert_eq!(span.lines().count(), span.range().len() as usize);
        } else {
            prop_assert!(line_count == 0 || start == 0 || start > file_lines);
        }
    }

    #[test]
    fn one_conversation(files in files(), calls in calls(), source in source()) {
        let mut registry = Registry::new();
        // The reference model: the places in the order of their first observation.
        let mut model: Vec<(RepoPath, Option<LineRange>)> = Vec::new();
        for call in &calls {
            let observation = observation_of(call, &files, source.clone());
            let windows = observation.windows.iter();
            let mut places: Vec<_> =
                windows.map(|w| (w.span.path().clone(), Some(w.span.range()))).collect();
            places.extend(observation.paths.iter().map(|p| (p.clone(), None)));
            let expected: Vec<String> = places
                .into_iter()
                .map(|place| {
                    let known = model.iter().position(|seen| *seen == place);
                    let index = known.unwrap_or_else(|| {
                        model.push(place);
                        model.len() - 1
                    });
                    format!("c{}", index + 1)
                })
                .collect();
            let ids: Vec<String> =
                registry.observe(observation).iter().map(ToString::to_string).collect();
            prop_assert_eq!(ids, expected);
        }
        let places: Vec<_> = registry.iter().map(|c| (c.path().clone(), c.range())).collect();
        prop_assert_eq!(&places, &model);
        prop_assert_eq!(registry.is_empty(), model.is_empty());
        // `id_at` finds the observed ranges, and no others.
        for (place, (path, lines)) in registry.iter().zip(&places) {
            let Some(lines) = *lines else { continue };
            prop_assert_eq!(registry.id_at(path, lines), Some(place.id()));
            let wider = range(lines.start(), lines.end() + 1);
            let is_observed = places.contains(&(path.clone(), Some(wider)));
            prop_assert_eq!(registry.id_at(path, wider).is_some(), is_observed);
        }
    }

    #[test]
    fn contained(text in prop_oneof!["[aC./:\\\\ \u{0}]{0,10}", "(a/|\\.\\./|\\./|/|\\.\\.){0,5}", any::<String>()]) {
        let leaves_root = text.split(['/', '\\']).any(|part| part == "..");
        let parsed = RepoPath::new(&text);
        let json = serde_json::from_str::<RepoPath>(&serde_json::to_string(&text).unwrap());
        prop_assert_eq!(parsed.as_ref().ok(), json.as_ref().ok());
        match parsed {
            Ok(path) => {
                prop_assert!(!leaves_root && !path.as_str().starts_with(['/', '\\']));
                let drive = path.as_str().as_bytes().get(1) == Some(&b':');
                prop_assert!(!drive || !path.as_str().starts_with(|c: char| c.is_ascii_alphabetic()));
                let parts = std::path::Path::new(path.as_str()).components();
                for part in parts {
                    prop_assert!(matches!(part, std::path::Component::Normal(_)), "{:?}", part);
                }
                prop_assert_eq!(RepoPath::new(path.as_str()), Ok(path));
            }
            Err(_) => {
                let first = text.split('/').find(|part| !part.is_empty() && *part != ".");
                let is_windows_absolute = |part: &str| part.starts_with('\\') || part.as_bytes().get(1) == Some(&b':');
                prop_assert!(leaves_root || text.starts_with('/') || text.contains('\0') || first.is_none_or(is_windows_absolute));
            }
        }
    }

    /// A line that was masked in any observation stays masked, whatever later observations contain.
    #[test]
    fn a_line_masked_once_stays_masked(observations in vec(vec(any::<bool>(), 4), 1..6)) {
        let mut registry = Registry::new();
        for (turn, masks) in observations.iter().enumerate() {
            let lines = masks.iter().map(|&masked| {
                if masked { SourceLine::masked("(hidden)") } else { SourceLine::Plain(format!("v{turn}")) }
            });
            let span = Span::new(path("a"), 3, lines.collect(), Some(9)).unwrap();
            registry.observe(Observation::read(firsthand_registry::Source::READ, Window::new(span)));
        }
        prop_assert_eq!(registry.len(), 1);
        let evidence = registry.iter().next().unwrap().evidence().unwrap();
        for number in 3..=6_u32 {
            let hidden = observations.iter().any(|masks| masks[number as usize - 3]);
            prop_assert_eq!(evidence.is_masked(number), hidden);
            let latest = format!("v{}", observations.len() - 1);
            let expect = if hidden { "(hidden)" } else { latest.as_str() };
            prop_assert_eq!(evidence.line(number), Some(expect));
        }
        prop_assert_eq!(evidence.text().split('\n').count(), 4);
    }

    #[test]
    fn observations_round_trip_through_json(observation in observation()) {
        let json = serde_json::to_string(&observation).unwrap();
        prop_assert_eq!(serde_json::from_str::<Observation>(&json).unwrap(), observation);
    }
}

#[test]
fn show_needs_one_id_for_each_place() {
    let seen = crate::strategies::window("a.rs", 5, "one\ntwo", 9);
    let observation = Observation::matches(firsthand_registry::Source::GREP, vec![seen]);
    let mut registry = Registry::new();
    let (ids, text) = registry.see(&observation);
    assert_eq!(show(&observation, &ids), Ok(text.clone()));
    assert_eq!(text, "#### a.rs [c1] 5-6 of 9\n5| one\n6| two\n");
    let refused = |ids: &[CandidateId]| show(&observation, ids).unwrap_err().to_string();
    assert_eq!(refused(&[]), "0 ids for 1 places");
    assert_eq!(refused(&[ids[0], ids[0]]), "2 ids for 1 places");
}

#[test]
fn ids_have_one_spelling() {
    for (text, expect) in [
        ("c1", Some("c1")),
        ("c4294967295", Some("c4294967295")),
        ("c0", None),
        ("c01", None),
        ("c+1", None),
        ("c-1", None),
        ("C1", None),
        ("c", None),
        ("1", None),
        ("c4294967296", None),
        ("c1 ", None),
    ] {
        let got = text.parse::<CandidateId>().ok().map(|id| id.to_string());
        assert_eq!(got.as_deref(), expect, "{text:?}");
        let json = serde_json::to_value(text).unwrap();
        let read = serde_json::from_value::<CandidateId>(json.clone()).ok();
        let written = read.map(|id| serde_json::to_value(id).unwrap());
        assert_eq!(written, expect.map(|_| json), "{text:?} in JSON");
    }
}

#[test]
fn the_schema_of_an_id_has_its_pattern() {
    let schema = schemars::schema_for!(Vec<CandidateId>).to_value();
    let id_schema = serde_json::json!({ "type": "string", "pattern": "^c[1-9][0-9]*$" });
    assert_eq!(schema["items"], id_schema);
}

#[test]
fn observations_of_a_place_are_merged() {
    use firsthand_registry::{Related, Source};
    let seen = |hits: [u32; 2], name: &str, distance: Option<u32>| Window {
        hits: hits.to_vec(),
        symbol: crate::strategies::symbol(name),
        related: Some(Related {
            relation: "callers".into(),
            of: name.to_uppercase(),
            resolution: "import".into(),
        }),
        distance,
        ..crate::strategies::window("a.rs", 5, "one\ntwo\nthree", 9)
    };
    let mut registry = Registry::new();
    registry.observe(Observation::matches(Source::GREP, vec![seen([7, 99], "f", None)]));
    registry.observe(Observation::matches(Source::GRAPH, vec![seen([5, 7], "f", Some(3))]));
    let third = Observation::matches(Source::GREP, vec![seen([5, 5], "g", Some(4))]);
    registry.observe(third);
    let place = registry.iter().next().unwrap();
    assert_eq!(registry.len(), 1);
    assert_eq!(place.hits(), [5, 7]);
    assert_eq!(place.distance(), Some(3));
    let names: Vec<&str> = place.symbols().iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, ["f", "g"]);
    let edges: Vec<&str> = place.related().iter().map(|r| r.of.as_str()).collect();
    assert_eq!(edges, ["F", "G"]);
    let tools: Vec<_> = place.provenance().iter().map(|p| (&*p.source.name, p.times)).collect();
    assert_eq!(tools, [("grep", 2), ("graph", 1)]);
}

/// What a search said of lines holds for their text as it was then.
#[test]
fn unchanged_what_was_known_of_an_older_text_is_forgotten() {
    use firsthand_registry::Source;
    let seen = |text: &str, name: &str| Window {
        hits: vec![6],
        symbol: crate::strategies::symbol(name),
        ..crate::strategies::window("a.rs", 5, text, 9)
    };
    let read = |text: &str| crate::strategies::window("a.rs", 5, text, 9);
    let mut registry = Registry::new();
    registry.observe(Observation::matches(Source::GRAPH, vec![seen("fn f()\na\nb", "f")]));
    registry.observe(Observation::matches(Source::GREP, vec![read("fn g()\na\nb")]));
    let place = registry.iter().next().unwrap();
    assert_eq!(place.evidence().unwrap().text(), "fn g()\na\nb");
    assert_eq!((place.hits(), place.symbols()), (&[][..], &[][..]));

    registry.observe(Observation::matches(Source::GRAPH, vec![seen("fn g()\na\nb", "g")]));
    registry.observe(Observation::matches(Source::GREP, vec![read("fn g()\na\nb")]));
    let place = registry.iter().next().unwrap();
    assert_eq!((place.hits(), place.symbols()[0].name.as_str()), (&[6][..], "g"));
}
