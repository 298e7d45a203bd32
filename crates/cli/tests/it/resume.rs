//! `explore --resume`: an interrupted run is resumed.

use std::path::PathBuf;

use serde_json::Value;
use tempfile::TempDir;

use crate::{CommandOutput, firsthand, run, shop, tree};

const QUESTION: &str = "wie wird ein Basket für später behalten: persist?";

/// The transcript of a run, and the repository that the run explored.
struct InterruptedTranscript {
    shop: TempDir,
    beside: TempDir,
    /// The bytes of the transcript before a test truncates it.
    complete: Vec<u8>,
}

impl InterruptedTranscript {
    /// Records a complete run, which a test truncates.
    fn new() -> Self {
        let (shop, beside) = (shop(), tree(&[]));
        let file = beside.path().join("run.jsonl");
        let args = ["explore", QUESTION, "--transcript", file.to_str().unwrap()];
        run(shop.path(), &args).text(0);
        let complete = std::fs::read(&file).unwrap();
        Self { shop, beside, complete }
    }

    fn file(&self) -> PathBuf {
        self.beside.path().join("run.jsonl")
    }

    /// Truncates the transcript to this many bytes.
    fn cut(&self, length: usize) {
        std::fs::write(self.file(), &self.complete[..length]).unwrap();
    }

    fn explore(&self, rest: &[&str]) -> CommandOutput {
        let file = self.file();
        let args = [&["explore", "--resume", file.to_str().unwrap()], rest].concat();
        run(self.shop.path(), &args)
    }

    /// The length of the first line, with its line end.
    fn first_line_length(&self) -> usize {
        self.complete.iter().position(|byte| *byte == b'\n').unwrap() + 1
    }
}

fn without_stats(report: &CommandOutput) -> Value {
    let mut report = report.json(0);
    report["stats"] = Value::Null;
    report
}

/// A transcript that was cut anywhere, even within a character, resumes to the same result.
#[test]
fn a_transcript_resumes_wherever_it_was_cut() {
    let interrupted = InterruptedTranscript::new();
    let json = ["--format", "json"];
    let args = [&["explore", QUESTION][..], &json].concat();
    let expect = without_stats(&run(interrupted.shop.path(), &args));
    let (start, length) = (interrupted.first_line_length(), interrupted.complete.len());
    let step = (length - start) / 9;
    let umlaut = interrupted.complete.windows(2).rposition(|two| two == "ü".as_bytes()).unwrap();
    let mut ends: Vec<usize> = (0..9).map(|part| start + part * step).collect();
    ends.extend([start - 1, umlaut + 1, length - 2]);
    for end in ends {
        interrupted.cut(end);
        let output = interrupted.explore(&json);
        assert_eq!(without_stats(&output), expect, "cut at {end} of {length}");
        let file = interrupted.file();
        let args = [&["replay", file.to_str().unwrap()][..], &json].concat();
        let replayed = run(interrupted.beside.path(), &args);
        assert_eq!(replayed.out, output.out, "cut at {end} of {length}");
        let shown = run(interrupted.beside.path(), &["replay", "run.jsonl", "--show"]);
        assert_eq!(shown.text(0).matches(" resumed ").count(), 1);
    }
}

/// Resuming removes an incomplete last line, however long it is.
#[test]
fn resuming_removes_a_long_incomplete_line() {
    let interrupted = InterruptedTranscript::new();
    let long = "{\"event\":\"tool_answered\",\"call\":\"".to_owned() + &"x".repeat(300_000);
    let half = [&interrupted.complete[..interrupted.first_line_length()], long.as_bytes()].concat();
    std::fs::write(interrupted.file(), &half).unwrap();
    interrupted.explore(&[]).text(0);
    let replayed = run(interrupted.beside.path(), &["replay", "run.jsonl"]);
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
    // The same holds when a new run overwrites an older transcript.
    let complete =
        [&interrupted.complete[..interrupted.first_line_length()], long.as_bytes(), b"\"}\n"]
            .concat();
    std::fs::write(interrupted.file(), &complete).unwrap();
    let name = interrupted.file().to_str().unwrap().to_owned();
    let args = ["explore", QUESTION, "--transcript", &name];
    run(interrupted.shop.path(), &args).text(0);
    let replayed = run(interrupted.beside.path(), &["replay", "run.jsonl"]);
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
}

/// A truncated transcript can be shown without resuming it.
#[test]
fn an_incomplete_last_line_does_not_hide_earlier_events() {
    let interrupted = InterruptedTranscript::new();
    let text = String::from_utf8(interrupted.complete.clone()).unwrap();
    let umlaut = text.find('ü').unwrap();
    for end in [umlaut + 1, interrupted.first_line_length() + 20, interrupted.complete.len() - 1] {
        interrupted.cut(end);
        let shown = run(interrupted.beside.path(), &["replay", "run.jsonl", "--show"]);
        assert!(
            end < interrupted.first_line_length() || shown.text(0).contains("started"),
            "{shown:?}"
        );
        assert!(!shown.err.contains("UTF-8"), "{shown:?}");
    }
}

