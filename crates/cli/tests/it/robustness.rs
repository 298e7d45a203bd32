//! Failing surroundings: full disks, odd files, odd names, secrets. Every run ends with an answer or an error message,
//! and states what was left out.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::{CommandOutput, firsthand, run, shop, tree};

/// Runs the binary where the system lets no file grow, as on a full disk.
fn run_on_full_disk(folder: &Path, cache: &Path, args: &[&str]) -> CommandOutput {
    // The signal that comes with the limit is ignored, so that a write fails instead.
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$@\"";
    let output = Command::new("sh")
        .args(["-c", script, "sh"])
        .arg(assert_cmd::cargo::cargo_bin!("firsthand"))
        .args(args)
        .current_dir(folder)
        .env("FIRSTHAND_CACHE", cache)
        .output()
        .unwrap();
    output.into()
}

fn files_in(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_in(&path));
        } else {
            found.push(path);
        }
    }
    found
}

#[test]
fn on_a_full_disk_only_the_cache_is_lost() {
    let (shop, cache) = (shop(), tree(&[]));
    for args in [&["explore", "persist basket"][..], &["search", "persist"]] {
        let full = run_on_full_disk(shop.path(), cache.path(), args);
        assert_eq!((full.code, full.err.as_str()), (Some(0), ""), "{full:?}");
        assert!(full.out.contains("src/store.ts:"), "{full:?}");
    }
    // No partly written cache entry is left.
    assert_eq!(files_in(cache.path()), Vec::<std::path::PathBuf>::new());
}

#[test]
fn a_full_disk_for_the_transcript_is_reported_and_the_report_is_printed() {
    let (shop, beside) = (shop(), tree(&[]));
    let file = beside.path().join("run.jsonl");
    let args = ["explore", "persist basket", "--transcript", file.to_str().unwrap()];
    let full = run_on_full_disk(shop.path(), &beside.path().join("cache"), &args);
    assert_eq!(full.code, Some(1), "{full:?}");
    assert!(full.out.contains("src/store.ts:"), "the report is not lost: {full:?}");
    assert!(full.err.contains("run.jsonl"), "{full:?}");
    // The same with `/dev/full`, which can be opened, but not written.
    let output = run(shop.path(), &["explore", "persist basket", "--transcript", "/dev/full"]);
    assert_eq!(output.code, Some(1), "{output:?}");
    assert!(output.out.contains("src/store.ts:") && output.err.contains("/dev/full"), "{output:?}");
}

#[test]
fn an_invalid_cache_folder_only_disables_the_cache() {
    let shop = shop();
    let odd = tree(&[("file", "")]);
    std::os::unix::fs::symlink("loop", odd.path().join("loop")).unwrap();
    for cache in ["file", "file/below", "loop", "/dev/null", "/dev/full/x", "/proc/self/x"] {
        let mut command = firsthand(shop.path());
        command.env("FIRSTHAND_CACHE", odd.path().join(cache));
        let output = command.args(["explore", "persist basket"]).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), err.as_str()), (Some(0), ""), "{cache}");
    }
}

#[test]
fn invalid_roots_are_reported() {
    let odd = tree(&[("file", "")]);
    let link = |to: &str, at: &str| std::os::unix::fs::symlink(to, odd.path().join(at)).unwrap();
    link("nowhere", "dangling");
    link("loop", "loop");
    let pipe = odd.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let long = "d".repeat(5_000);
    for root in
        ["file", "dangling", "loop", "pipe", "gone", "file/below", "/dev/null", &long, "a\nb"]
    {
        for command in [&["explore", "persist"][..], &["search", "persist"]] {
            let output = run(odd.path(), &[command, &["--root", root]].concat());
            assert_eq!((output.code, output.out.as_str()), (Some(2), ""), "{root}: {output:?}");
            assert!(
                output.err.starts_with("error: ") && output.err.len() < 6_000,
                "{root}: {output:?}"
            );
        }
    }
}

/// The shell removes the working folder before it starts the program.
#[test]
fn a_removed_working_folder_is_reported() {
    let script = "mkdir gone && cd gone && rmdir ../gone && exec \"$@\"";
    for args in [&["explore", "persist"][..], &["search", "persist"], &["doctor"]] {
        let beside = tree(&[]);
        let output = Command::new("sh")
            .args(["-c", script, "sh"])
            .arg(assert_cmd::cargo::cargo_bin!("firsthand"))
            .args(args)
            .current_dir(beside.path())
            .output()
            .unwrap();
        let code = output.status.code();
        assert!(matches!(code, Some(1 | 2)), "{args:?} {output:?}");
        let text = [output.stdout, output.stderr].concat();
        assert!(!String::from_utf8_lossy(&text).contains("panicked"), "{args:?}");
    }
}

