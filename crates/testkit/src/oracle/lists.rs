//! Checks that the report has no more than was proposed.

use firsthand_validator::Missing;
use serde_json::Value;

use super::{GroundTruth, Location, Violations, folded, items, location, readings, text};

const ACTIONS: [&str; 4] =
    ["skip_explore_result", "targeted_gap_search", "read_targets", "answer_from_report"];
/// In a proposal: an id that the host may have repaired.
pub(crate) const ANY_ID: &str = "*";
const CONFIDENCES: [&str; 3] = ["low", "medium", "high"];

pub(super) fn check(report: &Value, ground: &GroundTruth<'_>, found: &mut Violations) {
    match ground.proposal {
        Some(proposal) => {
            check_lowered(report, proposal, found);
            check_subsequences(report, proposal, ground, found);
        }
        None => check_fallback(report, found),
    }
    check_bounds(report, found);
    check_disjoint(report, "primary", found);
    check_disjoint(report, "read_targets", found);
}

fn rank(names: &[&str], name: &str) -> Option<usize> {
    names.iter().position(|known| *known == name)
}

/// Checks that action and confidence are not above the proposed ones.
fn check_lowered(report: &Value, proposal: &Value, found: &mut Violations) {
    let (action, confidence) = stated(proposal);
    let pairs = [("action", action, &ACTIONS[..]), ("confidence", confidence, &CONFIDENCES[..])];
    for (printed, proposed, names) in pairs {
        let printed = text(report, printed);
        let below = rank(names, printed).is_some_and(|at| Some(at) <= rank(names, proposed));
        found.unless(below, "downgrade_only", || {
            format!("{printed} is above the proposed {proposed}")
        });
    }
}

/// The proposed action and confidence. A skip that names places contradicts itself: it is read as places to read, of which
/// nothing is sure.
fn stated(proposal: &Value) -> (&str, &str) {
    let action = text(proposal, "recommendedPrimaryAction");
    let lists = ["flow", "primaryCandidateIds", "readTargets"];
    let has_places = lists.iter().any(|list| !items(proposal, list).is_empty());
    if action == ACTIONS[0] && has_places {
        (ACTIONS[2], CONFIDENCES[0])
    } else {
        (action, text(proposal, "confidence"))
    }
}

/// Checks the upper bounds of action and confidence, given the report's lists and findings.
fn check_bounds(report: &Value, found: &mut Violations) {
    let law = "downgrade_only";
    let (action, high) = (text(report, "action"), text(report, "confidence") == "high");
    let empty = |list: &str| items(report, list).is_empty();
    let intent = text(report, "intent");
    let has_fact = |link: &Value| !text(link, "fact").trim().is_empty();
    let without_fact = intent != "locate" && !items(report, "flow").iter().any(has_fact);
    let required = |read: &Value| read["required"] == true;
    let must_read = items(report, "read_targets").iter().any(required);
    let must_not_answer =
        ["edit", "debug"].contains(&intent) || empty("primary") || without_fact || must_read;
    found.unless(action != "answer_from_report" || !must_not_answer, law, || {
        "it answers where it must not".to_owned()
    });
    found.unless(action != "read_targets" || !empty("read_targets"), law, || {
        "it names nothing to read".to_owned()
    });
    let sure = text(report, "confidence") == "low" || !empty("flow");
    found.unless(sure, law, || "it is sure without a link".to_owned());
    found.unless(!high || empty("missing"), law, || {
        "it is high, and something is missing".to_owned()
    });
    const DOUBTS: [&str; 7] = [
        "unknown_id",
        "fact_unverified",
        "stale",
        "unreadable",
        "prose_reference",
        "claim_unsupported",
        "quote_slight",
    ];
    let dropped = |finding: &Value| {
        let links = text(finding, "detail").starts_with("flow links");
        DOUBTS.contains(&text(finding, "rule")) || (text(finding, "rule") == "over_limit" && links)
    };
    let doubt = items(report, "findings").iter().any(dropped);
    let blank = |item: &Value, key: &str| text(item, key).trim().is_empty();
    let blank = items(report, "flow").iter().any(|link| blank(link, "fact"))
        || items(report, "read_targets").iter().any(|read| blank(read, "purpose"));
    found.unless(!(high && blank), law, || "it is high, and something was left blank".to_owned());
    found.unless(!(high && doubt), law, || "it is high, and something was dropped".to_owned());
}

/// Checks that a fallback is labelled, and makes no claims.
fn check_fallback(report: &Value, found: &mut Violations) {
    let plain = text(report, "confidence") == "low"
        && text(report, "action") == "targeted_gap_search"
        && ["flow", "read_targets", "missing"].iter().all(|list| items(report, list).is_empty());
    found.unless(plain, "no_padding", || "the fallback says more than structure can".to_owned());
    let labelled = ["fallback", "skip"].contains(&text(report, "outcome"));
    found.unless(labelled, "no_padding", || "the fallback is not labelled as one".to_owned());
}

