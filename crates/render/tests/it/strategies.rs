//! Strategies for hostile reports: paths, prose and quotes over arbitrary trees.

use firsthand_validator::{Coverage, Intent, Losses, Selection, StopReason, VerifiedReport};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Value, json};

use crate::fixture::{Tree, facts};

/// Texts that imitate the report's notation, or are arbitrary.
fn hostile_text() -> impl Strategy<Value = String> {
    let words = select(vec![
        "```",
        "```json",
        "~~~",
        "#",
        ">",
        "1. ",
        "- ",
        "(not read)",
        "not read",
        "(required)",
        ":1-2",
        ":1",
        "src/a.ts",
        "b.ts",
        "a.ts:1-2",
        "b.ts:1-3",
        "[1]",
        "(1):1-2",
        "[2]",
        "Query:",
        "Flow:",
        "Missing: none",
        "\n",
        "\r\n",
        "\t",
        "\u{1b}[31m",
        "\u{202e}",
        "\u{2028}",
        "\0",
        "\u{7f}",
        "\u{9b}",
        "\"",
        "\\",
        "é",
        "日本",
        "\u{1f600}",
        "{\"v\":3}",
        "</script>",
        "|",
        "word",
        "camelCase",
        " ",
        "٣-٤",
        ":٣-٤",
        "…",
    ]);
    prop_oneof![
        4 => vec(words, 0..8).prop_map(|words| words.concat()),
        1 => any::<String>(),
        1 => "[a-z ]{0,400}",
        1 => (select(vec!["x", "```", "é", "`"]), 1..200_usize).prop_map(|(s, n)| s.repeat(n)),
    ]
}

fn path() -> impl Strategy<Value = String> {
    let fixed_paths = select(vec![
        "src/a.ts",
        "b.ts",
        "a b.ts",
        "@b.ts",
        "x\"b.ts",
        "[2]",
        "[1]",
        "1]",
        "b.ts\"",
        "a b.ts\"",
        "src/[id]/page.tsx",
        "a.ts:1-2",
        "b.ts (not read)",
        "1. b.ts",
        "[1] b.ts",
        "```json",
        "~~~",
        "# x",
        "a/b/c/d.rs",
        "b",
        "ts",
        "(b",
        "a,b.ts",
        "Also: [1]",
        "x\ny",
        "x\u{202e}y",
        "(1):1-2",
    ]);
    prop_oneof![
        4 => fixed_paths.prop_map(str::to_owned),
        1 => hostile_text(),
        1 => (1..40_usize).prop_map(|n| format!("{}x.rs", "deeply/nested/".repeat(n))),
        1 => (1..3000_usize).prop_map(|n| "\u{1}é".repeat(n)),
    ]
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![3 => hostile_text(), 1 => "[a-z(){};<> \t]{0,120}"]
        .prop_map(|text| text.replace('\n', " ") + "word")
}

/// A file, its observed ranges, and whether it was listed.
type File = (String, Vec<String>, Vec<(u32, u32)>, bool);

fn file() -> impl Strategy<Value = File> {
    (path(), vec(line(), 1..5), vec((1..5_u32, 1..5_u32), 0..3), any::<bool>())
}

/// The index of a place, two texts, the index of the quoted line, and whether two lines are quoted; of a read target
/// the last says whether it is required.
type Choice = (usize, String, String, usize, bool);

fn choice() -> impl Strategy<Value = Choice> {
    (0..40_usize, hostile_text(), hostile_text(), 0..4_usize, any::<bool>())
}

fn tree(files: &[File]) -> (Tree, Vec<(String, Vec<String>)>) {
    let (mut tree, mut ids) = (Tree::default(), Vec::new());
    for (path, lines, ranges, listed) in files {
        let Some(path) = tree.file(path, &(lines.join("\n") + "\n")) else {
            continue;
        };
        for (start, end) in ranges {
            let place = (&path, *start, (*start).max(*end));
            // A symbol that is related to the symbol of any file, and by any word.
            let of = files[*end as usize % files.len()].1.first();
            let relation = ["callers", "callees", "references", &lines[0]][*end as usize % 4];
            let related = of.map(|of| (relation, of.as_str(), "name"));
            let seen = match *start % 2 {
                0 => tree.relate(place, &lines[0], related),
                _ => tree.see(place.0, place.1, place.2),
            };
            if let Some(id) = seen {
                ids.push((id, lines.clone()));
            }
        }
        if *listed {
            ids.extend(tree.list(&path).map(|id| (id, Vec::new())));
        }
    }
    (tree, ids)
}

