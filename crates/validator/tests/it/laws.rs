//! The laws, as properties over arbitrary repositories and hostile selections. `PROPTEST_CASES=10000`
//! runs more cases.

use std::collections::BTreeSet;

use firsthand_registry::{Candidate, CandidateId, LineRange};
use firsthand_validator::{
    Action, Confidence, Context, FlowLink, Gap, Intent, Limits, Place, Present, Rule, RunFacts,
    SavedReport, Selection, Verdict, VerifiedReport, conclude, find_quote, validate,
};
use proptest::prelude::*;
use serde_json::json;

use crate::observed_repo::{ObservedRepo, case};
use crate::oracle::{self, PathRange};
use crate::repo::{self, Files, present};

/// The verdict on the selection over the unchanged files, and its report.
fn verdict_and_report(
    repo: &ObservedRepo,
    selection: &Selection,
    intent: Intent,
) -> (Verdict, VerifiedReport) {
    let present = present(&repo.registry, selection, &repo.files);
    let verdict = validate(selection, &Context::new(&repo.registry, &present, intent));
    (verdict.clone(), verdict.into_report(RunFacts::new("/repo", "query")))
}

fn to_path_range(place: &Place) -> PathRange {
    (place.path().to_string(), place.range().map(|range| (range.start(), range.end())))
}

/// The paths and ranges of all places of the report.
fn places(report: &VerifiedReport) -> Vec<PathRange> {
    let flow = report.body().flow.iter().map(|link| to_path_range(&link.place));
    let reads = report.body().read_targets.iter().map(|read| to_path_range(&read.place));
    report.body().primary.iter().map(to_path_range).chain(flow).chain(reads).collect()
}

/// The candidate with this id, if the id was assigned.
fn find<'w>(repo: &'w ObservedRepo, id: &str) -> Option<&'w Candidate> {
    repo.registry.get(id.parse::<CandidateId>().ok()?)
}

/// Whether the place shows a line of the candidate, or neither has lines.
fn shows(place: &Place, candidate: &Candidate) -> bool {
    place.path() == candidate.path()
        && match (place.range(), candidate.range()) {
            (Some(shown), Some(seen)) => shown.overlaps(seen),
            (shown, seen) => shown == seen,
        }
}