/// Checks that each list of the report is a subsequence of the proposed list. An id `*` stands for one that the host may
/// have repaired: any place.
fn check_subsequences(
    report: &Value,
    proposal: &Value,
    ground: &GroundTruth<'_>,
    found: &mut Violations,
) {
    let law = "no_padding";
    let is_place_of_id = |printed: &Value, id: &str| {
        let number = id.strip_prefix('c').and_then(|digits| digits.parse().ok());
        let meant = number.and_then(|number: usize| ground.ids.get(number.checked_sub(1)?));
        id == ANY_ID || meant.is_some_and(|meant| overlaps(&location(printed), meant))
    };
    let primary =
        is_subsequence(items(report, "primary"), items(proposal, "primaryCandidateIds"), |a, b| {
            is_place_of_id(a, b.as_str().unwrap_or_default())
        });
    // Where none of them stands, the cited places are the primary ones.
    let cited = || items(proposal, "flow").iter().chain(items(proposal, "readTargets"));
    let is_cited = |a: &Value| cited().any(|b| is_place_of_id(a, text(b, "candidateId")));
    let cited_alone = items(report, "primary").iter().all(is_cited);
    found.unless(primary || cited_alone, law, || "primary was not proposed so".to_owned());
    let flow = is_subsequence(items(report, "flow"), items(proposal, "flow"), |a, b| {
        is_place_of_id(a, text(b, "candidateId"))
            && is_cut_or_withheld(text(a, "role"), text(b, "role"))
            && is_cut_or_withheld(text(a, "fact"), text(b, "fact"))
            && readings(text(b, "quote")).contains(&folded(text(&a["quote"], "text")))
    });
    found.unless(flow, law, || "flow was not proposed so".to_owned());
    let reads =
        is_subsequence(items(report, "read_targets"), items(proposal, "readTargets"), |a, b| {
            is_place_of_id(a, text(b, "candidateId"))
                && is_cut_or_withheld(text(a, "purpose"), text(b, "purpose"))
        });
    // Where none of them stands, the surviving places are what is to be read.
    let is_place = |read: &Value| {
        let places = items(report, "primary").iter().chain(items(report, "flow"));
        places.map(location).any(|place| place == location(read))
    };
    let places_alone = text(report, "action") == "read_targets"
        && items(report, "read_targets").iter().all(|read| {
            text(read, "purpose").is_empty() && read["required"] == false && is_place(read)
        });
    found.unless(reads || places_alone, law, || "read_targets were not proposed so".to_owned());
    let missing =
        is_subsequence(items(report, "missing"), items(proposal, "missingCoverage"), |a, b| {
            let (a, b) = (a.as_str().unwrap_or_default(), b.as_str().unwrap_or_default());
            let b = Missing::from(b).text;
            a.starts_with("(withheld: ") || (!a.is_empty() && is_cut_or_withheld(a, &b))
        });
    found.unless(missing, law, || "missing was not proposed so".to_owned());
    let search = is_subsequence(
        items(report, "search_targets"),
        items(proposal, "searchTargets"),
        |a, b| a == b,
    );
    found.unless(search, law, || "search_targets were not proposed so".to_owned());
}

/// Whether `short` is `long` with items left out.
fn is_subsequence(short: &[Value], long: &[Value], same: impl Fn(&Value, &Value) -> bool) -> bool {
    let mut rest = long.iter();
    short.iter().all(|item| rest.any(|other| same(item, other)))
}

/// Whether prose is unchanged, cut with `…`, or withheld.
fn is_cut_or_withheld(printed: &str, proposed: &str) -> bool {
    let cut = |kept: &str| proposed.starts_with(kept);
    printed.is_empty() || printed == proposed || printed.strip_suffix('…').is_some_and(cut)
}

/// Whether two places are one, or share lines.
pub(super) fn overlaps(a: &Location, b: &Location) -> bool {
    a.0 == b.0
        && match (a.1, b.1) {
            (Some(a), Some(b)) => a.0 <= b.1 && b.0 <= a.1,
            (a, b) => a == b,
        }
}

/// Checks that no two places of a list overlap.
fn check_disjoint(report: &Value, list: &str, found: &mut Violations) {
    let locations: Vec<Location> = items(report, list).iter().map(location).collect();
    let twice = (1..locations.len())
        .find(|&at| locations[..at].iter().any(|other| overlaps(&locations[at], other)));
    if let Some(at) = twice {
        found.add("no_padding", format!("{list} holds {:?} twice", locations[at]));
    }
}