fn wire(
    ids: &[(String, Vec<String>)],
    [primary, flow, reads]: [&[Choice]; 3],
    texts: &[String],
    (action, confidence): (&str, &str),
) -> Value {
    let id = |at: usize| ids.get(at % ids.len().max(1)).map_or("c1", |(id, _)| id.as_str());
    let quote = |at: usize, from: usize, two: bool| {
        let lines = ids.get(at % ids.len().max(1)).map_or(&[][..], |(_, lines)| lines);
        let from = from.min(lines.len().saturating_sub(1));
        lines
            .iter()
            .skip(from)
            .take(if two { 2 } else { 1 })
            .cloned()
            .collect::<Vec<_>>()
            .join("\n")
    };
    json!({
        "primaryCandidateIds": primary.iter().map(|c| id(c.0)).collect::<Vec<_>>(),
        "flow": flow.iter().map(|(at, role, fact, from, two)| json!({
            "candidateId": id(*at), "role": role, "fact": fact, "quote": quote(*at, *from, *two)
        })).collect::<Vec<_>>(),
        "readTargets": reads.iter().map(|(at, purpose, _, _, required)| json!({
            "candidateId": id(*at), "purpose": purpose, "required": required
        })).collect::<Vec<_>>(),
        "missingCoverage": texts.iter().take(2).collect::<Vec<_>>(),
        "searchTargets": texts.iter().skip(2).collect::<Vec<_>>(),
        "recommendedPrimaryAction": action, "confidence": confidence
    })
}

/// Any report: a verdict, a skip, or a fallback.
pub(crate) fn report() -> impl Strategy<Value = VerifiedReport> {
    let lists = (vec(choice(), 0..6), vec(choice(), 0..13), vec(choice(), 0..9));
    let action = select(vec![
        "answer_from_report",
        "read_targets",
        "targeted_gap_search",
        "skip_explore_result",
    ]);
    let level = select(vec!["low", "medium", "high"]);
    let texts = (hostile_text(), vec(hostile_text(), 0..6), 0..10_u8);
    let absent = prop_oneof![2 => Just(Vec::new()), 1 => vec(hostile_text(), 1..12)];
    let coverage = (0..9_u32, 0..u64::MAX, 0..3_u64, any::<bool>(), absent);
    let intent = select(Intent::ALL.to_vec());
    let stops =
        vec![StopReason::Accepted, StopReason::BestOfContinuations, StopReason::NothingVerified];
    let files = vec(file(), 1..9).prop_flat_map(|files| {
        let count = files.len();
        subsequence(files, 1..=count)
    });
    (files, lists, action, level, texts, coverage, intent, select(stops)).prop_map(
        |(files, lists, action, level, (query, texts, kind), coverage, intent, stop)| {
            let (tree, ids) = tree(&files);
            let mut facts = facts(&query);
            let (patterns, files_seen, files_skipped, truncated, absent) = coverage;
            facts.coverage = Coverage {
                patterns,
                files_seen,
                files_skipped,
                truncated,
                absent,
                losses: Losses { budget: files_seen, time: files_skipped, ..Losses::default() },
                ..Coverage::default()
            };
            facts.stats.stop_reason = stop;
            if kind == 0 {
                facts.query.push_str(" word");
                return tree.fallback(facts);
            }
            let lists = [&lists.0[..], &lists.1[..], &lists.2[..]];
            let wire = wire(&ids, lists, &texts, (action, level));
            let selection: Selection = serde_json::from_value(wire).unwrap();
            tree.report(&selection, intent, facts)
        },
    )
}