#[test]
fn wrong_usage_is_refused() {
    let interrupted = InterruptedTranscript::new();
    let half = interrupted.first_line_length() + 30;
    interrupted.cut(half);
    let check = |args: &[&str], expect: &str| {
        let output = interrupted.explore(args);
        assert_eq!((output.code, output.out.as_str()), (Some(2), ""), "{args:?}: {output:?}");
        let name = interrupted.file().display().to_string();
        assert!(output.err.replace(&name, "FILE").contains(expect), "{}", output.err);
        assert_eq!(std::fs::read(interrupted.file()).unwrap().len(), half, "it stays as it is");
    };
    check(
        &["another question"],
        "error: the run of FILE is about another question\nhint: --resume takes",
    );
    check(
        &["--intent", "edit"],
        "error: the run of FILE has the intent `explain`\nhint: --resume takes",
    );
    check(&["--transcript", "x.jsonl"], "cannot be used with");
    check(&["--root", "missing"], "missing does not exist");
    check(
        &["--root", interrupted.beside.path().to_str().unwrap()],
        "would stand inside the explored root",
    );
    let locked_file = std::fs::File::options().write(true).open(interrupted.file()).unwrap();
    locked_file.lock().unwrap();
    check(&[], "is being written by another process\nhint: wait until that run has ended");
    drop(locked_file);
    // The same question and intent are accepted.
    let output = interrupted.explore(&[&format!(" {QUESTION}\n"), "--intent", "explain"]);
    output.text(0);
    let finished = interrupted.explore(&[]);
    assert_eq!(finished.code, Some(2));
    assert!(
        finished.err.contains("is finished, and its report was accepted\nhint: `firsthand replay`"),
        "{}",
        finished.err
    );
}

#[test]
fn only_an_interrupted_run_can_be_resumed() {
    let (shop, beside) = (shop(), tree(&[("diary.txt", "dear diary\n"), ("empty.jsonl", "")]));
    let path = |name: &str| beside.path().join(name).to_str().unwrap().to_owned();
    for (name, expect) in [
        ("diary.txt", "cannot be resumed: line 1 of the transcript cannot be read"),
        ("empty.jsonl", "cannot be resumed: the transcript does not begin with the start of a run"),
        ("none.jsonl", "cannot be read: No such file"),
    ] {
        let output = run(shop.path(), &["explore", "--resume", &path(name)]);
        assert_eq!((output.code, output.out.as_str()), (Some(2), ""), "{output:?}");
        assert!(output.err.contains(expect), "{}", output.err);
    }
    assert_eq!(std::fs::read_to_string(path("diary.txt")).unwrap(), "dear diary\n");
    let output = run(shop.path(), &["explore"]);
    assert_eq!(output.code, Some(2), "a question, or something to resume: {output:?}");
}

/// A cancelled run resumes in a moved repository.
#[test]
fn a_cancelled_run_resumes_in_a_moved_repository() {
    let interrupted = InterruptedTranscript::new();
    let text = String::from_utf8(interrupted.complete.clone()).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').take(2).collect();
    let cancelled =
        lines.concat() + "{\"event\":\"stopped\",\"reason\":\"cancelled\",\"at_ms\":1}\n";
    std::fs::write(interrupted.file(), cancelled).unwrap();
    let moved = shop();
    let root = moved.path().to_str().unwrap();
    let report = interrupted.explore(&["--root", root, "--format", "json"]).json(0);
    assert_eq!(report["root"], root);
    assert_eq!(report["stats"]["stop_reason"], "accepted");
}

/// Another model resumes a run only if the caller names it.
#[test]
fn another_model_must_be_named_to_resume() {
    let interrupted = InterruptedTranscript::new();
    let text = String::from_utf8(interrupted.complete.clone()).unwrap();
    let half = text.split_inclusive('\n').take(2).collect::<String>();
    let write_half_by = |model: &str| {
        let half = half.replace("\"model\":\"builtin\"", &format!("\"model\":\"{model}\""));
        std::fs::write(interrupted.file(), half).unwrap();
    };
    let check_refused = |output: CommandOutput, expect: &str| {
        assert_eq!((output.code, output.out.as_str()), (Some(2), ""), "{output:?}");
        assert!(output.err.contains(expect), "{}", output.err);
    };
    write_half_by("anthropic:hand");
    let before = std::fs::read(interrupted.file()).unwrap();
    check_refused(
        interrupted.explore(&[]),
        "was made with the model `anthropic:hand`\nhint: say --model anthropic:hand (and --base-url where it was not \
         at the service's own address), or --model builtin to let the embedded model finish\n",
    );
    assert_eq!(std::fs::read(interrupted.file()).unwrap(), before);
    interrupted.explore(&["--model", "builtin"]).text(0);
    // The model with which the run was last resumed counts.
    let resumed = std::fs::read_to_string(interrupted.file()).unwrap();
    let cut = resumed.find("{\"event\":\"resumed\"").unwrap();
    let end = cut + resumed[cut..].find('\n').unwrap() + 1;
    std::fs::write(interrupted.file(), &resumed[..end]).unwrap();
    interrupted.explore(&[]).text(0);
    // The environment variable may name another model; the settings file may not.
    let explore = |name: &str, value: &str| {
        let (file, mut command) = (interrupted.file(), firsthand(interrupted.shop.path()));
        let output =
            command.args(["explore", "--resume", file.to_str().unwrap()]).env(name, value).output();
        let output = output.unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        CommandOutput {
            out: text(output.stdout),
            err: text(output.stderr),
            code: output.status.code(),
        }
    };
    write_half_by("anthropic:hand");
    explore("FIRSTHAND_MODEL", "builtin").text(0);
    let settings = interrupted.beside.path().join("settings.toml");
    std::fs::write(&settings, "model = \"anthropic:hand\"\n").unwrap();
    let settings = settings.to_str().unwrap();
    write_half_by("anthropic:hand");
    check_refused(explore("FIRSTHAND_CONFIG", settings), "ANTHROPIC_API_KEY");
    write_half_by("builtin");
    check_refused(
        explore("FIRSTHAND_CONFIG", settings),
        "hint: say --model builtin, or --model anthropic:hand to let that one finish",
    );
}
