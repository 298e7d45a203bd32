//! Parses the output of an external program: `firsthand.search/1`, `firsthand.report/1`, or one place per line.

use std::path::Path;

use firsthand::registry::RepoPath;
use firsthand::source::distinct;
use firsthand::{Confidence, VerifiedReport};
use serde::Deserialize;

use super::ArmError;
use crate::found::{Found, Region, SelfAssessment};

/// The fields of a `firsthand.search/1` document that contain places. Unknown fields are ignored.
#[derive(Deserialize)]
struct Document {
    schema: String,
    #[serde(default)]
    regions: Vec<Region>,
    #[serde(default)]
    files: Vec<String>,
}

/// The fields of a `firsthand.report/1` document that contain places. Unknown fields are ignored.
#[derive(Deserialize)]
struct Report {
    confidence: Confidence,
    #[serde(default)]
    probability: Option<f64>,
    primary: Vec<Cited>,
    flow: Vec<Cited>,
    #[serde(default)]
    read_targets: Vec<Cited>,
    missing: Vec<String>,
    coverage: Coverage,
}

/// A place of a report.
#[derive(Deserialize)]
struct Cited {
    path: String,
    start: Option<u32>,
    end: Option<u32>,
}

/// What a report states about the words of the question.
#[derive(Deserialize)]
struct Coverage {
    #[serde(default)]
    absent: Vec<String>,
}

const SCHEMA: &str = "firsthand.search/1";

/// Parses the whole output. Paths below `root` may be absolute.
pub(super) fn read(text: &str, root: &Path) -> Result<Found, ArmError> {
    let failed = |why: String| ArmError::Failed(format!("its output cannot be read: {why}"));
    if !text.trim_start().starts_with('{') {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        return Ok(Found::of_places(lines.map(|line| parse_place(line, root))));
    }
    let document: Document =
        serde_json::from_str(text).map_err(|error| failed(error.to_string()))?;
    if document.schema == VerifiedReport::SCHEMA {
        let report = serde_json::from_str(text).map_err(|error| failed(error.to_string()))?;
        return Ok(found_in_report(report, root));
    }
    if document.schema != SCHEMA {
        let why = format!(
            "its schema is neither {SCHEMA} nor {}",
            VerifiedReport::SCHEMA
        );
        return Err(failed(why));
    }
    let mut regions = document.regions;
    for region in &mut regions {
        region.path = relative_path(&region.path, root);
    }
    let mut files: Vec<String> = document
        .files
        .iter()
        .map(|path| relative_path(path, root))
        .collect();
    if files.is_empty() {
        files = regions.iter().map(|region| region.path.clone()).collect();
    }
    let found = Found {
        files,
        regions,
        self_assessment: None,
        report: None,
    };
    Ok(found.normalized())
}

/// The places of a report (the primary ones, then the flow, then the read targets) and its confidence.
fn found_in_report(report: Report, root: &Path) -> Found {
    let assessment =
        SelfAssessment::new(report.confidence, &report.coverage.absent, &report.missing);
    let cited = report.primary.into_iter().chain(report.flow);
    let places = cited
        .chain(report.read_targets)
        .map(|cited| (relative_path(&cited.path, root), cited.start.zip(cited.end)));
    Found {
        self_assessment: Some(SelfAssessment {
            probability: report.probability,
            ..assessment
        }),
        ..Found::of_places(distinct(places))
    }
}

/// Parses `path:start-end`, `path:line` or `path`. Text after a colon that is not a range belongs to the path.
fn parse_place(line: &str, root: &Path) -> (String, Option<(u32, u32)>) {
    if let Some((path, range)) = line.rsplit_once(':')
        && let Some((start, end)) = range.split_once('-').or(Some((range, range)))
        && let (Ok(start), Ok(end)) = (start.parse(), end.parse())
    {
        return (relative_path(path, root), Some((start, end)));
    }
    (relative_path(line, root), None)
}

fn relative_path(path: &str, root: &Path) -> String {
    let below = Path::new(path)
        .strip_prefix(root)
        .ok()
        .and_then(Path::to_str);
    let path = below.unwrap_or(path);
    RepoPath::new(path).map_or_else(|_| path.to_owned(), |path| path.as_str().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, files: &str, regions: &str) {
        let found = read(text, Path::new("/t")).unwrap();
        assert_eq!(found.files.join(" "), files, "{text}");
        let shown: Vec<String> = (found.regions.iter())
            .map(|region| format!("{}:{}-{}", region.path, region.start, region.end))
            .collect();
        assert_eq!(shown.join(" "), regions, "{text}");
    }

    #[test]
    fn lines_and_documents_are_read() {
        check("", "", "");
        check(
            "a.rs:1-5\n\n ./b.rs \na.rs:9\n",
            "a.rs b.rs",
            "a.rs:1-5 a.rs:9-9",
        );
        check("/t/a.rs:1-5\n/u/b.rs", "a.rs /u/b.rs", "a.rs:1-5");
        // An invalid range counts as its file alone.
        check("a.rs:5-1\na.rs:0\nb:c\nd.rs:1-", "a.rs b:c d.rs:1-", "");
        check(
            r#"{"schema":"firsthand.search/1","x":1,"regions":[{"path":"./a","start":1,"end":2,"score":1.5}]}"#,
            "a",
            "a:1-2",
        );
        check(
            r#"{"schema":"firsthand.search/1","files":["b","/t/b","c"]}"#,
            "b c",
            "",
        );
    }

    #[test]
    fn reports_are_read_with_what_they_state_about_themselves() {
        let text = r#"{"schema":"firsthand.report/1","confidence":"medium","probability":0.75,
            "primary":[{"path":"/t/a","start":1,"end":2},{"path":"b","start":null,"end":null}],
            "flow":[{"path":"a","start":1,"end":2,"role":"r"},{"path":"a","start":7,"end":9}],
            "read_targets":[{"path":"c","start":1,"end":3},{"path":"b","start":null,"end":null}],
            "missing":["no file has `y`"],"coverage":{"patterns":1,"absent":["x"]}}"#;
        check(text, "a b c", "a:1-2 a:7-9 c:1-3");
        let found = read(text, Path::new("/t")).unwrap();
        let assessment = found.self_assessment.unwrap();
        assert_eq!(
            (assessment.confidence, assessment.probability),
            (Confidence::Medium, Some(0.75))
        );
        assert!(assessment.names("x") && !assessment.names("y"));
    }

    #[test]
    fn other_documents_are_refused() {
        for text in [
            "{",
            "{}",
            r#"{"schema":"x/1"}"#,
            r#"{"schema":"firsthand.search/1","files":[1]}"#,
        ] {
            let error = read(text, Path::new("/t")).unwrap_err().to_string();
            assert!(error.starts_with("its output cannot be read: "), "{error}");
        }
    }
}
