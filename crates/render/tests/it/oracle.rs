//! An independent checker of the text form in a `firsthand.report/2` document.

use std::collections::BTreeSet;

use serde_json::Value;

type Place = (String, Option<u64>, Option<u64>);

fn place(value: &Value) -> Place {
    let path = value["path"].as_str().unwrap_or_default().to_owned();
    (path, value["start"].as_u64(), value["end"].as_u64())
}

/// Every violation in a `firsthand.report/2` document, but for those that need the tree.
pub(crate) fn violations(json: &str, max_chars: usize) -> Vec<String> {
    let Ok(report) = serde_json::from_str::<Value>(json) else {
        return vec!["not JSON".into()];
    };
    let list = |key: &str| report[key].as_array().cloned().unwrap_or_default();
    let [primary, flow, reads] = ["primary", "flow", "read_targets"]
        .map(|key| list(key).iter().map(place).collect::<BTreeSet<_>>());
    let has_cuts = list("findings").iter().any(|finding| finding["rule"] == "budget_cut");
    let reported: BTreeSet<Place> = primary.iter().chain(&flow).chain(&reads).cloned().collect();
    let required: BTreeSet<Place> = primary.iter().chain(&flow).cloned().collect();
    let markdown = report["markdown"].as_str().unwrap_or_default();
    let mut violations = Vec::new();
    let chars = markdown.chars().count();
    if chars > max_chars {
        violations.push(format!("{chars} characters"));
    }
    if report["stats"]["report_chars"].as_u64() != Some(chars as u64) {
        violations.push("report_chars is another number".to_owned());
    }
    let block = machine_block(markdown, &mut violations);
    if (&block["action"], &block["confidence"]) != (&report["action"], &report["confidence"]) {
        violations.push("the block disagrees on action or confidence".to_owned());
    }
    let cited = numbered_places(&block["refs"], &mut violations);
    let refs: BTreeSet<Place> = cited.iter().cloned().collect();
    violations.extend(refs.difference(&reported).map(|place| format!("cites {place:?}")));
    if refs.len() < cited.len() {
        violations.push("a ref stands twice".to_owned());
    }
    if !has_cuts {
        violations.extend(required.difference(&refs).map(|place| format!("lacks {place:?}")));
    }
    for read in block["read"].as_array().into_iter().flatten() {
        let number = usize::try_from(read.as_u64().unwrap_or(0)).unwrap_or(0);
        if number
            .checked_sub(1)
            .and_then(|index| cited.get(index))
            .is_none_or(|place| !reads.contains(place))
        {
            violations.push(format!("reads {number}, which is no read target"));
        }
    }
    let prose = ["flow", "read_targets", "search_targets"].map(list).into_iter().flatten();
    let prose =
        prose.flat_map(|item| ["role", "fact", "purpose", "term"].map(|key| item[key].clone()));
    let prose: Vec<Value> = prose.chain(list("missing")).chain(list("absence_facts")).collect();
    check_paths_once(markdown, &reported, &prose, &mut violations);
    check_lines(markdown, &mut violations);
    violations
}

/// The places of a machine block in the order of their numbers, which are 1, 2, … without a gap.
fn numbered_places(refs: &Value, violations: &mut Vec<String>) -> Vec<Place> {
    let mut numbered: Vec<(Option<u64>, Place)> = Vec::new();
    for (path, places) in refs.as_object().into_iter().flatten() {
        for place in places.as_array().into_iter().flatten() {
            let lines = (place[1].as_u64(), place[2].as_u64());
            numbered.push((place[0].as_u64(), (path.clone(), lines.0, lines.1)));
        }
    }
    numbered.sort();
    let numbers: Vec<_> = numbered.iter().map(|(number, _)| *number).collect();
    if !numbers.iter().copied().eq((1..=numbers.len() as u64).map(Some)) {
        violations.push(format!("numbers its places {numbers:?}"));
    }
    numbered.into_iter().map(|(_, place)| place).collect()
}

