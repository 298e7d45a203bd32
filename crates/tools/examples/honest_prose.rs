//! Measures how many true sentences the validator withholds: takes the first sentence of each documentation
//! comment as a fact about its declaration.
//! `cargo run --release -p firsthand-tools --example honest_prose -- [--show] DIR…`
//!
//! The report has only that place, the evidence does not include the documentation, and all files of the
//! repository were listed.

use std::path::Path;

use firsthand_codegraph::{Cancel, Declaration, Graph, Options, Query, language_of};
use firsthand_registry::{LineRange, Observation, Registry, RepoPath, Source, Span, Window};
use firsthand_validator::{Context, Intent, Present, Rule, Selection, cited, validate};

/// The most sentences of one repository.
const MAX_SENTENCES: usize = 400;

/// A sentence, and the lines of code that it is about.
struct Sentence {
    path: RepoPath,
    text: String,
    code: LineRange,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (flags, folders): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|word| word == "--show");
    let (mut all, mut withheld) = (0, 0);
    for folder in &folders {
        let root = Path::new(folder);
        let (paths, sentences) = sentences(root)?;
        let step = sentences.len().div_ceil(MAX_SENTENCES).max(1);
        let sample: Vec<&Sentence> = sentences.iter().step_by(step).collect();
        let withheld_sentences: Vec<_> =
            sample.iter().filter(|s| is_withheld(root, &paths, s)).collect();
        println!("{folder}: {} of {}", withheld_sentences.len(), sample.len());
        for sentence in withheld_sentences.iter().filter(|_| !flags.is_empty()) {
            println!("    {}: {}", sentence.path, sentence.text);
        }
        (all, withheld) = (all + sample.len(), withheld + withheld_sentences.len());
    }
    let share = 100.0 * withheld as f64 / all.max(1) as f64;
    println!("withheld: {withheld} of {all} sentences, {share:.2} %");
    Ok(())
}

/// The repository's files, and its sentences in their order.
#[expect(clippy::disallowed_methods, reason = "the folders are the caller's own")]
fn sentences(root: &Path) -> Result<(Vec<RepoPath>, Vec<Sentence>), Box<dyn std::error::Error>> {
    let graph = Graph::open(root, Options::default())?;
    // The first search lists the files.
    graph.search(&Query::new("the"), &Cancel::default());
    let files: Vec<String> = graph.files().files.iter().map(|file| file.path.to_string()).collect();
    let (mut paths, mut found) = (Vec::new(), Vec::new());
    for name in files {
        let path = RepoPath::new(&name)?;
        paths.push(path.clone());
        if language_of(&name).is_none() {
            continue;
        }
        let bytes = std::fs::read(root.join(&name))?;
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().collect();
        for declaration in graph.declarations(&name, &bytes, &Cancel::default()) {
            if let Some((text, code)) = first_sentence(&lines, &declaration) {
                let path = path.clone();
                found.push(Sentence { path, text, code });
            }
        }
    }
    Ok((paths, found))
}

/// The first sentence of a declaration's documentation, and the lines of the declaration without it.
fn first_sentence(lines: &[&str], declaration: &Declaration) -> Option<(String, LineRange)> {
    let range = declaration.range;
    let (start, end) = (range.start() as usize, range.end() as usize);
    let own = lines.get(start - 1..end)?;
    let is_comment = |line: &&&str| {
        let line = line.trim_start();
        let attribute = line.starts_with("#[") || line.starts_with("#include");
        !attribute && ["//", "/*", "*", "#", "--"].iter().any(|sign| line.starts_with(sign))
    };
    let leading: Vec<&str> = own.iter().take_while(is_comment).copied().collect();
    let inner = own.iter().take(8).position(|line| line.trim_start().starts_with("\"\"\""));
    let (text, code) = match (leading.is_empty(), inner) {
        (false, _) => (leading.join("\n"), (start + leading.len(), end)),
        (true, Some(at @ 1..)) => {
            let rest = own[at..].join("\n");
            let text = rest.trim_start().trim_start_matches('"').split("\"\"\"").next()?.to_owned();
            (text, (start, start + at - 1))
        }
        _ => return None,
    };
    let bare = text.lines().map(|line| line.trim().trim_start_matches(['/', '*', '#', '-', '!']));
    let bare: Vec<&str> = bare.map(|line| line.trim().trim_end_matches("*/").trim()).collect();
    let mut paragraphs = bare.split(|line| line.is_empty()).filter(|lines| !lines.is_empty());
    let text = paragraphs.next()?.join(" ");
    let sentence = text.split_once(". ").map_or(text.as_str(), |(first, _)| first);
    let words = sentence.split(' ').filter(|word| word.starts_with(char::is_alphabetic)).count();
    let (from, to) = (u32::try_from(code.0).ok()?, u32::try_from(code.1).ok()?);
    let code = LineRange::new(from, to.min(from + 100))?;
    (words >= 4).then(|| (sentence.chars().take(300).collect(), code))
}

#[expect(clippy::disallowed_methods, reason = "the folders are the caller's own")]
fn is_withheld(root: &Path, paths: &[RepoPath], sentence: &Sentence) -> bool {
    let read = |path: &RepoPath| std::fs::read(root.join(path.as_str())).ok();
    let bytes = read(&sentence.path).unwrap_or_default();
    let Ok(span) = Span::of_file(sentence.path.clone(), &bytes, sentence.code) else {
        return false;
    };
    let quote = span.lines().map(|(_, line)| line.text().trim().to_owned());
    let quote = quote.filter(|line| line.len() < 200).max_by_key(String::len);
    let mut registry = Registry::new();
    let ids = registry.observe(Observation::read(Source::READ, Window::new(span)));
    registry.observe(Observation::listed(Source::LIST, paths.to_vec()));
    let id = ids.first().map(ToString::to_string).unwrap_or_default();
    let selection = serde_json::json!({
        "primaryCandidateIds": [id],
        "flow": [{"candidateId": id, "role": "", "fact": sentence.text, "quote": quote}],
        "recommendedPrimaryAction": "answer_from_report",
        "confidence": "high",
    });
    let Ok(selection) = serde_json::from_value::<Selection>(selection) else {
        return false;
    };
    let present = Present::gather(&cited(&registry, &selection, Intent::Edit), read);
    let verdict = validate(&selection, &Context::new(&registry, &present, Intent::Explain));
    verdict.body().findings.iter().any(|finding| finding.rule == Rule::ProseReference)
}
