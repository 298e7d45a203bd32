//! Input files from others: endless files, and transcripts of other repositories.

use crate::{run, shop, tree};

/// Reading stops at the size limit, so that memory stays bounded.
#[cfg(target_os = "linux")]
#[test]
fn an_endless_file_is_refused() {
    let shop = shop();
    for args in [
        &["verify", "/dev/zero"][..],
        &["replay", "/dev/zero"],
        &["explore", "--resume", "/dev/zero"],
    ] {
        let script = "ulimit -v 2000000; exec \"$@\"";
        let output = std::process::Command::new("sh")
            .args(["-c", script, "sh"])
            .arg(assert_cmd::cargo::cargo_bin!("firsthand"))
            .args(args)
            .current_dir(shop.path())
            .output()
            .unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {err}");
        assert_eq!(err, "error: /dev/zero is longer than 64 MiB\n", "{args:?}");
    }
}

/// A transcript from someone else does not choose the repository in which its run is resumed.
#[test]
fn a_transcript_of_another_repository_needs_an_explicit_root() {
    let (theirs, mine, beside) = (shop(), shop(), tree(&[]));
    let file = beside.path().join("run.jsonl");
    let name = file.to_str().unwrap();
    let root = theirs.path().to_str().unwrap();
    let args = ["explore", "persist", "--root", root, "--transcript", name];
    run(mine.path(), &args).text(0);
    let text = std::fs::read_to_string(&file).unwrap();
    let half: String = text.split_inclusive('\n').take(2).collect();
    std::fs::write(&file, &half).unwrap();
    let resume = ["explore", "--resume", name];
    let output = run(mine.path(), &resume);
    assert_eq!((output.code, output.out.as_str()), (Some(2), ""), "{output:?}");
    assert_eq!(
        output.err,
        format!(
            "error: the run of {name} is about another folder, {root}\n\
             hint: say --root {root} to go on there, or --root . to go on here\n"
        )
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), half, "it stays as it is");
    // The hint of `replay` is a command that can be pasted.
    let hint = run(mine.path(), &["replay", name]);
    assert!(
        hint.err.contains(&format!("go on with: firsthand explore --resume {name} --root {root}")),
        "{hint:?}"
    );
    let resume_with_root = [&resume[..], &["--root", root]].concat();
    run(mine.path(), &resume_with_root).text(0);
    // A recorded root that does not exist here is not suggested.
    let moved = half.replace(&format!("\"root\":\"{root}\""), "\"root\":\"no/shop\"");
    assert_ne!(moved, half);
    std::fs::write(&file, &moved).unwrap();
    let output = run(mine.path(), &resume);
    assert_eq!(
        output.err,
        format!(
            "error: the run of {name} is about another folder, no/shop\n\
             hint: --root takes the folder to go on in: . for this one\n"
        )
    );
    // In the recorded root no `--root` is needed.
    std::fs::write(&file, &half).unwrap();
    run(theirs.path(), &resume).text(0);
}

/// Characters that reorder or hide text are escaped in all forms of JSON, which parse to the same text.
#[test]
fn unsafe_characters_are_escaped_in_json() {
    let (line, beside) = ("fn ring_bell() {} // a\u{202e}b\u{9b}c\u{200b}d", tree(&[]));
    let bells = tree(&[("src/bell.rs", &format!("{line}\n"))]);
    let (transcript, log) = (beside.path().join("run.jsonl"), beside.path().join("log.jsonl"));
    let explore = ["explore", "ring_bell a\u{202e}b", "--format", "json", "--transcript"];
    let research = ["research", "ring_bell", "--format", "json", "--transcript"];
    let path = |path: &std::path::Path| path.to_str().unwrap().to_owned();
    let mut outputs = vec![
        run(bells.path(), &[&explore[..], &[&path(&transcript)]].concat()).out,
        run(bells.path(), &[&research[..], &[&path(&log)]].concat()).out,
    ];
    outputs.push(std::fs::read_to_string(&transcript).unwrap());
    outputs.push(std::fs::read_to_string(&log).unwrap());
    for output in outputs {
        let raw = output.chars().find(|c| ['\u{202e}', '\u{9b}', '\u{200b}'].contains(c));
        assert_eq!(raw, None, "{output}");
        assert!(output.contains("\\u202e"), "{output}");
    }
}
