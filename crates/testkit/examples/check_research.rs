//! Checks a research result against its repository:
//! `check_research ROOT < result.json` prints every violation, and how much was checked.

use std::io::Read as _;
use std::path::PathBuf;
use std::process::ExitCode;

use firsthand_testkit::oracle::research_violations;

fn main() -> ExitCode {
    let root = std::env::args_os().nth(1).map(PathBuf::from).unwrap_or_default();
    let mut result = String::new();
    if let Err(error) = std::io::stdin().read_to_string(&mut result) {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    let violations = research_violations(&result, &root);
    for violation in &violations {
        println!("{}: {}", violation.law, violation.what);
    }
    let document: serde_json::Value = serde_json::from_str(&result).unwrap_or_default();
    let count = |list: &str| document[list].as_array().map_or(0, Vec::len);
    let references = document["claims"].as_array().into_iter().flatten();
    let references: usize =
        references.map(|claim| claim["references"].as_array().map_or(0, Vec::len)).sum();
    println!(
        "{} claims, {references} references, {} places, {} items of evidence: {} violations",
        count("claims"),
        count("places"),
        count("evidence"),
        violations.len()
    );
    ExitCode::from(u8::from(!violations.is_empty()))
}
