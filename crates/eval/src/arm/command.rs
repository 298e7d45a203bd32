//! An external program: a template of its command line, run without a shell, and its output: `firsthand.search/1`,
//! `firsthand.report/2`, or one place per line.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::Path;
use std::process::Command;

use firsthand::registry::{LineRange, RepoPath};
use firsthand::source::distinct;
use firsthand::{Confidence, VerifiedReport};
use serde::Deserialize;

use super::{ArmError, UnknownArm};
use crate::found::{Found, SelfAssessment};

/// A program and its arguments. `{root}` and `{query_file}` in them are replaced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandTemplate {
    text: String,
    words: Vec<String>,
}

impl CommandTemplate {
    /// Parses a command line, whose words are split and unquoted as a POSIX shell does that; nothing else of a shell is
    /// there: no variables, no pipes.
    ///
    /// # Errors
    /// An [`UnknownArm`] if there is no word, or an unclosed quote.
    pub fn parse(text: &str) -> Result<Self, UnknownArm> {
        let unclosed = UnknownArm::Template("has a quote that does not end");
        let words = shlex::split(text).ok_or(unclosed)?;
        match words.first() {
            Some(program) if !program.is_empty() => Ok(Self { text: text.to_owned(), words }),
            _ => Err(UnknownArm::Template("names no program")),
        }
    }

    /// The command line for a question about a tree.
    pub(super) fn command(&self, root: &Path, query_file: &Path) -> Command {
        let mut words = self.words.iter().map(|word| fill(word, root, query_file));
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        command
    }
}

/// Replaces the placeholders; replaced text is not scanned again.
fn fill(word: &str, root: &Path, query_file: &Path) -> OsString {
    let files = word.split("{root}").map(|piece| {
        let pieces: Vec<&OsStr> = piece.split("{query_file}").map(OsStr::new).collect();
        pieces.join(query_file.as_os_str())
    });
    files.collect::<Vec<OsString>>().join(root.as_os_str())
}

impl fmt::Display for CommandTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The fields of a `firsthand.search/1` or `firsthand.report/2` document that are read. Unknown fields are ignored.
#[derive(Deserialize)]
struct Document {
    schema: String,
    #[serde(default)]
    regions: Vec<Cited>,
    #[serde(default)]
    files: Vec<Listed>,
    #[serde(default)]
    primary: Vec<Cited>,
    #[serde(default)]
    flow: Vec<Cited>,
    #[serde(default)]
    read_targets: Vec<Cited>,
    confidence: Option<Confidence>,
    probability: Option<f64>,
    #[serde(default)]
    missing: Vec<String>,
    #[serde(default)]
    coverage: Coverage,
}

/// A file of a document: a search lists paths, and a report what is known of the cited files.
#[derive(Deserialize)]
#[serde(untagged)]
enum Listed {
    Path(String),
    File { path: String },
}

/// A place of a document.
#[derive(Deserialize)]
struct Cited {
    path: String,
    start: Option<u32>,
    end: Option<u32>,
}

impl Cited {
    fn lines(&self) -> Option<LineRange> {
        LineRange::new(self.start?, self.end?)
    }
}

/// What a report states about the words of the question.
#[derive(Default, Deserialize)]
struct Coverage {
    #[serde(default)]
    absent: Vec<String>,
}

const SEARCH_SCHEMA: &str = "firsthand.search/1";

/// Parses the whole output. Paths below `root` may be absolute.
pub(super) fn read(text: &str, root: &Path) -> Result<Found, ArmError> {
    let failed = |why: String| ArmError::Failed(format!("its output cannot be read: {why}"));
    if !text.trim_start().starts_with('{') {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        return Ok(Found::of_places(lines.map(|line| parse_place(line, root))));
    }
    let document: Document =
        serde_json::from_str(text).map_err(|error| failed(error.to_string()))?;
    if ![SEARCH_SCHEMA, VerifiedReport::SCHEMA].contains(&document.schema.as_str()) {
        let report = VerifiedReport::SCHEMA;
        return Err(failed(format!("its schema is neither {SEARCH_SCHEMA} nor {report}")));
    }
    // The places of a search; those of a report: the primary ones, then the flow, then the read targets.
    let lists = [document.regions, document.primary, document.flow, document.read_targets];
    let places =
        lists.into_iter().flatten().map(|cited| (relative_path(&cited.path, root), cited.lines()));
    let mut found = Found::of_places(distinct(places));
    if document.schema == SEARCH_SCHEMA && !document.files.is_empty() {
        let files = document.files.iter().map(|file| match file {
            Listed::Path(path) | Listed::File { path } => relative_path(path, root),
        });
        found.files = distinct(files);
    }
    found.self_assessment = document.confidence.map(|confidence| SelfAssessment {
        probability: document.probability,
        ..SelfAssessment::new(confidence, &document.coverage.absent, &document.missing)
    });
    Ok(found)
}