fn was_observed(repo: &ObservedRepo, (path, range): &PathRange) -> bool {
    let Some(seen) = repo.seen.get(path) else {
        return false;
    };
    range.is_none_or(|(start, end)| (start..=end).all(|line| seen.contains(&line)))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_fabrication((repo, selection, intent) in case()) {
        let (_, report) = verdict_and_report(&repo, &selection, intent);
        let places = places(&report);
        for place in &places {
            prop_assert!(was_observed(&repo, place), "{place:?} was not seen");
            let (start, end) = place.1.unwrap_or((1, 1));
            prop_assert!(end - start < 120, "{place:?} is too long");
        }
        for place in report.body().flow.iter().map(|l| &l.place).chain(report.body().read_targets.iter().map(|r| &r.place)) {
            prop_assert!(place.range().is_some());
        }
        let facts = report.body().flow.iter().flat_map(|link| [link.role.as_str(), &link.fact]);
        let facts = facts.chain(report.body().losses.iter().flat_map(|loss| loss.roles.iter().map(String::as_str)));
        let purposes = report.body().read_targets.iter().map(|read| read.purpose.as_str());
        let missing = report.body().missing.iter().map(String::as_str);
        let targets: Vec<String> = report.body().search_targets.iter().map(ToString::to_string).collect();
        let texts = facts.chain(purposes).chain(missing).chain(targets.iter().map(String::as_str));
        for prose in texts {
            let unreported = oracle::first_unreported_place(prose, &places);
            prop_assert!(unreported.is_none(), "{unreported:?} in {prose:?}");
        }
    }

    #[test]
    fn no_fabrication_in_a_fallback((repo, selection, intent) in case()) {
        let named = selection.missing_coverage.iter().map(|missing| &*missing.text);
        let query = named.collect::<Vec<_>>().join(" ") + " load store ghost";
        let report = conclude(&repo.registry, intent, &[], RunFacts::new("", query), |ranges| {
            Present::gather(ranges, |path| repo.files.get(path.as_str()).cloned())
        });
        for place in places(&report) {
            prop_assert!(was_observed(&repo, &place), "{place:?} was not seen");
            let (start, end) = place.1.unwrap_or((1, 1));
            prop_assert!(end - start < 120, "{place:?} is too long");
        }
        prop_assert_eq!(report.body().confidence, Confidence::Low);
        prop_assert!(report.body().primary.len() <= 5 && report.body().search_targets.len() <= 5);
        prop_assert_eq!(report.body().action, Action::TargetedGapSearch);
        prop_assert!(disjoint(report.body().primary.iter()));
    }

    #[test]
    fn verbatim((repo, selection, intent) in case()) {
        let (_, report) = verdict_and_report(&repo, &selection, intent);
        for link in &report.body().flow {
            let (quote, place) = (&link.quote, &link.place);
            let file = &repo.files[place.path().as_str()];
            prop_assert!(oracle::quote_stands(file, quote.line, &quote.text), "{quote:?}");
            let range = place.range().unwrap();
            let last = quote.line + u32::from(quote.text.contains('\n'));
            prop_assert!(range.contains(quote.line) && range.contains(last), "{quote:?} outside {range}");
            prop_assert!(quote.text.chars().count() <= 240);
            let lines = oracle::lines(file);
            for line in quote.line..=last {
                prop_assert!(!oracle::is_masked(lines[line as usize - 1]), "{quote:?} is masked");
            }
            let is_long_word = |word: &str| word.chars().count() >= 3;
            prop_assert!(quote.text.split(|c: char| !c.is_alphanumeric()).any(is_long_word), "{quote:?} is slight");
        }
    }

    /// The nearest line of a failed quote is the source's own text as well.
    #[test]
    fn verbatim_nearest_lines((repo, selection, intent) in case()) {
        let (verdict, _) = verdict_and_report(&repo, &selection, intent);
        for gap in verdict.gaps() {
            let Gap::QuoteFailed { id, nearest, elsewhere, .. } = gap else {
                continue;
            };
            prop_assert!(elsewhere.len() <= 2);
            for elsewhere in elsewhere {
                let (own, other) = (find(&repo, id), repo.registry.get(elsewhere.id).unwrap());
                prop_assert!(own.is_none_or(|own: &Candidate| own.id() != other.id()));
                prop_assert!(other.range().unwrap().contains(elsewhere.line));
                let line = oracle::lines(&repo.files[other.path().as_str()])[elsewhere.line as usize - 1];
                prop_assert!(!oracle::is_masked(line), "{elsewhere:?} is masked");
            }
            let Some(nearest) = nearest else {
                continue;
            };
            let own = find(&repo, id).unwrap();
            let shown_in = nearest.id.map_or(own, |other| repo.registry.get(other).unwrap());
            prop_assert!(nearest.id != Some(own.id()));
            prop_assert!(shown_in.range().unwrap().contains(nearest.line));
            let file = &repo.files[shown_in.path().as_str()];
            let line = oracle::lines(file)[nearest.line as usize - 1];
            prop_assert!(!oracle::is_masked(line), "{nearest:?} is masked");
            prop_assert!(oracle::quote_stands(file, nearest.line, &nearest.text), "{nearest:?}");
        }
    }

    #[test]
    fn unchanged((repo, selection, intent) in case(), changes in changes()) {
        let mut now = repo.files.clone();
        changes.iter().for_each(|change| apply(&mut now, change));
        let present = present(&repo.registry, &selection, &now);
        let limits = Limits { primary: 99, read_targets: 99, flow: 99, ..Limits::default() };
        let context = Context { limits, ..Context::new(&repo.registry, &present, intent) };
        let verdict = validate(&selection, &context);
        let report = verdict.into_report(RunFacts::new("/repo", "query"));
        for place in places(&report) {
            prop_assert!(oracle::same_lines(&repo.files, &now, &place), "{place:?} has changed");
        }
        for link in &report.body().flow {
            let file = &now[link.place.path().as_str()];
            prop_assert!(oracle::quote_stands(file, link.quote.line, &link.quote.text));
        }
        if report.body().action == Action::SkipExploreResult {
            return Ok(());
        }
        let stands = |candidate: &&Candidate| {
            let range = candidate.range().map(|range| (range.start(), range.end()));
            oracle::same_lines(&repo.files, &now, &(candidate.path().to_string(), range))
        };
        for candidate in selection.primary_candidate_ids.iter().filter_map(|id| find(&repo, id)).filter(stands) {
            let same_file = |place: &&Place| place.path() == candidate.path();
            let is_reported = report.body().primary.iter().filter(same_file)
                .any(|place| candidate.range().is_none() || shows(place, candidate));
            prop_assert!(is_reported, "{} stands, and was dropped", candidate.id());
        }
        // Links that say the same of the same lines count once.
        let key = |link: &FlowLink| format!("{:?}", (&link.candidate_id, &link.lines, &link.fact, &link.quote));
        let mut said = BTreeSet::new();
        let valid_links = selection.flow.iter().filter(|link| said.insert(key(link))).filter(|link| {
            find(&repo, &link.candidate_id).filter(stands).is_some_and(|candidate| {
                candidate.evidence().is_some_and(|e| find_quote(e, &link.quote, candidate.hits()).is_ok())
            })
        });
        prop_assert_eq!(report.body().flow.len(), valid_links.count());
    }

    /// For any citations and overlaps: no line is in two listed places, and every line of a listed place that is short enough is
    /// shown: all of the place, or the lines of it that the citation names.
    #[test]
    fn no_padding_of_places((repo, selection, intent) in case()) {
        let present = present(&repo.registry, &selection, &repo.files);
        let limits = Limits { primary: 99, read_targets: 99, flow: 99, ..Limits::default() };
        let context = Context { limits, ..Context::new(&repo.registry, &present, intent) };
        let report = validate(&selection, &context).into_report(RunFacts::new("/repo", "query"));
        let all = places(&report);
        let listed = report.body().primary.iter().chain(report.body().read_targets.iter().map(|read| &read.place));
        let listed: Vec<PathRange> = listed.map(to_path_range).collect();
        for (index, place) in listed.iter().enumerate() {
            for other in &listed[..index] {
                let is_disjoint = place.0 != other.0 || place == other || !overlap(place.1, other.1);
                prop_assert!(is_disjoint, "{place:?} and {other:?}");
            }
        }
        if report.body().action == Action::SkipExploreResult {
            return Ok(());
        }
        let reads = selection.read_targets.iter().filter(|read| read.lines.is_none());
        let reads = reads.map(|read| &read.candidate_id);
        // A primary place is cited in part where a link or a read target with its id names lines.
        let links = selection.flow.iter().map(|link| (&link.candidate_id, &link.lines));
        let cited: Vec<_> = links.chain(selection.read_targets.iter().map(|read| (&read.candidate_id, &read.lines))).collect();
        let in_part = |id: &&String| cited.iter().any(|(cited, lines)| cited == id && lines.is_some());
        let primary = selection.primary_candidate_ids.iter().filter(|id| !in_part(id));
        let whole = primary.chain(reads).filter_map(|id| find(&repo, id));
        let whole = whole.filter_map(|candidate| Some((candidate, candidate.range()?)));
        let named = selection.read_targets.iter().filter_map(|read| {
            let candidate = find(&repo, &read.candidate_id)?;
            let (first, last) = read.lines.as_deref()?.split_once('-')?;
            let lines = LineRange::new(first.trim().parse().ok()?, last.trim().parse().ok()?)?;
            Some((candidate, lines.intersection(candidate.range()?)?))
        });
        for (candidate, range) in whole.chain(named).filter(|(_, range)| range.len() <= 120) {
            for line in range.start()..=range.end() {
                let shown = all.iter().any(|(path, lines)| {
                    *path == candidate.path().as_str() && lines.is_some_and(|(a, b)| a <= line && line <= b)
                });
                prop_assert!(shown, "line {line} of {} is lost", candidate.id());
            }
        }
    }

    #[test]
    fn downgrade_only((repo, selection, intent) in case()) {
        let (verdict, report) = verdict_and_report(&repo, &selection, intent);
        prop_assert!(report.body().action <= selection.recommended_primary_action);
        prop_assert!(report.body().confidence <= selection.confidence);
        // A lowered proposal is not lowered again.
        let mut lowered_selection = selection.clone();
        lowered_selection.recommended_primary_action = verdict.body().action;
        lowered_selection.confidence = verdict.body().confidence;
        let (second, _) = verdict_and_report(&repo, &lowered_selection, intent);
        prop_assert_eq!((second.body().action, second.body().confidence), (verdict.body().action, verdict.body().confidence));
        prop_assert_eq!(&second.body().primary, &verdict.body().primary);
        prop_assert_eq!(&second.body().flow, &verdict.body().flow);
        prop_assert_eq!(&second.body().read_targets, &verdict.body().read_targets);
        let lowered = |verdict: &Verdict| {
            let rules = [Rule::ActionLowered, Rule::ConfidenceLowered];
            verdict.body().findings.iter().any(|finding| rules.contains(&finding.rule))
        };
        prop_assert!(!lowered(&second));
        // The conditions on action and confidence, computed from the report alone.
        let has_doubt = report.body().findings.iter().any(|f| matches!(f.rule,
            Rule::UnknownId | Rule::FactUnverified | Rule::QuoteSlight | Rule::QuoteLong | Rule::Stale | Rule::Unreadable
                | Rule::ProseReference | Rule::ClaimUnsupported));
        let (action, high) = (report.body().action, report.body().confidence == Confidence::High);
        let answer = action == Action::AnswerFromReport;
        prop_assert!(!(answer && (intent.needs_reading() || report.body().primary.is_empty())));
        let has_fact = report.body().flow.iter().any(|link| !link.fact.trim().is_empty());
        prop_assert!(!answer || has_fact || intent == Intent::Locate);
        prop_assert!(action != Action::ReadTargets || !report.body().read_targets.is_empty());
        prop_assert!(action == Action::TargetedGapSearch || report.body().search_targets.is_empty());
        prop_assert!(!(high && (has_doubt || !report.body().missing.is_empty() || !verdict.gaps().is_empty() && answer)));
        prop_assert!(report.body().confidence == Confidence::Low || !report.body().flow.is_empty());
        // A saved report is judged by the same bounds.
        let saved: SavedReport = serde_json::from_value(serde_json::to_value(&report).unwrap()).unwrap();
        prop_assert_eq!(saved.faults(|_| None), Vec::<String>::new());
    }

    #[test]
    fn downgrade_only_to_what_the_evidence_shows(
        claim in "calls `ghost[a-z]{0,5}`|then ghost[a-z]{0,5}\\(\\)|sets ghost_[a-z]{1,5}|a ghostM[a-z]{1,5}|[3-9][0-9]{3} times",
        before in "[a-z ]{0,9}",
    ) {
        let confidence = |fact: &str| {
            let link = json!({"candidateId": "c1", "quote": "run(a,  b)", "role": "entry", "fact": fact});
            let text = json!({"primaryCandidateIds": ["c1"], "flow": [link]}).to_string();
            repo::verdict_on(Intent::Explain, &text, |_| {}).body().confidence
        };
        prop_assert_eq!(confidence(&format!("{before} runs")), Confidence::High);
        prop_assert_eq!(confidence(&format!("{before} {claim}")), Confidence::Medium);
    }

    /// High says that nothing is missing, whatever the gap is called.
    #[test]
    fn downgrade_only_beside_a_named_gap(
        gaps in proptest::collection::vec("[a-z]{1,9}( [a-z]{1,9}){0,3}", 0..3),
    ) {
        let link = json!({"candidateId": "c1", "quote": "run(a,  b)", "role": "entry", "fact": "It runs."});
        let text = json!({"primaryCandidateIds": ["c1"], "flow": [link], "missingCoverage": gaps}).to_string();
        let verdict = repo::verdict_on(Intent::Explain, &text, |_| {});
        let most = if gaps.is_empty() { Confidence::High } else { Confidence::Medium };
        prop_assert_eq!(verdict.body().confidence, most);
    }

    #[test]
    fn no_padding((repo, selection, intent) in case()) {
        use oracle::{is_subsequence, is_same_cut_or_withheld, folded_forms};
        let (_, report) = verdict_and_report(&repo, &selection, intent);
        let shown = |place: &Place, id: &str| find(&repo, id).is_some_and(|c| shows(place, c));
        let proposed = is_subsequence(&report.body().primary, &selection.primary_candidate_ids, |p, id| shown(p, id));
        // Where none of them stands, the places that the report cites are the primary ones.
        let cited = selection.flow.iter().map(|link| &link.candidate_id);
        let cited: Vec<&String> = cited.chain(selection.read_targets.iter().map(|read| &read.candidate_id)).collect();
        let is_cited = |place: &Place| cited.iter().any(|id| shown(place, id));
        prop_assert!(proposed || report.body().primary.iter().all(is_cited));
        let flow = is_subsequence(&report.body().flow, &selection.flow, |link, proposed| {
            let proposed_forms = folded_forms(&proposed.quote);
            shown(&link.place, &proposed.candidate_id)
                && is_same_cut_or_withheld(&link.role, &proposed.role)
                && is_same_cut_or_withheld(&link.fact, &proposed.fact)
                && proposed_forms.contains(&folded_forms(&link.quote.text)[0])
        });
        prop_assert!(flow);
        let reads = is_subsequence(&report.body().read_targets, &selection.read_targets, |read, proposed| {
            shown(&read.place, &proposed.candidate_id) && is_same_cut_or_withheld(&read.purpose, &proposed.purpose)
                && (read.required || !proposed.required)
        });
        // Where none of them stands, the surviving places are what is to be read.
        let body = report.body();
        let is_reported = |place: &Place| body.primary.contains(place) || body.flow.iter().any(|link| link.place == *place);
        let places_alone = body.action == Action::ReadTargets && body.read_targets.iter()
            .all(|read| read.purpose.is_empty() && !read.required && is_reported(&read.place));
        prop_assert!(reads || places_alone);
        let withheld = |text: &String| text.starts_with("(withheld: ");
        prop_assert!(is_subsequence(&report.body().missing, &selection.missing_coverage,
            |text, proposed| withheld(text) || is_same_cut_or_withheld(text, &proposed.text)));
        prop_assert!(is_subsequence(&report.body().search_targets, &selection.search_targets, |a, b| a.to_string() == *b));
        prop_assert!(report.body().primary.len() <= 5 && report.body().read_targets.len() <= 8 && report.body().flow.len() <= 12);
        prop_assert!(report.body().missing.len() <= 3 && report.body().search_targets.len() <= 5);
        prop_assert!(disjoint(report.body().primary.iter()));
        prop_assert!(disjoint(report.body().read_targets.iter().map(|read| &read.place)));
        let limits = Limits::default();
        let targets: Vec<String> = report.body().search_targets.iter().map(ToString::to_string).collect();
        let texts = report.body().flow.iter()
            .flat_map(|link| [(&link.fact, limits.fact_chars), (&link.role, limits.role_chars)])
            .chain(report.body().read_targets.iter().map(|read| (&read.purpose, limits.purpose_chars)))
            .chain(report.body().missing.iter().map(|text| (text, limits.fact_chars)))
            .chain(targets.iter().map(|text| (text, limits.role_chars)));
        for (text, max_chars) in texts {
            prop_assert!(text.chars().count() <= max_chars, "{text:?}");
        }
    }

    #[test]
    fn no_padding_beyond_the_limits((repo, selection, intent) in case(), limit in 0..3usize) {
        let present = present(&repo.registry, &selection, &repo.files);
        let limits = Limits { primary: limit, read_targets: limit, flow: limit, missing: limit,
            search_targets: limit, ..Limits::default() };
        let context = Context { limits, ..Context::new(&repo.registry, &present, intent) };
        let report = validate(&selection, &context).into_report(RunFacts::new("", ""));
        let lists = [report.body().primary.len(), report.body().read_targets.len(), report.body().flow.len(),
            report.body().missing.len(), report.body().search_targets.len()];
        prop_assert!(lists.iter().all(|&length| length <= limit), "{lists:?} over {limit}");
    }

    /// Validation of any text, under any limits, returns a report within them; and the fallback does not panic.
    #[test]
    fn any_selection_becomes_a_report_within_the_limits(
        (repo, mut selection, intent) in case(),
        texts in proptest::collection::vec(any::<String>(), 4),
        repeat in 1..2000usize,
        limit in 0..3usize,
    ) {
        let long = |at: usize| texts[at].repeat(repeat).chars().take(10_000).collect::<String>();
        for link in &mut selection.flow {
            (link.role, link.fact, link.quote) = (long(0), long(1), long(2));
        }
        selection.missing_coverage.push(long(3).into());
        selection.search_targets.push(texts[3].clone());
        selection.primary_candidate_ids.extend([texts[0].clone(), "c4294967295".into(), "c99999999999".into()]);
        let present = present(&repo.registry, &selection, &repo.files);
        let limits = Limits { primary: limit, read_targets: limit, flow: limit, missing: limit, receipts: limit, search_targets: limit,
            range_lines: limit as u32, fact_chars: limit, purpose_chars: limit, role_chars: limit };
        let context = Context { limits, ..Context::new(&repo.registry, &present, intent) };
        let report = validate(&selection, &context).into_report(RunFacts::new("", ""));
        prop_assert!(report.body().flow.iter().all(|link| link.fact.chars().count() <= limit));
        let facts = RunFacts::new("", texts[0].as_str());
        let _ = conclude(&repo.registry, intent, &[], facts, |_| present.clone());
    }
}