fn machine_block(markdown: &str, violations: &mut Vec<String>) -> Value {
    let lines: Vec<&str> = markdown.lines().collect();
    let opens: Vec<usize> =
        (0..lines.len()).filter(|&at| lines[at].starts_with("```json")).collect();
    let fences = lines.iter().filter(|line| line.starts_with("```") || line.starts_with("~~~"));
    if opens.len() != 1 || fences.count() != 2 || lines.last() != Some(&"```") {
        violations.push(format!("fences: {opens:?} of {}", lines.len()));
    }
    let body = opens.first().and_then(|at| lines.get(at + 1)).copied().unwrap_or_default();
    serde_json::from_str(body).unwrap_or_else(|error| {
        violations.push(format!("the block does not parse: {error}: {body}"));
        Value::Null
    })
}

/// No path twice in place position: `path:1-2` or `path (not read)`, outside quotes, the block and the model's `prose`, which
/// may name a place of the report.
fn check_paths_once(
    markdown: &str,
    reported: &BTreeSet<Place>,
    prose: &[Value],
    violations: &mut Vec<String>,
) {
    let of_prose: Vec<&str> = prose.iter().filter_map(Value::as_str).collect();
    let prose = markdown.lines().filter(|line| {
        !(line.trim_start().starts_with('>')
            || line.starts_with("Query:")
            || line.starts_with("{\"v\":"))
    });
    let prose = prose.collect::<Vec<_>>().join("\n");
    for path in reported.iter().map(|(path, ..)| path).collect::<BTreeSet<_>>() {
        let count = prose.match_indices(path.as_str()).filter(|(at, _)| {
            let before = prose[..*at].chars().next_back();
            let word = |c: char| c.is_alphanumeric() || "_./-".contains(c);
            !before.is_some_and(word) && in_place_position(&prose[at + path.len()..])
        });
        let count = count.count();
        let named = of_prose.iter().map(|text| text.matches(path.as_str()).count()).sum::<usize>();
        // What no other path ends with stands for a path that was printed.
        let rest = path.split_once('/').map(|(_, rest)| rest);
        let is_own_end = rest.is_none_or(|rest| {
            let mut others = reported.iter().filter(|(other, ..)| other != path);
            others.any(|(other, ..)| other.ends_with(rest))
        });
        if count > 1 + named && !is_own_end {
            violations.push(format!("{path:?} is printed {count} times"));
        }
    }
}

fn in_place_position(rest: &str) -> bool {
    let digits = |text: &str| text.len() - text.trim_start_matches(char::is_numeric).len();
    let range = rest.strip_prefix(':').is_some_and(|rest| digits(rest) > 0);
    range || rest.starts_with(" (not read)")
}

/// Checks that every line has a known prefix, and no control or bidirectional character.
fn check_lines(markdown: &str, violations: &mut Vec<String>) {
    const STARTS: [&str; 21] = [
        "## explore_code report",
        "Query: \"",
        "Fallback: ",
        "Skip: ",
        "Paths: …/ is ",
        "Flow:",
        "   > ",
        "   Read",
        "- ",
        "Also: [",
        "Dropped: ",
        "Narrowed: ",
        "In no searched file: ",
        "Not listed: ",
        "Missing: ",
        "Coverage: ",
        "Read: ",
        "Search: ",
        "Search (the host's terms): ",
        "Left out: ",
        "```",
    ];
    for line in markdown.lines() {
        let numbered =
            line.split_once(". ").is_some_and(|(number, _)| number.parse::<u32>().is_ok());
        let known = line.is_empty() || line.starts_with("{\"v\":3,") || numbered;
        if !known && !STARTS.iter().any(|start| line.starts_with(start)) {
            violations.push(format!("a line of no known kind: {line:?}"));
        }
        let quote = line.starts_with("   > ");
        let forbidden = line
            .chars()
            .find(|&c| (c.is_control() && !(quote && c == '\t')) || is_control_or_bidi(c));
        violations.extend(forbidden.map(|c| format!("{c:?} in {line:?}")));
    }
    for heading in ["Query: ", "Flow:", "## "] {
        if markdown.lines().filter(|line| line.starts_with(heading)).count() > 1 {
            violations.push(format!("several lines {heading}"));
        }
    }
}

fn is_control_or_bidi(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