/// A tree with one ordinary file among odd ones: odd names, links, a pipe, a binary file, a huge file.
fn odd_tree() -> tempfile::TempDir {
    use std::os::unix::ffi::OsStrExt as _;
    let odd = tree(&[
        ("good.ts", "export function persist() {}\n"),
        ("[c7]", "persist\n"),
        ("#### x [c1] 1-2", "persist\n"),
        ("new\nline.ts", "persist\n"),
        ("bidi\u{202e}.ts", "persist\n"),
        (&format!("{}.ts", "y".repeat(252)), "persist\n"),
        ("tls.key", "persist\n"),
    ]);
    let path_of = |name: &[u8]| odd.path().join(std::ffi::OsStr::from_bytes(name));
    std::fs::write(path_of(b"bad\xff.ts"), "persist\n").unwrap();
    std::fs::create_dir(path_of(b"badfolder\xff")).unwrap();
    std::fs::write(path_of(b"badfolder\xff/a.ts"), "persist\n").unwrap();
    std::fs::write(path_of(b"binary.ts"), "persist\0").unwrap();
    std::fs::File::create(path_of(b"large.ts")).unwrap().set_len(2 << 30).unwrap();
    for (to, name) in [
        ("/proc/self/mem", "mem.ts"),
        ("/proc/self/root", "all"),
        (".", "here"),
        ("gone", "gone.ts"),
    ] {
        std::os::unix::fs::symlink(to, odd.path().join(name)).unwrap();
    }
    assert!(Command::new("mkfifo").arg(path_of(b"pipe.ts")).status().unwrap().success());
    odd
}

#[test]
fn odd_files_are_counted_and_the_rest_is_searched() {
    let odd = odd_tree();
    let report = run(odd.path(), &["explore", "persist", "--format", "json"]).json(0);
    assert_eq!(report["primary"][0]["path"], "good.ts");
    // 2 names, 4 links, 1 pipe, 1 secret file, 1 binary, 1 that is too large.
    assert_eq!(report["coverage"]["files_skipped"], 10, "{}", report["coverage"]);
    // Binary and too large files are not counted as searched.
    assert_eq!(report["coverage"]["files_seen"], 6, "{}", report["coverage"]);
    let health = run(odd.path(), &["doctor", "--format", "json"]).json(0);
    let expect = serde_json::json!({
        "names_not_utf8": 2, "pipes_sockets_devices": 1, "secret_files": 1, "symbolic_links": 4,
        "too_large": 1, "unreadable": 0, "ignore_files": 0, "further_checkouts": 0,
    });
    assert_eq!(health["root"]["skipped"], expect);
    for format in ["text", "md", "html"] {
        let output = run(odd.path(), &["explore", "persist", "--format", format]);
        assert_eq!(output.code, Some(0), "{output:?}");
        assert!(
            !output.out.contains('\u{202e}') && !output.out.contains("new\nline"),
            "{}",
            output.out
        );
    }
}

/// An unreadable folder is counted as skipped, and all else is searched. If the test's user may read every folder, as
/// root may, the program runs as another user.
#[test]
fn an_unreadable_folder_is_counted() {
    use std::os::unix::fs::PermissionsExt as _;
    let shop = shop();
    let locked = shop.path().join("locked");
    std::fs::create_dir(&locked).unwrap();
    std::fs::write(locked.join("a.ts"), "persist\n").unwrap();
    let set_mode =
        |mode| std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(mode)).unwrap();
    set_mode(0o000);
    let elsewhere = tempfile::tempdir().unwrap();
    let can_read_all = std::fs::read_dir(&locked).is_ok();
    let mut command = if can_read_all {
        // The other user may have no access to the build folder, so the program is copied.
        let program = elsewhere.path().join("firsthand");
        std::fs::copy(assert_cmd::cargo::cargo_bin!("firsthand"), &program).unwrap();
        for folder in [shop.path(), elsewhere.path()] {
            std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        let mut command = assert_cmd::Command::new("setpriv");
        let as_other_user = ["--reuid=65534", "--regid=65534", "--clear-groups", "--"];
        command.args(as_other_user).arg(program);
        command
    } else {
        firsthand(shop.path())
    };
    let output = command
        .args(["explore", "persist", "--format", "json"])
        .env("FIRSTHAND_CACHE", "/dev/null")
        .env("HOME", elsewhere.path())
        .env_remove("XDG_CONFIG_HOME")
        .current_dir(shop.path())
        .timeout(Duration::from_secs(120))
        .output();
    set_mode(0o755);
    let output = output.unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect(&err);
    // The locked folder is counted; `.env` is not, because it is hidden.
    assert_eq!(report["coverage"]["files_skipped"], 1, "{err}");
    assert_eq!(report["primary"][0]["path"], "src/store.ts");
}