/// Whether any two places are of different files, or have ranges that do not overlap.
fn disjoint<'p>(places: impl Iterator<Item = &'p Place>) -> bool {
    let places: Vec<PathRange> = places.map(to_path_range).collect();
    places.iter().enumerate().all(|(at, a)| {
        places[..at].iter().all(|b| {
            a.0 != b.0 || matches!((a.1, b.1), (Some(a), Some(b)) if a.1 < b.0 || b.1 < a.0)
        })
    })
}

/// A change of a file: the file, the offset, and the kind of change.
type Change = (prop::sample::Index, prop::sample::Index, u8);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    proptest::collection::vec(
        (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..5u8),
        0..3,
    )
}

fn apply(files: &mut Files, (file, offset, kind): &Change) {
    let paths: Vec<String> = files.keys().cloned().collect();
    if paths.is_empty() {
        return;
    }
    let path = file.get(&paths);
    let bytes = files.get_mut(path).unwrap();
    let offset = offset.index(bytes.len() + 1);
    match kind {
        0 => bytes.insert(offset, b'x'),
        1 => bytes.insert(offset, b'\n'),
        2 => bytes.truncate(offset),
        3 => drop(bytes.get_mut(offset).map(|byte| *byte ^= 1)),
        _ => drop(files.remove(path)),
    }
}

fn overlap(a: Option<(u32, u32)>, b: Option<(u32, u32)>) -> bool {
    a.zip(b).is_some_and(|(a, b)| a.0 <= b.1 && b.0 <= a.1)
}
