//! What a report holds of its places for forms that people read: symbols, and relations between them.

use firsthand_registry::{
    LineRange, Observation, Registry, Related, RepoPath, Seen, Source, Span, Symbol, Window,
};
use firsthand_validator::{Context, Intent, Present, RunFacts, VerifiedReport, cited, validate};
use insta::assert_snapshot;

use crate::repo::{judge, selection};

/// A place is of the symbol that it was shown for; or else of the innermost declaration around its lines.
#[test]
fn a_place_has_its_symbol() {
    let text = r#"{"primaryCandidateIds":["c1"],"readTargets":[
        {"candidateId":"c5","lines":"145-150"},{"candidateId":"c5","lines":"200-210"}]}"#;
    let report = judge(Intent::Edit, text, |_| {}).into_report(RunFacts::new("/repo", "query"));
    let reads = report.read_targets().iter().map(|read| read.place());
    let places = report.primary().iter().chain(reads);
    let symbols: Vec<String> = places
        .map(|place| {
            let symbol = report.symbol(place).map(|symbol| symbol.name.as_str());
            format!(
                "{} {:?} {symbol:?}",
                place.path(),
                place.range().map(LineRange::start)
            )
        })
        .collect();
    assert_snapshot!(symbols.join("\n"), @r#"
    src/app.ts Some(1) None
    src/long.ts Some(145) Some("f")
    src/long.ts Some(200) None
    "#);
}

/// `caller` of `callee`, as a tool saw it; `named` is whom the tool says that it calls.
fn related(named: &str, cite: &str) -> VerifiedReport {
    let file = "fn caller() {\n    callee();\n}\nfn callee() {}\n";
    let window = |name: &str, start, end| {
        let path = RepoPath::new("a.rs").unwrap();
        let lines = LineRange::new(start, end).unwrap();
        let mut window = Window::new(Span::of_file(path, file.as_bytes(), lines).unwrap());
        window.symbol = Some(Symbol {
            name: name.into(),
            qualified: name.into(),
            kind: "function".into(),
        });
        window
    };
    let mut caller = window("caller", 1, 3);
    caller.related = Some(Related {
        relation: "callers".into(),
        of: named.into(),
        resolution: "scope".into(),
    });
    let mut registry = Registry::new();
    registry.observe(Observation::matches(
        Source::GRAPH,
        vec![window("callee", 4, 4)],
    ));
    registry.observe(Observation {
        source: Source::GRAPH,
        seen: Seen::Relations(vec![caller]),
        counts: Vec::new(),
    });
    let selection = selection(&format!(r#"{{"primaryCandidateIds":{cite}}}"#));
    let present = Present::gather(&cited(&registry, &selection), |_| {
        Some(file.as_bytes().to_vec())
    });
    let verdict = validate(
        &selection,
        &Context::new(&registry, &present, Intent::Locate),
    );
    verdict.into_report(RunFacts::new("/repo", "query"))
}

#[test]
fn a_relation_has_both_its_ends_in_the_report() {
    for (named, cite, expect) in [
        ("callee", r#"["c1","c2"]"#, "1 callers 4 scope"),
        ("a.rs#callee", r#"["c1","c2"]"#, "1 callers 4 scope"),
        ("b.rs#callee", r#"["c1","c2"]"#, ""),
        ("caller", r#"["c1","c2"]"#, ""),
        ("callee", r#"["c2"]"#, ""),
        ("callee", r#"["c1"]"#, ""),
    ] {
        let report = related(named, cite);
        let line = |place: &firsthand_validator::Place| place.range().map_or(0, LineRange::start);
        let told = report.relations().iter().map(|edge| {
            let (place, of) = (line(edge.place()), line(edge.of()));
            format!("{place} {} {of} {}", edge.relation(), edge.resolution())
        });
        assert_eq!(
            told.collect::<Vec<_>>().join(", "),
            expect,
            "{named} {cite}"
        );
    }
}