/// Parses `path:start-end`, `path:line` or `path`. Text after a colon that is not a range belongs to the path.
fn parse_place(line: &str, root: &Path) -> (String, Option<LineRange>) {
    if let Some((path, range)) = line.rsplit_once(':')
        && let Some((start, end)) = range.split_once('-').or(Some((range, range)))
        && let (Ok(start), Ok(end)) = (start.parse(), end.parse())
    {
        return (relative_path(path, root), LineRange::new(start, end));
    }
    (relative_path(line, root), None)
}

fn relative_path(path: &str, root: &Path) -> String {
    let below = Path::new(path).strip_prefix(root).ok().and_then(Path::to_str);
    let path = below.unwrap_or(path);
    RepoPath::new(path).map_or_else(|_| path.to_owned(), |path| path.as_str().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_filled_without_a_shell() {
        let check = |template: &str, expect: &[&str]| {
            let template = CommandTemplate::parse(template).unwrap();
            let command = template.command(Path::new("/t r{query_file}"), Path::new("/q;x"));
            let mut words = vec![command.get_program().to_str().unwrap()];
            words.extend(command.get_args().map(|word| word.to_str().unwrap()));
            assert_eq!(words, expect);
        };
        check("a  b\tc", &["a", "b", "c"]);
        check("a 'b  c' \"d'e\" ''", &["a", "b  c", "d'e", ""]);
        check("a -q={query_file}! {root}", &["a", "-q=/q;x!", "/t r{query_file}"]);
        check("a '{root}/{root}'", &["a", "/t r{query_file}//t r{query_file}"]);
        check(r"a $(b) | c '\d' \{ {other}", &["a", "$(b)", "|", "c", r"\d", "{", "{other}"]);
    }

    fn check_output(text: &str, files: &str, regions: &str) {
        let found = read(text, Path::new("/t")).unwrap();
        assert_eq!(found.files.join(" "), files, "{text}");
        let shown: Vec<String> = (found.regions.iter())
            .map(|region| format!("{}:{}-{}", region.path, region.start, region.end))
            .collect();
        assert_eq!(shown.join(" "), regions, "{text}");
    }

    #[test]
    fn lines_and_documents_are_read() {
        check_output("", "", "");
        check_output("a.rs:1-5\n\n ./b.rs \na.rs:9\n", "a.rs b.rs", "a.rs:1-5 a.rs:9-9");
        check_output("/t/a.rs:1-5\n/u/b.rs", "a.rs /u/b.rs", "a.rs:1-5");
        // An invalid range counts as its file alone.
        check_output("a.rs:5-1\na.rs:0\nb:c\nd.rs:1-", "a.rs b:c d.rs:1-", "");
        check_output(
            r#"{"schema":"firsthand.search/1","x":1,"regions":[{"path":"./a","start":1,"end":2,"score":1.5}]}"#,
            "a",
            "a:1-2",
        );
        check_output(r#"{"schema":"firsthand.search/1","files":["b","/t/b","c"]}"#, "b c", "");
    }

    #[test]
    fn reports_are_read_with_what_they_state_about_themselves() {
        let text = r#"{"schema":"firsthand.report/2","confidence":"medium","probability":0.75,
            "primary":[{"path":"/t/a","start":1,"end":2},{"path":"b","start":null,"end":null}],
            "flow":[{"path":"a","start":1,"end":2,"role":"r"},{"path":"a","start":7,"end":9}],
            "read_targets":[{"path":"c","start":1,"end":3},{"path":"b","start":null,"end":null}],
            "files":[{"path":"a","size":7}],
            "missing":["no file has `y`"],"coverage":{"patterns":1,"absent":["x"]}}"#;
        check_output(text, "a b c", "a:1-2 a:7-9 c:1-3");
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
        for text in
            ["{", "{}", r#"{"schema":"x/1"}"#, r#"{"schema":"firsthand.search/1","files":[1]}"#]
        {
            let error = read(text, Path::new("/t")).unwrap_err().to_string();
            assert!(error.starts_with("its output cannot be read: "), "{error}");
        }
    }
}