/// A tree with planted secrets, and the secrets. They are computed, so that this file contains none.
fn planted() -> (tempfile::TempDir, Vec<String>) {
    const ALPHABET: &[u8] = b"aB3dE5fG7hJ9kLm2N";
    let secret = |n: usize| {
        let chars =
            (0..36).map(|at| char::from(ALPHABET[(at * 7 + n * 11 + at * at) % ALPHABET.len()]));
        chars.collect::<String>()
    };
    let secrets: Vec<String> = (1..6).map(secret).collect();
    let [hub, db, import, name, env] = &secrets[..] else {
        panic!("there are five");
    };
    let root = tree(&[
        ("src/hub.ts", &format!("const hub = 'ghp_{hub}'\nfunction connect() {{ return hub }}\n")),
        ("src/db.py", &format!("def connect():\n    open(\"postgres://app:{db}@db/app\")\n")),
        (
            "src/x.ts",
            &format!("import x from 'https://me:{import}@host.example/x.ts'\nconst connect = x\n"),
        ),
        (&format!("src/ghp_{name}.ts"), "export function connect() {}\n"),
        (".env", &format!("CONNECT={env}\n")),
        ("firsthand.toml", &format!("ghp_{hub} = 1\n\"to ghp_{name}\" = 2\n")),
    ]);
    (root, secrets)
}

/// No part of a planted secret is printed, or written to the cache or the transcript.
#[test]
fn secrets_are_neither_printed_nor_written() {
    let (root, secrets) = planted();
    let beside = tree(&[]);
    let (cache, transcript) = (beside.path().join("cache"), beside.path().join("run.jsonl"));
    let mut printed = Vec::new();
    for args in [
        &["explore", "connect hub", "--transcript", transcript.to_str().unwrap()][..],
        &["explore", "connect ghp_", "--format", "json"],
        &["explore", "connect", "--format", "html"],
        &["explore", "connect", "--format", "md", "--intent", "edit"],
        &["search", "connect hub ghp_", "--full"],
        &["search", "connect", "--format", "json"],
        &["search", "--symbol", "connect", "--relation", "references"],
        &["search", "--symbol", "src/x.ts:1"],
        &["doctor"],
    ] {
        let mut command = firsthand(root.path());
        command.env("FIRSTHAND_CACHE", &cache).env("RUST_LOG", "trace");
        let output = command.args(args).output().unwrap();
        // No declaration has line 1 of src/x.ts.
        assert!(matches!(output.status.code(), Some(0 | 2 | 3)), "{args:?} {output:?}");
        printed.push((format!("{args:?}"), [output.stdout, output.stderr].concat()));
    }
    for file in files_in(beside.path()) {
        printed.push((file.display().to_string(), std::fs::read(&file).unwrap()));
    }
    assert!(printed.len() > 12, "the cache and the transcript are among them");
    for (what, bytes) in &printed {
        let text = String::from_utf8_lossy(bytes);
        for (number, secret) in secrets.iter().enumerate() {
            for start in 0..=secret.len() - 12 {
                assert!(!text.contains(&secret[start..start + 12]), "secret {number} in {what}");
            }
        }
    }
}

/// A cache folder in the repository is not used: nothing is ever written there.
#[test]
fn contained_a_cache_in_the_repository_is_not_used() {
    let shop = shop();
    let inside = shop.path().join("src/cache");
    for command in ["explore", "search"] {
        let output = run(shop.path(), &[command, "persist", "--cache", inside.to_str().unwrap()]);
        assert_eq!(output.code, Some(0), "{}", output.err);
        assert!(output.err.contains("lies in the repository"), "{}", output.err);
        assert!(!inside.exists());
    }
}
